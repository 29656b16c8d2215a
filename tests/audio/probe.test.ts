import { ftruncateSync, mkdtempSync, openSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fileSource } from '../../electron/service/audio/byte-source';
import { type Probe, probe } from '../../electron/service/audio/probe';
import { memorySource } from '../support/memory-source';
import { watched } from './given-container';
import { chunk, fmt, pathOf, probed, recording, riff, sentenceOf, wavFile, wavFormat } from './given-sound';

const row = (
  format: Probe['format'],
  codec: Probe['codec'],
  [sample_rate, channels, bits_per_sample]: [number, number, number],
  [duration_ms, data_offset, data_length]: [number, number, number],
  truncated = false,
): Probe => ({
  format,
  codec,
  sample_rate,
  channels,
  bits_per_sample,
  duration_ms,
  data_offset,
  data_length,
  truncated,
  rendered: false,
  unheard_bytes: 0,
  notes: [],
  tags: {},
});

/** Determined with `file`, a hex viewer and a calculator: data_length / block / rate. */
describe('the recordings of the test data', () => {
  test.each<[string, Probe]>([
    ['broken-mp3-named.wav', row('mp3', 'mp3', [16_000, 1, 16], [2030, 288, 11_988])],
    ['broken-truncated.wav', row('wav', 'pcm_s16le', [8000, 2, 16], [6249, 44, 199_956], true)],
    ['question-ulaw-16k.wav', row('wav', 'mulaw', [16_000, 1, 8], [2030, 44, 32_480])],
    ['question.mp3', row('mp3', 'mp3', [16_000, 1, 16], [2030, 288, 11_988])],
    ['repair-call-agent-ulaw.wav', row('wav', 'mulaw', [8000, 1, 8], [60_000, 58, 480_000])],
    ['repair-call-mono-u8.wav', row('wav', 'pcm_u8', [8000, 1, 8], [90_000, 44, 720_000])],
    ['repair-call-stereo-8k.wav', row('wav', 'pcm_s16le', [8000, 2, 16], [120_000, 44, 3_840_000])],
    ['repair-call-stereo-alaw.wav', row('wav', 'alaw', [8000, 2, 8], [60_000, 58, 960_000])],
    ['repair-call-stereo.mp3', row('mp3', 'mp3', [8000, 2, 16], [120_168, 0, 480_672])],
    ['short-stereo-16k.wav', row('wav', 'pcm_s16le', [16_000, 2, 16], [1720, 44, 110_052])],
    ['spanish-16k.wav', row('wav', 'pcm_s16le', [16_000, 1, 16], [6125, 44, 196_004])],
    ['two-speakers-mono-16k.wav', row('wav', 'pcm_s16le', [16_000, 1, 16], [29_488, 46, 943_600])],
  ])('%s', async (name, expected) => {
    const source = await fileSource(pathOf(name));

    expect(await probe(source)).toEqual(expected);
    await source.close();
  });

  test.each([
    ['broken-no-header.wav', 'This file is not a recording that Earshot knows.'],
    ['unplayable-g722.wav', 'Earshot cannot play G.722.'],
  ])('%s is refused', async (name, sentence) => {
    expect(await sentenceOf(probed(recording(name)))).toBe(sentence);
  });
});

describe('a file that is neither WAV nor MP3', () => {
  const not = 'This file is not a recording that Earshot knows.';
  const padded = (text: string) => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(3000, 1)]);
  test.each<[string, Buffer, string]>([
    ['nothing', Buffer.alloc(0), 'This file is empty.'],
    ['one byte', Buffer.from([0xff]), not],
    ['zeros', Buffer.alloc(100_000), not],
    ['ones', Buffer.alloc(100_000, 0xff), not],
    ['text', Buffer.from('setup_time,from_number\n'.repeat(500)), not],
    ['RIFF of another kind', padded('RIFF\x10\0\0\0AVI LIST'), not],
    ['a RIFF head alone', Buffer.from('RIFF'), not],
    ['a tag and nothing else', Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\x20', 'latin1'), Buffer.alloc(32)]), not],
    ['a tag longer than the file', padded('ID3\x04\0\0\x7f\x7f\x7f\x7f'), not],
    ['tags without end', Buffer.from('ID3\x04\0\0\0\0\0\0'.repeat(10_000), 'latin1'), not],
    ['Ogg', padded('OggS'), 'This file contains no sound.'],
    ['MP4', padded('\0\0\0\x20ftypM4A '), 'This file contains no sound.'],
    ['FLAC', padded('fLaC'), 'The sound of this file is damaged and cannot be decoded.'],
    ['AIFF', padded('FORM'), 'This is an AIFF file, which Earshot cannot play.'],
  ])('%s', async (_, bytes, sentence) => {
    expect(await sentenceOf(probed(bytes))).toBe(sentence);
  });
});

