import type { Permission } from '@shared/permissions';
import { expect, test, vi } from 'vitest';
import { codeOf, wrongCode } from '../support/authenticator-app';
import { run } from '../support/command-line';
import type { Person } from '../support/given';
import { type Login, startService } from '../support/start-service';

const sessions = '/api/v2/sessions.json';
const addressOf = ({ user_id }: { user_id: string }) => `/api/v2/users/${user_id}/second_factor.json`;
const start = Date.UTC(2026, 10, 20);
const stepMs = 30_000;

/** A service whose clock only the test moves. Durations include what it was set back. */
async function withClock() {
  const clock = { now: start, setBackMs: 0 };
  const started = await startService({ now: () => clock.now, elapsed: () => clock.now + clock.setBackMs });
  const { nobody, through, given } = started;
  const signIn = async ({ login, password }: Login, otp?: string, door = nobody) =>
    door.post(sessions, { login, password, otp });
  const bearer = (token: string, door: 'tcp' | 'app' = 'tcp') => through(door, { authorization: `Bearer ${token}` });
  const change = ({ user_id }: Person, columns: string) =>
    given.database((db) => db.exec(`UPDATE users SET ${columns} WHERE user_id = '${user_id}'`));
  return { ...started, clock, signIn, bearer, change };
}

/** A person with a confirmed second factor, a minute after its confirmation. */
async function withFactor() {
  const started = await withClock();
  const { clock, given, signIn } = started;
  const person = await given.user({ permissions: ['calls:view'] });
  const secret: string = (await person.post(addressOf(person))).body.second_factor.secret;
  await person.put(addressOf(person), { second_factor: { otp: codeOf(secret, clock.now) } });
  clock.now += 2 * stepMs;
  const code = () => codeOf(secret, clock.now);
  const wrong = (nth = 0) => wrongCode(secret, clock.now, nth);
  const enter = (otp?: string) => signIn(person, otp);
  return { ...started, person, secret, code, wrong, enter };
}

test('a second factor is set up, confirmed with a code, and then each sign-in needs one', async () => {
  const { clock, given, signIn } = await withClock();
  const person = await given.user({ permissions: ['calls:view'] });
  const made = await person.post(addressOf(person));
  const { secret, url } = made.body.second_factor;
  const before = (await signIn(person)).status;
  const wrong = await person.put(addressOf(person), { second_factor: { otp: wrongCode(secret, clock.now) } });
  const code = codeOf(secret, clock.now);
  const confirmed = await person.put(addressOf(person), {
    second_factor: { otp: `${code.slice(0, 3)} ${code.slice(3)}` },
  });
  clock.now += stepMs;
  const without = await signIn(person);
  const right = await signIn(person, codeOf(secret, clock.now));

  expect([made.status, before, wrong.status, Object.keys(wrong.body.details)]).toEqual([201, 201, 400, ['otp']]);
  expect(url).toContain(secret);
  expect([confirmed.status, confirmed.body]).toEqual([200, {}]);
  expect([without.status, Object.keys(without.body.details), right.status]).toEqual([401, ['otp'], 201]);
  expect(right.body.user.fieldset_login.has_second_factor).toBe(true);
  expect(JSON.stringify(given.database((db) => db.prepare('SELECT * FROM audit_log').all()))).not.toContain(secret);
  expect(given.audited('second_factor').map(({ action, details }) => [action, details])).toEqual([
    ['create', {}],
    ['update', { confirmed: true }],
  ]);
});

test('a session with a second factor cannot set up another, and a secret that was replaced confirms nothing', async () => {
  const { enter, code, bearer, person, clock, given } = await withFactor();
  const session = bearer((await enter(code())).body.token);
  const other = await given.user();
  const first = (await other.post(addressOf(other))).body.second_factor.secret;
  const second = (await other.post(addressOf(other))).body.second_factor.secret;
  const confirm = async (otp: string) => (await other.put(addressOf(other), { second_factor: { otp } })).status;

  expect((await session.post(addressOf(person))).status).toBe(409);
  expect((await session.put(addressOf(person), { second_factor: { otp: '000000' } })).status).toBe(409);
  expect([await confirm(codeOf(first, clock.now)), await confirm(codeOf(second, clock.now))]).toEqual([400, 200]);
});

test('a code is accepted once, and no code of an earlier step after it', async () => {
  const { clock, secret, code, enter } = await withFactor();
  const early = code();
  clock.now += stepMs;
  const late = code();

  const statuses = [];
  for (const otp of [late, late, early]) statuses.push((await enter(otp)).status);

  clock.now += stepMs;
  expect([...statuses, (await enter(codeOf(secret, clock.now))).status]).toEqual([201, 401, 401, 201]);
});

