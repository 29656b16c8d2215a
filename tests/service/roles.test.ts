import { everyPermission } from '@shared/permissions';
import { expect, test } from 'vitest';
import { startService } from '../support/start-service';

const collection = '/api/v2/roles.json';
const rights = ['roles:view', 'roles:edit', 'roles:delete', 'calls:view'] as const;

test('a role is created with the least reach, read, partly changed and deleted', async () => {
  const { admin } = await startService();
  const { status, body } = await admin.post(collection, { role: { name: 'Agent' } });

  const made = (await admin.get(body.url)).body.role;
  const changed = await admin.put(body.url, { role: { permissions: { calls: ['playback', 'view', 'view'] } } });
  const gone = await admin.delete(body.url);

  expect([status, made]).toEqual([
    201,
    { role_id: made.role_id, name: 'Agent', access_level: 'user', permissions: {}, user_count: 0 },
  ]);
  expect(changed.body.role).toEqual({ ...made, permissions: { calls: ['view', 'playback'] } });
  expect([gone.status, (await admin.get(body.url)).status]).toEqual([200, 404]);
});

test('a change of permissions keeps the areas that are not sent, and an empty area loses its rights', async () => {
  const { admin } = await startService();
  const permissions = { calls: ['view', 'playback'], users: ['view'], reports: ['view'] };
  const { url } = (await admin.post(collection, { role: { name: 'Agent', permissions } })).body;

  const { body } = await admin.put(url, { role: { permissions: { calls: ['view'], users: [] } } });

  expect(body.role.permissions).toEqual({ calls: ['view'], reports: ['view'] });
});

test.each([
  [{}, 'name'],
  [{ name: 'ADMINISTRATOR' }, 'name'],
  [{ name: 'a', access_level: 'galaxy' }, 'access_level'],
  [{ name: 'a', permissions: { coffee: ['make'] } }, 'permissions.coffee'],
  [{ name: 'a', permissions: { calls: ['sing'] } }, 'permissions.calls'],
])('%j is refused with an error and a description at its field', async (role, field) => {
  const { admin } = await startService();

  const { status, body } = await admin.post(collection, { role });

  expect([status, body.error, typeof body.description]).toEqual([400, 'InvalidRecord', 'string']);
  expect(Object.keys(body.details)).toEqual([field]);
});

test("a role cannot get more reach or rights than the caller's own", async () => {
  const { given } = await startService();
  const editor = await given.user({ permissions: [...rights] });
  const create = async (role: object) => (await editor.post(collection, { role: { name: 'New', ...role } })).status;

  const seen = [
    await create({ access_level: 'system' }),
    await create({ access_level: 'root' }),
    await create({ permissions: { calls: ['download'] } }),
    await create({ access_level: 'tenant', permissions: { calls: ['view'] } }),
  ];
  expect(seen).toEqual([403, 403, 403, 201]);
});

test('a role with more reach than the caller’s own cannot be changed or deleted', async () => {
  const { given, admin } = await startService();
  const editor = await given.user({ permissions: [...rights] });
  const { url } = (await admin.post(collection, { role: { name: 'Wide', access_level: 'root' } })).body;

  const statuses = [await editor.put(url, { role: { name: 'Mine' } }), await editor.delete(url)];

  expect(statuses.map(({ status }) => status)).toEqual([403, 403]);
});

test('the last administrator keeps the rights to manage people', async () => {
  const { admin } = await startService();
  const { roles } = (await admin.get(collection)).body;
  const url = `/api/v2/roles/${roles[0].role_id}.json`;

  const taken = await admin.put(url, { role: { permissions: { users: [] } } });
  const narrowed = await admin.put(url, { role: { access_level: 'system' } });

  expect([taken.status, narrowed.status, (await admin.delete(url)).status]).toEqual([409, 409, 409]);
  expect((await admin.get(url)).body.role.permissions).toEqual(everyPermission());
});

test('a change of a role applies from the next request of its holders', async () => {
  const { given, admin } = await startService();
  const person = await given.user({ permissions: ['calls:view'] });
  const { roles } = (await admin.get(`${collection}?limit=1000`)).body;
  const own = roles.find(({ permissions }: { permissions: { calls?: string[] } }) => permissions.calls?.length === 1);

  await admin.put(`/api/v2/roles/${own.role_id}.json`, { role: { permissions: { calls: [] } } });

  expect((await person.get('/api/v2/calls.json')).status).toBe(403);
});

test('a role shows how many users have it, and sends back unchanged what it showed', async () => {
  const { admin } = await startService();
  const [role] = (await admin.get(collection)).body.roles;

  const changed = await admin.put(`/api/v2/roles/${role.role_id}.json`, { role: { ...role, user_count: 7 } });

  expect([role.user_count, changed.status, changed.body.role.user_count]).toEqual([1, 200, 1]);
});
