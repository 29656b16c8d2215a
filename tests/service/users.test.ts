import { randomUUID } from 'node:crypto';
import type { User } from '@shared/contract/users';
import type { Permission } from '@shared/permissions';
import { expect, test } from 'vitest';
import type { Caller } from '../support/caller';
import { party } from '../support/given';
import { startService } from '../support/start-service';

const collection = '/api/v2/users.json';
const sections: Permission[] = ['users:login_settings', 'users:recording_settings', 'users:licensing'];
const rights: Permission[] = ['users:view', 'users:edit', 'users:delete'];

/** Starts a service with a group and a role without rights. Returns a function that creates a user and returns its address. */
async function withPlaces() {
  const { given, admin, nobody, through, inWindow } = await startService();
  const { url } = (await admin.post('/api/v2/roles.json', { role: { name: 'Agent' } })).body;
  const { role_id } = (await admin.get(url)).body.role;
  const group_id = await given.group();
  const create = (user: object = {}) => admin.post(collection, { user: { name: 'Ada', group_id, role_id, ...user } });
  const make = async (user: object = {}) => (await create(user)).body.url as string;
  const read = async (address: string): Promise<Required<User>> => (await admin.get(address)).body.user;
  return { given, admin, nobody, through, inWindow, group_id, role_id, create, make, read };
}

test('an empty change of a user is refused with a stale version, like any other', async () => {
  const { admin, given } = await startService();
  const { user_id } = await given.user();
  const change = (version: string) =>
    admin.raw(`/api/v2/users/${user_id}.json`, {
      method: 'PUT',
      body: '{"user":{}}',
      headers: { 'content-type': 'application/json', 'if-match': version },
    });
  const { headers } = await admin.raw(`/api/v2/users/${user_id}.json`);

  const [stale, current] = [await change('"1"'), await change(headers.get('etag') ?? '')];

  expect([stale.status, current.status]).toEqual([412, 200]);
});

test('a user is created, read with every section, partly changed and deleted', async () => {
  const { admin, make, read, group_id, role_id } = await withPlaces();
  const url = await make({ email: 'ada@example.com', timezone: 'Europe/Vienna' });

  const made = await read(url);
  const changed = await admin.put(url, { user: { ...made, name: 'Bea', fieldset_recording: { record: 'always' } } });
  const gone = await admin.delete(url);

  expect(made).toEqual({
    user_id: made.user_id,
    tenant_id: made.tenant_id,
    name: 'Ada',
    is_active: true,
    email: 'ada@example.com',
    timezone: 'Europe/Vienna',
    language: '',
    groups: [group_id],
    group_id,
    role_id,
    managed_tenants: [],
    managed_groups: [],
    fieldset_login: {
      can_login: false,
      login: '',
      authenticate_type: 'password',
      must_change_password: false,
      require_2fa: false,
      has_second_factor: false,
      valid_till: null,
      last_sign_in_at: null,
      password_set_at: null,
    },
    fieldset_recording: {
      record: 'never',
      on_demand_default: null,
      record_direction: [],
      extensions: [],
      record_announcement: null,
      confidential: false,
    },
    fieldset_screen_recording: { screen_recording_login: null },
    fieldset_phone_services: { phone_pin: null },
    fieldset_licensing: {
      recording_seat: false,
      screen_recording_seat: false,
      monitoring_seat: false,
      evaluation_seat: false,
      speech_analytics: false,
      speech_analytics_license_type: null,
    },
  });
  expect(changed.body.user).toEqual({
    ...made,
    name: 'Bea',
    fieldset_recording: { ...made.fieldset_recording, record: 'always' },
  });
  expect([gone.status, (await admin.get(url)).status]).toEqual([200, 404]);
});

