import { execFileSync } from 'node:child_process';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { EncryptKey } from '@shared/contract/encrypt-keys';
import type { Permission } from '@shared/permissions';
import { expect, test } from 'vitest';
import { selectKeyTenant } from '../../electron/service/resources/keys/encrypt-keys';
import type { Caller } from '../support/caller';
import { Sender, tone } from '../support/live';
import { wavOf } from '../support/sounds';
import { administrator, basic, noKeychain, startService, type TestService } from '../support/start-service';
import { listen } from '../support/stored-file';

const address = '/api/v2/encrypt_keys.json';
const rights: Permission[] = ['encrypt_keys:view', 'encrypt_keys:edit', 'encrypt_keys:delete', 'encrypt_keys:grant'];
const generate = { name: 'Second', add_type: 'generate', key_length: 2048 };

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const publicPem = String(pair.publicKey.export({ type: 'spki', format: 'pem' }));
const privatePem = (passphrase?: string) =>
  String(
    pair.privateKey.export({
      type: 'pkcs8',
      format: 'pem',
      ...(passphrase && { cipher: 'aes-256-cbc', passphrase }),
    } as { type: 'pkcs8'; format: 'pem' }),
  );
const imported = { name: 'From another server', add_type: 'import', public_key: publicPem };

async function create(caller: Caller, encrypt_key: object): Promise<EncryptKey & { url: string }> {
  const { status, body } = await caller.post(address, { encrypt_key });
  expect([status, body?.details]).toEqual([201, undefined]);
  return { ...(await caller.get(body.url)).body.encrypt_key, url: body.url };
}

const keysOf = async (caller: Caller) => (await caller.get(address)).body.encrypt_keys as EncryptKey[];

test('a key is generated, listed, renamed, deactivated and deleted', async () => {
  const { admin, given } = await startService();

  const made = await admin.post(address, { encrypt_key: generate });
  const { url } = made.body;
  const { encrypt_key } = (await admin.get(url)).body as { encrypt_key: EncryptKey };
  const renamed = await admin.put(url, { encrypt_key: { name: 'Third', is_active: false } });
  const listed = await keysOf(admin);
  const removed = await admin.delete(url);

  expect([made.status, made.headers.get('location')]).toEqual([201, url]);
  expect(encrypt_key).toMatchObject({
    name: 'Second',
    add_type: 'generate',
    protection_mode: 'application',
    is_active: true,
    key_length: 2048,
    has_private_key: true,
    granted_users: [],
    files: 0,
    files_only_here: 0,
  });
  expect(createPublicKey(encrypt_key.public_key).asymmetricKeyDetails?.modulusLength).toBe(2048);
  expect([renamed.status, renamed.body.encrypt_key.name, renamed.body.encrypt_key.is_active]).toEqual([
    200,
    'Third',
    false,
  ]);
  expect(listed.map(({ name }) => name)).toEqual(['First key', 'Third']);
  expect([removed.status, (await admin.get(url)).status]).toEqual([200, 404]);
  expect(given.audited('encrypt_key').map(({ action }) => action)).toEqual(['create', 'create', 'update', 'delete']);
});

test('without a length a key has 3072 bits, and app is another word for application', async () => {
  const { admin } = await startService();

  const key = await create(admin, { name: 'a', add_type: 'generate', protection_mode: 'app' });

  expect([key.key_length, key.protection_mode]).toEqual([3072, 'application']);
});

