import type { Operation } from '@shared/contract/operation';
import { operations } from '@shared/contract/operations';
import { accessLevels, everyPermission, type Permission } from '@shared/permissions';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Caller } from '../support/caller';
import { party } from '../support/given';
import { recordsOf } from '../support/records';
import '../support/seed';
import { administrator, startService, type TestService } from '../support/start-service';

const address = '/api/v2/sessions/view_as.json';
const every = Object.entries(everyPermission()).flatMap(([area, actions]) =>
  (actions ?? []).map((action) => `${area}:${action}` as Permission),
);
const viewing: Permission[] = ['roles:edit', 'users:view'];

const anyRole = fc.record({
  access_level: fc.constantFrom(...accessLevels),
  permissions: fc.subarray(every),
});

const roleOf = (user_id: string) => `SELECT role_id FROM users WHERE user_id = '${user_id}'`;

const viewAs = (caller: Caller, user_id: string) => caller.post(address, { view_as: { user_id } });
const signedIn = ({ inWindow }: TestService) => inWindow(administrator);
const idOf = async (caller: Caller): Promise<string> => (await caller.get('/api/v2/sessions.json')).body.user.user_id;

/** A list without the place of its next page, which belongs to whoever asked for it. */
const withoutCursor = <T extends { next_url?: string | null }>(body: T) => ({
  ...body,
  next_url: body.next_url?.replace(/after=.*/, ''),
});

/** Every operation that reads without an id, except streams, the session itself, and the requests before this one. */
const reads = operations.filter(
  ({ method, path, permission, produces, door }) =>
    method === 'get' &&
    !path.includes('/:') &&
    path !== '/api/v2/requests.json' &&
    permission.includes(':') &&
    !produces &&
    !door,
);

test('for 20 random roles, what View as lists is what the user gets', async () => {
  const started = await startService();
  const { given, admin } = started;
  const { tenant_id } = (await admin.get('/api/v2/sessions.json')).body.user;
  await recordsOf(started, tenant_id);
  const [group, other] = [await given.group(), await given.group()];
  const [person, inGroup, elsewhere] = [
    await given.user({ group_id: other, managed_groups: [group] }),
    await given.user({ group_id: group }),
    await given.user({ group_id: other }),
  ];
  await given.calls(
    ...[person, inGroup, elsewhere].flatMap(({ user_id }) => [
      { participants: [party(user_id)] },
      { participants: [party(user_id)], confidential: 1 },
    ]),
  );
  const window = await signedIn(started);

  const [seen, own]: [unknown[], unknown[]] = [[], []];
  for (const { access_level, permissions } of fc.sample(anyRole, 20)) {
    person.may(permissions);
    const level = `UPDATE roles SET access_level = '${access_level}'`;
    given.database((db) => db.exec(`${level} WHERE role_id IN (${roleOf(person.user_id)})`));
    const begun = await viewAs(window, person.user_id);
    expect([begun.status, begun.body.user.user_id, begun.body.viewer.name]).toEqual([
      200,
      person.user_id,
      administrator.name,
    ]);
    for (const { path } of reads) {
      const [theirs, mine] = [await person.get(path), await window.get(path)];
      own.push([access_level, permissions, path, theirs.status, withoutCursor(theirs.body)]);
      seen.push([access_level, permissions, path, mine.status, withoutCursor(mine.body)]);
    }
    await window.delete(address);
  }

  expect(seen).toEqual(own);
  expect(reads.length).toBeGreaterThan(12);
});

const changes = operations.filter(
  ({ method, permission, door }) => method !== 'get' && permission !== 'public' && !door,
);
const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

test('while viewing as another user, every change is refused with the reason, and nothing is changed', async () => {
  const started = await startService();
  const { given } = started;
  const person = await given.user({ access_level: 'root', permissions: every });
  const window = await signedIn(started);
  await viewAs(window, person.user_id);
  const done = () =>
    given.database((db) => db.prepare("SELECT count(*) AS entries FROM audit_log WHERE outcome = 'done'").get());
  const before = done();

  const seen = [];
  for (const operation of changes.filter(({ asSelf }) => !asSelf)) {
    const init = {
      method: operation.method.toUpperCase(),
      body: '{}',
      headers: { 'content-type': 'application/json' },
    };
    const response = await window.raw(operation.path.replace(/:\w+/g, person.user_id), init);
    seen.push([nameOf(operation), response.status, (await response.json()).reason.code]);
  }

  expect(seen).toEqual(changes.filter(({ asSelf }) => !asSelf).map((one) => [nameOf(one), 403, 'viewing_only']));
  expect(done()).toEqual(before);
});