test.each([
  [{ name: '' }, 'name'],
  [{ role_id: undefined }, 'role_id'],
  [{ role_id: randomUUID() }, 'role_id'],
  [{ group_id: randomUUID() }, 'group_id'],
  [{ groups: [randomUUID()] }, 'groups'],
  [{ managed_groups: [randomUUID()] }, 'managed_groups'],
  [{ managed_tenants: [randomUUID()] }, 'managed_tenants'],
  [{ timezone: 'Europe/Nowhere' }, 'timezone'],
  [{ language: 'xx-yy-zz' }, 'language'],
  [{ email: 'nobody' }, 'email'],
  [{ fieldset_login: { authenticate_type: 'saml' } }, 'fieldset_login.authenticate_type'],
  [{ fieldset_login: { can_login: true } }, 'fieldset_login.login'],
  [{ fieldset_login: { login: 'INGRID' } }, 'fieldset_login.login'],
  [{ fieldset_login: { login: 'a', password: 'short' } }, 'fieldset_login.password'],
  [{ fieldset_login: { valid_till: 'tomorrow' } }, 'fieldset_login.valid_till'],
  [{ fieldset_login: { valid_till: '9999-12-31T23:59:59Z' } }, 'fieldset_login.valid_till'],
  [{ fieldset_recording: { record: 'sometimes' } }, 'fieldset_recording.record'],
  [{ fieldset_recording: { record_direction: ['in', 'in'] } }, 'fieldset_recording.record_direction'],
  [{ fieldset_recording: { extensions: ['1\n2'] } }, 'fieldset_recording.extensions.0'],
  [{ fieldset_phone_services: { phone_pin: '1\t2' } }, 'fieldset_phone_services.phone_pin'],
  [{ fieldset_licensing: { coffee: true } }, 'fieldset_licensing.coffee'],
])('%j is refused with an error at its field', async (user, field) => {
  const { create } = await withPlaces();

  const { status, body } = await create(user);

  expect([status, body.error, Object.keys(body.details)]).toEqual([400, 'InvalidRecord', [field]]);
});

test.each(['Z', '+0000', '+00:00'])('a time may end in %s', async (offset) => {
  const { create, read } = await withPlaces();

  const { body } = await create({ fieldset_login: { login: 'ada', valid_till: `2099-01-31T12:00:00${offset}` } });

  expect((await read(body.url)).fieldset_login.valid_till).toBe('2099-01-31T12:00:00+00:00');
});

test('with multi-tenancy, a user is created in the requested tenant, with a role and a group of it', async () => {
  const { admin, given, create, read, role_id } = await withPlaces();
  await admin.put('/api/v2/settings.json', { settings: { multi_tenancy: true } });
  const tenant_id = await given.tenant();
  const { url } = (await admin.post('/api/v2/roles.json', { role: { name: 'Agent', tenant_id } })).body;
  const own = { tenant_id, group_id: await given.group(tenant_id), role_id: (await admin.get(url)).body.role.role_id };

  const [made, foreign] = [await create(own), await create({ ...own, role_id })];

  expect(await read(made.body.url)).toMatchObject(own);
  expect([foreign.status, Object.keys(foreign.body.details)]).toEqual([400, ['role_id']]);
});

test('a user with a login and a password can sign in, and has a key pair', async () => {
  const { make, given, nobody } = await withPlaces();
  const url = await make({ fieldset_login: { login: 'ada', password: 'violet bicycle harbour' } });
  const [user_id] = url.match(/[0-9a-f-]{36}/) ?? [];

  const { status } = await nobody.post('/api/v2/sessions.json', { login: 'ada', password: 'violet bicycle harbour' });

  const pairs = given.database((db) =>
    db
      .prepare<[string], { n: number }>('SELECT length(public_key) AS n FROM user_credentials WHERE user_id = ?')
      .get(user_id ?? ''),
  );
  // The role lacks the right to use the API, which is only revealed after a correct password.
  expect([status, (pairs?.n ?? 0) > 256]).toEqual([403, true]);
});

