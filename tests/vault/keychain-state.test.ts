import { createHash, scryptSync } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import {
  checkValue,
  type Keychain,
  type MasterKey,
  masterKeySource,
} from '../../electron/service/vault/keychain-state';
import { makeKit } from '../../electron/service/vault/recovery-kit';
import { unseal } from '../../electron/service/vault/sealed';
import { keychainOver } from '../support/host';
import { memoryKeychain, noKeychain } from '../support/start-service';

const account = 'master-key/v1/here';
const never = () => new Promise<never>(() => {});
const silent: Keychain = { get: never, set: never, delete: never };
const failing = (message: string): Keychain => ({ ...noKeychain, set: () => Promise.reject(new Error(message)) });
const check = (byte: number) => checkValue(Buffer.alloc(32, byte));
const holding = (byte: number) => memoryKeychain(new Map([[account, Buffer.alloc(32, byte).toString('base64url')]]));

const keyFrom = (keychain: Keychain, known: Buffer | undefined): Promise<MasterKey> =>
  masterKeySource({ keychain, installId: 'here', check: () => known, now: Date.now })();

afterEach(() => void vi.useRealTimers());

test.each<[string, string, Keychain, Buffer | undefined]>([
  ['an empty keychain and a new archive', 'ok', memoryKeychain(), undefined],
  ['the key of this archive', 'ok', holding(7), check(7)],
  ['the key of another archive', 'mismatch', holding(8), check(7)],
  ['something that is no key', 'mismatch', memoryKeychain(new Map([[account, 'short']])), check(7)],
  ['an empty keychain and an old archive', 'missing', memoryKeychain(), check(7)],
  ['no keychain', 'absent', noKeychain, undefined],
  ['a prompt that was dismissed', 'locked', failing('The prompt was dismissed.'), check(7)],
  ['a locked collection', 'locked', failing('Cannot create an item in a locked collection'), undefined],
  ['a keychain that forgets', 'absent', { ...memoryKeychain(), get: async () => null }, undefined],
])('with %s the state is %s', async (_name, state, keychain, known) => {
  expect((await keyFrom(keychain, known)).state).toBe(state);
});

test('a new key is kept in the keychain, found again, and the probe leaves nothing behind', async () => {
  const kept = new Map<string, string>();
  const keychain: Keychain = {
    get: async (name) => kept.get(name) ?? null,
    set: async (name, value) => void kept.set(name, value),
    delete: async (name) => void kept.delete(name),
  };
  const first = await keyFrom(keychain, undefined);
  const second = await keyFrom(keychain, first.key && checkValue(first.key));
  expect(second).toEqual(first);
  expect([...kept.keys()]).toEqual([account]);
});

test('a lost or foreign key is never replaced', async () => {
  const set = vi.fn(async () => {});
  const get = async (name: string) => (name.startsWith('canary') ? 'sings' : null);
  await keyFrom({ get, set, delete: async () => {} }, check(7));
  expect(set.mock.calls.filter(([name]: unknown[]) => !String(name).startsWith('canary'))).toEqual([]);
});

test('a keychain that never answers counts as locked after ten seconds', async () => {
  vi.useFakeTimers();
  const states: string[] = [];
  void keyFrom(silent, check(7)).then(({ state }) => states.push(state));
  await vi.advanceTimersByTimeAsync(9_999);
  const before = [...states];
  await vi.advanceTimersByTimeAsync(1);
  expect([before, states]).toEqual([[], ['locked']]);
});

test('an answer that comes too late is taken at the next question, and no second key is made', async () => {
  vi.useFakeTimers();
  const kept = new Map<string, string>();
  const quick = keychainOver(kept);
  let answer = () => {};
  const slow: Keychain = {
    ...quick,
    get: async (name) => {
      if (name === account && !kept.has(account)) await new Promise<void>((resolve) => (answer = resolve));
      return quick.get(name);
    },
  };
  const ask = masterKeySource({ keychain: slow, installId: 'here', check: () => undefined, now: Date.now });

  const states = [ask().then(({ state }) => state)];
  await vi.advanceTimersByTimeAsync(16_000);
  const again = ask();
  states.push(again.then(({ state }) => state));
  answer();
  await vi.advanceTimersByTimeAsync(0);

  expect(await Promise.all(states)).toEqual(['locked', 'ok']);
  expect((await again).key?.toString('base64url')).toBe(kept.get(account));
});

test('a recovery kit opens with its words and no others, and holds neither them nor the key', async () => {
  const key = Buffer.alloc(32, 7);
  const kit = await makeKit(key, 'here', '2026-11-20T14:32:08+00:00');
  const file = JSON.parse(kit.file);
  const [, ln] = file.kdf.match(/^scrypt,ln=(\d+),r=8,p=1$/);
  const open = (words: string[], install = file.install_id) => {
    const cost = { N: 2 ** Number(ln), r: 8, p: 1, maxmem: 192 * 1024 * 1024 };
    const secret = scryptSync(words.join(' '), Buffer.from(file.salt, 'base64'), 32, cost);
    return unseal(secret, Buffer.from(file.sealed, 'base64'), `cra/kit/1|${install}`);
  };

  expect(open(kit.words)).toEqual(key);
  expect(() => open([...kit.words].reverse())).toThrow();
  expect(() => open(kit.words, 'elsewhere')).toThrow();
  expect([ln, kit.words.length, file.install_id]).toEqual(['17', 7, 'here']);
  expect(file.check).toBe(
    createHash('sha256').update(Buffer.from(file.sealed, 'base64')).digest('hex').slice(0, 8).toUpperCase(),
  );
  for (const secret of [...kit.words, key.toString('base64'), key.toString('hex')]) {
    expect(` ${kit.file.replaceAll('recovery kit. It opens with its seven words only', '')} `).not.toContain(
      ` ${secret} `,
    );
  }
});
