import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { administratorBy, run, serving, withoutKeychain } from '../support/command-line';
import { openKeyring } from '../support/keyring';
import { administrator, basic, temporaryFolder } from '../support/start-service';

// Each test starts several processes, which take a while on a busy machine; one waits ten seconds.
vi.setConfig({ testTimeout: 180_000 });
const admin = { authorization: basic(administrator.login, administrator.password) };
const variables = () => administratorBy(`${administrator.password}\n`);
const masterKey = 'master-key/';

test('a first run with a keyring makes an application-mode key, and playback works after a restart', async () => {
  const keyring = await openKeyring(temporaryFolder());
  const folder = await archiveWithACall(keyring.env(variables()));

  const again = await visit(folder, keyring.env());

  const [account, key] = Object.entries(await keyring.content())[0] ?? [];
  expect(again).toEqual({ keychain: 'ok', list: 200, audio: 200, code: 0 });
  expect(modesOf(folder)).toEqual(['application']);
  expect(account).toMatch(/^master-key\/v1\//);
  expect(Buffer.from(key ?? '', 'base64url')).toHaveLength(32);
  expect(Object.keys(await keyring.content())).toHaveLength(1);
});

test('a key that was removed from the keyring is reported as missing and not replaced', async () => {
  const keyring = await openKeyring(temporaryFolder());
  const folder = await archiveWithACall(keyring.env(variables()));
  await keyring.change(masterKey);

  const without = await visit(folder, keyring.env());

  expect(without).toEqual({ keychain: 'missing', list: 200, audio: 503, code: 0 });
  expect(await keyring.content()).toEqual({});
});

test('a key of another archive is reported as a mismatch and not changed', async () => {
  const keyring = await openKeyring(temporaryFolder());
  const folder = await archiveWithACall(keyring.env(variables()));
  const other = Buffer.alloc(32, 7).toString('base64url');
  await keyring.change(masterKey, other);

  const with_other = await visit(folder, keyring.env());

  expect(with_other).toEqual({ keychain: 'mismatch', list: 200, audio: 503, code: 0 });
  expect(Object.values(await keyring.content())).toEqual([other]);
});

test('a locked keyring is reported, and operations without a key work', async () => {
  const keys = temporaryFolder();
  const keyring = await openKeyring(keys);
  const folder = await archiveWithACall(keyring.env(variables()));
  await keyring.close();
  const locked = await openKeyring(keys, { isLocked: true });

  const seen = await visit(folder, locked.env());

  expect(seen).toEqual({ keychain: 'locked', list: 200, audio: 503, code: 0 });
});

test('a bus that never answers does not prevent the program from starting, working and ending', async () => {
  const folder = await archiveWithACall(withoutKeychain(variables()));
  const path = join(temporaryFolder(), 'bus');
  const silent = createServer(() => {}).listen(path);
  onTestFinished(() => void silent.close());

  const seen = await visit(folder, withoutKeychain({ DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}` }));

  expect(seen).toEqual({ keychain: 'locked', list: 200, audio: 200, code: 0 });
});

test('a missing D-Bus is reported, and a first run makes a user-mode key that allows playback', async () => {
  const env = withoutKeychain(variables());
  delete env.DBUS_SESSION_BUS_ADDRESS;
  env.XDG_RUNTIME_DIR = temporaryFolder();
  const folder = await archiveWithACall(env);

  const seen = await visit(folder, env);

  expect(seen).toEqual({ keychain: 'absent', list: 200, audio: 200, code: 0 });
  expect(modesOf(folder)).toEqual(['user']);
});

/** Creates a data folder on the command line, with one recording. */
async function archiveWithACall(env: NodeJS.ProcessEnv): Promise<string> {
  const folder = temporaryFolder();
  const { code, stderr } = await run(
    ['import', '--data', folder, resolve('tests/data/audio/short-stereo-16k.wav')],
    env,
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return folder;
}

/** Starts the program, requests the list and audio, and ends it. */
async function visit(folder: string, env: NodeJS.ProcessEnv) {
  const { announced, stop } = await serving(folder, env);
  const list = await fetch(`${announced.url}/api/v2/calls.json`, { headers: admin });
  const { calls } = await list.json();
  const audio = await fetch(`${announced.url}/api/v2/calls/${calls[0].call_id}.json/audio`, { headers: admin });
  await audio.arrayBuffer();
  const { code } = await stop('SIGTERM');
  return { keychain: announced.keychain, list: list.status, audio: audio.status, code };
}

function modesOf(folder: string): string[] {
  const db = new Database(join(folder, 'earshot.db'), { readonly: true });
  const rows = db.prepare<[], { protection_mode: string }>('SELECT protection_mode FROM encrypt_keys').all();
  db.close();
  return rows.map(({ protection_mode }) => protection_mode);
}