test('the login of a user with a password is changed, not removed', async () => {
  const { admin, make, read } = await withPlaces();
  const url = await make({ fieldset_login: { login: 'ada', password: 'violet bicycle harbour' } });
  const bare = await make({ fieldset_login: { login: 'bea' } });
  const change = (address: string, login: string) =>
    admin.put(address, { user: { fieldset_login: { login, can_login: false } } });

  const [removed, changed, ofBare] = [await change(url, ''), await change(url, 'ada2'), await change(bare, '')];

  expect([removed.status, Object.keys(removed.body.details)]).toEqual([400, ['fieldset_login.login']]);
  expect([changed.status, ofBare.status, (await read(url)).fieldset_login.login]).toEqual([200, 200, 'ada2']);
});

test('no response and no entry of the audit log contains a password', async () => {
  const { admin, make, given } = await withPlaces();
  const url = await make({ fieldset_login: { login: 'ada', password: 'violet bicycle harbour' } });
  await admin.put(url, { user: { fieldset_login: { password: 'another violet bicycle' } } });

  const texts = [JSON.stringify((await admin.get(url)).body), JSON.stringify(given.audited('user'))];

  expect(texts.filter((text) => text.includes('violet'))).toEqual([]);
});

test('the audit log has whether a phone PIN was set and changed, not the PIN', async () => {
  const { admin, given } = await startService();
  const { user_id } = await given.user();
  const path = `/api/v2/users/${user_id}.json`;
  const set = (phone_pin: string | null) => admin.put(path, { user: { fieldset_phone_services: { phone_pin } } });

  for (const pin of ['7391', '8264', null]) await set(pin);

  const changes = given.audited('user').map(({ details }) => details.changes?.['fieldset_phone_services.phone_pin']);
  expect(changes.slice(-3)).toEqual([
    [null, '•••'],
    ['•••', '•••'],
    ['•••', null],
  ]);
  expect(JSON.stringify(given.audited('user'))).not.toMatch(/7391|8264/);
});

test('sections that the role may not see are absent, and cannot be changed', async () => {
  const { given, make } = await withPlaces();
  const url = await make();
  const editor = await given.user({ permissions: rights, access_level: 'root' });
  const seen = Object.keys((await editor.get(url)).body.user).filter((name) => name.startsWith('fieldset'));
  const change = async (user: object) => (await editor.put(url, { user })).status;

  const statuses = [
    await change({ name: 'New' }),
    await change({ fieldset_login: { can_login: false } }),
    await change({ fieldset_recording: { record: 'always' } }),
    await change({ fieldset_licensing: { recording_seat: true } }),
  ];

  expect(seen).toEqual([]);
  expect(statuses).toEqual([200, 403, 403, 403]);
  editor.may([...rights, ...sections]);
  expect(Object.keys((await editor.get(url)).body.user).filter((name) => name.startsWith('fieldset')).length).toBe(5);
});

test('the type of a speech analytics licence is basic or advanced, and null without one', async () => {
  const { admin, create, read } = await withPlaces();
  const [tenant] = (await admin.get('/api/v2/tenants.json')).body.tenants;
  const licences = { fieldset_licensing: { speech_analytics: 9 } };
  await admin.put(`/api/v2/tenants/${tenant.tenant_id}.json`, { tenant: licences });
  const made = async (speech_analytics: boolean, speech_analytics_license_type: unknown) => {
    const { status, body } = await create({ fieldset_licensing: { speech_analytics, speech_analytics_license_type } });
    if (status !== 201) return Object.keys(body.details);
    return (await read(body.url)).fieldset_licensing.speech_analytics_license_type;
  };

  expect([await made(true, 'basic'), await made(true, 'advanced'), await made(true, null)]).toEqual([
    'basic',
    'advanced',
    null,
  ]);
  expect(await made(false, 'advanced')).toBeNull();
  for (const wrong of ['gold', '', 1]) {
    expect(await made(false, wrong)).toEqual(['fieldset_licensing.speech_analytics_license_type']);
  }
});