/** Bodies that are refused: [what is wrong, body, the field]. */
const faulty: [string, object, string][] = [
  ['no name', { add_type: 'generate' }, 'name'],
  ['no add_type', { name: 'a' }, 'add_type'],
  ['another add_type', { name: 'a', add_type: 'copy' }, 'add_type'],
  ['another mode', { ...generate, protection_mode: 'none' }, 'protection_mode'],
  ['1024 bits', { ...generate, key_length: 1024 }, 'key_length'],
  ['bits as a text', { ...generate, key_length: '2048' }, 'key_length'],
  ['a public key to generate', { ...generate, public_key: publicPem }, 'public_key'],
  ['a private key to generate', { ...generate, private_key: 'x' }, 'private_key'],
  ['the name of another key', { ...generate, name: 'first KEY' }, 'name'],
  ['another length than that of the key to import', { ...imported, key_length: 4096 }, 'key_length'],
  ['no key to import', { name: 'a', add_type: 'import' }, 'public_key'],
  ['a text that is no key', { ...imported, public_key: 'MIIB' }, 'public_key'],
  ['a private key as the public one', { ...imported, public_key: privatePem() }, 'public_key'],
  ['a text that is no private key', { ...imported, private_key: 'MIIB' }, 'private_key'],
  ['a key with a password that is missing', { ...imported, private_key: privatePem('a') }, 'private_key_password'],
  [
    'a wrong password',
    { ...imported, private_key: privatePem('a'), private_key_password: 'b' },
    'private_key_password',
  ],
  [
    'a private key of another pair',
    {
      ...imported,
      private_key: String(
        generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
      ),
    },
    'private_key',
  ],
  ['an unknown property', { ...generate, secret: 'a' }, 'secret'],
];

test('a faulty key is refused at its field', async () => {
  const { admin } = await startService();
  const seen = [];
  for (const [name, encrypt_key] of faulty) {
    const { status, body } = await admin.post(address, { encrypt_key });
    seen.push([name, status, Object.keys(body.details)]);
  }

  expect(seen).toEqual(faulty.map(([name, , field]) => [name, 400, [field]]));
  expect(await keysOf(admin)).toHaveLength(1);
});

test('an imported pair opens recordings, and is exported again so that OpenSSL opens it', async () => {
  const { admin, given } = await startService();
  const key = await create(admin, { ...imported, private_key: privatePem('p w'), private_key_password: 'p w' });
  const id = await given.recorded('question.mp3');
  const [first] = await keysOf(admin);
  await admin.put(`/api/v2/encrypt_keys/${first?.key_id}.json`, { encrypt_key: { is_active: false } });

  const ask = (password: string, passphrase: string) =>
    admin.post(key.url.replace('.json', '/export.json'), { password, passphrase });
  const exported = await ask(administrator.password, 'a long passphrase');
  const opened = execFileSync('openssl', ['pkey', '-pubout', '-passin', 'pass:a long passphrase'], {
    input: exported.body.private_key,
    encoding: 'utf8',
  });

  expect((await listen(admin, id)).status).toBe(200);
  expect([exported.status, opened]).toEqual([200, publicPem]);
  expect((await ask('wrong', 'a long passphrase')).status).toBe(403);
  const short = await ask(administrator.password, 'fourteen chars');
  expect([short.status, Object.keys(short.body.details)]).toEqual([400, ['passphrase']]);
  expect(given.audited('encrypt_key').filter(({ action }) => action === 'export')).toHaveLength(1);
});

test('a key is imported once in a tenant', async () => {
  const { admin } = await startService();
  await create(admin, imported);

  const { status, body } = await admin.post(address, { encrypt_key: { ...imported, name: 'Again' } });

  expect([status, Object.keys(body.details)]).toEqual([400, ['public_key']]);
});

test('a key without its private half only encrypts, until the half is added', async () => {
  const { admin, given } = await startService();
  const key = await create(admin, imported);
  const [first] = await keysOf(admin);
  await admin.put(`/api/v2/encrypt_keys/${first?.key_id}.json`, { encrypt_key: { is_active: false } });
  const id = await given.recorded('question.mp3');

  const before = await admin.get(`/api/v2/calls/${id}.json/file`);
  const foreign = await admin.put(key.url, { encrypt_key: { private_key: 'MIIB' } });
  const added = await admin.put(key.url, { encrypt_key: { private_key: privatePem() } });
  const twice = await admin.put(key.url, { encrypt_key: { private_key: privatePem() } });

  expect(key.has_private_key).toBe(false);
  expect([before.status, before.body.error]).toEqual([403, 'PermissionError']);
  expect([foreign.status, Object.keys(foreign.body.details)]).toEqual([400, ['private_key']]);
  expect([added.status, added.body.encrypt_key.has_private_key]).toEqual([200, true]);
  expect([twice.status, Object.keys(twice.body.details)]).toEqual([400, ['private_key']]);
  expect((await listen(admin, id)).status).toBe(200);
});

