import { afterEach, expect, test, vi } from 'vitest';
import {
  checkValue,
  type Keychain,
  type MasterKey,
  masterKeySource,
} from '../../electron/service/vault/keychain-state';
import { keychainOver } from '../support/host';
import { memoryKeychain, noKeychain } from '../support/start-service';

const account = 'master-key/v1/here';
const never = () => new Promise<never>(() => {});
const silent: Keychain = { get: never, set: never, delete: never };
const failing = (message: string): Keychain => ({ ...noKeychain, set: () => Promise.reject(new Error(message)) });
const check = (byte: number) => checkValue(Buffer.alloc(32, byte));
const holding = (byte: number) => memoryKeychain(new Map([[account, Buffer.alloc(32, byte).toString('base64url')]]));

const keyFrom = (keychain: Keychain, known: Buffer | undefined): Promise<MasterKey> =>
  masterKeySource({ keychain, installId: 'here', check: async () => known, elapsed: Date.now }).ask();

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

test('a new key is stored in the keychain and found again, and the probe leaves nothing behind', async () => {
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

test('a late answer is used at the next question, and no second key is made', async () => {
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
  const { ask } = masterKeySource({
    keychain: slow,
    installId: 'here',
    check: async () => undefined,
    elapsed: Date.now,
  });

  const states = [ask().then(({ state }) => state)];
  await vi.advanceTimersByTimeAsync(16_000);
  const again = ask();
  states.push(again.then(({ state }) => state));
  answer();
  await vi.advanceTimersByTimeAsync(0);

  expect(await Promise.all(states)).toEqual(['locked', 'ok']);
  expect((await again).key?.toString('base64url')).toBe(kept.get(account));
});

const withKit = (keychain: Keychain, known: Buffer | undefined = check(7), elapsed = Date.now) =>
  masterKeySource({ keychain, installId: 'here', check: async () => known, elapsed });

test.each([
  ['lost the key', new Map<string, string>(), []],
  ['holds another key', new Map([[account, Buffer.alloc(32, 8).toString('base64url')]]), [8]],
])('the key of a kit goes into a keychain that %s; the previous content is kept beside it', async (_, kept, before) => {
  const key = Buffer.alloc(32, 7);
  const adopted = await withKit(keychainOver(kept)).adopt(key);
  const again = await keyFrom(keychainOver(kept), check(7));
  const text = (byte: number) => Buffer.alloc(32, byte).toString('base64url');

  expect([adopted, again]).toEqual([
    { state: 'ok', key },
    { state: 'ok', key },
  ]);
  expect(kept.get(account)).toBe(text(7));
  expect([...kept.values()].filter((value) => value !== text(7))).toEqual(before.map(text));
});

test('without a keychain the key of a kit is kept until the program ends', async () => {
  const source = withKit(noKeychain);
  const key = Buffer.alloc(32, 7);
  const before = await source.ask();
  await source.adopt(key);
  expect([before, await source.ask()]).toEqual([{ state: 'absent' }, { state: 'absent', key }]);
});

test('a key adopted while the keychain was locked is stored once it is unlocked', async () => {
  let [elapsed, locked] = [0, true];
  const kept = new Map<string, string>();
  const quick = keychainOver(kept);
  const set: Keychain['set'] = (name, value) =>
    locked ? Promise.reject(new Error('The collection is locked')) : quick.set(name, value);
  const source = withKit({ ...quick, set }, check(7), () => elapsed);
  const key = Buffer.alloc(32, 7);
  const during = await source.adopt(key);
  [elapsed, locked] = [60_000, false];

  expect([during, await source.ask()]).toEqual([
    { state: 'locked', key },
    { state: 'ok', key },
  ]);
  expect(kept.get(account)).toBe(key.toString('base64url'));
});

test('a forgotten key is read again', async () => {
  const kept = new Map([[account, Buffer.alloc(32, 7).toString('base64url')]]);
  const source = withKit(keychainOver(kept));
  const before = await source.ask();
  source.forget();
  kept.clear();

  expect([before.state, await source.ask()]).toEqual(['ok', { state: 'missing' }]);
});

test('a key that is read across a lock is not kept', async () => {
  const kept = new Map([[account, Buffer.alloc(32, 7).toString('base64url')]]);
  const source = withKit(keychainOver(kept));
  const across = source.ask();
  source.forget();

  expect((await across).state).toBe('ok');
  kept.clear();
  expect(await source.ask()).toEqual({ state: 'missing' });
});

test('the key of a kit is only forgotten once the keychain has it', async () => {
  const [kept, key] = [new Map<string, string>(), Buffer.alloc(32, 7)];
  const [held, alone] = [withKit(keychainOver(kept)), withKit(noKeychain)];
  for (const source of [held, alone]) {
    await source.adopt(key);
    source.forget();
    await source.ask();
    source.forget();
  }
  kept.clear();

  expect([await held.ask(), await alone.ask()]).toEqual([{ state: 'missing' }, { state: 'absent', key }]);
});

test.each([
  ['of another archive', check(7)],
  ['for an archive that never had one', undefined],
])('a key %s is not accepted', async (_, known) => {
  const kept = new Map([[account, Buffer.alloc(32, 6).toString('base64url')]]);
  const source = masterKeySource({
    keychain: keychainOver(kept),
    installId: 'here',
    check: async () => known,
    elapsed: Date.now,
  });
  const before = await source.ask();
  expect(await source.adopt(Buffer.alloc(32, 8))).toBeUndefined();
  expect([await source.ask(), [...kept.keys()]]).toEqual([before, [account]]);
});

/** A source over an archive whose check value changes with `move`, as in the database. */
function movable(keychain: Keychain, byte = 7) {
  let known = check(byte);
  const hold: { answer?: Promise<void>; asked: number } = { asked: 0 };
  const source = masterKeySource({
    keychain,
    installId: 'here',
    check: async () => {
      const read = known;
      hold.asked += 1;
      await hold.answer;
      return read;
    },
    elapsed: Date.now,
  });
  const moved: Buffer[] = [];
  const move = async (_from: Buffer, to: Buffer) => {
    moved.push(to);
    known = checkValue(to);
  };
  return { source, move, moved, hold };
}

test('the key of a kit that was opened before does not come back when it is replaced', async () => {
  const kept = new Map<string, string>();
  const { source, move, moved } = movable(keychainOver(kept));
  await source.adopt(Buffer.alloc(32, 7));

  const replaced = await source.replace(move);

  expect([replaced, await source.ask()]).toEqual(Array(2).fill({ state: 'ok', key: moved[0] }));
  expect(kept.get(account)).toBe(moved[0]?.toString('base64url'));
  expect([...kept.values()]).toContain(Buffer.alloc(32, 7).toString('base64url'));
});

test('the key of a kit is not used in place of a new one that the keychain does not give', async () => {
  const quick = keychainOver(new Map());
  let isLocked = false;
  const set: Keychain['set'] = (name, value) =>
    isLocked ? Promise.reject(new Error('The collection is locked')) : quick.set(name, value);
  const { source, move } = movable({ ...quick, set });
  await source.adopt(Buffer.alloc(32, 7));

  const replaced = await source.replace(async (from, to) => {
    await move(from, to);
    isLocked = true;
  });

  expect([replaced, await source.ask()]).toEqual(Array(2).fill({ state: 'locked' }));
});

test('a question that a lock began before the key was replaced does not answer with the old one', async () => {
  const { source, move, moved, hold } = movable(holding(7));
  let release = () => {};

  const replaced = source.replace(async (from, to) => {
    const before = hold.asked;
    hold.answer = new Promise((resolve) => (release = resolve));
    source.forget();
    const asked = () => {
      void source.ask();
      return hold.asked;
    };
    await expect.poll(asked).toBeGreaterThan(before);
    await move(from, to);
    // The question has read the check value from before, and ends after the key was replaced.
    setTimeout(() => release());
  });

  expect(await replaced).toEqual({ state: 'ok', key: moved[0] });
  expect(await source.ask()).toEqual({ state: 'ok', key: moved[0] });
});
