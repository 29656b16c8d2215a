import { randomUUID } from 'node:crypto';
import { operations } from '@shared/contract/operations';
import { expect, test } from 'vitest';
import { refusedAct } from '../../electron/service/http/refused-act';
import { startService } from '../support/start-service';

const minute = 60_000;
type Entry = {
  action: string;
  resource: string;
  resource_id: string | null;
  user_id: string | null;
  details: { request?: string; left_out?: number; is_limit?: true; reason: { code: string; values: object } };
};

async function withClock() {
  let [now, elapsed] = [Date.UTC(2026, 10, 20), 0];
  const started = await startService({ now: () => now, elapsed: () => elapsed, log: () => {} });
  const refused = async (): Promise<Entry[]> =>
    (await started.admin.get('/api/v2/audit_log.json?outcome=refused&limit=1000')).body.audit_log;
  const wait = (ms: number) => {
    now += ms;
    elapsed += ms;
  };
  const setBack = (ms: number) => {
    now -= ms;
  };
  return { ...started, refused, wait, setBack };
}

test('a request without the right is audited with what it asked for, and nothing that it sent', async () => {
  const { given, refused, admin } = await withClock();
  const person = await given.user({ permissions: ['roles:view'] });
  const [{ role_id }] = (await admin.get('/api/v2/roles.json')).body.roles;

  const { status } = await person.put(`/api/v2/roles/${role_id}.json`, { role: { name: 'What was sent' } });

  const [entry] = await refused();
  expect(status).toBe(403);
  expect(entry).toMatchObject({ action: 'update', resource: 'role', resource_id: role_id, user_id: person.user_id });
  expect(entry?.details).toEqual({
    request: 'put /api/v2/roles/:role_id.json',
    door: 'tcp',
    reason: { code: 'permission_missing', values: { permission: 'roles:edit' } },
  });
  expect(JSON.stringify(entry)).not.toContain('What was sent');
});

test('a refused request does not reveal the name of a record out of reach', async () => {
  const { given, admin } = await withClock();
  const north = await given.tenant();
  const foreign = await given.user({ tenant_id: north });
  const group_id = await given.group(north);
  const person = await given.user({ permissions: ['audit:view'] });
  const { role_id } = (await admin.get(`/api/v2/users/${foreign.user_id}.json`)).body.user;

  for (const path of [`users/${foreign.user_id}`, `groups/${group_id}`, `roles/${role_id}`, `tenants/${north}`])
    await person.get(`/api/v2/${path}.json`);
  await person.get(`/api/v2/users/${person.user_id}.json`);

  const entries = (await person.get('/api/v2/audit_log.json?outcome=refused')).body.audit_log;
  const names = entries.map(({ resource, resource_name }: { resource: string; resource_name: string | null }) => [
    resource,
    resource_name,
  ]);
  expect(names).toEqual([
    ['user', person.login],
    ['tenant', null],
    ['role', null],
    ['group', null],
    ['user', null],
  ]);
});

test('a refused download and playback are named as such, with their call', async () => {
  const { given, refused } = await withClock();
  const [call] = await given.calls({});
  const person = await given.user({ permissions: ['calls:view'] });

  await person.get(`/api/v2/calls/${call}.json/file`);
  await person.get(`/api/v2/calls/${call}.json/audio`);

  expect((await refused()).map(({ action, resource, resource_id }) => [action, resource, resource_id])).toEqual([
    ['play', 'call', call],
    ['download', 'call', call],
  ]);
});

test('a right that only the change itself needs is audited too', async () => {
  const { given, refused } = await withClock();
  const person = await given.user({ permissions: ['roles:view', 'roles:edit'], access_level: 'tenant' });

  await person.post('/api/v2/roles.json', { role: { name: 'All', access_level: 'root', permissions: {} } });

  expect((await refused()).map(({ action, details }) => [action, details.reason.code])).toEqual([
    ['create', 'role_reaches_further'],
  ]);
});