test('each new recording is encrypted to every active key, and an inactive key opens what it was used for', async () => {
  const { admin, given } = await startService();
  const second = await create(admin, generate);
  const both = await given.recorded('question.mp3');
  const [first] = await keysOf(admin);
  const toggle = (url: string, is_active: boolean) => admin.put(url, { encrypt_key: { is_active } });
  await toggle(`/api/v2/encrypt_keys/${first?.key_id}.json`, false);
  const one = await given.recorded('short-stereo-16k.wav');

  const counts = (await keysOf(admin)).map(({ files, files_only_here }) => [files, files_only_here]);

  expect((await listen(admin, both)).status).toBe(200);
  expect((await listen(admin, one)).status).toBe(200);
  expect(counts).toEqual([
    [1, 0],
    [2, 1],
  ]);
  expect((await toggle(second.url, false)).body.details).toHaveProperty('is_active');
});

test('a key that recordings need is not deleted; one that another key stands in for is', async () => {
  const { admin, given } = await startService();
  const [first] = await keysOf(admin);
  const firstUrl = `/api/v2/encrypt_keys/${first?.key_id}.json`;
  const alone = await given.recorded('question.mp3');
  const second = await create(admin, generate);

  const needed = await admin.delete(firstUrl);
  const spare = await admin.delete(second.url);

  expect([needed.status, Object.keys(needed.body.details)]).toEqual([400, ['key_id']]);
  expect(spare.status).toBe(200);
  expect((await listen(admin, alone)).status).toBe(200);
});

test('the last active key is not deleted', async () => {
  const { admin } = await startService();
  const [first] = await keysOf(admin);

  const { status, body } = await admin.delete(`/api/v2/encrypt_keys/${first?.key_id}.json`);

  expect([status, Object.keys(body.details)]).toEqual([400, ['key_id']]);
});

/** A key in user mode, held by the administrator alone, with a recording that only it opens. */
async function withUserKey(): Promise<TestService & { url: string; call_id: string; key_id: string }> {
  const started = await startService();
  const { admin, given } = started;
  const { url, key_id } = await create(admin, { ...generate, protection_mode: 'user' });
  const [first] = await keysOf(admin);
  await admin.put(`/api/v2/encrypt_keys/${first?.key_id}.json`, { encrypt_key: { is_active: false } });
  const call_id = await given.recorded('question.mp3');
  return { ...started, url, key_id, call_id };
}

test('a key in user mode opens for its creator, for whom it is granted to, and no longer after it is revoked', async () => {
  const { admin, given, url, key_id, call_id } = await withUserKey();
  const [anna, ben] = [
    await given.user({ permissions: ['calls:playback'] }),
    await given.user({ permissions: ['calls:playback'] }),
  ];
  const of = ({ user_id }: { user_id: string }) => url.replace('.json', `/users/${user_id}.json`);

  const before = (await listen(anna, call_id)).status;
  const granted = await admin.post(of(anna));
  await admin.post(of(ben));
  const during = (await listen(anna, call_id)).status;
  const holders = (await admin.get(url)).body.encrypt_key.granted_users;
  const kek = () =>
    given.database((db) => db.prepare('SELECT private_key_sealed FROM encrypt_keys WHERE key_id = ?').get(key_id));
  const sealedBefore = kek();
  const revoked = await admin.delete(of(anna));

  expect([before, during]).toEqual([403, 200]);
  expect([granted.status, granted.headers.get('location')]).toEqual([201, url]);
  expect(holders).toHaveLength(3);
  expect([revoked.status, (await listen(anna, call_id)).status]).toEqual([200, 403]);
  expect([(await listen(admin, call_id)).status, (await listen(ben, call_id)).status]).toEqual([200, 200]);
  expect(kek()).not.toEqual(sealedBefore);
  expect((await admin.delete(of(anna))).status).toBe(404);
});