test('the session of a view shows the sections of the user that the viewer may see', async () => {
  const { given, inWindow } = await startService();
  const person = await given.user({ access_level: 'user' });
  given.database((db) =>
    db
      .prepare('UPDATE users SET fieldset_phone_services = ? WHERE user_id = ?')
      .run(JSON.stringify({ phone_pin: '4711' }), person.user_id),
  );
  const sections = async (permissions: Permission[]) => {
    const window = await inWindow(await given.user({ permissions: [...viewing, ...permissions] }));
    const [begun, read] = [await viewAs(window, person.user_id), await window.get('/api/v2/sessions.json')];
    expect(read.body.user).toEqual(begun.body.user);
    return Object.keys(begun.body.user).filter((name) => name.startsWith('fieldset_'));
  };

  expect(await sections([])).toEqual([]);
  expect(await sections(['users:licensing', 'users:login_settings'])).toEqual(['fieldset_login', 'fieldset_licensing']);
  expect(await sections(['users:recording_settings'])).toEqual([
    'fieldset_recording',
    'fieldset_screen_recording',
    'fieldset_phone_services',
  ]);
});

test('what users read of themselves without a right is not shown to a viewer who has none', async () => {
  const { given, inWindow } = await startService();
  const person = await given.user({ access_level: 'user' });
  const tokens = `/api/v2/users/${person.user_id}/tokens.json`;
  const statusFor = async (permissions: Permission[]) => {
    const window = await inWindow(await given.user({ permissions: [...viewing, ...permissions] }));
    await viewAs(window, person.user_id);
    return (await window.get(tokens)).status;
  };

  expect((await person.get(tokens)).status).toBe(200);
  expect(await statusFor([])).toBe(403);
  expect(await statusFor(['users:login_settings'])).toBe(200);
});

test('a view ends on request and with the session, and its begin and end are in the audit log of the viewer', async () => {
  const started = await startService();
  const { given, admin } = started;
  const person = await given.user();
  const own = await idOf(admin);
  const window = await signedIn(started);

  await viewAs(window, person.user_id);
  const during = (await window.get('/api/v2/sessions.json')).body;
  const ended = await window.delete(address);
  await viewAs(window, person.user_id);
  await window.delete('/api/v2/sessions.json');

  expect([during.user.user_id, during.viewer.user_id]).toEqual([person.user_id, own]);
  expect([ended.status, ended.body.user.user_id, ended.body.viewer]).toEqual([200, own, undefined]);
  expect((await window.get('/api/v2/sessions.json')).status).toBe(401);
  const entries = given.audited('user').filter(({ action }) => action.startsWith('view_as'));
  expect(entries.map(({ action, user_id }) => [action, user_id])).toEqual([
    ['view_as', own],
    ['view_as_end', own],
    ['view_as', own],
    ['view_as_end', own],
  ]);
});

test('what is heard while viewing is in the audit log of the viewer, who gets no key of the user', async () => {
  const started = await startService();
  const { given, admin } = started;
  const person = await given.user({ permissions: ['calls:view', 'calls:playback'] });
  const call_id = await given.recorded('repair-call-mono-u8.wav');
  const window = await signedIn(started);
  await viewAs(window, person.user_id);

  const heard = await window.raw(`/api/v2/calls/${call_id}.json/audio`);
  await heard.arrayBuffer();

  expect(
    given
      .audited('call')
      .filter(({ action }) => action === 'play')
      .map(({ user_id }) => user_id),
  ).toEqual([await idOf(admin)]);
});