describe('tags', () => {
  test('of a WAV file are its INFO texts', async () => {
    const text = (name: string, value: string) => chunk(name, Buffer.from(`${value}\0`));
    const info = [
      text('INAM', 'Auftrag Müller'),
      text('IART', 'Nord'),
      text('ICMT', 'a\tb\x07c'),
      text('ICRD', '2024-05-01'),
    ];
    const list = chunk('LIST', Buffer.concat([Buffer.from('INFO'), ...info]));

    const { tags } = await probed(
      riff(fmt(), chunk('data', Buffer.alloc(100)), list, chunk('LIST', Buffer.from('adtl'))),
    );

    expect(tags).toEqual({ title: 'Auftrag Müller', artist: 'Nord', comment: 'a b c', recorded_at: '2024-05-01' });
  });

  test('of a broadcast WAV file contain the time', async () => {
    const bext = Buffer.alloc(610);
    bext.write('Line 3', 0);
    bext.write('Recorder', 256);
    bext.write('2024-05-0114:03:59', 320);

    const { tags } = await probed(riff(fmt(), chunk('bext', bext), chunk('data', Buffer.alloc(100))));

    expect(tags).toEqual({ comment: 'Line 3', artist: 'Recorder', recorded_at: '2024-05-01T14:03:59' });
  });

  test('with an impossible date are ignored', async () => {
    const list = chunk('LIST', Buffer.concat([Buffer.from('INFO'), chunk('ICRD', Buffer.from('2024-99-77'))]));

    expect((await probed(riff(fmt(), list, chunk('data', Buffer.alloc(100))))).tags).toEqual({});
  });
});

describe('hostile files', () => {
  test('of any bytes in the first hundred are refused with a message, or accepted within bounds', async () => {
    const starts = ['short-stereo-16k.wav', 'repair-call-stereo-alaw.wav', 'question.mp3', 'unplayable-g722.wav'].map(
      (name) => recording(name).subarray(0, 6000),
    );
    const change = fc.tuple(fc.nat(99), fc.oneof(fc.constantFrom(0, 1, 0x7f, 0x80, 0xff), fc.nat(255)));
    const property = fc.asyncProperty(
      fc.constantFrom(...starts),
      fc.array(change, { maxLength: 30 }),
      async (start, changes) => {
        const bytes = Buffer.from(start);
        for (const [at, value] of changes) bytes[at] = value;
        const { source, seen } = watched(memorySource(bytes));
        const result = await probe(source).catch((error) => error);
        if (seen.largest > 2 ** 20 || seen.reads > 2200) return false;
        if (result.code === 'InvalidRecord') return result.message.endsWith('.');
        const { data_offset, data_length, duration_ms } = result as Probe;
        return data_offset >= 0 && data_length > 0 && data_offset + data_length <= bytes.length && duration_ms >= 0;
      },
    );

    await fc.assert(property, { numRuns: 3000 });
  });

  test('of 3 GiB need neither much time nor memory', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'earshot-')), 'large.wav');
    const file = openSync(path, 'w');
    writeSync(file, wavFile(wavFormat('pcm_s16le', 2), Buffer.alloc(8)));
    ftruncateSync(file, 3 * 2 ** 30);
    const { source, seen } = watched(await fileSource(path));
    writeSync(file, Buffer.from([0xff, 0xff, 0xff, 0xff]), 0, 4, 40);

    const { duration_ms, truncated } = await probe(source);
    await source.close();

    expect({ duration_ms, truncated }).toEqual({ duration_ms: Math.round((3 * 2 ** 30 - 44) / 32), truncated: false });
    expect(seen.largest).toBeLessThanOrEqual(2 ** 20);
    expect(seen.reads).toBeLessThan(10);
  });

  test('of a hundred thousand empty chunks are refused', async () => {
    const bytes = riff(fmt(), ...Array.from({ length: 100_000 }, () => chunk('junk', Buffer.alloc(0))));
    const { source, seen } = watched(memorySource(bytes));

    expect(await sentenceOf(probe(source))).toBe('This WAV file contains no sound.');
    expect(seen.reads).toBeLessThan(1100);
  });
});