test('a call names its keys, whether they open for the caller, and who can grant them', async () => {
  const { admin, given, key_id, call_id } = await withUserKey();
  const [anna, stranger] = [
    await given.user({ permissions: ['calls:view'] }),
    await given.user({ permissions: ['calls:view'], tenant_id: await given.tenant() }),
  ];
  const address = `/api/v2/calls/${call_id}.json/keys.json`;

  const [own, ...more] = (await admin.get(address)).body.keys;
  const theirs = (await anna.get(address)).body.keys;
  const outside = await stranger.get(address);
  const empty = await admin.post('/api/v2/calls.json', { call: { setup_time: '2026-01-05T10:00:00Z' } });
  const none = await admin.get(`${empty.body.url}/keys.json`);

  expect(own).toMatchObject({ key_id, name: 'Second', protection_mode: 'user', has_private_key: true });
  expect([own.opens_for_you, more]).toEqual([true, []]);
  expect(theirs).toEqual([{ ...own, opens_for_you: false }]);
  expect(own.can_grant.map(({ name }: { name: string }) => name)).toEqual([administrator.name]);
  expect([outside.status, none.body]).toEqual([404, { keys: [] }]);
});

test('a call of a tenant without keys names those of the System tenant, and nobody of it to callers of the tenant', async () => {
  const { admin, given, key_id } = await withUserKey();
  const sender = await given.user({ permissions: ['calls:view', 'calls:create'], tenant_id: await given.tenant() });
  const { url } = (await sender.post('/api/v2/calls.json', { call: { setup_time: '2026-01-05T10:00:00Z' } })).body;
  const file = { method: 'PUT', body: new Uint8Array(wavOf()), headers: { 'content-type': 'audio/x-wav' } };
  await sender.raw(`${url}/file`, file);

  const ofSystem = (await admin.get(`${url}/keys.json`)).body.keys;
  const ofTenant = (await sender.get(`${url}/keys.json`)).body.keys;

  expect(ofSystem).toMatchObject([{ key_id, opens_for_you: true, can_grant: [{ name: administrator.name }] }]);
  expect(ofTenant).toEqual([{ ...ofSystem[0], opens_for_you: false, can_grant: [] }]);
});

test('only a user who can open a key can grant it, and the last holder stays', async () => {
  const { admin, given, url } = await withUserKey();
  const [anna, ben] = [await given.user({ permissions: [...rights, 'users:view'] }), await given.user()];
  const of = (user_id: string) => url.replace('.json', `/users/${user_id}.json`);
  const self = (await admin.get('/api/v2/sessions.json')).body.user.user_id;

  const notHeld = await anna.post(of(ben.user_id));
  const last = await admin.delete(of(self));
  await admin.post(of(anna.user_id));
  const passed = await anna.post(of(ben.user_id));
  const byAnother = await ben.post(of(anna.user_id));

  expect([notHeld.status, notHeld.body.error]).toEqual([403, 'PermissionError']);
  expect([last.status, last.body.error]).toEqual([409, 'Conflict']);
  expect([passed.status, byAnother.status]).toEqual([201, 403]);
});

