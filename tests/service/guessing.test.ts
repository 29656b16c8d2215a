import { expect, test } from 'vitest';
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
  // This is answered after the requests before it have reached the check, where two guesses are derived at a time.
  const queued = () => nobody.get('/api/v2/calls.json');
  const others = ['one', 'two'].map((login) => attempt(started, login, 'wrong'));
  await queued();
  const first = admin.get('/api/v2/calls.json');
  await queued();
  given.database((db) => db.exec('UPDATE users SET is_active = 0'));

  const second = await admin.get('/api/v2/calls.json');

  expect([(await first).status, second.status]).toEqual([200, 401]);
  await Promise.all(others);
});
