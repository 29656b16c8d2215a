import { expect, test } from 'vitest';
import { memoryKeychain, noKeychain, startService } from '../support/start-service';
import { listen, storedFile } from '../support/stored-file';

test('a role without download or playback is refused by name, and gets no audio', async () => {
  const { given } = await startService();
  const id = await given.recorded('question.mp3');
  const person = await given.user({ permissions: ['calls:view'] });

  const seen = [];
  for (const path of ['file', 'audio', 'peaks.json']) {
    const { status, body } = await person.get(`/api/v2/calls/${id}.json/${path}`);
    seen.push([status, body.error, body.explanation.match(/\w+:\w+/)?.[0]]);
  }

  expect(seen).toEqual([
    [403, 'PermissionError', 'calls:download'],
    [403, 'PermissionError', 'calls:playback'],
    [403, 'PermissionError', 'calls:playback'],
  ]);
});

test('without the keychain an application key opens nothing: 503 before the headers; with it, playback works again', async () => {
  const keychain = memoryKeychain();
  const first = await startService({ keychain });
  const id = await first.given.recorded('question.mp3');
  await first.service.close();
  const { dataFolder } = first;

  const locked = await startService({ dataFolder, keychain: noKeychain });
  const seen = [];
  for (const path of ['file', 'audio', 'peaks.json']) {
    const { status, body } = await locked.admin.get(`/api/v2/calls/${id}.json/${path}`);
    seen.push([status, body?.error, Boolean(body?.explanation)]);
  }
  const marked = storedFile(locked).damaged;
  await locked.service.close();
  const back = await startService({ dataFolder, keychain });

  expect(seen).toEqual(Array.from({ length: 3 }, () => [503, 'KeychainUnavailable', true]));
  expect(marked).toBe(0);
  expect((await listen(back.admin, id)).status).toBe(200);
});

test('a user key needs no keychain, but a grant: a user without one is refused', async () => {
  const { admin, given } = await startService({ keychain: noKeychain });
  const id = await given.recorded('question.mp3');
  const person = await given.user({ permissions: ['calls:download', 'calls:playback'] });

  const granted = await listen(admin, id);
  const seen = [];
  for (const path of ['file', 'audio', 'peaks.json']) {
    const { status, body } = await person.get(`/api/v2/calls/${id}.json/${path}`);
    seen.push([status, body?.error]);
  }

  expect(granted.status).toBe(200);
  expect(seen).toEqual(Array.from({ length: 3 }, () => [403, 'PermissionError']));
});