test('nobody views as a user who reaches further, holds more, or belongs to another tenant', async () => {
  const started = await startService();
  const { given, inWindow } = started;
  const tenant_id = await given.tenant();
  const viewer = await given.user({ access_level: 'tenant', permissions: [...viewing, 'calls:view'] });
  const window = await inWindow(viewer);
  const to = async (person: Parameters<typeof given.user>[0]) => {
    const { status, body } = await viewAs(window, (await given.user(person)).user_id);
    return [status, body.reason?.code, ...Object.keys(body.details ?? {})];
  };

  expect([
    await to({ access_level: 'system' }),
    await to({ permissions: ['calls:playback'] }),
    await to({ tenant_id }),
    [(await viewAs(window, viewer.user_id)).status],
    await to({ access_level: 'managed_groups', permissions: ['calls:view'] }),
  ]).toEqual([
    [403, 'role_reaches_further'],
    [403, 'role_holds_more'],
    [400, 'record_faults', 'user_id'],
    [400],
    [200, undefined],
  ]);
});

test.each(['user', 'managed_groups'] as const)(
  'a role with the reach %s views as nobody, because others of that reach see other calls',
  async (access_level) => {
    const { given, inWindow } = await startService();
    const window = await inWindow(await given.user({ access_level, permissions: viewing }));
    const { status, body } = await viewAs(window, (await given.user({ access_level: 'user' })).user_id);
    expect([status, body.reason.code]).toEqual([403, 'view_as_reach']);
  },
);

test.each([
  ['HTTP Basic', async ({ admin }: TestService) => admin],
  [
    'an access token',
    async ({ admin, through }: TestService) => {
      const { body } = await admin.post(`/api/v2/users/${await idOf(admin)}/tokens.json`, { token: { name: 'CRM' } });
      return through('tcp', { authorization: `Bearer ${body.token}` });
    },
  ],
])('%s has no session that could view as another user', async (_name, callerOf) => {
  const started = await startService();
  const { user_id } = await started.given.user();
  const { status, body } = await viewAs(await callerOf(started), user_id);
  expect([status, body.reason.code]).toEqual([403, 'session_missing']);
});

test('a view needs the rights to edit roles and to view users', async () => {
  const { given, inWindow } = await startService();
  const { user_id } = await given.user();
  const statuses = [];
  for (const permissions of [['roles:edit'], ['users:view'], viewing] as Permission[][])
    statuses.push((await viewAs(await inWindow(await given.user({ permissions })), user_id)).status);
  expect(statuses).toEqual([403, 403, 200]);
});

test.each<[string, (started: TestService, ids: { viewer: string; person: string }) => void]>([
  [
    'the user gets a wider role',
    ({ given }, { person }) =>
      given.database((db) => db.exec(`UPDATE roles SET access_level = 'root' WHERE role_id = (${roleOf(person)})`)),
  ],
  [
    'the user may no longer sign in',
    ({ given }, { person }) =>
      given.database((db) => db.exec(`UPDATE users SET is_active = 0 WHERE user_id = '${person}'`)),
  ],
  [
    'the viewer loses the right',
    ({ given }, { viewer }) =>
      given.database((db) =>
        db.exec(`UPDATE roles SET permissions = '{"users":["view"]}' WHERE role_id = (${roleOf(viewer)})`),
      ),
  ],
])('a view ends when %s: one request is refused, the next is the viewer’s own', async (_when, happens) => {
  const started = await startService();
  const { given, inWindow } = started;
  const viewer = await given.user({ permissions: viewing });
  const person = await given.user();
  const window = await inWindow(viewer);
  await viewAs(window, person.user_id);

  happens(started, { viewer: viewer.user_id, person: person.user_id });
  const refused = await window.get('/api/v2/sessions.json');
  const after = await window.get('/api/v2/sessions.json');

  expect([refused.status, refused.body.reason.code]).toEqual([403, 'view_as_ended']);
  expect([after.status, after.body.user.user_id, after.body.viewer]).toEqual([200, viewer.user_id, undefined]);
});

test('a stream of events ends when the session begins to view as another user', async () => {
  const started = await startService();
  const person = await started.given.user({ permissions: ['calls:view'] });
  const window = await signedIn(started);
  const stream = (await window.raw('/api/v2/events')).body?.getReader();
  await stream?.read();

  await viewAs(window, person.user_id);

  for (let part = await stream?.read(); part?.done === false; part = await stream?.read());
  expect((await window.get('/api/v2/sessions.json')).body.user.user_id).toBe(person.user_id);
});