test('licences are counted against those of the tenant; inactive users use none', async () => {
  const { admin, create, make } = await withPlaces();
  const [tenant] = (await admin.get('/api/v2/tenants.json')).body.tenants;
  const address = `/api/v2/tenants/${tenant.tenant_id}.json`;
  await admin.put(address, { tenant: { fieldset_licensing: { recording_seats: 1 } } });
  const seat = { fieldset_licensing: { recording_seat: true } };
  const first = await make(seat);

  const second = await create(seat);
  const inactive = await make({ ...seat, is_active: false });
  const activated = await admin.put(inactive, { user: { is_active: true } });
  await admin.put(first, { user: { is_active: false } });

  expect([second.status, Object.keys(second.body.details)]).toEqual([400, ['fieldset_licensing.recording_seat']]);
  expect([activated.status, Object.keys(activated.body.details)]).toEqual([400, ['fieldset_licensing.recording_seat']]);
  expect((await admin.put(inactive, { user: { is_active: true } })).status).toBe(200);
});

test('an extension belongs to one user of a tenant', async () => {
  const { create } = await withPlaces();
  const extension = { fieldset_recording: { extensions: ['4711'] } };
  await create(extension);

  const { status, body } = await create(extension);

  expect([status, Object.keys(body.details)]).toEqual([400, ['fieldset_recording.extensions']]);
});

test('the groups of a user contain the main group; a replaced main group is removed', async () => {
  const { admin, given, make, read, group_id } = await withPlaces();
  const [other, third] = [await given.group(), await given.group()];
  const url = await make({ groups: [other] });
  const before = (await read(url)).groups;
  await admin.put(url, { user: { group_id: third } });

  expect(before).toEqual([group_id, other].sort());
  expect((await read(url)).groups).toEqual([other, third].sort());
});

test('a caller cannot assign a role that exceeds their own, or change a user who has one', async () => {
  const { given, admin, make, group_id } = await withPlaces();
  const editor = await given.user({ permissions: [...rights, ...sections] });
  const { url } = (await admin.post('/api/v2/roles.json', { role: { name: 'Wide', access_level: 'root' } })).body;
  const { role_id } = (await admin.get(url)).body.role;
  const [wide, plain] = [await make({ role_id }), await make()];

  const statuses = [
    await editor.post(collection, { user: { name: 'New', group_id, role_id } }),
    await editor.put(plain, { user: { role_id } }),
    await editor.put(wide, { user: { fieldset_login: { login: 'a', password: 'violet bicycle harbour' } } }),
    await editor.delete(wide),
    await editor.put(plain, { user: { name: 'Allowed' } }),
  ];
  expect(statuses.map(({ status }) => status)).toEqual([403, 403, 403, 403, 200]);
});

test('the last administrator cannot be deactivated, barred from sign-in or deleted', async () => {
  const { admin } = await withPlaces();
  const [own] = (await admin.get(`${collection}?search_term=ingrid`)).body.users;
  const url = `/api/v2/users/${own.user_id}.json`;

  const statuses = [
    await admin.put(url, { user: { is_active: false } }),
    await admin.put(url, { user: { fieldset_login: { can_login: false } } }),
    await admin.put(url, { user: { fieldset_login: { valid_till: '2020-01-01T00:00:00Z' } } }),
    await admin.put(url, { user: { fieldset_login: { valid_till: '2099-01-01T00:00:00Z' } } }),
    await admin.delete(url),
  ];
  expect(statuses.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409]);
});

