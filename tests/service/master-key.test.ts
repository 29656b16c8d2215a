import { generateKeyPairSync } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EncryptKey } from '@shared/contract/encrypt-keys';
import { expect, test } from 'vitest';
import type { Keychain } from '../../electron/service/vault/keychain-state';
import { keychainOver } from '../support/host';
import { administrator, noKeychain, startService, type TestService, temporaryFolder } from '../support/start-service';
import { listen } from '../support/stored-file';

const state = '/api/v2/master_key.json';
const replacement = '/api/v2/master_key/replacement.json';
const asked = { master_key: { password: administrator.password } };
const [kits, opening] = ['/api/v2/recovery_kits.json', '/api/v2/recovery_kits/open.json'];
const generate = { name: 'Second', add_type: 'generate', key_length: 2048 };

/** An archive with one recording, and the content of its keychain. */
async function archive(keychain?: Keychain) {
  const kept = new Map<string, string>();
  const started = await startService({ keychain: keychain ?? keychainOver(kept) });
  const call_id = await started.given.recorded('question.mp3');
  return { ...started, kept, call_id };
}

const replace = async ({ inWindow }: TestService) => (await inWindow(administrator)).post(replacement, asked);
const again = ({ dataFolder }: TestService, kept: Map<string, string>) =>
  startService({ dataFolder, keychain: keychainOver(kept) });

test('the master key is replaced only in the window, after entering the password, by a user who reaches every tenant', async () => {
  const { admin, inWindow, given } = await archive();
  const window = await inWindow(administrator);
  const local = await given.user({ permissions: ['encrypt_keys:view', 'encrypt_keys:edit'], access_level: 'tenant' });

  const answers = [
    await admin.post(replacement, asked),
    await window.post(replacement, { master_key: {} }),
    await window.post(replacement, { master_key: { password: 'guessed' } }),
    await (await inWindow(local)).post(replacement, { master_key: { password: local.password } }),
    await window.post(replacement, asked),
  ];

  expect(answers.map(({ status }) => status)).toEqual([404, 400, 403, 403, 200]);
  expect(given.audited('master_key').map(({ action, details }) => [action, details])).toContainEqual([
    'update',
    { keys: 1 },
  ]);
});

test('a keychain that was locked is asked again, whatever the clock was set to', async () => {
  let [now, elapsed, locked] = [Date.UTC(2026, 10, 20), 0, true];
  const quick = keychainOver(new Map());
  const set: Keychain['set'] = (name, value) =>
    locked ? Promise.reject(new Error('The collection is locked')) : quick.set(name, value);
  const { service } = await startService({
    keychain: { ...quick, set },
    empty: true,
    now: () => now,
    elapsed: () => elapsed,
  });
  const before = await service.keychain();

  [now, elapsed, locked] = [now - 3_600_000, 60_000, false];

  expect([before, await service.keychain()]).toEqual(['locked', 'ok']);
});

test('recordings open with the new key, also after a restart; kits and signed URLs of the old one do not', async () => {
  const first = await archive();
  const { admin, inWindow, through, service, call_id, kept } = first;
  const window = await inWindow(administrator);
  const { recovery_kit } = (await window.post(kits, { recovery_kit: asked.master_key })).body;
  const before = (await admin.get(state)).body.master_key;
  const { signed_url } = (await admin.get(`/api/v2/calls/${call_id}.json/file_url.json?expires=600`)).body;
  const [old] = [...kept.values()];

  const { status, body } = await window.post(replacement, asked);
  const heard = (await listen(admin, call_id)).status;
  const followed = (await service.fetch(new Request(signed_url), 'tcp')).status;
  const { file, words } = recovery_kit;
  const opened = await through('app').post(opening, { recovery_kit: { file, words } });
  await service.close();
  const second = await again(first, kept);

  expect(before).toEqual({ state: 'ok', kit_made_at: expect.any(String) });
  expect([status, body.master_key]).toEqual([200, { state: 'ok', kit_made_at: null }]);
  expect([heard, followed, opened.status, opened.body.reasons.file.code]).toEqual([200, 403, 400, 'kit_foreign']);
  expect([await second.service.keychain(), (await listen(second.admin, call_id)).status]).toEqual(['ok', 200]);
  expect([...kept].filter(([, value]) => value === old).map(([name]) => name.split('/')[1])).toEqual(['replaced']);
});

test('a master key that came with a kit is replaced like any other, and the next kit holds the new one', async () => {
  const first = await archive();
  const made = (await (await first.inWindow(administrator)).post(kits, { recovery_kit: asked.master_key })).body;
  await first.service.close();
  const kept = new Map<string, string>();
  const second = await again(first, kept);
  const opened = await second.through('app').post(opening, { recovery_kit: kitOf(made) });
  const window = await second.inWindow(administrator);

  const replaced = await window.post(replacement, asked);
  const heard = (await listen(second.admin, first.call_id)).status;
  const next = await window.post(kits, { recovery_kit: asked.master_key });
  await second.service.close();
  const third = await again(first, new Map());
  const reopened = await third.through('app').post(opening, { recovery_kit: kitOf(next.body) });

  expect([opened.status, replaced.status, heard, next.status, reopened.status]).toEqual([200, 200, 200, 201, 200]);
  expect((await listen(third.admin, first.call_id)).status).toBe(200);
});