test('after a clock that was ahead is set right, codes are accepted again, each once', async () => {
  const { clock, code, enter } = await withFactor();
  clock.now += 1_000 * stepMs;
  const ahead = (await enter(code())).status;
  clock.now -= 1_000 * stepMs;

  const statuses = [(await enter(code())).status, (await enter(code())).status];

  clock.now += stepMs;
  expect([ahead, ...statuses, (await enter(code())).status]).toEqual([201, 201, 401, 201]);
});

test('the code that confirmed the factor does not sign in', async () => {
  const { given, clock, signIn } = await withClock();
  const person = await given.user({ permissions: ['calls:view'] });
  const { secret } = (await person.post(addressOf(person))).body.second_factor;
  const otp = codeOf(secret, clock.now);
  await person.put(addressOf(person), { second_factor: { otp } });

  expect((await signIn(person, otp)).status).toBe(401);
});

test.each([
  ['one step early', -1, 201],
  ['one step late', 1, 201],
  ['two steps early', -2, 401],
  ['two steps late', 2, 401],
])('a code of a clock that is %s', async (_name, steps, status) => {
  const { clock, secret, enter } = await withFactor();
  clock.now += 10 * stepMs;

  expect((await enter(codeOf(secret, clock.now + steps * stepMs))).status).toBe(status);
});

test('of ten simultaneous sign-ins with the same right code, one succeeds', async () => {
  const { code, enter } = await withFactor();

  const seen = await Promise.all(Array.from({ length: 10 }, () => enter(code())));

  expect(seen.filter(({ status }) => status === 201)).toHaveLength(1);
});

test('only after the right password does the response say that a code is missing', async () => {
  const { signIn, person, code, nobody } = await withFactor();
  const unknown = await nobody.post(sessions, { login: 'nobody', password: 'wrong', otp: code() });

  const wrong = [
    await signIn({ ...person, password: 'wrong' }),
    await signIn({ ...person, password: 'wrong' }, code()),
  ];

  for (const { status, body } of wrong) expect([status, body]).toEqual([401, unknown.body]);
  expect(unknown.body.details).toBeUndefined();
});

test('a code in another form is refused before anything is tried', async () => {
  const { enter } = await withFactor();

  const { status, body } = await enter('12345');

  expect([status, body.details]).toEqual([400, { otp: 'Enter the six digits of the code' }]);
});

test('after five wrong codes a right one must wait, and the right password does not shorten the wait', async () => {
  const { clock, wrong, code, enter, person } = await withFactor();
  const first = [];
  for (let n = 0; n < 6; n++) first.push((await enter(wrong(n))).status);
  await enter();
  await person.get(sessions);

  const throttled = await enter(code());
  clock.now += 1000;
  const seen = (await Promise.all(Array.from({ length: 10 }, (_, n) => enter(wrong(n))))).map(({ status }) => status);
  clock.now += 2000;

  expect(first).toEqual([401, 401, 401, 401, 401, 401]);
  expect([throttled.status, throttled.headers.get('retry-after')]).toEqual([429, '1']);
  expect(seen.sort()).toEqual([401, ...Array.from({ length: 9 }, () => 429)]);
  expect((await enter(code())).status).toBe(201);
});

test('the wait after wrong codes does not get longer when the clock is set back', async () => {
  const { clock, wrong, code, enter } = await withFactor();
  for (let n = 0; n < 6; n++) await enter(wrong(n));
  const early = (await enter(code())).status;

  clock.now -= 100 * stepMs;
  clock.setBackMs += 100 * stepMs + 1000;

  expect([early, (await enter(code())).status]).toEqual([429, 201]);
});

test('wrong codes lock the account over TCP like wrong passwords, and are audited', async () => {
  const { given, person, wrong, code, enter, signIn, through } = await withFactor();
  await enter(wrong());
  const failures = () =>
    given.database((db) =>
      db
        .prepare<[string], { n: number }>('SELECT consecutive_failures AS n FROM user_credentials WHERE user_id = ?')
        .get(person.user_id),
    )?.n;
  const counted = failures();
  await enter();
  const kept = failures();
  given.database((db) => db.exec('UPDATE user_credentials SET consecutive_failures = 100'));

  const locked = await enter(code());
  const window = await signIn(person, code(), through('app'));

  expect([counted, kept]).toEqual([1, 1]);
  expect([locked.status, locked.body.details, window.status]).toEqual([401, undefined, 201]);
  expect(given.audited('session').filter(({ outcome }) => outcome === 'refused')).toMatchObject([
    { user_id: person.user_id, details: { wrong: 'code' } },
  ]);
});