test('users can change their own password without a further right, and keep their session', async () => {
  const { given, nobody, through } = await withPlaces();
  const person = await given.user({ permissions: [] });
  const { login, password, user_id } = person;
  const sign = async (secret: string) => nobody.post('/api/v2/sessions.json', { login, password: secret });
  const [own, other] = [await sign(password), await sign(password)];
  const [session, elsewhere] = [own, other].map(({ body }) =>
    through('tcp', { authorization: `Bearer ${body.token}` }),
  );
  const change = (fieldset_login: object) =>
    session?.put(`/api/v2/users/${user_id}.json`, { user: { fieldset_login } });
  const pair = () =>
    given.database(
      (db) =>
        db
          .prepare<[string], { public_key: Buffer }>('SELECT public_key FROM user_credentials WHERE user_id = ?')
          .get(user_id)?.public_key,
    );
  const before = pair();

  const without = await change({ password: 'violet bicycle harbour' });
  const wrong = await change({ password: 'violet bicycle harbour', current_password: 'wrong' });
  const same = await change({ password, current_password: password });
  const right = await change({ password: 'violet bicycle harbour', current_password: password });

  expect([without?.status, Object.keys(without?.body.details)]).toEqual([400, ['fieldset_login.current_password']]);
  expect([wrong?.status, Object.keys(wrong?.body.details)]).toEqual([403, ['fieldset_login.current_password']]);
  expect([same?.status, Object.keys(same?.body.details)]).toEqual([400, ['fieldset_login.password']]);
  expect([right?.status, right?.body.user?.user_id]).toEqual([200, user_id]);
  expect((await session?.get('/api/v2/sessions.json'))?.status).toBe(200);
  expect((await elsewhere?.get('/api/v2/sessions.json'))?.status).toBe(401);
  expect([(await sign(password)).status, (await sign('violet bicycle harbour')).status]).toEqual([401, 201]);
  expect(pair()).toEqual(before);
});

test('users can set their own time zone without a further right, once a password that must be changed is changed', async () => {
  const { given } = await startService();
  const person = await given.user({ permissions: ['calls:view'] });
  const other = await given.user({ permissions: [] });
  const waiting = await given.user({ permissions: [], must_change_password: true });
  const set = async (by: typeof person, user_id: string, user: object) =>
    (await by.put(`/api/v2/users/${user_id}.json`, { user })).status;

  const statuses = [
    await set(person, person.user_id, { timezone: 'Asia/Tokyo' }),
    await set(person, person.user_id, { timezone: 'Asia/Atlantis' }),
    await set(person, person.user_id, { timezone: 'Asia/Tokyo', name: 'Another' }),
    await set(person, other.user_id, { timezone: 'Asia/Tokyo' }),
    await set(waiting, waiting.user_id, { timezone: 'Asia/Tokyo' }),
  ];

  expect(statuses).toEqual([200, 400, 403, 403, 403]);
  expect((await person.get('/api/v2/sessions.json')).body.user.timezone).toBe('Asia/Tokyo');
});

test("a user's own password and another field are changed together or not at all, and only in the version that was read", async () => {
  const { given, nobody } = await startService();
  const person = await given.user({ permissions: ['users:view', 'users:edit', 'users:login_settings'] });
  const { user_id, login, password } = person;
  const address = `/api/v2/users/${user_id}.json`;
  const fieldset_login = { password: 'violet bicycle harbour', current_password: password };
  const change = (user: object, tag: string) =>
    person.raw(address, {
      method: 'PUT',
      body: JSON.stringify({ user: { fieldset_login, ...user } }),
      headers: { 'content-type': 'application/json', 'if-match': tag },
    });
  const sign = async (secret: string) =>
    (await nobody.post('/api/v2/sessions.json', { login, password: secret })).status;
  const tag = (await person.get(address)).headers.get('etag') ?? '';

  const stale = [await change({}, '"1"'), await change({ name: 'Ines' }, '"1"')];
  const wrong = await change({ name: 'Ines', group_id: '11111111-1111-4111-8111-111111111111' }, tag);
  const before = await sign(password);
  const right = await change({ name: 'Ines' }, tag);

  expect([...stale, wrong].map(({ status }) => status)).toEqual([412, 412, 400]);
  expect([before, right.status, await sign(password), await sign('violet bicycle harbour')]).toEqual([
    201, 200, 401, 201,
  ]);
});

