import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { until } from '../../electron/service/resources/sources/recordings/pieces';

setFlagsFromString('--expose_gc');
const collectGarbage: () => void = runInNewContext('gc');

async function* generated(count: number, made: WeakRef<Uint8Array>[]) {
  for (let at = 0; at < count; at++) {
    const piece = new Uint8Array(1024);
    made.push(new WeakRef(piece));
    // As long as a socket takes: what was given out before can be collected.
    await new Promise((resolve) => setImmediate(resolve));
    yield piece;
  }
}

test('a stream of any length keeps no piece that was taken', async () => {
  const made: WeakRef<Uint8Array>[] = [];
  const pieces = until(new AbortController().signal, generated(100, made));
  let bytes = 0;
  for (let at = 0; at < 90; at++) bytes += (await pieces.next()).value?.length ?? 0;
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();

  expect(bytes).toBe(90 * 1024);
  expect(made.filter((ref) => ref.deref()).length).toBeLessThan(5);
});

test('pieces end at the signal, also while the next one is awaited, and before the first', async () => {
  const stop = new AbortController();
  async function* slow() {
    yield new Uint8Array(1);
    await new Promise(() => {});
  }
  const pieces = until(stop.signal, slow());
  const first = await pieces.next();
  const second = pieces.next();
  stop.abort();

  expect([first.value?.length, (await second).done]).toEqual([1, true]);
  expect((await until(stop.signal, slow()).next()).done).toBe(true);
});

test('an error of the source is an error of the pieces', async () => {
  // biome-ignore lint/correctness/useYield: it fails before
  async function* failing(): AsyncGenerator<Uint8Array> {
    throw new Error('gone');
  }
  await expect(until(new AbortController().signal, failing()).next()).rejects.toThrow('gone');
});
