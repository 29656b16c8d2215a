import type { Token } from '@shared/contract/tokens';
import type { Permission } from '@shared/permissions';
import { expect, test } from 'vitest';
import { type Person, party } from '../support/given';
import { startService } from '../support/start-service';

const addressOf = ({ user_id }: { user_id: string }) => `/api/v2/users/${user_id}/tokens.json`;
const rights: Permission[] = ['users:view', 'users:edit', 'users:login_settings', 'calls:view'];

/** A person with a token of their own, and a caller who uses it. */
async function withToken() {
  const { given, admin, through, service } = await startService();
  const person = await given.user({ permissions: ['calls:view'], access_level: 'user' });
  const made = await person.post(addressOf(person), { token: { name: 'CRM' } });
  const bearer = through('tcp', { authorization: `Bearer ${made.body.token}` });
  return { given, admin, through, service, person, made, bearer };
}

test('a token is created, used, listed without its secret, renamed and revoked', async () => {
  const { given, person, made, bearer } = await withToken();
  await given.calls({ participants: [party(person.user_id)] }, {});
  const { url, token } = made.body;

  const seen = (await bearer.get('/api/v2/calls.json')).body.calls.length;
  const [listed] = (await person.get(addressOf(person))).body.tokens as Token[];
  const renamed = await person.put(url, { token: { name: 'Softphone' } });
  const revoked = await person.delete(url);

  expect([made.status, made.headers.get('location'), /^earshot_[\w-]{43}$/.test(token)]).toEqual([201, url, true]);
  expect(seen).toBe(1);
  expect(listed).toEqual({
    token_id: url.split('/').at(-1).replace('.json', ''),
    name: 'CRM',
    access: 'all',
    scope: null,
    expires_at: null,
    is_expired: false,
    hint: token.slice(-4),
    created_at: expect.any(String),
    last_used_at: expect.any(String),
    opens_recordings: true,
  });
  expect([listed?.name, typeof listed?.last_used_at, listed?.opens_recordings]).toEqual(['CRM', 'string', true]);
  expect([renamed.body.token.name, revoked.status]).toEqual(['Softphone', 200]);
  expect((await bearer.get('/api/v2/calls.json')).status).toBe(401);
});

test('the database holds neither the token nor anything it could be made from', async () => {
  const { given, made } = await withToken();
  const rows = given.database((db) => db.prepare('SELECT * FROM user_tokens').all());

  expect(JSON.stringify(rows)).not.toContain(made.body.token.slice(8));
  expect(JSON.stringify(given.audited('token'))).not.toContain(made.body.token.slice(8));
});

test('a token works without a password and with a second factor, and not for someone who may not sign in', async () => {
  const { given, admin, through } = await startService();
  const group_id = await given.group();
  const role = { name: 'Tool', permissions: { system: ['api_access'], calls: ['view'] } };
  const role_id = (await admin.post('/api/v2/roles.json', { role })).body.url.match(/[0-9a-f-]{36}/)[0];
  const user = { name: 'CRM', group_id, role_id, fieldset_login: { login: 'crm' } };
  const { url } = (await admin.post('/api/v2/users.json', { user })).body;
  const { body } = await admin.post(url.replace('.json', '/tokens.json'), { token: { name: 'CRM' } });
  const bearer = through('tcp', { authorization: `Bearer ${body.token}` });
  const status = async (fieldset_login: object) => {
    await admin.put(url, { user: { fieldset_login } });
    return (await bearer.get('/api/v2/calls.json')).status;
  };

  expect([await status({}), await status({ require_2fa: true }), await status({ can_login: false })]).toEqual([
    200, 200, 401,
  ]);
});

test.each([
  ['', 'name'],
  ['CRM', 'name'],
  ['x'.repeat(65), 'name'],
])('the name %j is refused at the field', async (name, field) => {
  const { person } = await withToken();

  const { status, body } = await person.post(addressOf(person), { token: { name } });

  expect([status, Object.keys(body.details)]).toEqual([400, [field]]);
});

test('tokens of someone else need the right, and that their role does not exceed the caller’s', async () => {
  const { given, admin, person } = await withToken();
  const other = await given.user({ permissions: ['calls:view'], access_level: 'user' });
  const editor = await given.user({ permissions: rights, access_level: 'tenant' });
  const wide = await given.user({ permissions: [...rights, 'calls:download'], access_level: 'root' });
  const create = async (caller: Person, owner: Person) =>
    (await caller.post(addressOf(owner), { token: { name: 'Mine' } })).status;

  expect([await create(other, person), await create(editor, person), await create(editor, wide)]).toEqual([
    403, 201, 403,
  ]);
  expect((await admin.get(addressOf(person))).body.total).toBe(2);
});