test('a grant takes a user with a key pair, in reach, and a key in user mode', async () => {
  const { admin, given, url } = await withUserKey();
  const [first] = await keysOf(admin);
  const bare = await given.user();
  given.database((db) => void db.prepare('DELETE FROM user_credentials WHERE user_id = ?').run(bare.user_id));
  const anna = await given.user();

  const none = await admin.post(url.replace('.json', `/users/${bare.user_id}.json`));
  const nobody = await admin.post(url.replace('.json', '/users/00000000-0000-4000-8000-000000000000.json'));
  const application = await admin.post(`/api/v2/encrypt_keys/${first?.key_id}/users/${anna.user_id}.json`);

  expect([none.status, Object.keys(none.body.details)]).toEqual([400, ['user_id']]);
  expect(nobody.status).toBe(404);
  expect([application.status, Object.keys(application.body.details)]).toEqual([400, ['key_id']]);
});

test('grants that are made and revoked at the same time all take effect', async () => {
  const { admin, given, url, call_id } = await withUserKey();
  const people = await Promise.all([1, 2, 3].map(() => given.user({ permissions: ['calls:playback'] })));
  const leaving = await given.user({ permissions: ['calls:playback'] });
  const of = ({ user_id }: { user_id: string }) => url.replace('.json', `/users/${user_id}.json`);
  await admin.post(of(leaving));

  const done = await Promise.all([...people.map((one) => admin.post(of(one))), admin.delete(of(leaving))]);

  expect(done.map(({ status }) => status)).toEqual([201, 201, 201, 200]);
  const heard = [];
  for (const one of [...people, leaving]) heard.push((await listen(one, call_id)).status);
  expect(heard).toEqual([200, 200, 200, 403]);
});

test('users who change their own password keep what they can open; a reset by someone else takes it away', async () => {
  const { admin, given, through, url, call_id } = await withUserKey();
  const anna = await given.user({ permissions: ['calls:playback'] });
  await admin.post(url.replace('.json', `/users/${anna.user_id}.json`));
  const path = `/api/v2/users/${anna.user_id}.json`;

  const own = { password: 'walnut bicycle harbour', current_password: anna.password };
  const changed = await anna.put(path, { user: { fieldset_login: own } });
  const as = (password: string) => through('tcp', { authorization: basic(anna.login, password) });
  const again = as(own.password);
  const kept = (await listen(again, call_id)).status;
  await admin.put(path, { user: { fieldset_login: { password: 'another harbour walnut' } } });

  expect([changed.status, kept]).toEqual([200, 200]);
  expect((await listen(as('another harbour walnut'), call_id)).status).toBe(403);
  expect((await admin.get(url)).body.encrypt_key.granted_users).not.toContain(anna.user_id);
});

test('a key in user mode needs a creator with a key pair, and one in application mode the keychain', async () => {
  const { admin, through } = await startService();
  const other = await startService({ keychain: noKeychain });
  const role = {
    name: 'Tool',
    access_level: 'root',
    permissions: { system: ['api_access'], encrypt_keys: ['view', 'edit'] },
  };
  const role_id = (await admin.post('/api/v2/roles.json', { role })).body.url.match(/[0-9a-f-]{36}/)[0];
  const group_id = (await admin.get('/api/v2/groups.json')).body.groups[0].group_id;
  const { url } = (
    await admin.post('/api/v2/users.json', {
      user: { name: 'Tool', role_id, group_id, fieldset_login: { login: 'tool' } },
    })
  ).body;
  const { token } = (await admin.post(url.replace('.json', '/tokens.json'), { token: { name: 'a' } })).body;
  const tool = through('tcp', { authorization: `Bearer ${token}` });

  const pairless = await tool.post(address, { encrypt_key: { ...generate, protection_mode: 'user' } });
  const closed = await other.admin.post(address, { encrypt_key: generate });

  expect([pairless.status, pairless.body.error]).toEqual([403, 'PermissionError']);
  expect([closed.status, closed.body.error]).toEqual([503, 'KeychainUnavailable']);
});

