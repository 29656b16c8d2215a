import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { needsSetup } from '../../electron/service/resources/site/setup';
import { fingerprintOf, newPair } from '../../electron/service/vault/key-tree';
import { derive, seal } from '../../electron/service/vault/sealed';
import { kdfOf, stretch } from '../../electron/service/vault/user-pair';
import { stoppedClock } from '../support/host';
import { administrator, basic, memoryKeychain, noKeychain, startService } from '../support/start-service';

test('HTTP Basic accepts the right password and refuses a wrong one', async () => {
  const { admin, through, nobody } = await startService();

  const right = await admin.get('/api/v2/calls.json');
  const wrong = await through('tcp', { authorization: basic('ingrid', 'wrong') }).get('/api/v2/calls.json');
  const unknown = await through('tcp', { authorization: basic('nobody', 'wrong') }).get('/api/v2/calls.json');
  const none = await nobody.get('/api/v2/calls.json');

  expect([right.status, wrong.status, unknown.status, none.status]).toEqual([200, 401, 401, 401]);
  expect(wrong.body).toEqual(unknown.body);
  expect(none.headers.get('www-authenticate')).toBe('Basic realm="Earshot", charset="UTF-8"');
});

test.each([
  ['two spaces', '  '],
  ['many spaces', '        '],
])('%s may stand between a scheme and its credentials', async (_, spaces) => {
  const { admin, through, nobody } = await startService();
  const { user_id } = (await admin.get('/api/v2/sessions.json')).body.user;
  const made = await admin.post(`/api/v2/users/${user_id}/tokens.json`, { token: { name: 'tool' } });
  const { login, password } = administrator;
  const session = await nobody.post('/api/v2/sessions.json', { login, password });
  const sent = ['Basic', 'bAsIc']
    .map((scheme) => basic(login, password).replace('Basic ', `${scheme}${spaces}`))
    .concat(`BEARER${spaces}${made.body.token}`, `bearer${spaces}${session.body.token}`);

  const seen = [];
  for (const authorization of sent)
    seen.push((await through('tcp', { authorization }).get('/api/v2/users.json')).status);

  expect(seen).toEqual([200, 200, 200, 200]);
});

test('credentials without a scheme, a space or a value are refused', async () => {
  const { through } = await startService();
  const code = basic(administrator.login, administrator.password).slice('Basic '.length);
  const sent = ['Basic', 'Basic ', `Basic${code}`, `Basic\t${code}`, `Digest ${code}`, `Basic ${code} ${code}`, code];

  const seen = [];
  for (const authorization of sent)
    seen.push((await through('tcp', { authorization }).get('/api/v2/users.json')).status);

  expect(seen).toEqual(sent.map(() => 401));
});

/** A service whose administrator has this password, stored in exactly this spelling, as earlier versions did. */
async function withPassword(spelling: string) {
  const started = await startService(stoppedClock);
  const { user_id } = (await started.admin.get('/api/v2/sessions.json')).body.user;
  const { public_key, private_key } = await newPair(3072);
  const [salt, kdf] = [randomBytes(16), kdfOf(14)];
  const secret = await stretch(spelling, { kdf, salt }, 14);
  const aad = `cra/uk/1|${user_id}|${fingerprintOf(public_key)}|${kdf}`;
  const private_key_sealed = seal(derive(secret, 'cra/userkey'), private_key, aad);
  started.given.database((db) =>
    db
      .prepare<object>(`
        UPDATE user_credentials SET kdf = @kdf, salt = @salt, verifier = @verifier, public_key = @public_key,
          private_key_sealed = @private_key_sealed, credential_version = credential_version + 1`)
      .run({ kdf, salt, verifier: derive(secret, 'cra/login'), public_key, private_key_sealed }),
  );
  const failures = () =>
    started.given.database(
      (db) => db.prepare<[], { n: number }>('SELECT consecutive_failures AS n FROM user_credentials').get()?.n,
    );
  const trying = async (bytes: Buffer) => {
    const authorization = `Basic ${Buffer.concat([Buffer.from('ingrid:'), bytes]).toString('base64')}`;
    return (await started.through('tcp', { authorization }).get('/api/v2/users.json')).status;
  };
  return { ...started, failures, trying };
}

const composed = 'Grüße vom Fluß é'.normalize('NFC');
const decomposed = composed.normalize('NFD');
const mixed = `${composed.slice(0, 5)}${decomposed.slice(6)}`;

test.each([
  ['composed letters', composed],
  ['decomposed letters', decomposed],
])(
  'a password stored with %s is accepted in every spelling and in ISO 8859-1, and nothing counts as a guess',
  async (_, stored) => {
    const { trying, failures, service } = await withPassword(stored);
    const sent = [
      Buffer.from(composed),
      Buffer.from(decomposed),
      Buffer.from(composed, 'latin1'),
      Buffer.from(composed),
    ];

    const seen = [];
    for (const bytes of sent) {
      service.forgetCredentials();
      seen.push(await trying(bytes), failures());
    }
    const wrong = [await trying(Buffer.from(`${decomposed}x`)), failures()];

    expect(seen).toEqual(sent.flatMap(() => [200, 0]));
    expect(wrong).toEqual([401, 1]);
  },
);