test('a token of a user whose role exceeds the caller’s is neither renamed nor revoked; of another user, it is', async () => {
  const { given, made } = await withToken();
  const editor = await given.user({ permissions: rights, access_level: 'tenant' });
  const wide = await given.user({ permissions: [...rights, 'calls:download'], access_level: 'tenant' });
  const { url } = (await wide.post(addressOf(wide), { token: { name: 'Mine' } })).body;
  const change = async (address: string) => [
    (await editor.put(address, { token: { name: 'Renamed' } })).status,
    (await editor.delete(address)).status,
  ];

  const [exceeding, covered] = [await change(url), await change(made.body.url)];

  expect([exceeding, covered]).toEqual([
    [403, 403],
    [200, 200],
  ]);
  expect((await wide.get(url)).body.token.name).toBe('Mine');
});

test('a caller whose role reaches less than a tenant makes neither a token nor a new password for someone else', async () => {
  const { given } = await startService();
  const group_id = await given.group();
  const managing = { access_level: 'managed_groups' as const, permissions: rights, managed_groups: [group_id] };
  const [supervisor, colleague] = [await given.user(managing), await given.user({ ...managing, group_id })];
  const fieldset_login = { password: 'violet bicycle harbour' };

  const answers = [
    await supervisor.post(addressOf(colleague), { token: { name: 'Mine' } }),
    await supervisor.put(`/api/v2/users/${colleague.user_id}.json`, { user: { fieldset_login } }),
    await supervisor.put(`/api/v2/users/${colleague.user_id}.json`, { user: { name: 'Renamed' } }),
    await supervisor.post(addressOf(supervisor), { token: { name: 'Mine' } }),
  ];

  expect(answers.map(({ status }) => status)).toEqual([403, 403, 200, 201]);
});

test('a token under another user is not found', async () => {
  const { given, admin, made, person } = await withToken();
  const other = await given.user();
  const [, token_id] = made.body.url.match(/tokens\/([0-9a-f-]{36})/);
  const address = `/api/v2/users/${other.user_id}/tokens/${token_id}.json`;

  const statuses = [await admin.get(address), await admin.put(address, { token: {} }), await admin.delete(address)];

  expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect((await person.get(made.body.url)).status).toBe(200);
});

test('a token made by someone else opens no recording of the user alone, and none is left after a reset', async () => {
  const { admin, person } = await withToken();
  await admin.post(addressOf(person), { token: { name: 'By admin' } });
  const opens = async () =>
    ((await admin.get(addressOf(person))).body.tokens as Token[]).map(({ opens_recordings }) => opens_recordings);
  const before = await opens();
  const fieldset_login = { password: 'violet bicycle harbour' };
  await admin.put(`/api/v2/users/${person.user_id}.json`, { user: { fieldset_login } });

  expect([before, await opens()]).toEqual([[false, true], []]);
});

test('a token makes no further tokens, which would outlive it', async () => {
  const { person, bearer } = await withToken();

  const { status, body } = await bearer.post(addressOf(person), { token: { name: 'Another' } });

  expect([status, body.error]).toEqual([403, 'PermissionError']);
  expect((await person.get(addressOf(person))).body.total).toBe(1);
});

test('the tokens of all users are listed with their user, searched, and hidden out of reach', async () => {
  const not_used_since = new Date().toISOString();
  const { admin, given, person, bearer } = await withToken();
  const north = await given.tenant();
  const other = await given.user({ tenant_id: north, permissions: ['users:login_settings'] });
  await other.post(addressOf(other), { token: { name: 'Softphone' } });
  const found = async (caller: typeof admin, query: Record<string, string> = {}) =>
    (await caller.get(`/api/v2/tokens.json?${new URLSearchParams(query)}`)).body.tokens.map(
      ({ name, user_name }: { name: string; user_name: string }) => `${name} of ${user_name}`,
    );
  const all = [`CRM of ${person.login}`, `Softphone of ${other.login}`];
  const [first, second] = all;

  expect(await found(admin)).toEqual(all);
  expect(await found(admin, { search_term: 'soft' })).toEqual([second]);
  expect(await found(admin, { search_term: person.login })).toEqual([first]);
  expect(await found(admin, { user_id: other.user_id })).toEqual([second]);
  await bearer.get('/api/v2/calls.json');
  expect(await found(admin, { not_used_since })).toEqual([second]);
  expect(await found(other)).toEqual([second]);
  expect((await person.get('/api/v2/tokens.json')).status).toBe(403);
});

