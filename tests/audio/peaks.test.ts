import { describe, expect, test, vi } from 'vitest';
import { decodePeaks, encodePeaks, type Peaks, peaksBuilder } from '../../electron/service/audio/peaks';
import type { WavCodec } from '../../electron/service/audio/wav';
import { chunk, drawn, fmt, probed, recording, riff, wavFile, wavFormat } from './given-sound';

/** The largest of the pairs from index `from` to `to`. */
const loudest = (pairs: Int8Array, from: number, to: number) =>
  pairs.subarray(2 * from, 2 * to).reduce((most, value) => Math.max(most, Math.abs(value)), 0);

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('peaks', () => {
  test.each<[string, number, number, number]>([
    ['repair-call-stereo-8k.wav', 2, 120_000, 6000],
    ['repair-call-stereo-alaw.wav', 2, 60_000, 3000],
    ['repair-call-agent-ulaw.wav', 1, 60_000, 3000],
    ['repair-call-mono-u8.wav', 1, 90_000, 4500],
    ['repair-call-stereo.mp3', 2, 120_168, 6009],
    ['question.mp3', 1, 2030, 102],
    ['question-ulaw-16k.wav', 1, 2030, 102],
    ['spanish-16k.wav', 1, 6125, 307],
    ['broken-truncated.wav', 2, 6249, 313],
  ])('of %s have a pair for each fiftieth of a second', async (name, channels, duration_ms, pairs) => {
    const peaks = await drawn(recording(name));

    expect(peaks).toMatchObject({ channels, duration_ms, per_second: 50, bits: 8 });
    expect(peaks.data.map((data) => data.length / 2)).toEqual(Array(channels).fill(pairs));
    expect(peaks.data.every((data) => data.every((value, i) => i % 2 === 0 || value >= data[i - 1]!))).toBe(true);
    expect(peaks.data.some((data) => loudest(data, 0, pairs) > 20)).toBe(true);
  });

  test('are the same however the file is split', async () => {
    for (const name of ['short-stereo-16k.wav', 'question.mp3', 'question-ulaw-16k.wav']) {
      const bytes = recording(name);
      const whole = await drawn(bytes, bytes.length);

      for (const pieceBytes of [997, 1]) expect(await drawn(bytes, pieceBytes)).toEqual(whole);
    }
  });

  test('contain the minimum and maximum of each 20 ms, per channel', async () => {
    const data = Buffer.alloc(2 * 2 * 480);
    for (let i = 0; i < 480; i += 1) {
      data.writeInt16LE(i === 200 ? 16_384 : 0, 4 * i);
      data.writeInt16LE(i === 479 ? -32_768 : 0, 4 * i + 2);
    }

    const peaks = await drawn(wavFile(wavFormat('pcm_s16le', 2), data));

    expect(peaks.data.map((pairs) => [...pairs])).toEqual([
      [0, 0, 0, 64, 0, 0],
      [0, 0, 0, 0, -127, 0],
    ]);
  });

  test('do not drift at rates that 50 does not divide', async () => {
    const rate = 11_025;
    const data = Buffer.alloc(2 * rate * 60);
    data.writeInt16LE(32_767, 2 * (rate * 59));

    const { data: lanes } = await drawn(wavFile(wavFormat('pcm_s16le', 1, rate), data));

    expect(lanes[0]!.length / 2).toBe(3000);
    expect(lanes[0]!.indexOf(127)).toBe(2 * 2950 + 1);
  });

  test.each<WavCodec>(['pcm_u8', 'pcm_s16le', 'pcm_s24le', 'pcm_s32le', 'pcm_f32le'])(
    'of %s show a tone at its level',
    async (codec) => {
      const width = wavFormat(codec).bits_per_sample / 8;
      const data = Buffer.alloc(width * 8000);
      for (let i = 0; i < 8000; i += 1) {
        const sample = 0.5 * Math.sin((2 * Math.PI * 440 * i) / 8000);
        if (codec === 'pcm_f32le') data.writeFloatLE(sample, 4 * i);
        else if (codec === 'pcm_u8') data[i] = 128 + Math.round(127 * sample);
        else data.writeIntLE(Math.round(sample * (2 ** (8 * width - 1) - 1)), width * i, width);
      }

      const { data: lanes } = await drawn(wavFile(wavFormat(codec), data));

      for (const value of lanes[0]!) expect(Math.abs(Math.abs(value) - 63.5)).toBeLessThan(2);
    },
  );

  test('ignore chunks around the sound', async () => {
    const sound = recording('short-stereo-16k.wav').subarray(44);
    const noise = Buffer.alloc(5001, 0x7f);
    const header = { channels: 2, rate: 16_000 };

    const peaks = await drawn(riff(chunk('JUNK', noise), fmt(header), chunk('data', sound), chunk('JUNK', noise)), 333);

    expect(peaks).toEqual(await drawn(recording('short-stereo-16k.wav')));
  });

  test('of a recording without a header are computed as it grows', async () => {
    const bytes = recording('short-stereo-16k.wav');
    const builder = peaksBuilder({
      ...(await probed(bytes)),
      codec: 'pcm_s16le',
      data_offset: 0,
      data_length: Number.POSITIVE_INFINITY,
    });
    for (let at = 44; at < bytes.length; at += 5555) await builder.push(bytes.subarray(at, at + 5555));

    expect(await builder.finish()).toEqual(await drawn(bytes));
  });

  test('of an empty file are empty', async () => {
    const builder = peaksBuilder({ ...(await probed(recording('question.mp3'))), codec: 'mp3' });

    expect(await builder.finish()).toMatchObject({ duration_ms: 0, data: [new Int8Array(0)] });
  });
});