test('with multi-tenancy a key belongs to the tenant that is named, and without it to the System tenant', async () => {
  const { admin, given } = await startService();
  const north = await given.tenant();
  const { tenant_id: system } = (await admin.get('/api/v2/sessions.json')).body.user;

  const without = await create(admin, { ...generate, tenant_id: north });
  await admin.put('/api/v2/settings.json', { settings: { multi_tenancy: true } });
  const named = await create(admin, { ...generate, tenant_id: north });
  const unnamed = await create(admin, { ...generate, name: 'Another' });
  const unknown = await admin.post(address, { encrypt_key: { ...generate, tenant_id: crypto.randomUUID() } });

  expect([without, named, unnamed].map(({ tenant_id }) => tenant_id)).toEqual([system, north, system]);
  expect([unknown.status, Object.keys(unknown.body.details)]).toEqual([400, ['tenant_id']]);
});

test('a key belongs to the tenant that can open it, whoever else imported its public half before', async () => {
  const { admin, given, service } = await startService();
  const north = await given.tenant();
  await admin.put('/api/v2/settings.json', { settings: { multi_tenancy: true } });
  await create(admin, { ...imported, tenant_id: north });
  const { tenant_id, fingerprint } = await create(admin, { ...imported, private_key: privatePem() });

  expect(await service.store.get(selectKeyTenant, { fingerprint })).toBe(tenant_id);
});

test('speech analytics and active keys in user mode rule each other out', async () => {
  const { admin } = await startService();
  const { tenant_id } = (await admin.get('/api/v2/sessions.json')).body.user;
  const license = (speech_analytics: number) =>
    admin.put(`/api/v2/tenants/${tenant_id}.json`, { tenant: { fieldset_licensing: { speech_analytics } } });
  await license(1);

  const refused = await admin.post(address, { encrypt_key: { ...generate, protection_mode: 'user' } });
  const inactive = await create(admin, { ...generate, protection_mode: 'user', is_active: false });
  const activated = await admin.put(inactive.url, { encrypt_key: { is_active: true } });
  await license(0);
  await admin.put(inactive.url, { encrypt_key: { is_active: true } });
  const licensed = await license(1);

  expect([refused.status, Object.keys(refused.body.details)]).toEqual([400, ['protection_mode']]);
  expect([activated.status, Object.keys(activated.body.details)]).toEqual([400, ['protection_mode']]);
  expect([licensed.status, Object.keys(licensed.body.details)]).toEqual([400, ['fieldset_licensing.speech_analytics']]);
});

test('no response, log or row holds a private key or its password', async () => {
  const { admin, given } = await startService();
  const { url } = await create(admin, { ...imported, private_key: privatePem('p w!'), private_key_password: 'p w!' });
  const body = privatePem().split('\n')[3] ?? '';

  const seen = JSON.stringify([await keysOf(admin), (await admin.get(url)).body, given.audited('encrypt_key')]);
  const rows = given.database((db) => JSON.stringify(db.prepare('SELECT * FROM encrypt_keys').all()));

  expect([seen, rows].map((text) => text.includes('PRIVATE') || text.includes(body) || text.includes('p w!'))).toEqual([
    false,
    false,
  ]);
});

test('the only key of a recording that goes on is neither deactivated nor deleted', async () => {
  const { admin, given } = await startService();
  await admin.put('/api/v2/settings.json', { settings: { multi_tenancy: true } });
  const tenant_id = await given.tenant();
  const recorder = await given.user({ tenant_id, permissions: ['calls:create', 'calls:view'] });
  const key = await create(admin, { ...generate, tenant_id });
  const sender = await Sender.open(recorder);
  await sender.send(tone(400, 20_000));

  const refused = [await admin.put(key.url, { encrypt_key: { is_active: false } }), await admin.delete(key.url)];
  const other = await create(admin, { ...generate, name: 'Other', tenant_id });
  const later = [await admin.put(key.url, { encrypt_key: { is_active: false } }), await admin.delete(key.url)];
  await sender.close();
  const kept = await admin.delete(key.url);

  expect(refused.map(({ status, body }) => [status, Object.keys(body.details)])).toEqual([
    [400, ['is_active']],
    [400, ['key_id']],
  ]);
  expect(refused[0]?.body.details.is_active).toContain('is being recorded with this key only');
  // The file that is being written has the first key only. Then its call does.
  expect(later.map(({ status }) => status)).toEqual([200, 400]);
  expect([kept.status, kept.body.details.key_id]).toEqual([400, 'Some recordings can only be opened with this key']);
  expect((await admin.get(other.url)).body.encrypt_key.is_active).toBe(true);
});