test("a user's own password is changed with a token that somebody else has made: the current password opens the key", async () => {
  const { given, admin, through } = await startService();
  const person = await given.user({ permissions: ['calls:view'] });
  const made = await admin.post(addressOf(person), { token: { name: 'CRM' } });
  const tool = through('tcp', { authorization: `Bearer ${made.body.token}` });
  const fieldset_login = { password: 'walnut bicycle harbour', current_password: person.password };

  const { status } = await tool.put(`/api/v2/users/${person.user_id}.json`, { user: { fieldset_login } });

  const session = { login: person.login, password: fieldset_login.password };
  expect([status, (await admin.post('/api/v2/sessions.json', session)).status]).toEqual([200, 201]);
});

const day = 86_400_000;

/** A token of someone who may view, change and download calls, and a caller who uses it. */
async function limitedTo(limits: object) {
  let now = Date.now();
  const { given, admin, through } = await startService({ now: () => now });
  const permissions: Permission[] = ['calls:view', 'calls:edit', 'calls:add_notes', 'calls:download', 'users:view'];
  const person = await given.user({ permissions, access_level: 'tenant' });
  const made = await person.post(addressOf(person), { token: { name: 'CRM', ...limits } });
  const bearer = through('tcp', { authorization: `Bearer ${made.body.token}` });
  const { url } = made.body;
  return { given, admin, person, made, bearer, url, pass: (ms: number) => (now += ms), at: () => now };
}

test('a token that only reads has GET and HEAD, whatever its user may do', async () => {
  const { given, bearer, person } = await limitedTo({ access: 'read' });
  const [call_id] = await given.calls({});
  const note = { note: { text: 'Heard' } };

  const read = await bearer.get(`/api/v2/calls/${call_id}.json`);
  const head = await bearer.raw(`/api/v2/calls/${call_id}.json`, { method: 'HEAD' });
  const written = await bearer.post(`/api/v2/calls/${call_id}.json/notes.json`, note);
  const own = await bearer.put(`/api/v2/users/${person.user_id}.json`, { user: { language: 'de' } });

  expect([read.status, head.status, written.status, own.status]).toEqual([200, 200, 403, 403]);
  expect(written.body).toMatchObject({ error: 'PermissionError', explanation: 'This access token only reads.' });
});

test('a token has the rights of its user that its scope names, and may always use the API', async () => {
  const { given, bearer } = await limitedTo({ scope: { calls: ['view', 'delete'], users: [] } });
  const [call_id] = await given.calls({});
  const note = { note: { text: 'Heard' } };

  const statuses = [
    await bearer.get(`/api/v2/calls/${call_id}.json`),
    await bearer.delete(`/api/v2/calls/${call_id}.json`),
    await bearer.post(`/api/v2/calls/${call_id}.json/notes.json`, note),
    await bearer.get('/api/v2/users.json'),
  ];

  // Its user may not delete calls, so it may not either.
  expect(statuses.map(({ status }) => status)).toEqual([200, 403, 403, 403]);
});

test('a token ends at its time, is listed as expired for 90 days, and then leaves its name free', async () => {
  const { person, bearer, pass, at, url } = await limitedTo({
    expires_at: new Date(Date.now() + 30 * day).toISOString(),
  });
  const listed = async () =>
    ((await person.get(addressOf(person))).body.tokens as Token[]).map((one) => one.is_expired);
  const tried = async () => (await bearer.get('/api/v2/calls.json')).status;
  const before = [await tried(), await listed()];

  pass(30 * day);
  const expired = [await tried(), await listed()];
  pass(90 * day);

  expect([before, expired]).toEqual([
    [200, [false]],
    [401, [true]],
  ]);
  expect([await listed(), (await person.get(url)).status]).toEqual([[], 404]);
  const again = { name: 'CRM', expires_at: new Date(at() + day).toISOString() };
  expect((await person.post(addressOf(person), { token: again })).status).toBe(201);
});

