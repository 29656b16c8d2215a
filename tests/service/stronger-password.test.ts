import { expect, test } from 'vitest';
import { administrator, basic, noKeychain, startService, type TestService } from '../support/start-service';
import { listen } from '../support/stored-file';

const weak = 15;
const strong = 16;

type Password = { kdf: string; salt: Buffer; credential_version: number };
const passwords = ({ given }: TestService): Password[] =>
  given.database((db) => db.prepare<[], Password>('SELECT kdf, salt, credential_version FROM user_credentials').all());

test('a password stored with weaker parameters is derived again at a sign-in, and opens the same keys', async () => {
  // Without a keychain, only the administrator's key pair opens the audio.
  const first = await startService({ keychain: noKeychain, scryptLn: weak });
  const call_id = await first.given.recorded('question.mp3');
  const before = passwords(first);
  await first.service.close();
  const again = async () => {
    const started = await startService({ dataFolder: first.dataFolder, keychain: noKeychain, scryptLn: strong });
    const wrong = await started
      .through('tcp', { authorization: basic(administrator.login, 'guessed') })
      .get('/api/v2/calls.json');
    const stale = passwords(started);
    const heard = await listen(started.admin, call_id);
    const stored = passwords(started);
    await started.service.close();
    return { wrong: wrong.status, stale, heard: heard.status, stored };
  };

  const second = await again();
  const third = await again();

  expect(before.map(({ kdf }) => kdf)).toEqual(['scrypt,ln=15,r=8,p=1']);
  expect([second.wrong, second.heard, third.wrong, third.heard]).toEqual([401, 200, 401, 200]);
  expect(second.stale).toEqual(before);
  expect(second.stored.map(({ kdf }) => kdf)).toEqual(['scrypt,ln=16,r=8,p=1']);
  // Sessions of before stay, and nothing is derived a second time.
  expect(second.stored[0]?.credential_version).toBe(before[0]?.credential_version);
  expect(third.stored).toEqual(second.stored);
});
