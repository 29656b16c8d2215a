import { reason } from '@shared/reasons/reasons';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { openContainer } from '../../electron/service/audio/container/reader';
import { type JoinPart, joinFiles } from '../../electron/service/audio/join';
import { wavHeader } from '../../electron/service/audio/wav';
import { memorySource } from '../support/memory-source';
import { collect, pattern, refusalOf, sealed } from './given-container';
import { chunk, drawn, fmt, probed, recording, riff, wavFile, wavFormat } from './given-sound';

/** A stored file of a call: encrypted, with the columns of its row. */
async function part(bytes: Buffer, change: Partial<JoinPart> = {}): Promise<JoinPart> {
  const { bytes: container, dek } = sealed(bytes);
  const open = () => openContainer(memorySource(container), dek);
  return { ...(await probed(bytes)), length: bytes.length, open, ...change };
}

const whole = (joined: ReturnType<typeof joinFiles>) => collect(joined.read(0, joined.length - 1));

test('a single file is returned with its original bytes, whatever they are', async () => {
  const list = chunk('LIST', Buffer.from('INFOINAM\x04\0\0\0abc\0'));
  for (const bytes of [
    recording('question.mp3'),
    recording('question-ulaw-16k.wav'),
    riff(fmt(), chunk('data', pattern(999)), list),
  ]) {
    const joined = joinFiles([await part(bytes)]);

    expect(joined.length).toBe(bytes.length);
    expect((await whole(joined)).equals(bytes)).toBe(true);
  }
});

test('a live recording, stored as bare samples, gets a header', async () => {
  const samples = pattern(5000);
  const format = wavFormat('mulaw', 1, 8000);
  const stored = { ...format, format: 'wav' as const, data_offset: 0, data_length: 5000 };

  const joined = joinFiles([{ ...(await part(wavFile(format, samples))), ...stored, ...(await bare(samples)) }]);
  const bytes = await whole(joined);

  expect(bytes.equals(wavFile(format, samples))).toBe(true);
  expect(await probed(bytes)).toMatchObject({ codec: 'mulaw', data_length: 5000, truncated: false });
});

async function bare(bytes: Buffer): Promise<Pick<JoinPart, 'length' | 'open'>> {
  const { bytes: container, dek } = sealed(bytes);
  return { length: bytes.length, open: () => openContainer(memorySource(container), dek) };
}

describe('WAV files', () => {
  test('become one header and all samples', async () => {
    const names = ['repair-call-stereo-8k.wav', 'broken-truncated.wav'];
    const joined = joinFiles(await Promise.all(names.map((name) => part(recording(name)))));

    const bytes = await whole(joined);

    expect(joined).toMatchObject({ contentType: 'audio/x-wav', length: bytes.length });
    expect(bytes.subarray(44).equals(Buffer.concat(names.map((name) => recording(name).subarray(44))))).toBe(true);
    expect(await probed(bytes)).toMatchObject({ duration_ms: 126_249, truncated: false, channels: 2 });
  });

  test('of an odd length are padded', async () => {
    const format = wavFormat('pcm_u8');
    const parts = [await part(wavFile(format, pattern(99))), await part(wavFile(format, pattern(100)))];

    const bytes = await whole(joinFiles(parts));

    expect(bytes.length).toBe(44 + 199 + 1);
    expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8);
    expect((await probed(bytes)).data_length).toBe(199);
  });

  test('that end within a block do not swap the channels of the next file', async () => {
    const format = wavFormat('pcm_s16le', 2);
    const stored = { data_offset: 0, data_length: 999, ...(await bare(pattern(999))) };
    const next = await part(wavFile(format, pattern(1000)));

    const bytes = await whole(joinFiles([{ ...next, ...stored }, next]));

    expect(bytes.equals(wavFile(format, Buffer.concat([pattern(996), pattern(1000)])))).toBe(true);
  });

  test('beyond 4 GiB have sizes that mean "to the end"', async () => {
    const giant = { data_offset: 44, data_length: 3 * 2 ** 30, length: 3 * 2 ** 30 + 44 };
    const one = await part(wavFile(wavFormat('mulaw'), pattern(100)), giant);

    const joined = joinFiles([one, { ...one }]);
    const header = await collect(joined.read(0, 57));

    expect(joined.length).toBe(6 * 2 ** 30 + 58);
    expect(header.equals(wavHeader(wavFormat('mulaw'), 6 * 2 ** 30))).toBe(true);
    expect(header.readUInt32LE(54)).toBe(0xffff_ffff);
  });
});

