import { generateKeyPairSync } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { Log } from '../../electron/service/log';
import type { Keychain } from '../../electron/service/vault/keychain-state';
import type { Caller } from '../support/caller';
import { filesBelow } from '../support/folder-files';
import { recording } from '../support/given';
import { leaksIn } from '../support/leaks';
import { administrator, memoryKeychain, startService, temporaryFolder } from '../support/start-service';

const recordings = resolve('tests/data/audio');
const originals = filesBelow(recordings).map((name) => ({ name, bytes: readFileSync(join(recordings, name)) }));

test('no file and no log contains audio, password, key or signed URL, while Earshot runs and after it was closed', async () => {
  const logged: string[] = [];
  const log: Log = (fields, message) => void logged.push(JSON.stringify({ ...fields, message }));
  const { service, dataFolder, admin, given, masterKey } = await archiveWithKey(log);
  await importKey(admin);
  await given.imported([recordings]);
  const { body } = await admin.get('/api/v2/calls.json?limit=1000');
  for (const { call_id } of body.calls) {
    expect((await (await admin.raw(`/api/v2/calls/${call_id}.json/audio`)).arrayBuffer()).byteLength).toBeGreaterThan(
      0,
    );
    expect((await admin.get(`/api/v2/calls/${call_id}.json/peaks.json`)).status).toBe(200);
    const { signed_url } = (await admin.get(`/api/v2/calls/${call_id}.json/file_url.json?expires=600`)).body;
    const signed = await service.fetch(new Request(signed_url), 'tcp');
    expect((await signed.arrayBuffer()).byteLength).toBeGreaterThan(0);
  }
  const { signed_url } = (await admin.get(`/api/v2/calls/${body.calls[0].call_id}.json/file_url.json?expires=600`))
    .body;
  expect((await service.fetch(new Request(`${signed_url}0`), 'tcp')).status).toBe(403);
  const running = join(temporaryFolder(), 'running');
  cpSync(dataFolder, running, { recursive: true });

  await service.close();
  writeFileSync(join(dataFolder, 'log'), logged.join('\n'));

  expect(filesBelow(running)).toContain('earshot.db-wal');
  expect(filesBelow(dataFolder).filter((name) => name.endsWith('.cra')).length).toBe(body.calls.length);
  expect([...leaks(running, masterKey()), ...leaks(dataFolder, masterKey())]).toEqual([]);
}, 180_000);

test.each([
  ['a recording as it is', (sound: Buffer) => sound],
  ['a piece of 96 bytes at an odd place', (sound: Buffer) => Buffer.concat([Buffer.alloc(5003), loudest(sound, 96)])],
  ['a single window in the middle of other bytes', (sound: Buffer) => surrounded(loudest(sound, 64))],
])('the search finds planted content: %s', (_, plant) => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'audio'));
  writeFileSync(join(folder, 'audio', 'planted'), plant(readFileSync(recording('repair-call-stereo-8k.wav'))));

  const found = leaks(folder, Buffer.alloc(32, 1));

  expect(found).toContain('audio/planted holds sound of repair-call-stereo-8k.wav');
});

test('the search finds a password, a key in Base64 and as bytes, a PEM and a signature', () => {
  const folder = temporaryFolder();
  const key = Buffer.from(Array.from({ length: 32 }, (_, n) => n * 7));
  const planted = [administrator.password, key.toString('base64url'), key, '-----BEGIN PRIVATE KEY-----', '&sign=0A'];
  planted.forEach(
    (secret, n) => void writeFileSync(join(folder, `${n}`), Buffer.concat([Buffer.from('…'), Buffer.from(secret)])),
  );

  const found = leaks(folder, key);

  expect(found.sort()).toEqual([
    '0 holds the password',
    '1 holds the master key',
    '2 holds the master key',
    '3 holds a PEM',
    '4 holds a signature',
  ]);
});

/** An archive whose keychain exposes its content. */
async function archiveWithKey(log: Log) {
  const kept = new Map<string, string>();
  const memory = memoryKeychain();
  const keychain: Keychain = {
    ...memory,
    set: (account, value) => {
      kept.set(account, value);
      return memory.set(account, value);
    },
  };
  const started = await startService({ keychain, log });
  const masterKey = () => {
    const [, text] = [...kept].find(([account]) => account.startsWith('master-key/')) ?? [];
    return Buffer.from(text ?? '', 'base64url');
  };
  expect(masterKey().length).toBe(32);
  return { ...started, masterKey };
}

const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });
const foreignPassword = 'the password of an imported key';

/** Imports a key with its password. */
async function importKey(admin: Caller): Promise<void> {
  const encrypt_key = {
    name: 'From another server',
    add_type: 'import',
    public_key: foreign.publicKey.export({ type: 'spki', format: 'pem' }),
    private_key: foreign.privateKey.export({
      type: 'pkcs8',
      format: 'pem',
      cipher: 'aes-256-cbc',
      passphrase: foreignPassword,
    }),
    private_key_password: foreignPassword,
  };
  const { status, body } = await admin.post('/api/v2/encrypt_keys.json', { encrypt_key });
  expect([status, body?.details]).toEqual([201, undefined]);
}

/** The unencrypted secrets in a folder, one sentence each. */
function leaks(folder: string, masterKey: Buffer): string[] {
  const foreignKey = foreign.privateKey.export({ type: 'pkcs8', format: 'der' });
  return leaksIn(folder, originals, [
    ['the password', administrator.password],
    ['the password of a key', foreignPassword],
    ['an imported key', foreignKey.subarray(-200, -100)],
    // One line of a PEM.
    ['an imported key', foreignKey.toString('base64').slice(640, 704)],
    ['the master key', masterKey.toString('base64url')],
    ['the master key', masterKey.toString('base64').slice(0, 42)],
    ['the master key', masterKey.toString('hex')],
    ['the master key', masterKey],
  ]);
}

/** The part with the most distinct values. */
function loudest(sound: Buffer, length: number): Buffer {
  const starts = Array.from({ length: 2_000 }, (_, n) => 44 + n * 997);
  const [best = 0] = starts.sort(
    (a, b) => new Set(sound.subarray(b, b + length)).size - new Set(sound.subarray(a, a + length)).size,
  );
  return sound.subarray(best, best + length);
}

const surrounded = (piece: Buffer) => Buffer.concat([Buffer.alloc(777, 3), piece, Buffer.alloc(777, 4)]);
