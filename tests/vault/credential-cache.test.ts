import { generateKeyPairSync } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DerivationGate, Throttle } from '../../electron/service/access/throttle';
import { CredentialCache } from '../../electron/service/vault/credential-cache';

const { privateKey: private_key } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const minute = 60_000;
const opened = { user_id: 'ada', private_key };

function cacheAt() {
  const clock = { now: 0 };
  const cache = new CredentialCache(() => clock.now);
  cache.keep(1, 'right', opened);
  return { clock, cache };
}

test('only the same password of the same person and version is found', () => {
  const { cache } = cacheAt();
  const found = (user: string, version: number, password: string) => cache.find(user, version, password) !== undefined;
  expect([
    found('ada', 1, 'right'),
    found('ada', 1, 'Right'),
    found('ada', 2, 'right'),
    found('bob', 1, 'right'),
  ]).toEqual([true, false, false, false]);
  expect(found('ada', 1, 'right')).toBe(true);
});

test('an entry is dropped after ten idle minutes, and after twelve hours in any case', () => {
  const { clock, cache } = cacheAt();
  clock.now += 10 * minute;
  const used = cache.find('ada', 1, 'right');
  clock.now += 10 * minute + 1;
  const idle = cache.find('ada', 1, 'right');

  const other = cacheAt();
  let last = other.cache.find('ada', 1, 'right');
  for (; last && other.clock.now <= 13 * 60 * minute; last = other.cache.find('ada', 1, 'right'))
    other.clock.now += 9 * minute;

  expect([used, idle]).toEqual([expect.objectContaining(opened), undefined]);
  expect(other.clock.now).toBeGreaterThan(12 * 60 * minute);
  expect(other.clock.now).toBeLessThanOrEqual(12 * 60 * minute + 9 * minute);
});

test('a key that nobody asks for again leaves the memory after its ten minutes, at most one later', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const cache = new CredentialCache(Date.now);
  cache.keep(1, 'right', opened);
  vi.advanceTimersByTime(5 * minute);
  cache.keep(1, 'other', opened);

  // It looks every minute while it has keys.
  vi.advanceTimersByTime(10 * minute - 1);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(minute + 1);
  expect(vi.getTimerCount()).toBe(0);

  cache.keep(1, 'right', opened);
  cache.close();
  cache.keep(1, 'right', opened);
  expect(vi.getTimerCount()).toBe(0);
  expect(cache.find('ada', 1, 'right')).toBeUndefined();
});

test('the least recently used of thirty-two entries is dropped', () => {
  const { cache } = cacheAt();
  for (let n = 0; n < 31; n++) cache.keep(1, 'x', { user_id: `user ${n}`, private_key });
  cache.find('ada', 1, 'right');
  cache.keep(1, 'x', { user_id: 'one more', private_key });
  const kept = [cache.find('ada', 1, 'right'), cache.find('user 0', 1, 'x'), cache.find('user 1', 1, 'x')].map(Boolean);
  expect(kept).toEqual([true, false, true]);
});

test('five failures are free, then each doubles the wait up to a minute; a right guess clears them', () => {
  const clock = { now: 0 };
  const throttle = new Throttle(() => clock.now);
  /** The seconds until the next guess is admitted, and the function to call if it was right. */
  const guess = (waited = 0): [number, () => void] => {
    try {
      return [waited, throttle.admit('ada')];
    } catch (cause) {
      const { retry_after } = (cause as { details: { retry_after: number } }).details;
      clock.now += retry_after * 1000;
      return guess(waited + retry_after);
    }
  };

  const waits = Array.from({ length: 14 }, () => guess()[0]);
  const [last, wasRight] = guess();
  wasRight();
  const after = Array.from({ length: 6 }, () => guess()[0]);

  expect([waits, last]).toEqual([[0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60], 60]);
  expect(after).toEqual([0, 0, 0, 0, 0, 0]);
});

test('as many simultaneous guesses are admitted as sequential ones', () => {
  const clock = { now: 0 };
  const throttle = new Throttle(() => clock.now);
  const admitted = () =>
    Array.from({ length: 10 }, () => {
      try {
        throttle.admit('ada');
        return 1;
      } catch {
        return 0;
      }
    }).reduce<number>((sum, one) => sum + one, 0);

  const first = admitted();
  clock.now += 1000;
  const later = admitted();

  expect([first, later]).toEqual([6, 1]);
});

test('after sixty failures in a minute, whoever caused them, everybody waits until the first is a minute old', () => {
  const clock = { now: 0 };
  const throttle = new Throttle(() => clock.now);
  for (let n = 0; n < 60; n++) throttle.admit(`login ${n}`);
  clock.now = 20_000;
  expect(() => throttle.admit('ada')).toThrow(
    expect.objectContaining({ code: 'TooManyRequests', details: { retry_after: 40 } }),
  );
  clock.now = minute;
  expect(() => throttle.admit('ada')).not.toThrow();
});

test('two derivations run, eight wait, the next is refused; a failed one frees its place too', async () => {
  const gate = new DerivationGate();
  const running: { end: () => void; fail: (cause: Error) => void }[] = [];
  const derive = () => gate.pass(() => new Promise<void>((end, fail) => void running.push({ end, fail })));
  const all = Array.from({ length: 10 }, () => derive().catch(() => 'failed'));
  const atOnce = running.length;

  await expect(derive()).rejects.toMatchObject({ code: 'TooManyRequests', details: { retry_after: 1 } });
  running[0]?.fail(new Error('no'));
  for (let n = 1; n < 10; n++) {
    while (!running[n]) await new Promise((resolve) => setImmediate(resolve));
    running[n]?.end();
  }
  await Promise.all(all);
  const after = derive();
  running.at(-1)?.end();
  await after;

  expect([atOnce, running.length]).toEqual([2, 11]);
});