test('a user who must change the password cannot do anything else before', async () => {
  const { given } = await withPlaces();
  const person = await given.user({ permissions: ['calls:view'], must_change_password: true });
  const before = (await person.get('/api/v2/calls.json')).status;
  const { user_id, password } = person;
  const fieldset_login = { password: 'violet bicycle harbour', current_password: password };
  const other = await person.put(`/api/v2/users/${user_id}.json`, { user: { name: 'X', fieldset_login } });
  const nothing = await person.put(`/api/v2/users/${user_id}.json`, { user: {} });
  const changed = await person.put(`/api/v2/users/${user_id}.json`, { user: { fieldset_login } });
  const must = given.database((db) =>
    db.prepare<[string], { n: number }>('SELECT must_change_password AS n FROM users WHERE user_id = ?').get(user_id),
  );

  expect([before, other.status, nothing.status, changed.status, must?.n]).toEqual([403, 403, 403, 200, 0]);
});

test('a supervisor sees the people of the groups that they manage, an agent only themselves', async () => {
  const { given, group_id, make } = await withPlaces();
  const url = await make();
  const base = { permissions: ['users:view' as const], managed_groups: [group_id] };
  const supervisor = await given.user({ ...base, access_level: 'managed_groups' });
  const agent = await given.user({ ...base, access_level: 'user' });
  const ids = async (caller: typeof agent) =>
    (await caller.get(collection)).body.users.map(({ user_id }: User) => user_id).sort();
  const made = url.match(/[0-9a-f-]{36}/)?.[0] ?? '';

  expect(await ids(supervisor)).toEqual([made, supervisor.user_id].sort());
  expect(await ids(agent)).toEqual([agent.user_id]);
  expect((await agent.get(url)).status).toBe(404);
});

test('a supervisor gives nobody, and not themselves, a group that they do not manage', async () => {
  const { given, group_id } = await withPlaces();
  const other = await given.group();
  const own = await given.group();
  const base = { permissions: ['users:view' as const, 'users:edit' as const], managed_groups: [group_id] };
  const supervisor = await given.user({ ...base, group_id: own, access_level: 'managed_groups' });
  const role = given.database((db) =>
    db.prepare<[string], { role_id: string }>('SELECT role_id FROM users WHERE user_id = ?').get(supervisor.user_id),
  )?.role_id;
  const themselves = `/api/v2/users/${supervisor.user_id}.json`;
  const put = async (where: string, user: object) => {
    const { status, body } = await supervisor.put(where, { user });
    return [status, Object.keys(body.details ?? {})];
  };

  expect(await put(themselves, { managed_groups: [group_id, other] })).toEqual([400, ['managed_groups']]);
  // They belong to this group, but do not manage it.
  expect(await put(themselves, { managed_groups: [group_id, own] })).toEqual([400, ['managed_groups']]);
  expect(await put(themselves, { group_id: other })).toEqual([400, ['group_id']]);
  expect(await put(themselves, { groups: [other] })).toEqual([400, ['groups']]);
  const user = { name: 'New', role_id: role, group_id, managed_groups: [other] };
  expect((await supervisor.post(collection, { user })).status).toBe(400);

  expect(await put(themselves, { name: 'Renamed', managed_groups: [group_id] })).toEqual([200, []]);
});