test('a tenant has no more active keys than a recording can be encrypted to', async () => {
  const { admin, given } = await startService();
  given.database((db) => {
    const columns = db.prepare("SELECT name FROM pragma_table_info('encrypt_keys')").all() as { name: string }[];
    const others: Record<string, string> = {
      key_id: "'key ' || n.value",
      name: "'Key ' || n.value",
      name_folded: "'key ' || n.value",
      fingerprint: "'print ' || n.value",
    };
    const values = columns.map(({ name }) => others[name] ?? `k.${name}`).join(', ');
    const numbers = JSON.stringify(Array.from({ length: 63 }, (_, n) => n));
    db.exec(`
      INSERT INTO encrypt_keys SELECT ${values} FROM json_each('${numbers}') n
      CROSS JOIN (SELECT * FROM encrypt_keys LIMIT 1) k`);
  });
  const key = { name: 'One more', protection_mode: 'application', add_type: 'generate', key_length: 2048 };

  const active = await admin.post('/api/v2/encrypt_keys.json', { encrypt_key: { ...key, is_active: true } });
  const passive = await admin.post('/api/v2/encrypt_keys.json', { encrypt_key: { ...key, is_active: false } });
  const activated = await admin.put(passive.body.url, { encrypt_key: { is_active: true } });

  expect([active, activated].map(({ status, body }) => [status, Object.keys(body.details)])).toEqual(
    Array(2).fill([400, ['is_active']]),
  );
  expect(passive.status).toBe(201);
});

test('the password of the only holder of a key is reset only if the key is given up, which is audited', async () => {
  const { admin, given } = await startService();
  const person = await given.user({ permissions: [...rights, 'system:api_access'] });
  const key = await create(person, { ...generate, protection_mode: 'user' });
  const reset = (more: object) =>
    admin.put(`/api/v2/users/${person.user_id}.json`, {
      user: { fieldset_login: { password: 'violet bicycle harbour', ...more } },
    });

  const refused = await reset({});
  const kept = await reset({ give_up_keys: false });
  const done = await reset({ give_up_keys: true });

  expect([refused.status, kept.status, done.status]).toEqual([409, 409, 200]);
  expect((await admin.get(key.url)).body.encrypt_key).toMatchObject({ is_active: false, granted_users: [] });
  const given_up = given.database((db) =>
    db.prepare("SELECT details FROM audit_log WHERE resource = 'user' AND details LIKE '%given_up%'").all(),
  );
  expect(given_up).toEqual([{ details: JSON.stringify({ password: 'reset', given_up: [key.name] }) }]);
});

test('a key is granted only to users of its tenant, and to those who reach every tenant', async () => {
  const { admin, given, url } = await withUserKey();
  const users = {
    other: await given.user({ permissions: rights, tenant_id: await given.tenant() }),
    own: await given.user({ permissions: rights, access_level: 'tenant' }),
    every: await given.user({ permissions: rights, access_level: 'root', tenant_id: await given.tenant() }),
  };

  const answers = [];
  for (const { user_id } of Object.values(users)) {
    const { status, body } = await admin.post(url.replace('.json', `/users/${user_id}.json`));
    answers.push([status, body.details?.user_id]);
  }

  expect(answers).toEqual([
    [400, 'This user does not reach the tenant of the key'],
    [201, undefined],
    [201, undefined],
  ]);
});

