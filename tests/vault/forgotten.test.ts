import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Actor } from '../../electron/service/access/actor';
import { AudioOpener } from '../../electron/service/resources/calls/calls/files/audio-opener';
import { KeyOpener } from '../../electron/service/resources/keys/encrypt-keys';
import type { MasterKey } from '../../electron/service/vault/keychain-state';
import { given, keyPair, refusalOf, sealed } from '../audio/given-container';
import { keychainOver } from '../support/host';
import { memorySource } from '../support/memory-source';
import { administrator, startService, temporaryFolder } from '../support/start-service';
import { heldAt, threadsWith } from '../support/threads';

// At a lock, keys are forgotten while requests are running that end later.
const nobody = { user_id: '' } as Actor;

test('an application key that is opened across a lock is not kept', async () => {
  const kept = new Map<string, string>();
  const { service, given } = await startService({ keychain: keychainOver(kept) });
  const fingerprint = given.database(
    (db) => db.prepare<[], { fingerprint: string }>('SELECT fingerprint FROM encrypt_keys').get()?.fingerprint ?? '',
  );
  const [, stored = ''] = [...kept].find(([name]) => name.startsWith('master-key')) ?? [];
  const answers: Promise<MasterKey>[] = [];
  const keys = new KeyOpener(service.store, () => answers.shift() ?? Promise.resolve({ state: 'locked' }));
  const held = later<MasterKey>();
  answers.push(held.promise);

  const before = keys.open([fingerprint], nobody);
  keys.forget();
  held.resolve({ state: 'ok', key: Buffer.from(stored, 'base64url') });

  expect((await before).fingerprint).toBe(fingerprint);
  expect(await refusalOf(keys.open([fingerprint], nobody))).toBe('KeychainUnavailable keychain_locked');
});

test('the data key of a file that is opened across a lock is not kept', async () => {
  const { bytes } = sealed(Buffer.from('a recording'));
  const rightKey = { fingerprint: '', key: given.privateKey };
  const answers = [later<typeof rightKey>(), later<typeof rightKey>()] as const;
  let asked = 0;
  const keys = { open: () => answers[asked++ as 0 | 1].promise };
  const audio = new AudioOpener(async () => memorySource(bytes), keys);

  const before = audio.bytes('', nobody);
  audio.forget();
  answers[0].resolve(rightKey);
  const first = await before;
  // From here on, only a cached data key could open the file.
  answers[1].resolve({ fingerprint: '', key: keyPair().privateKey });

  expect(first.bytes.toString()).toBe('a recording');
  expect(await refusalOf(audio.bytes('', nobody))).toBe('PermissionError cra_no_key');
});

test('the master key is read again after a lock', async () => {
  const kept = new Map<string, string>();
  const { service } = await startService({ keychain: keychainOver(kept) });
  const before = await service.keychain();
  service.forgetCredentials();
  kept.clear();

  expect([before, await service.keychain()]).toEqual(['ok', 'missing']);
});

test('a session that is opened across a lock is not valid', async () => {
  const [held, go] = [join(temporaryFolder(), 'held'), join(temporaryFolder(), 'go')];
  const { service, through } = await startService({
    threadsFolder: threadsWith('writer', heldAt('sign-ins.record', held, go)),
  });
  const { login, password } = administrator;

  const signingIn = through('app').post('/api/v2/sessions.json', { login, password });
  await expect.poll(() => existsSync(held)).toBe(true);
  service.forgetCredentials();
  writeFileSync(go, '');
  const { status, body } = await signingIn;
  const after = await through('app', { authorization: `Bearer ${body.token}` }).get('/api/v2/sessions.json');

  expect([status, after.status]).toEqual([201, 401]);
});

test('a lock ends every session except that of a recording', async () => {
  const { service, through } = await startService();
  const { login, password } = administrator;
  const signIn = async () => (await through('app').post('/api/v2/sessions.json', { login, password })).body.token;
  const [recording, other] = [await signIn(), await signIn()];
  const statusOf = async (token: string) =>
    (await through('app', { authorization: `Bearer ${token}` }).get('/api/v2/recordings.json')).status;

  service.forgetCredentials(recording);

  expect([await statusOf(recording), await statusOf(other)]).toEqual([200, 401]);
  service.forgetCredentials();
  expect(await statusOf(recording)).toBe(401);
});

/** A promise with its resolve function. */
function later<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