test('without the right to use the API, a request is audited', async () => {
  const { given, refused } = await withClock();
  const person = await given.user({ api_access: false });

  await person.get('/api/v2/sessions.json');

  expect((await refused()).map(({ user_id, resource }) => [user_id, resource])).toEqual([[person.user_id, 'session']]);
});

test('someone with the right password who may not sign in this way is audited', async () => {
  const { given, nobody, refused } = await withClock();
  const person = await given.user({ api_access: false });
  const other = await given.user();
  given.database((db) => db.exec(`UPDATE users SET require_2fa = 1 WHERE user_id = '${other.user_id}'`));

  await nobody.post('/api/v2/sessions.json', { login: person.login, password: person.password });
  await other.get('/api/v2/sessions.json');

  expect((await refused()).map(({ action, user_id, details }) => [action, user_id, details.reason.code])).toEqual([
    ['sign_in', other.user_id, 'second_factor_over_basic'],
    ['sign_in', person.user_id, 'permission_missing'],
  ]);
});

test('the same request is audited once in ten minutes, and the next entry has the number of those left out', async () => {
  const { given, refused, wait, setBack } = await withClock();
  const person = await given.user();
  const ask = () => person.get('/api/v2/users.json');

  for (let n = 0; n < 5; n++) await ask();
  const within = (await refused()).length;
  setBack(60 * minute);
  wait(10 * minute);
  await ask();

  const [latest] = await refused();
  expect([within, latest?.details.left_out]).toEqual([1, 4]);
});

test('a user causes at most thirty entries in ten minutes, and the last one says so', async () => {
  const { given, refused } = await withClock();
  const [person, other] = [await given.user(), await given.user()];

  for (let n = 0; n < 40; n++) await person.get(`/api/v2/users/${randomUUID()}.json`);
  await other.get('/api/v2/users.json');

  const entries = await refused();
  const own = entries.filter(({ user_id }) => user_id === person.user_id);
  expect([own.length, own[0]?.details.is_limit, own[1]?.details.is_limit]).toEqual([30, true, undefined]);
  expect(entries).toHaveLength(31);
});

test('a wrong password has one entry, as a refused sign-in', async () => {
  const { given, refused } = await withClock();
  const person = await given.user();

  await person.put(`/api/v2/users/${person.user_id}.json`, {
    user: { fieldset_login: { password: 'another password 123', current_password: 'wrong' } },
  });

  expect((await refused()).map(({ action, resource }) => [action, resource])).toEqual([['sign_in', 'session']]);
});

test('a refusal is answered as such when its entry cannot be written', async () => {
  const { given, refused } = await withClock();
  const person = await given.user();
  given.database((db) =>
    db.exec("CREATE TRIGGER full BEFORE INSERT ON audit_log BEGIN SELECT RAISE(ABORT, 'no room'); END"),
  );

  const { status } = await person.get('/api/v2/users.json');
  given.database((db) => db.exec('DROP TRIGGER full'));
  await person.get('/api/v2/users.json?limit=1');
  await person.get('/api/v2/groups.json');

  expect(status).toBe(403);
  expect((await refused()).map(({ details }) => [details.request, details.left_out])).toEqual([
    ['get /api/v2/groups.json', 2],
  ]);
});

test('every guarded operation is named by its kind of record', () => {
  const guarded = operations.filter((one) => one.permission !== 'public');
  const acts = guarded.map((one) => [
    `${one.method} ${one.path}`,
    refusedAct(one, { params: { call_id: randomUUID().toUpperCase() }, door: 'tcp' }),
  ]);
  const sessions = acts.filter(([, act]) => typeof act === 'object' && act.resource === 'session');

  expect(sessions.map(([name]) => name)).toEqual(['get /api/v2/sessions.json', 'delete /api/v2/sessions.json']);
});

test('the id of a refused request is one of its path', () => {
  const wrong = operations.filter(({ path, audited }) => audited?.id && !path.split(/[/.]/).includes(`:${audited.id}`));

  expect(wrong).toEqual([]);
});