test('a password stored in an odd spelling is accepted as it was typed, and then in every spelling', async () => {
  const { trying, service } = await withPassword(mixed);

  const before = await trying(Buffer.from(composed));
  const own = await trying(Buffer.from(mixed));
  service.forgetCredentials();
  const after = [await trying(Buffer.from(composed)), await trying(Buffer.from(decomposed))];

  expect([before, own, ...after]).toEqual([401, 200, 200, 200]);
});

test('the same password in another spelling is no new one', async () => {
  const { given } = await startService();
  const person = await given.user();
  const path = `/api/v2/users/${person.user_id}.json`;
  const changing = (password: string, current_password: string) => ({
    user: { fieldset_login: { password, current_password } },
  });
  const changed = await person.put(path, changing(decomposed, person.password));
  const authorization = basic(person.login, composed);

  const same = await person.put(path, changing(composed, decomposed), { authorization });

  expect([changed.status, same.status, same.body.reasons]).toEqual([
    200,
    400,
    { 'fieldset_login.password': { code: 'password_unchanged', values: {} } },
  ]);
});

test('a browser is never asked for Basic credentials', async () => {
  const { nobody } = await startService();
  const { status, headers } = await nobody.get('/api/v2/calls.json', { 'sec-fetch-mode': 'cors' });
  expect({ status, challenge: headers.get('www-authenticate') }).toEqual({ status: 401, challenge: null });
});

test('a session is opened, used and ended', async () => {
  const { nobody, through } = await startService();

  const { status, body } = await nobody.post('/api/v2/sessions.json', {
    login: 'INGRID',
    password: administrator.password,
  });
  const caller = through('tcp', { authorization: `Bearer ${body.token}` });
  const during = await caller.get('/api/v2/sessions.json');
  const ended = await caller.delete('/api/v2/sessions.json');
  const after = await caller.get('/api/v2/sessions.json');

  expect([status, during.status, ended.status, after.status]).toEqual([201, 200, 200, 401]);
  expect(during.body.user.name).toBe('Ingrid Solberg');
  expect(during.body.role.access_level).toBe('root');
});

test('a session expires after twelve hours', async () => {
  let now = Date.now();
  const { nobody, through } = await startService({ now: () => now });
  const { body } = await nobody.post('/api/v2/sessions.json', { login: 'ingrid', password: administrator.password });

  now += 12 * 60 * 60_000 + 1;

  const { status } = await through('tcp', { authorization: `Bearer ${body.token}` }).get('/api/v2/calls.json');
  expect(status).toBe(401);
});

test('after five wrong passwords the sixth attempt must wait, and the response says how long', async () => {
  const { nobody } = await startService(stoppedClock);
  const guess = (password: string) => nobody.post('/api/v2/sessions.json', { login: 'ingrid', password });
  const first = [];
  for (let n = 0; n < 6; n++) first.push((await guess(`guess ${n}`)).status);

  const throttled = await guess(administrator.password);

  expect(first).toEqual([401, 401, 401, 401, 401, 401]);
  expect({ status: throttled.status, wait: throttled.headers.get('retry-after') }).toEqual({ status: 429, wait: '1' });
});

test('guesses over TCP do not prevent a sign-in at the window', async () => {
  const { nobody, through } = await startService(stoppedClock);
  const sessions = '/api/v2/sessions.json';
  for (let n = 0; n < 7; n++) await nobody.post(sessions, { login: 'ingrid', password: `guess ${n}` });

  const { login, password } = administrator;
  const over = [nobody, through('app')].map((door) => door.post(sessions, { login, password }));

  expect((await Promise.all(over)).map(({ status }) => status)).toEqual([429, 201]);
});

test('a password that was already accepted is not delayed by guesses', async () => {
  const { admin, nobody } = await startService();
  await admin.get('/api/v2/calls.json');
  for (let n = 0; n < 7; n++) await nobody.post('/api/v2/sessions.json', { login: 'ingrid', password: `guess ${n}` });

  const { status } = await admin.get('/api/v2/calls.json');

  expect(status).toBe(200);
});

test('the response names missing and unknown credentials', async () => {
  const { nobody } = await startService();
  const { status, body } = await nobody.post('/api/v2/sessions.json', { login: 'ingrid', pasword: 'x' });
  expect({ status, details: body.details }).toEqual({
    status: 400,
    details: { password: 'Required', pasword: 'Unknown property' },
  });
});

test('set-up works only in the window, and once', async () => {
  const { nobody, through, service } = await startService({ empty: true });
  const setup = { setup: { name: 'Ada', login: 'ada', password: 'long enough for this' } };

  const overTcp = await nobody.post('/api/v2/setup.json', setup);
  const first = await through('app').post('/api/v2/setup.json', setup);
  const second = await through('app').post('/api/v2/setup.json', setup);

  expect([overTcp.status, first.status, second.status]).toEqual([404, 201, 404]);
  expect(first.headers.get('location')).toBe(first.body.url);
  expect(await needsSetup(service)).toBe(false);
});

