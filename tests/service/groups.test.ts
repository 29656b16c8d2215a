import type { Group } from '@shared/contract/groups';
import { expect, test } from 'vitest';
import { startService } from '../support/start-service';

const collection = '/api/v2/groups.json';

test('a group is created, read, partly changed and deleted', async () => {
  const { admin } = await startService();
  const { status, headers, body } = await admin.post(collection, { group: { name: ' Support ' } });

  const made = await admin.get(body.url);
  const changed = await admin.put(body.url, { group: { ...made.body.group, timezone: 'Europe/Vienna' } });
  const gone = await admin.delete(body.url);

  const { group_id, tenant_id } = made.body.group;
  expect([status, headers.get('location')]).toEqual([201, body.url]);
  expect(made.body.group).toEqual({ group_id, tenant_id, name: 'Support', timezone: '', user_count: 0 });
  expect(changed.body.group).toEqual({ ...made.body.group, timezone: 'Europe/Vienna' });
  expect([gone.status, (await admin.get(body.url)).status]).toEqual([200, 404]);
});

test.each([
  [{}, 'name'],
  [{ name: 'Everyone' }, 'name'],
  [{ name: 'Support', timezone: 'Europe/Nowhere' }, 'timezone'],
  [{ name: 'Support', colour: 'red' }, 'colour'],
])('%j is refused with an error at its field', async (group, field) => {
  const { admin } = await startService();

  const { status, body } = await admin.post(collection, { group });

  expect([status, body.error, Object.keys(body.details)]).toEqual([400, 'InvalidRecord', [field]]);
});

test("a user's main group is not deleted; another group is removed from its members", async () => {
  const { given, admin } = await startService();
  const [main, other] = [await given.group(), await given.group()];
  const person = await given.user({ group_id: main, managed_groups: [other] });
  given.insert('user_groups', { group_id: other, user_id: person.user_id });

  const member = `/api/v2/users/${person.user_id}.json`;
  const read = await admin.get(member);
  const statuses = [
    await admin.delete(`/api/v2/groups/${main}.json`),
    await admin.delete(`/api/v2/groups/${other}.json`),
  ];

  // The groups of a member have changed, and so has its version.
  const ifMatch = { 'if-match': read.headers.get('etag') ?? '' };
  const stale = await admin.put(member, { user: { name: 'Renamed' } }, ifMatch);
  const left = given.database((db) => db.prepare('SELECT 1 FROM user_managed_groups').all().length);
  expect([...statuses, stale].map(({ status }) => status)).toEqual([409, 200, 412]);
  expect(left).toBe(0);
});

test('a group counts the users in it', async () => {
  const { given, admin } = await startService();
  const group_id = await given.group();
  await given.user({ group_id });
  await given.user({ group_id });

  const { group } = (await admin.get(`/api/v2/groups/${group_id}.json`)).body;

  expect(group.user_count).toBe(2);
});

test('a supervisor sees the groups that they manage, an agent the groups that they belong to', async () => {
  const { given } = await startService();
  const [one, two] = [await given.group(), await given.group()];
  const managed = { permissions: ['groups:view' as const], group_id: one, managed_groups: [two] };
  const supervisor = await given.user({ ...managed, access_level: 'managed_groups' });
  const agent = await given.user({ ...managed, access_level: 'user' });
  const seen = async (caller: typeof agent) =>
    (await caller.get(collection)).body.groups.map(({ group_id }: Group) => group_id);

  expect([await seen(supervisor), await seen(agent)]).toEqual([[two], [one]]);
});

test('the audit log has each change with the fields before and after', async () => {
  const { given, admin } = await startService();
  const { url } = (await admin.post(collection, { group: { name: 'First' } })).body;
  await admin.put(url, { group: { name: 'Second' } });
  await admin.delete(url);

  const changes = given.audited('group').map(({ action, details }) => [action, details.changes.name]);
  expect(changes).toEqual([
    ['create', [null, 'First']],
    ['update', ['First', 'Second']],
    ['delete', ['Second', null]],
  ]);
});

test('the audit log has all fields of a group that its author does not reach', async () => {
  const { given } = await startService();
  const supervisor = await given.user({ permissions: ['groups:view', 'groups:edit'], access_level: 'managed_groups' });

  const { status, body } = await supervisor.post(collection, { group: { name: 'Night shift' } });

  const changes = given.audited('group').map(({ action, details }) => [action, details.changes.name]);
  expect([status, (await supervisor.get(body.url)).status]).toEqual([201, 404]);
  expect(changes).toContainEqual(['create', [null, 'Night shift']]);
});
