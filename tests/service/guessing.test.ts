import { expect, test } from 'vitest';
import { run } from '../support/command-line';
import { stoppedClock } from '../support/host';
import { administrator, basic, startService, type TestService } from '../support/start-service';

const sessions = '/api/v2/sessions.json';
const known = administrator.login;

type Seen = { status: number; wait: string | null; body: unknown };
type Attempts = (started: TestService, login: string) => Promise<Seen[]>;

async function attempt({ nobody }: TestService, login: string, password: string): Promise<Seen> {
  const { status, headers, body } = await nobody.post(sessions, { login, password });
  return { status, wait: headers.get('retry-after'), body };
}

const series =
  (passwords: string[]): Attempts =>
  async (started, login) => {
    const seen = [];
    for (const password of passwords) seen.push(await attempt(started, login, password));
    return seen;
  };

/** Sends all attempts at once and returns the responses in the order of their arrival. */
const together =
  (passwords: string[]): Attempts =>
  async (started, login) => {
    const seen: Seen[] = [];
    await Promise.all(passwords.map(async (password) => seen.push(await attempt(started, login, password))));
    return seen;
  };

const alike = Array.from({ length: 12 }, () => 'wrong');
const different = Array.from({ length: 12 }, (_, n) => `wrong ${n}`);
const oneRightAmong = [...different.slice(0, 3), administrator.password, ...different.slice(3)];

const attempts: Record<string, Attempts> = {
  'the same password twelve times, one after the other': series(alike),
  'the same password twelve times at once': together(alike),
  'twelve passwords, one after the other': series(different),
  'twelve passwords at once': together(different),
  'the right password among twelve': series(oneRightAmong),
  'the right password among twelve at once': together(oneRightAmong),
};

/** Logins that refuse every password. */
const closed: Record<string, (started: TestService) => void> = {
  'of someone inactive': ({ given }) => given.database((db) => db.exec('UPDATE users SET is_active = 0')),
  'of someone who may not sign in': ({ given }) => given.database((db) => db.exec('UPDATE users SET can_login = 0')),
  'without a password': ({ given }) => given.database((db) => db.exec('DELETE FROM user_credentials')),
  'that is locked': ({ given }) =>
    given.database((db) => db.exec('UPDATE user_credentials SET consecutive_failures = 100')),
};

const answers = new Map<Attempts, Promise<Seen[]>>();
/** The responses to these attempts for a login that does not exist. */
function unknown(act: Attempts): Promise<Seen[]> {
  const seen = answers.get(act) ?? startService(stoppedClock).then((started) => act(started, 'nobody'));
  answers.set(act, seen);
  return seen;
}

test.each(Object.entries(attempts).filter(([name]) => !name.includes('right')))(
  'a login that exists cannot be distinguished from one that does not by %s',
  async (_, act) => {
    const seen = await act(await startService(stoppedClock), known);

    expect(seen).toEqual(await unknown(act));
    expect(seen.filter(({ status }) => status === 401)).toHaveLength(6);
    expect(seen.filter(({ status, wait }) => status === 429 && wait === '1')).toHaveLength(6);
  },
);

test.each(
  Object.entries(closed).flatMap(([kind, close]) =>
    Object.entries(attempts).map(([name, act]) => [kind, name, close, act] as const),
  ),
)('a login %s cannot be distinguished from one that does not exist by %s', async (_, __, close, act) => {
  const started = await startService(stoppedClock);
  close(started);

  const seen = await act(started, known);

  expect(seen).toEqual(await unknown(act));
});

test('an impossible password is refused in the same way for all logins, and does not count as a guess', async () => {
  const { nobody, admin } = await startService(stoppedClock);
  const impossible = ['', 'x'.repeat(1025), 'with \0 in it'];
  const tried = [];
  for (const login of [known, 'nobody']) {
    const all = [...impossible, ...impossible, ...impossible].map((password) => basic(login, password));
    for (const authorization of all) tried.push((await nobody.get(sessions, { authorization })).status);
  }

  expect(new Set(tried)).toEqual(new Set([401]));
  expect((await admin.get('/api/v2/calls.json')).status).toBe(200);
});

test('after a delay, only one of ten simultaneous guesses is tried, whether they are the same or different', async () => {
  let now = Date.UTC(2026, 10, 20);
  const started = await startService({ now: () => now });
  await series(different.slice(0, 6))(started, known);

  now += 1000;
  const apart = await together(different.slice(0, 10))(started, known);
  now += 2000;
  const same = await together(alike.slice(0, 10))(started, known);

  const statuses = (seen: Seen[]) => seen.map(({ status }) => status).sort();
  const oneTried = [401, ...Array.from({ length: 9 }, () => 429)];
  expect([statuses(apart), statuses(same)]).toEqual([oneTried, oneTried]);
});

test('simultaneous requests with the right password all succeed, also just after a delay', async () => {
  let now = Date.UTC(2026, 10, 20);
  const started = await startService({ now: () => now });
  await series(different.slice(0, 6))(started, known);

  now += 1000;
  const seen = await together(Array.from({ length: 12 }, () => administrator.password))(started, known);
  const after = await series(different.slice(0, 6))(started, known);

  expect(seen.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 201));
  expect(after.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 401));
});

test('each wrong request is audited and counts towards the lock, however many arrive at once', async () => {
  const started = await startService(stoppedClock);

  await together(alike)(started, known);

  const counted = started.given.database((db) =>
    db
      .prepare<[], { failures: number; audited: number }>(
        `SELECT consecutive_failures AS failures,
          (SELECT count(*) FROM audit_log WHERE action = 'sign_in' AND outcome = 'refused') AS audited
        FROM user_credentials`,
      )
      .get(),
  );
  expect(counted).toEqual({ failures: 6, audited: 6 });
});