describe('MP3 and WAV of the same sound', () => {
  test('agree: the question, spoken once', async () => {
    const [mp3, wav] = [await drawn(recording('question.mp3')), await drawn(recording('question-ulaw-16k.wav'))];

    const differences = [...mp3.data[0]!].map((value, i) => Math.abs(value - wav.data[0]![i]!));

    expect(mp3.duration_ms).toBe(wav.duration_ms);
    expect(mean(differences)).toBeLessThan(1);
  });

  test('agree: the second minute of the call, in both channels', async () => {
    const [mp3, wav] = [
      await drawn(recording('repair-call-stereo.mp3')),
      await drawn(recording('repair-call-stereo-8k.wav')),
    ];

    for (const channel of [0, 1]) {
      const minute = wav.data[channel]!.subarray(2 * 3000);
      // Without an Info frame that states it, the encoder's delay of 1105 samples is part of the sound: seven pairs.
      const late = mp3.data[channel]!.subarray(2 * 7);
      expect(mean([...minute.subarray(0, 5800)].map((value, i) => Math.abs(value - late[i]!)))).toBeLessThan(2);
      expect(mean([...minute].map(Math.abs))).toBeGreaterThan(3);
    }
  });
});

test('peaks of a damaged MP3 are computed without an error, and keep its duration', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  const bytes = Buffer.from(recording('repair-call-stereo.mp3').subarray(0, 288 * 200));
  for (let at = 300; at < bytes.length; at += 37) if (at % 288 > 4) bytes[at] = (at * 31) & 0xff;
  bytes.fill('ÿ no frame ', 20_000, 30_000);

  const [peaks, { duration_ms }] = [await drawn(bytes), await probed(bytes)];

  expect(Math.abs(peaks.duration_ms - duration_ms)).toBeLessThanOrEqual(200);
  expect(said).not.toHaveBeenCalled();
});

test('computing the peaks of an hour takes memory only for the result', async () => {
  const builder = peaksBuilder({
    codec: 'mulaw',
    sample_rate: 8000,
    channels: 1,
    data_offset: 0,
    data_length: 8000 * 3600,
  });
  const piece = Buffer.alloc(80_000, 0x55);
  const before = process.memoryUsage().rss;
  for (let i = 0; i < 360; i += 1) await builder.push(piece);

  const { data } = await builder.finish();

  expect(data[0]!.length).toBe(2 * 50 * 3600);
  expect(process.memoryUsage().rss - before).toBeLessThan(150e6);
});

describe('the side file', () => {
  const peaks: Peaks = {
    channels: 2,
    duration_ms: 59,
    per_second: 50,
    bits: 8,
    data: [Int8Array.of(-127, 127, 0, 0, -1, 1), Int8Array.of(1, 2, 3, 4, 5, 6)],
  };

  test('returns the encoded peaks', () => {
    expect(decodePeaks(encodePeaks(peaks))).toEqual(peaks);
    expect(encodePeaks(peaks)).toHaveLength(16 + 12);
  });

  test('of another kind is refused', () => {
    const good = encodePeaks(peaks);

    for (const bad of [Buffer.alloc(0), good.subarray(0, 20), Buffer.concat([good, good]), Buffer.alloc(28)]) {
      expect(() => decodePeaks(bad)).toThrow('not a waveform');
    }
  });
});
