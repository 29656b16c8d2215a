import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { framerOf } from '../../electron/service/audio/live/frames';

const pcm = { codec: 'pcm_s16le', sample_rate: 8000, channels: 2 } as const;
const bytesTo = (length: number) => Buffer.from(Array.from({ length }, (_, n) => n % 251));

/** Pushes `bytes` in pieces of these lengths. */
function framed(framer: ReturnType<typeof framerOf>, bytes: Buffer, lengths: number[]) {
  const out: { bytes: Buffer; at: number }[] = [];
  let at = 0;
  for (const length of [...lengths, bytes.length]) {
    for (const one of framer.push(bytes.subarray(at, at + length))) out.push({ ...one, bytes: Buffer.from(one.bytes) });
    at = Math.min(bytes.length, at + length);
  }
  return { bytes: Buffer.concat(out.map((one) => one.bytes)), out };
}

test('pieces of any length become whole frames, each at its offset', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 12 }),
      fc.integer({ min: 0, max: 90 }),
      (lengths, n) => {
        const bytes = bytesTo(n);
        const { bytes: whole, out } = framed(framerOf(pcm, 0), bytes, lengths);
        expect(whole).toEqual(bytes.subarray(0, n - (n % 4)));
        expect(out.every((one) => one.at % 4 === 0 && bytes.subarray(one.at).indexOf(one.bytes) === 0)).toBe(true);
      },
    ),
  );
});

test('after a pause within a frame, its rest is skipped and the next whole frame is the first', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: 0, max: 40 }),
      fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 8 }),
      (before, paused, lengths) => {
        const bytes = bytesTo(120);
        const framer = framerOf(pcm, 0);
        framer.push(bytes.subarray(0, before));
        framer.restart(before + paused);
        const { bytes: rest } = framed(framer, bytes.subarray(before + paused), lengths);
        const first = Math.ceil((before + paused) / 4) * 4;
        expect(rest).toEqual(bytes.subarray(first));
      },
    ),
  );
});

test('MP3 is cut into its frames, after other bytes and after a pause within a frame', () => {
  const mp3 = readFileSync(resolve('tests/data/audio/question.mp3'));
  const sound = { codec: 'mp3', sample_rate: 16_000, channels: 1 } as const;
  const whole = framed(framerOf(sound, 0), mp3, [1000, 3, 5000]);
  const first = whole.out[0]?.at ?? -1;

  const framer = framerOf(sound, first + 100);
  const { out } = framed(framer, mp3.subarray(first + 100), [500, 1, 2000]);

  expect(mp3.subarray(first).indexOf(whole.bytes)).toBe(0);
  expect(whole.bytes.length).toBeGreaterThan(mp3.length / 2);
  expect(out[0]?.at).toBeGreaterThan(first + 100);
  expect(whole.bytes.subarray(-1000).equals(Buffer.concat(out.map(({ bytes }) => bytes)).subarray(-1000))).toBe(true);
  expect(mp3[out[0]?.at ?? 0]).toBe(0xff);
});