test('once there is a user, set-up is not found, whatever is sent', async () => {
  const { through } = await startService();
  const sent = [{}, { setup: { name: 'Ada' } }];

  const seen = [];
  for (const body of sent) seen.push((await through('app').post('/api/v2/setup.json', body)).status);

  expect(seen).toEqual([404, 404]);
});

test('set-up names each invalid field', async () => {
  const { through } = await startService({ empty: true });
  const { status, body } = await through('app').post('/api/v2/setup.json', {
    setup: { name: 'A\nB', login: 'a:b', password: 'short' },
  });
  expect({ status, fields: Object.keys(body.details).sort() }).toEqual({
    status: 400,
    fields: ['login', 'name', 'password'],
  });
});

test('set-up refuses a common password', async () => {
  const { through } = await startService({ empty: true });
  const { status, body } = await through('app').post('/api/v2/setup.json', {
    setup: { name: 'Ada', login: 'ada', password: 'password' },
  });
  expect({ status, details: body.details }).toEqual({
    status: 400,
    details: { password: 'This password is too easy to guess' },
  });
});

test('a password is stored with the production cost: scrypt at 2^17', async () => {
  const { admin } = await startService({ scryptLn: 17 });
  expect((await admin.get('/api/v2/calls.json')).status).toBe(200);
});

test('without a keychain the administrator can be created and can sign in', async () => {
  const { admin, service } = await startService({ keychain: noKeychain });
  expect(await service.keychain()).toBe('absent');
  expect((await admin.get('/api/v2/calls.json')).status).toBe(200);
});

test('a keychain that lost the master key, or has another one, is reported and never gets a new key', async () => {
  const keychain = memoryKeychain();
  const { service, dataFolder } = await startService({ keychain });
  await service.close();

  const lost = await startService({ dataFolder, keychain: memoryKeychain() });
  const lostState = await lost.service.keychain();
  await lost.service.close();
  const other: typeof keychain = { ...keychain, get: async () => Buffer.alloc(32, 7).toString('base64url') };
  other.set = async () => {};
  const mixed = {
    ...other,
    get: async (account: string) => (account.startsWith('canary') ? 'sings' : other.get(account)),
  };
  const wrong = await startService({ dataFolder, keychain: mixed });

  expect([lostState, await wrong.service.keychain()]).toEqual(['missing', 'mismatch']);
});

test('over TCP a session requires the right to use the API, in the window it does not', async () => {
  const { through, given } = await startService();
  const { login, password } = await given.user({ permissions: ['calls:view'], api_access: false });
  const credentials = { login, password };

  const tool = await through('tcp').post('/api/v2/sessions.json', credentials);
  const window = await through('app').post('/api/v2/sessions.json', credentials);

  expect([tool.status, tool.body.error, window.status]).toEqual([403, 'PermissionError', 201]);
});

test('a session says whether its role reaches every tenant, which a role for all tenants does in the System tenant only', async () => {
  const { given } = await startService();
  const elsewhere = await given.tenant();
  const reach = async (person: Parameters<typeof given.user>[0]) =>
    (await (await given.user(person)).get('/api/v2/sessions.json')).body.reaches_every_tenant;

  expect([
    await reach({ access_level: 'root', tenant_id: elsewhere }),
    await reach({ access_level: 'system' }),
    await reach({ access_level: 'system', tenant_id: elsewhere }),
    await reach({ access_level: 'tenant' }),
  ]).toEqual([true, true, false, false]);
});

test('sign-ins of a tool do not end the session of the window', async () => {
  const { inWindow, nobody } = await startService();
  const window = await inWindow(administrator);
  const { login, password } = administrator;

  for (let n = 0; n < 33; n++) await nobody.post('/api/v2/sessions.json', { login, password });

  expect((await window.get('/api/v2/sessions.json')).status).toBe(200);
});

test('setting the clock neither prolongs a session, nor an opened key, nor the wait after wrong passwords', async () => {
  let [now, elapsed] = [Date.now(), 0];
  const { nobody, through } = await startService({ now: () => now, elapsed: () => elapsed });
  const sessions = '/api/v2/sessions.json';
  const { login, password } = administrator;
  const { token } = (await nobody.post(sessions, { login, password })).body;
  const caller = through('tcp', { authorization: `Bearer ${token}` });

  now += 13 * 3_600_000;
  const forward = await caller.get(sessions);
  now -= 26 * 3_600_000;
  elapsed += 12 * 3_600_000 + 1;
  const back = await caller.get(sessions);
  for (let n = 0; n < 6; n++) await nobody.post(sessions, { login: 'nobody', password: `guess ${n}` });
  now -= 3_600_000;
  elapsed += 60_000;
  const later = await nobody.post(sessions, { login: 'nobody', password: 'one more' });

  expect([forward.status, back.status, later.status]).toEqual([200, 401, 401]);
});