test('a user who is deactivated while their password is checked is not let in by the same check', async () => {
  const started = await startService({ scryptLn: 17 });
  const { service, admin, nobody, given } = started;
  service.forgetCredentials();
  const busy = [await given.user(), await given.user()];
  // Without a password, a derivation takes as long as for the administrator.
  const sql = `DELETE FROM user_credentials WHERE user_id IN ('${busy.map(({ user_id }) => user_id).join("', '")}')`;
  given.database((db) => db.exec(sql));
  // This is answered after the requests before it have reached the check, where two guesses are derived at a time.
  const queued = () => nobody.get('/api/v2/calls.json');
  const others = busy.map(({ login }) => attempt(started, login, 'wrong'));
  await queued();
  const first = admin.get('/api/v2/calls.json');
  await queued();
  given.database((db) => db.exec('UPDATE users SET is_active = 0'));

  const second = await admin.get('/api/v2/calls.json');

  expect([(await first).status, second.status]).toEqual([200, 401]);
  await Promise.all(others);
});

test('guesses at invented logins refuse nobody else, and are audited as a count, without the login', async () => {
  const { nobody, given, service, through } = await startService(stoppedClock);
  const people = [await given.user({ permissions: ['calls:view'] }), await given.user({ permissions: ['calls:view'] })];
  const guesses = Array.from({ length: 120 }, (_, n) =>
    nobody.post(sessions, { login: `my secret ${n}`, password: 'x' }),
  );
  const during = people.map(({ login, password }) => nobody.post(sessions, { login, password }));
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  service.forgetCredentials();
  const [basically, inWindow] = await Promise.all([
    people[0]?.get('/api/v2/calls.json'),
    through('app').post(sessions, { login: people[1]?.login, password: people[1]?.password }),
  ]);

  expect(new Set(statuses)).toEqual(new Set([401]));
  expect((await Promise.all(during)).map(({ status }) => status)).toEqual([201, 201]);
  expect([basically?.status, inWindow?.status]).toEqual([200, 201]);
  const refused = given.audited('session').filter(({ outcome }) => outcome === 'refused');
  expect(refused.map(({ user_id, details }) => [user_id, details.reason.code, details.left_out])).toEqual([
    [null, 'login_unknown', undefined],
    [null, 'login_unknown', 8],
    [null, 'login_unknown', 89],
  ]);
  expect(JSON.stringify(refused)).not.toContain('secret');
});

test('an hour later, the next guess at an invented login says how many were not listed', async () => {
  let now = Date.UTC(2026, 10, 20);
  const { nobody, given } = await startService({ now: () => now });
  const guess = (login: string) => nobody.post(sessions, { login, password: 'x' });
  for (const login of ['a', 'b', 'c']) await guess(login);

  now += 61 * 60_000;
  await guess('d');

  const refused = given.audited('session').filter(({ outcome }) => outcome === 'refused');
  expect(refused.map(({ details }) => details.left_out)).toEqual([undefined, 2]);
});

test('a login that a hundred guesses have locked opens a day after the last of them, and guesses do not prolong that', async () => {
  let now = Date.UTC(2026, 10, 20);
  const hour = 60 * 60_000;
  const started = await startService({ now: () => now });
  started.given.database((db) => db.exec('UPDATE user_credentials SET consecutive_failures = 99'));
  const right = async () => (await attempt(started, known, administrator.password)).status;
  const wrong = async () => (await attempt(started, known, 'wrong')).status;
  const failures = () =>
    started.given.database(
      (db) => db.prepare<[], { n: number }>('SELECT consecutive_failures AS n FROM user_credentials').get()?.n,
    );

  const last = await wrong();
  const locked = [];
  for (let n = 0; n < 3; n++) {
    now += 7 * hour;
    locked.push(await wrong());
    now += hour / 60;
    locked.push(await right());
  }
  now += 4 * hour;
  const again = [await wrong(), failures()];
  now += hour / 60;
  again.push(await right(), failures());

  expect([last, ...locked]).toEqual([401, 401, 401, 401, 401, 401, 401]);
  expect(again).toEqual([401, 1, 201, 0]);
});

test('a lock does not last longer when the clock was ahead at its beginning', async () => {
  let now = Date.UTC(2036, 10, 20);
  const started = await startService({ now: () => now, elapsed: () => 0 });
  started.given.database((db) => db.exec('UPDATE user_credentials SET consecutive_failures = 99'));
  await attempt(started, known, 'wrong');
  const locked = await attempt(started, known, administrator.password);

  now = Date.UTC(2026, 10, 20);

  expect([locked.status, (await attempt(started, known, administrator.password)).status]).toEqual([401, 201]);
});

test('the command lets a locked user sign in again, and is audited', async () => {
  const { service, dataFolder, given } = await startService();
  const person = await given.user({ permissions: ['calls:view'] });
  given.database((db) => db.exec('UPDATE user_credentials SET consecutive_failures = 100'));
  await service.close();
  const command = ['unlock', '--data', dataFolder, '--login'];

  const ended = [await run([...command, person.login.toUpperCase()]), await run([...command, person.login])];
  const unknown = await run([...command, 'nobody']);
  const unnamed = await run(command.slice(0, -1));

  expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual([
    [0, ''],
    [1, `${person.login} is not locked.\n`],
  ]);
  expect([unknown.code, unnamed.code]).toEqual([1, 2]);
  const again = await startService({ dataFolder });
  const { login, password } = person;
  expect((await again.nobody.post(sessions, { login, password })).status).toBe(201);
  expect(again.given.audited('user').at(-1)?.details).toEqual({ unlocked: true });
});
