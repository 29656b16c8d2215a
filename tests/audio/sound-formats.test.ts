import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rawFormatOf } from '../../electron/service/audio/formats/plain';
import { filePeaks } from '../../electron/service/audio/peaks';
import { probe } from '../../electron/service/audio/probe';
import { asPcm, samplesOf, soundLayout } from '../../electron/service/audio/samples';
import { soundFormats } from '../../shared/sound-formats';
import { memorySource } from '../support/memory-source';
import { collect } from './given-container';

type Expected = {
  file: string;
  tones: number[];
  codec: string;
  type: string;
  as_is: boolean;
  rate: number;
  channels: number;
  samples: number;
  tolerance?: number;
  min_db: number;
};
const folder = 'tests/bring-in';
const { audio, refused } = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as {
  audio: Expected[];
  refused: { file: string; names: string }[];
};
const bytesOf = (file: string) => readFileSync(join(folder, 'audio', file));

async function pcmOf(bytes: Buffer) {
  const source = memorySource(bytes);
  const { read, length, ...shape } = asPcm(samplesOf(source, await soundLayout(source)));
  return { ...shape, length, read, bytes: await collect(read(0, length - 1)) };
}

/** The strength of a tone in one channel, in dB of full scale, from 1.3 s to 1.9 s of the file. */
function levelOf(
  tone: number,
  bytes: Buffer,
  { rate, channels, channel }: { rate: number; channels: number; channel: number },
) {
  let [re, im, count] = [0, 0, 0];
  for (let n = Math.round(1.3 * rate); n < Math.round(1.9 * rate); n += 1, count += 1) {
    const sample = bytes.readInt16LE(2 * (n * channels + channel)) / 32_768;
    re += sample * Math.cos((2 * Math.PI * tone * n) / rate);
    im += sample * Math.sin((2 * Math.PI * tone * n) / rate);
  }
  return 20 * Math.log10((2 * Math.hypot(re, im)) / count);
}

describe.each(audio)('$file', ({ file, codec, type, as_is, rate, channels, samples, tolerance = 0, tones, min_db }) => {
  test('is known by its content, with its exact length', async () => {
    const found = await probe(memorySource(bytesOf(file)));

    expect(found).toMatchObject({ codec, sample_rate: rate, channels, rendered: !as_is, notes: [], truncated: false });
    expect(soundFormats[found.format].media_type).toBe(type);
    expect(Math.abs((found.duration_ms * rate) / 1000 - samples)).toBeLessThanOrEqual(tolerance + rate / 1000);
  });

  test('sounds on its lanes, and has the same bytes in every range', async () => {
    const { bytes, length, read, sample_rate } = await pcmOf(bytesOf(file));

    expect({ sample_rate, length: bytes.length }).toEqual({ sample_rate: rate, length });
    expect(Math.abs(length / 2 / channels - samples)).toBeLessThanOrEqual(tolerance);
    for (const [channel, tone] of tones.entries()) {
      expect(levelOf(tone, bytes, { rate, channels, channel })).toBeGreaterThan(min_db);
    }
    for (const [from, to] of [
      [length - 301, length - 1],
      [length / 2 + 1, length / 2 + 999],
      [7, 9],
    ] as const) {
      expect((await collect(read(from, to))).equals(bytes.subarray(from, to + 1))).toBe(true);
    }
  });

  test('has a waveform of its length', async () => {
    const bytes = bytesOf(file);
    const builder = filePeaks(memorySource(bytes), await probe(memorySource(bytes)));
    await builder.push(bytes);
    const peaks = await builder.finish();

    expect(peaks.channels).toBe(channels);
    expect(Math.abs((peaks.duration_ms * rate) / 1000 - samples)).toBeLessThanOrEqual(tolerance + rate / 1000);
    expect(Math.max(...peaks.data[0]!)).toBeGreaterThan(10);
  });
});

test.each(refused)('$file is refused as $names', async ({ file, names }) => {
  await expect(probe(memorySource(bytesOf(file)))).rejects.toThrow(names);
});