test('a change that takes a user out of reach is answered with the user, and audited as what it changed', async () => {
  const { given, admin, group_id } = await withPlaces();
  const base = { permissions: ['users:view' as const, 'users:edit' as const], managed_groups: [group_id] };
  const supervisor = await given.user({ ...base, access_level: 'managed_groups' });
  const own = await given.group();
  const agent = await given.user({ group_id: own, access_level: 'user' });
  const address = `/api/v2/users/${agent.user_id}.json`;
  await admin.put(address, { user: { groups: [own, group_id] } });

  const { status, body } = await supervisor.put(address, { user: { groups: [] } });
  const after = await supervisor.get(address);

  expect([status, body.user.name, after.status]).toEqual([200, agent.login, 404]);
  const [entry] = (await admin.get(`/api/v2/audit_log.json?resource_id=${agent.user_id}&action=update`)).body.audit_log;
  expect(Object.keys(entry.details.changes)).toEqual(['groups']);
});

test('search finds part of the name, the login and the address, and filters narrow it', async () => {
  const { admin, make, group_id, role_id } = await withPlaces();
  await make({ name: 'Žofie Tučková', email: 'zofie@example.com', fieldset_login: { login: 'zt' } });
  await make({ name: 'Inactive', is_active: false });
  const names = async (query: Record<string, string>) =>
    (await admin.get(`${collection}?${new URLSearchParams(query)}`)).body.users.map(({ name }: User) => name);

  expect(await names({ search_term: 'TUČ' })).toEqual(['Žofie Tučková']);
  expect(await names({ search_term: 'zofie@' })).toEqual(['Žofie Tučková']);
  expect(await names({ group_id, is_active: 'false' })).toEqual(['Inactive']);
  expect(await names({ role_id, is_active: 'true' })).toEqual(['Žofie Tučková']);
});

test('a login is found only by callers who see logins', async () => {
  const { given, make } = await withPlaces();
  await make({ name: 'Ada', email: 'ada@example.org', fieldset_login: { login: 'secret.handle' } });
  const found = async (caller: Caller, term: string) =>
    (await caller.get(`${collection}?search_term=${encodeURIComponent(term)}`)).body.users.length;
  const some = await given.user({ permissions: ['users:view'] });
  const all = await given.user({ permissions: ['users:view', 'users:login_settings'] });

  expect(await Promise.all(['secret.handle', 'SECRET', 'ada', 'ada@', 'da'].map((term) => found(some, term)))).toEqual([
    0, 0, 1, 1, 1,
  ]);
  expect([await found(all, 'secret.handle'), await found(all, 'ada@')]).toEqual([1, 1]);
});

test('a user whom calls refer to cannot be deleted', async () => {
  const { admin, given, make } = await withPlaces();
  const url = await make();
  const user_id = url.match(/[0-9a-f-]{36}/)?.[0] ?? '';
  await given.calls({ participants: [party(user_id)] });

  expect((await admin.delete(url)).status).toBe(409);
});

test('a user who has imported recordings can be deleted once the import has ended', async () => {
  const { admin, given, make, read } = await withPlaces();
  const url = await make();
  const user_id = url.match(/[0-9a-f-]{36}/)?.[0] ?? '';
  const { tenant_id } = await read(url);
  given.database((db) =>
    db
      .prepare(
        `INSERT INTO imports (import_id, tenant_id, user_id, name, status, created_at)
          VALUES ('i', @tenant_id, @user_id, 'i', 'running', 0)`,
      )
      .run({ tenant_id, user_id }),
  );
  const during = await admin.delete(url);
  given.database((db) => db.prepare("UPDATE imports SET status = 'done'").run());

  expect([during.status, during.body.reason.code]).toEqual([409, 'user_imports']);
  expect((await admin.delete(url)).status).toBe(200);
});