test('HTTP Basic is refused for an account with a second factor, but only after the right password', async () => {
  const { person, given, change, signIn } = await withFactor();
  const required = await given.user({ permissions: ['calls:view'] });
  change(required, 'require_2fa = 1');
  const ask = async (caller: Person, password: string) => {
    const authorization = `Basic ${Buffer.from(`${caller.login}:${password}`).toString('base64')}`;
    const { status, body } = await caller.get('/api/v2/calls.json', { authorization });
    return [status, body.error, body.reason.code];
  };
  const wrong = await ask({ ...person, login: 'nobody' }, 'wrong');

  const basic = [403, 'PermissionError', 'second_factor_over_basic'];
  expect([await ask(person, person.password), await ask(required, required.password)]).toEqual([basic, basic]);
  expect([await ask(person, 'wrong'), await ask(required, 'wrong')]).toEqual([wrong, wrong]);
  expect((await signIn(required)).status).toBe(201);
});

test('access tokens work without a code, and cannot set up a second factor', async () => {
  const { clock, given, bearer, change } = await withClock();
  const person = await given.user({ permissions: ['calls:view'] });
  const tokens = `/api/v2/users/${person.user_id}/tokens.json`;
  const tool = bearer((await person.post(tokens, { token: { name: 'CRM' } })).body.token);
  const tried = await tool.post(addressOf(person));
  change(person, 'require_2fa = 1');
  const required = (await tool.get('/api/v2/calls.json')).status;
  change(person, 'require_2fa = 0');
  const { secret } = (await person.post(addressOf(person))).body.second_factor;
  const byTool = await tool.put(addressOf(person), { second_factor: { otp: codeOf(secret, clock.now) } });
  await person.put(addressOf(person), { second_factor: { otp: codeOf(secret, clock.now) } });

  expect([tried.status, tried.body.reason.code]).toEqual([403, 'not_by_token']);
  expect([required, byTool.status, (await tool.get('/api/v2/calls.json')).status]).toEqual([200, 403, 200]);
});

test('a user who must set up a second factor first gets 403 for a change without a new password, also for an empty one', async () => {
  const { given, signIn, bearer, change } = await withClock();
  const person = await given.user({ permissions: ['users:view', 'users:edit', 'users:login_settings'] });
  change(person, 'require_2fa = 1');
  const session = bearer((await signIn(person)).body.token);
  const put = async (user: object) => (await session.put(`/api/v2/users/${person.user_id}.json`, { user })).status;

  const { password } = person;
  const seen = [
    await put({}),
    await put({ fieldset_login: {} }),
    await put({ fieldset_login: { current_password: password } }),
    await put({ fieldset_login: { password: 'violet bicycle harbour', current_password: password } }),
  ];

  expect(seen).toEqual([403, 403, 403, 200]);
});

test('a user who must set up a second factor can do that, change the password and sign out, and nothing else', async () => {
  const { clock, given, signIn, bearer, change } = await withClock();
  const person = await given.user({ permissions: ['calls:view', 'users:view'] });
  change(person, 'require_2fa = 1');
  const session = bearer((await signIn(person)).body.token);
  const listed = async () => {
    const { status, body } = await session.get('/api/v2/calls.json');
    return [status, body.reason?.code];
  };
  const before = await listed();
  const own = `/api/v2/users/${person.user_id}.json`;
  const password = 'another long password';
  const fieldset_login = { password, current_password: person.password };
  const changed = (await session.put(own, { user: { fieldset_login } })).status;
  const tokens = (await session.get(`/api/v2/users/${person.user_id}/tokens.json`)).status;
  const { secret } = (await session.post(addressOf(person))).body.second_factor;
  const during = await listed();
  await session.put(addressOf(person), { second_factor: { otp: codeOf(secret, clock.now) } });
  const after = await listed();

  expect([before, changed, tokens, during]).toEqual([
    [403, 'second_factor_first'],
    200,
    403,
    [403, 'second_factor_first'],
  ]);
  expect(after).toEqual([200, undefined]);
  expect((await session.delete(sessions)).status).toBe(200);
});

test('confirming a second factor ends the other sessions of the user, which had none', async () => {
  const { clock, given, signIn, bearer } = await withClock();
  const person = await given.user();
  const [one, two] = [bearer((await signIn(person)).body.token), bearer((await signIn(person)).body.token)];
  const { secret } = (await one.post(addressOf(person))).body.second_factor;
  await one.put(addressOf(person), { second_factor: { otp: codeOf(secret, clock.now) } });

  expect([(await one.get(sessions)).status, (await two.get(sessions)).status]).toEqual([200, 401]);
});