/** The samples that FFmpeg 5.1 decodes, as SHA-256 of 16-bit values. */
test.each([
  ['gsm-wav49.WAV', 'c918f7fc3a3f9c76da7437d360720b7f09ca5f53178cb88dfd8acbb6a963d340'],
  ['voicemail.gsm', '065488b311977ed65b5db16d0f1c54395e39637325cbbb355f6004218f28e956'],
  ['ima.wav', 'dffa2b08c283a860f5628c494beb2fb1a7bc974358e783b9ff9ac72637e5c34d'],
  ['ms.wav', '401332bb010f0879388b27d0d708c6303bb4e6c5cdae39708e73fd75020b6b74'],
  ['flac-in.ogg', 'd88bdecde78467b8745d40543ad28b1c131ba11a8a9dfc0466032e54f9f98854'],
  ['lossless.flac', 'd88bdecde78467b8745d40543ad28b1c131ba11a8a9dfc0466032e54f9f98854'],
  ['wave.w64', 'd88bdecde78467b8745d40543ad28b1c131ba11a8a9dfc0466032e54f9f98854'],
  ['long.wav', 'd88bdecde78467b8745d40543ad28b1c131ba11a8a9dfc0466032e54f9f98854'],
])('%s is decoded sample for sample', async (file, sha256) => {
  const { bytes } = await pcmOf(bytesOf(file));

  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
});

const long = (file: string): Buffer => Buffer.concat(Array.from({ length: 8 }, () => bytesOf(file)));

test.each([
  ['opus.ogg', bytesOf('opus.ogg')],
  ['vorbis.ogg', bytesOf('vorbis.ogg')],
  ['lossless.flac', bytesOf('lossless.flac')],
  ['memo.aac', long('memo.aac')],
  ['flac-in.ogg', bytesOf('flac-in.ogg')],
])('%s that was cut off is taken up to there, and says so', async (_, bytes) => {
  const whole = await probe(memorySource(bytes));
  const cut = await probe(memorySource(bytes.subarray(0, Math.round(bytes.length * 0.9))));

  expect([whole.truncated, cut.truncated]).toEqual([false, true]);
  expect(cut.duration_ms).toBeLessThan(whole.duration_ms);
  expect(cut.duration_ms).toBeGreaterThan(100);
});

test('a damaged frame of AAC is silence of its length', async () => {
  const bytes = long('memo.aac');
  const whole = await pcmOf(bytes);
  const damaged = Buffer.from(bytes);
  // Behind the head of a frame in the second block, so that the frame is still found.
  const at = damaged.indexOf(Buffer.from(bytes.subarray(0, 2)), Math.round(bytes.length / 5)) + 20;
  damaged.fill(0x55, at, at + 60);

  const heard = await pcmOf(damaged);

  expect(heard.length).toBe(whole.length);
  // Behind it, in the same block, the sound is where it was.
  const from = 2 * Math.round(whole.length * 0.115);
  const away = Array.from({ length: 2000 }, (_, n) =>
    Math.abs(heard.bytes.readInt16LE(from + 2 * n) - whole.bytes.readInt16LE(from + 2 * n)),
  );
  expect(Math.max(...away)).toBeLessThan(200);
});

test('a block in the middle of a long GSM file has the samples that it has in the whole', async () => {
  const frames = bytesOf('voicemail.gsm');
  const bytes = Buffer.concat(Array.from({ length: 40 }, () => frames));
  const whole = await pcmOf(bytes);
  for (let from = 1; from < whole.length - 400; from += 32_111) {
    const { read } = await pcmOf(bytes).then(async () => {
      const source = memorySource(bytes);
      return samplesOf(source, await soundLayout(source));
    });
    expect((await collect(read(from, from + 399))).equals(whole.bytes.subarray(from, from + 400))).toBe(true);
  }
});

test('sound without a header is what the name of its file says', async () => {
  const noise = Buffer.alloc(8000, 0x55);

  await expect(probe(memorySource(noise))).rejects.toThrow('is not a recording');
  await expect(probe(memorySource(Buffer.from('#!AMR\n')))).rejects.toThrow('no sound');
  expect(await probe(memorySource(noise), rawFormatOf('call.alaw'))).toMatchObject({
    format: 'alaw',
    codec: 'alaw',
    duration_ms: 1000,
    notes: [{ code: 'raw_by_name' }],
  });
});
