import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { framerOf } from '../../electron/service/audio/live/frames';
import { Refusal } from '../../electron/service/refusal';

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

const question = readFileSync(resolve('tests/data/audio/question.mp3'));
const long = Buffer.concat(Array(7).fill(question));
const spoken = { codec: 'mp3', sample_rate: 16_000, channels: 1 } as const;

test('a tag at the start is skipped, however long it is, and the Info frame behind it', () => {
  const file = readFileSync(resolve('tests/audio/mp3/vbr-44k-xing.mp3'));
  const [tag, content] = [Buffer.from('ID3\x03\0\0\0\x06\0\0', 'latin1'), Buffer.alloc(6 * 2 ** 14, 0xff)];
  const framer = framerOf({ codec: 'mp3', sample_rate: 44_100, channels: 1 }, 0);

  const { bytes, out } = framed(framer, Buffer.concat([tag, content, file]), [4, 20_000, 70_000, 11_000]);

  expect(bytes.includes('Xing')).toBe(false);
  expect(file.indexOf(bytes)).toBeGreaterThan(0);
  expect(out[0]?.at).toBe(tag.length + content.length + file.indexOf(bytes));
});

test.for([
  ['format', spoken, Buffer.alloc(66_000, 'no sound ')],
  ['sample_rate', { ...spoken, sample_rate: 48_000 }, long],
  ['channels', { ...spoken, channels: 2 }, long],
] as const)('64 KiB without a frame of the announced sound are refused at %s', ([field, sound, bytes]) => {
  const framer = framerOf(sound, 100);
  framer.push(bytes.subarray(0, 1000));

  const refused = () => framer.push(bytes.subarray(1000));

  expect(refused).toThrow(Refusal);
  expect(() => framer.push(bytes)).toThrow(expect.objectContaining({ details: { [field]: expect.anything() } }));
  expect(framer.soughtFrom).toBe(100);
});