describe('MP3 files', () => {
  const tag = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\x0a', 'latin1'), Buffer.alloc(10)]);
  const trail = Buffer.alloc(128);
  trail.write('TAG');
  const tagged = Buffer.concat([tag, recording('question.mp3'), trail]);

  test('become all frames, without tags and Info frames', async () => {
    const joined = joinFiles([await part(tagged), await part(tagged), await part(recording('question.mp3'))]);

    const bytes = await whole(joined);

    expect(joined).toMatchObject({ contentType: 'audio/mpeg', length: 3 * 11_988 });
    expect(bytes.equals(Buffer.concat(Array(3).fill(recording('question.mp3').subarray(288))))).toBe(true);
    expect(bytes.includes('Xing') || bytes.includes('ID3') || bytes.includes('TAG')).toBe(false);
  });

  test('play as long as they do separately', async () => {
    const call = recording('repair-call-stereo.mp3');

    const bytes = await whole(joinFiles([await part(call), await part(call)]));

    expect((await drawn(bytes)).duration_ms).toBe(2 * 120_168);
  });
});

describe('files that cannot be joined', () => {
  const wav = (codec: 'mulaw' | 'pcm_s16le', channels = 1, rate = 8000) =>
    part(wavFile(wavFormat(codec, channels, rate), pattern(1000)));
  test.each<[string, () => Promise<JoinPart>[]]>([
    ['WAV and MP3', () => [wav('mulaw'), part(recording('question.mp3'))]],
    ['different codecs', () => [wav('mulaw'), wav('pcm_s16le')]],
    ['different rates', () => [wav('mulaw'), wav('mulaw', 1, 16_000)]],
    ['different channels', () => [wav('mulaw'), wav('mulaw', 1), wav('mulaw', 2)]],
  ])('must be requested one by one: %s', async (_, make) => {
    const parts = await Promise.all(make());
    const join = async () => joinFiles(parts);

    expect(await refusalOf(join())).toBe('InvalidRecord formats_differ');
    await expect(join()).rejects.toMatchObject({ details: { file_id: reason('file_id_needed') } });
  });
});

test('any range across any joints equals the plain slice', async () => {
  const format = wavFormat('pcm_u8', 2);
  const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 9000 }), fc.constantFrom(2048, 2026, 4096)), {
    minLength: 1,
    maxLength: 4,
  });
  const property = fc.asyncProperty(sizes, fc.nat(40_000), fc.nat(40_000), async (blocks, a, b) => {
    const files = blocks.map((size) => wavFile(format, pattern(2 * size, 241)));
    const joined = joinFiles(await Promise.all(files.map((bytes) => part(bytes))));
    const data = Buffer.concat(files.map((bytes) => bytes.subarray(44)));
    const expected = wavFile(format, data);
    const [first, last] = [Math.min(a, b), Math.max(a, b)];

    const read = await collect(joined.read(first, last));

    return joined.length === expected.length && read.equals(expected.subarray(first, last + 1));
  });

  await fc.assert(property, { numRuns: Number(process.env.EARSHOT_JOINED_RANGES ?? 1000) });
});

test('only the files that a range touches are opened, once each, and all are closed', async () => {
  const close = vi.fn(async () => {});
  const opened: number[] = [];
  const made = await Promise.all(
    [0, 1, 2].map((i) =>
      part(wavFile(wavFormat('pcm_u8'), pattern(1000)), {
        open: async () => {
          opened.push(i);
          return {
            read: async function* (first, last) {
              yield pattern(2000).subarray(first, last + 1);
            },
            close,
          };
        },
      }),
    ),
  );
  const joined = joinFiles(made);

  await Promise.all([collect(joined.read(1100, 1200)), collect(joined.read(1100, 2900)), collect(joined.read(0, 20))]);
  await joined.close();

  expect(opened).toEqual([1, 2]);
  expect(close).toHaveBeenCalledTimes(2);
});