test('a kit is refused when the master key is replaced while it is made', async () => {
  const first = await archive();
  const { inWindow, given } = first;
  const window = await inWindow(administrator);
  given.database((db) =>
    db.prepare("UPDATE settings SET value = '\"0011223344556677\"' WHERE name = 'key_check'").run(),
  );

  const { status, body } = await window.post(kits, { recovery_kit: asked.master_key });

  expect([status, body.error, body.recovery_kit]).toEqual([409, 'Conflict', undefined]);
  expect((await first.admin.get(state)).body.master_key.kit_made_at).toBeNull();
});

test('a crash before the keychain has exchanged the keys loses none', async () => {
  const kept = new Map<string, string>();
  const quick = keychainOver(kept);
  let broken = false;
  const first = await archive({
    ...quick,
    // Ends with the write of the new key in the place of the old one.
    set: (name, value) =>
      broken && name.startsWith('master-key/v1') ? Promise.reject(new Error('crashed')) : quick.set(name, value),
  });
  broken = true;
  const answer = await replace(first);
  await first.service.close();
  const second = await again(first, kept);

  expect([answer.status, answer.body.error]).toEqual([503, 'KeychainUnavailable']);
  expect([await second.service.keychain(), (await listen(second.admin, first.call_id)).status]).toEqual(['ok', 200]);
});

test('an older copy of the database opens with the key that it was made with, and the newer one again with its own', async () => {
  const first = await archive();
  const { service, dataFolder, call_id, kept } = first;
  const [database, copies] = [join(dataFolder, 'earshot.db'), temporaryFolder()];
  await service.close();
  copyFileSync(database, join(copies, 'older.db'));
  const second = await again(first, kept);
  expect((await replace(second)).status).toBe(200);
  await second.service.close();
  copyFileSync(database, join(copies, 'newer.db'));

  const seen = [];
  for (const name of ['older.db', 'newer.db']) {
    copyFileSync(join(copies, name), database);
    const { service: running, admin } = await again(first, kept);
    seen.push([await running.keychain(), (await listen(admin, call_id)).status]);
    await running.close();
  }

  expect(seen).toEqual([
    ['ok', 200],
    ['ok', 200],
  ]);
});

test('keys that are made while the master key is replaced open afterwards, or are refused', async () => {
  const first = await archive();
  const { admin, inWindow, service, kept } = first;
  const window = await inWindow(administrator);
  const names = ['a', 'b', 'c', 'd'];

  const [replaced, ...made] = await Promise.all([
    window.post(replacement, asked),
    ...names.map((name) => admin.post('/api/v2/encrypt_keys.json', { encrypt_key: { ...generate, name } })),
  ]);
  await service.close();
  const second = await again(first, kept);
  const { encrypt_keys } = (await second.admin.get('/api/v2/encrypt_keys.json')).body as { encrypt_keys: EncryptKey[] };
  const exported = [];
  for (const { key_id } of encrypt_keys) {
    const body = { password: administrator.password, passphrase: 'lantern orchard seventeen' };
    exported.push((await second.admin.post(`/api/v2/encrypt_keys/${key_id}/export.json`, body)).status);
  }

  expect([200, 409]).toContain(replaced?.status);
  expect(encrypt_keys).toHaveLength(1 + made.filter(({ status }) => status === 201).length);
  expect(made.every(({ status }) => status === 201 || status === 409)).toBe(true);
  expect(exported).toEqual(encrypt_keys.map(() => 200));
});

test('without a keychain nothing is replaced', async () => {
  const first = await archive(noKeychain);

  const { status, body } = await replace(first);

  expect([status, body.error, (await listen(first.admin, first.call_id)).status]).toEqual([
    503,
    'KeychainUnavailable',
    200,
  ]);
});

test('the first private half in application mode keeps the check value: another keychain makes no new master key', async () => {
  const first = await archive(noKeychain);
  const { public_key, private_key } = newPair();
  await first.service.close();
  const second = await again(first, new Map());
  const imported = { name: 'Leeds', add_type: 'import', public_key };
  const { url } = (await second.admin.post('/api/v2/encrypt_keys.json', { encrypt_key: imported })).body;
  expect((await second.admin.put(url, { encrypt_key: { private_key } })).status).toBe(200);
  await second.service.close();

  expect(await (await again(first, new Map())).service.keychain()).toBe('missing');
});

const kitOf = ({ recovery_kit: { file, words } }: { recovery_kit: { file: string; words: string[] } }) => ({
  file,
  words,
});

function newPair() {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    public_key: String(pair.publicKey.export({ type: 'spki', format: 'pem' })),
    private_key: String(pair.privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
}
