import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { paced } from '../../electron/service/http/pace';
import type { Refusal } from '../../electron/service/refusal';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Pieces of these bytes, one each 10 seconds. */
async function* slowly(bytes: number, pieces: number) {
  for (let n = 0; n < pieces; n++) {
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    yield new Uint8Array(bytes);
  }
}

async function countOf(all: AsyncIterable<Uint8Array>): Promise<number> {
  let count = 0;
  for await (const _ of all) count++;
  return count;
}

async function outcome(source: AsyncIterable<Uint8Array>) {
  const received = countOf(paced(source)).catch((cause: Refusal) => cause.code);
  await vi.advanceTimersByTimeAsync(200_000);
  return received;
}

test('an upload that is silent, or sends less than 64 KiB in 25 seconds, is refused', async () => {
  expect(await outcome(slowly(1, 10))).toBe('TooSlow');
  expect(await outcome(slowly(21_000, 10))).toBe('TooSlow');
  expect(await outcome(new ReadableStream<Uint8Array>())).toBe('TooSlow');
});

test('an upload that keeps the pace is received whole, and so is a short one', async () => {
  expect(await outcome(slowly(33_000, 10))).toBe(10);
  expect(await outcome(slowly(1, 2))).toBe(2);
});

test('the time that the receiver takes does not count', async () => {
  const received = (async () => {
    let pieces = 0;
    for await (const _ of paced(slowly(33_000, 6))) {
      pieces++;
      await new Promise((resolve) => setTimeout(resolve, 30_000));
    }
    return pieces;
  })();
  await vi.advanceTimersByTimeAsync(300_000);

  expect(await received).toBe(6);
});