test.each([
  [{ access: 'write' }, 'access'],
  [{ scope: { phones: ['view'] } }, 'scope.phones'],
  [{ scope: { calls: ['hear'] } }, 'scope.calls'],
  [{ scope: ['calls'] }, 'scope'],
  [{ expires_at: new Date(Date.now() - 1).toISOString() }, 'expires_at'],
  [{ expires_at: new Date(Date.now() + 3_654 * day).toISOString() }, 'expires_at'],
  [{ expires_at: 'tomorrow' }, 'expires_at'],
])('a new token with %j is refused at %s', async (limits, field) => {
  const { made } = await limitedTo(limits);

  expect([made.status, Object.keys(made.body.details)]).toEqual([400, [field]]);
});

test('a change of a token makes it narrower or shorter, and nothing else', async () => {
  const in30Days = new Date(Date.now() + 30 * day).toISOString();
  const inMonths = new Date(Date.now() + 60 * day).toISOString();
  const in9Days = new Date(Date.now() + 9 * day).toISOString().replace(/\.\d+Z$/, '.000Z');
  const narrow = { access: 'read', scope: { calls: ['view', 'download'] }, expires_at: in30Days };
  const { person, url } = await limitedTo(narrow);
  const change = async (token: object) => {
    const { status, body } = await person.put(url, { token });
    return status === 200 ? 200 : Object.keys(body.details);
  };

  expect(await change({ access: 'all' })).toEqual(['access']);
  expect(await change({ scope: null })).toEqual(['scope']);
  expect(await change({ scope: { calls: ['view', 'edit'] } })).toEqual(['scope']);
  expect(await change({ scope: { users: ['view'] } })).toEqual(['scope']);
  expect(await change({ expires_at: null })).toEqual(['expires_at']);
  expect(await change({ expires_at: inMonths })).toEqual(['expires_at']);
  expect(await change({ expires_at: new Date(0).toISOString() })).toEqual(['expires_at']);
  expect(await change(narrow)).toBe(200);
  expect(await change({ name: 'Softphone', scope: { calls: ['view'] }, expires_at: in9Days })).toBe(200);
  const { scope, expires_at, access } = (await person.get(url)).body.token as Token;
  expect([scope, Date.parse(expires_at ?? ''), access]).toEqual([{ calls: ['view'] }, Date.parse(in9Days), 'read']);
});

test('a token without limits gets all of them later', async () => {
  const { person, url, bearer } = await limitedTo({});
  const expires_at = new Date(Date.now() + day).toISOString();

  const { status } = await person.put(url, { token: { access: 'read', scope: {}, expires_at } });

  expect([status, (await bearer.get('/api/v2/calls.json')).status]).toEqual([200, 403]);
});

test.each([
  ['the right to download', { scope: { calls: ['view'] } }],
  ['the right to confidential calls', { scope: { calls: ['view', 'download'] } }],
])('a signed URL that a token has made ends when the token loses %s', async (_, narrower) => {
  const { given, admin, person, bearer, url } = await limitedTo({
    scope: { calls: ['view', 'download', 'confidential'] },
  });
  person.may(['calls:view', 'calls:download', 'calls:confidential']);
  const call_id = await given.recorded('question.mp3');
  given.database((db) => db.prepare('UPDATE calls SET confidential = 1').run());
  const address = new URL(
    (await bearer.get(`/api/v2/calls/${call_id}.json/file_url.json?expires=86400`)).body.signed_url,
  );
  const follow = async () => (await admin.raw(`${address.pathname}${address.search}`)).status;
  const before = await follow();

  await person.put(url, { token: narrower });

  expect([before, await follow()]).toEqual([200, 403]);
});

test('a signed URL of a token that only reads opens', async () => {
  const { given, admin, bearer } = await limitedTo({ access: 'read' });
  const call_id = await given.recorded('question.mp3');
  const { signed_url } = (await bearer.get(`/api/v2/calls/${call_id}.json/file_url.json?expires=600`)).body;
  const { pathname, search } = new URL(signed_url);

  expect((await admin.raw(`${pathname}${search}`)).status).toBe(200);
});

test('the right to use the API may be named in a narrower scope: it is in every one', async () => {
  const { person, url } = await limitedTo({ scope: { calls: ['view', 'edit'] } });

  const { status } = await person.put(url, { token: { scope: { calls: ['view'], system: ['api_access'] } } });

  expect(status).toBe(200);
});