/** A recording of the first key and of one in user mode that Uwe alone holds. */
async function withHolder() {
  const started = await startService();
  const { admin, given } = started;
  const uwe = await given.user({ permissions: [...rights, 'calls:playback'] });
  const key = await create(uwe, { ...generate, protection_mode: 'user' });
  const call_id = await given.recorded('question.mp3');
  const [first] = await keysOf(admin);
  const change = (user: object) => admin.put(`/api/v2/users/${uwe.user_id}.json`, { user });
  const forget = () => change({ fieldset_login: { password: 'violet bicycle harbour', give_up_keys: true } });
  return { ...started, uwe, key, call_id, firstUrl: `/api/v2/encrypt_keys/${first?.key_id}.json`, change, forget };
}

test('a key that nobody can open any more does not stand in for another one', async () => {
  const { admin, key, call_id, firstUrl, forget } = await withHolder();
  const onlyHere = async () => (await keysOf(admin)).map(({ files_only_here }) => files_only_here);

  const before = await onlyHere();
  const given_up = await forget();
  const after = await onlyHere();
  const removed = await admin.delete(firstUrl);

  expect([before, given_up.status, after]).toEqual([[0, 0], 200, [1, 0]]);
  expect([removed.status, Object.keys(removed.body.details)]).toEqual([400, ['key_id']]);
  expect((await listen(admin, call_id)).status).toBe(200);
  expect((await admin.delete(key.url)).status).toBe(200);
});

test('the last active key that someone can open is neither deactivated nor deleted, beside others that nobody can', async () => {
  const { admin, given, key, firstUrl, forget } = await withHolder();
  await forget();
  const alone = await create(admin, { ...generate, name: 'Third' });
  const reactivated = await admin.put(key.url, { encrypt_key: { is_active: true } });
  await admin.put(firstUrl, { encrypt_key: { is_active: false } });

  const deactivated = await admin.put(alone.url, { encrypt_key: { is_active: false } });
  const removed = await admin.delete(alone.url);
  const call_id = await given.recorded('question.mp3');

  expect(reactivated.status).toBe(200);
  expect([deactivated.status, deactivated.body.details]).toEqual([
    400,
    { is_active: 'No active key would be left that someone can open. Activate another one first' },
  ]);
  expect([removed.status, Object.keys(removed.body.details)]).toEqual([400, ['key_id']]);
  expect((await listen(admin, call_id)).status).toBe(200);
});

test('the holder of the only other key of a tenant is not deactivated while its recordings need them', async () => {
  const { admin, given, uwe, key, firstUrl, change } = await withHolder();
  const spare = await change({ is_active: false });
  await change({ is_active: true });
  await admin.put(firstUrl, { encrypt_key: { is_active: false } });
  const next = await change({ is_active: false });
  await admin.put(firstUrl, { encrypt_key: { is_active: true } });
  const removed = await admin.delete(firstUrl);

  const last = await change({ is_active: false });
  const deleted = await admin.delete(`/api/v2/users/${uwe.user_id}.json`);
  const ben = await given.user();
  await uwe.post(key.url.replace('.json', `/users/${ben.user_id}.json`));
  const passed = await change({ is_active: false });
  const revoked = await admin.delete(key.url.replace('.json', `/users/${ben.user_id}.json`));

  expect([spare.status, next.status, removed.status]).toEqual([200, 409, 200]);
  expect([last.status, last.body.description]).toEqual([
    409,
    'Only this user can open the key Second. Grant it to someone else first.',
  ]);
  expect([deleted.status, passed.status]).toEqual([409, 200]);
  // Uwe still holds a grant, but may not use it.
  expect([revoked.status, revoked.body.reason.code]).toEqual([409, 'grant_last']);
});

test('a key of a holder who was deactivated does not stand in for another one', async () => {
  const { admin, firstUrl, change } = await withHolder();
  await change({ is_active: false });

  const { status, body } = await admin.delete(firstUrl);

  expect([status, Object.keys(body.details)]).toEqual([400, ['key_id']]);
  await change({ is_active: true });
  expect((await admin.delete(firstUrl)).status).toBe(200);
});