test('users remove their second factor with their password, unless one is required', async () => {
  const { enter, code, bearer, person, change, signIn, given } = await withFactor();
  const session = bearer((await enter(code())).body.token);
  const remove = async (second_factor?: object) => {
    const { status, body } = await session.delete(addressOf(person), second_factor && { second_factor });
    return [status, Object.keys(body.details ?? {})[0]];
  };
  const current_password = person.password;
  change(person, 'require_2fa = 1');
  const required = await remove({ current_password });
  change(person, 'require_2fa = 0');

  expect(required).toEqual([403, undefined]);
  expect([await remove(), await remove({}), await remove({ current_password: 'wrong' })]).toEqual([
    [400, 'current_password'],
    [400, 'current_password'],
    [403, 'current_password'],
  ]);
  expect([await remove({ current_password }), await remove({ current_password })]).toEqual([
    [200, undefined],
    [404, undefined],
  ]);
  expect((await signIn(person)).status).toBe(201);
  expect(given.audited('second_factor').at(-1)).toMatchObject({ action: 'delete', user_id: person.user_id });
});

test('an administrator removes the second factor of users whose role does not exceed their own', async () => {
  const { given, person, signIn } = await withFactor();
  const rights: Permission[] = ['users:login_settings', 'calls:view'];
  const remove = async (caller: Person) => (await caller.delete(addressOf(person))).status;
  const people = [
    await given.user({ permissions: ['users:edit'] }),
    await given.user({ permissions: ['users:login_settings'] }),
    await given.user({ permissions: rights, access_level: 'user' }),
    await given.user({ permissions: rights }),
  ];

  const statuses = [];
  for (const caller of people) statuses.push(await remove(caller));

  expect(statuses).toEqual([403, 403, 404, 200]);
  expect((await signIn(person)).status).toBe(201);
});

test('the writer gets only the role of the user who removes a second factor', async () => {
  const { admin, person, service } = await withFactor();
  const write = vi.spyOn(service.store, 'write');

  await admin.delete(addressOf(person));

  const sent = write.mock.calls.find(([{ name }]) => name === 'second-factor.remove')?.[1];
  expect(sent).toMatchObject({ holder: { access_level: 'root' } });
  expect(Object.keys((sent as { holder: object }).holder).sort()).toEqual(['access_level', 'permissions']);
});

test('nobody sets up a second factor for someone else', async () => {
  const { admin, given } = await withClock();
  const person = await given.user();

  const statuses = [
    await admin.post(addressOf(person)),
    await admin.put(addressOf(person), { second_factor: { otp: '000000' } }),
  ];

  expect(statuses.map(({ status }) => status)).toEqual([404, 404]);
});

test("a change of the user's own password keeps the second factor; a reset removes it with the key pair", async () => {
  const { admin, clock, person, code, enter, bearer, signIn, given } = await withFactor();
  const session = bearer((await enter(code())).body.token);
  const address = `/api/v2/users/${person.user_id}.json`;
  const reset = (fieldset_login: object) => ({ user: { fieldset_login } });
  const changed = { login: person.login, password: 'violet bicycle harbour' };
  await session.put(address, reset({ password: changed.password, current_password: person.password }));
  clock.now += stepMs;
  const kept = [(await signIn(changed)).status, (await signIn(changed, code())).status];
  await admin.put(address, reset({ password: 'orange tricycle harbour' }));

  expect(kept).toEqual([401, 201]);
  expect((await signIn({ ...changed, password: 'orange tricycle harbour' })).status).toBe(201);
  expect(given.audited('second_factor').map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
});

test('the database holds the secret only sealed', async () => {
  const { given, secret } = await withFactor();

  const rows = given.database((db) =>
    db.prepare<[], { secret_sealed: Buffer }>('SELECT * FROM user_second_factors').all(),
  );

  for (const { secret_sealed } of rows) expect(secret_sealed.includes(secret)).toBe(false);
  expect(rows.map(({ secret_sealed }) => secret_sealed.length)).toEqual([384]);
});

test('a user who must change the password does that before setting up a second factor', async () => {
  const { given } = await withClock();
  const person = await given.user({ must_change_password: true });

  const answers = [
    await person.post(addressOf(person)),
    await person.put(addressOf(person), { second_factor: { otp: '000000' } }),
  ];

  expect(answers.map(({ status, body }) => [status, body.reason.code])).toEqual([
    [403, 'change_password_first'],
    [403, 'change_password_first'],
  ]);
});

test('the command removes the second factor of a user who lost it, and signing in takes the password alone', async () => {
  const { service, person, enter, dataFolder } = await withFactor();
  expect((await enter()).status).toBe(401);
  await service.close();
  const command = ['remove-second-factor', '--data', dataFolder, '--login'];

  const ended = [await run([...command, person.login]), await run([...command, person.login])];
  const unknown = await run([...command, 'nobody']);
  const unnamed = await run(command.slice(0, -1));

  expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual([
    [0, ''],
    [1, `${person.login} has no second factor.\n`],
  ]);
  expect([unknown.code, unnamed.code]).toEqual([1, 2]);
  const { nobody, given } = await startService({ dataFolder });
  const { login, password } = person;
  expect((await nobody.post(sessions, { login, password })).status).toBe(201);
  expect(given.audited('second_factor').map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
});
