import { expect, test } from 'vitest';
import type { Caller } from '../support/caller';
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

test('without a key pair, no recording is heard or drawn, also one that the service could open by itself', async () => {
  const { admin, given, through } = await startService();
  const id = await given.recorded('question.mp3');
  const paths = ['file', 'audio', 'peaks.json'].map((path) => `/api/v2/calls/${id}.json/${path}`);
  const group_id = await given.group();
  const permissions = { system: ['api_access'], calls: ['view', 'download', 'playback'] };
  const role = { name: 'Tool', access_level: 'tenant', permissions };
  const role_id = (await admin.post('/api/v2/roles.json', { role })).body.url.match(/[0-9a-f-]{36}/)[0];
  const user = { name: 'CRM', group_id, role_id, fieldset_login: { login: 'crm' } };
  const { url } = (await admin.post('/api/v2/users.json', { user })).body;
  const withToken = async (by: Caller, of: string) => {
    const { body } = await by.post(of.replace('.json', '/tokens.json'), { token: { name: crypto.randomUUID() } });
    return through('tcp', { authorization: `Bearer ${body.token}` });
  };
  const statuses = async (caller: Caller) => {
    const seen = [];
    for (const path of paths) seen.push((await caller.raw(path)).status);
    return seen;
  };
  const person = await given.user({ permissions: ['calls:view', 'calls:download', 'calls:playback', 'users:edit'] });
  const own = `/api/v2/users/${person.user_id}.json`;

  const tool = await withToken(admin, url);
  const refused = (await tool.get(paths[0] ?? '')).body;
  const head = await tool.raw(paths[0] ?? '', { method: 'HEAD' });
  const range = await tool.raw(paths[1] ?? '', { headers: { range: 'bytes=0-9' } });
  const unseen = await tool.get(`/api/v2/calls/${crypto.randomUUID()}.json/file`);

  expect([refused.error, refused.reason.code]).toEqual(['PermissionError', 'key_pair_missing']);
  expect([await statuses(tool), head.status, range.status, unseen.status]).toEqual([[403, 403, 403], 403, 403, 404]);
  expect(await statuses(await withToken(admin, own))).toEqual([403, 403, 403]);
  expect(await statuses(await withToken(person, own))).toEqual([200, 200, 200]);
  expect(await statuses(person)).toEqual([200, 200, 200]);
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