test('a user shows when they last signed in and when the password was set, which change no version', async () => {
  const { admin, nobody, make, read, role_id } = await withPlaces();
  const login = { login: 'ada', password: 'violet bicycle harbour' };
  await admin.put(`/api/v2/roles/${role_id}.json`, { role: { permissions: { system: ['api_access'] } } });
  const url = await make({ fieldset_login: login });
  const version = (await admin.get(url)).headers.get('etag');
  const before = (await read(url)).fieldset_login;
  await nobody.post('/api/v2/sessions.json', { ...login, password: 'wrong' });
  const afterWrong = (await read(url)).fieldset_login;

  await nobody.post('/api/v2/sessions.json', login);

  const after = (await admin.get(url)).body.user.fieldset_login;
  expect([before.last_sign_in_at, afterWrong.last_sign_in_at]).toEqual([null, null]);
  expect(before.password_set_at).toMatch(/^\d{4}-\d\d-\d\dT/);
  expect(after.last_sign_in_at >= after.password_set_at).toBe(true);
  expect((await admin.get(url)).headers.get('etag')).toBe(version);
});

test("the licences of the caller's own tenant, or of one in scope, are counted, and the users who have one are listed", async () => {
  const { admin, given, make } = await withPlaces();
  const elsewhere = await given.tenant();
  const tenants: { tenant_id: string }[] = (await admin.get('/api/v2/tenants.json')).body.tenants;
  const tenant = tenants.find(({ tenant_id }) => tenant_id !== elsewhere);
  const fieldset_licensing = { recording_seats: 3 };
  await admin.put(`/api/v2/tenants/${tenant?.tenant_id}.json`, { tenant: { fieldset_licensing } });
  await make({ name: 'Seated', fieldset_licensing: { recording_seat: true } });
  await make({ name: 'Gone', is_active: false, fieldset_licensing: { recording_seat: true } });
  const licensor = await given.user({ permissions: ['users:view', 'users:licensing'] });
  const viewer = await given.user({ permissions: ['users:view'] });
  const filter = `${collection}?licence=recording_seat`;

  const { licences } = (await licensor.get('/api/v2/licences.json')).body;

  expect(licences.slice(0, 2)).toEqual([
    { licence: 'recording_seat', taken: 1, most: 3 },
    { licence: 'screen_recording_seat', taken: 0, most: null },
  ]);
  expect((await admin.get(`/api/v2/licences.json?tenant_id=${elsewhere}`)).body.licences[0].taken).toBe(0);
  expect((await licensor.get(`/api/v2/licences.json?tenant_id=${elsewhere}`)).status).toBe(404);
  expect((await licensor.get(filter)).body.users.map(({ name }: User) => name)).toEqual(['Seated']);
  expect((await viewer.get('/api/v2/licences.json')).status).toBe(403);
  expect((await viewer.get(filter)).body.users).toEqual([]);
});

test('extensions of users are changed only by those who reach the whole tenant', async () => {
  const { admin, given } = await startService();
  const group = await given.group();
  const rights: Permission[] = ['users:view', 'users:edit', 'users:recording_settings'];
  const person = { permissions: rights, managed_groups: [group] };
  const [supervisor, manager] = [
    await given.user({ ...person, access_level: 'managed_groups' }),
    await given.user({ ...person, access_level: 'tenant' }),
  ];
  const agent = await given.user({ access_level: 'user', group_id: group });
  const address = `/api/v2/users/${agent.user_id}.json`;
  const set = (caller: Caller, fieldset_recording: object) => caller.put(address, { user: { fieldset_recording } });

  const widened = await set(supervisor, { extensions: ['+44 20 7946 0100'] });
  const others = await set(supervisor, { extensions: [], record: 'always' });
  const given_ = await set(manager, { extensions: ['201'] });
  const sentBack = await set(supervisor, { extensions: ['201'], record: 'on_demand' });
  const taken = await set(supervisor, { extensions: [] });

  expect([widened, others, given_, sentBack, taken].map(({ status }) => status)).toEqual([403, 200, 200, 200, 403]);
  expect(widened.body.description).toBe('Only someone who reaches the whole tenant can change extensions.');
  const { user } = (await admin.get(address)).body;
  expect([user.fieldset_recording.extensions, user.fieldset_recording.record]).toEqual([['201'], 'on_demand']);
});
