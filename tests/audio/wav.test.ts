import { describe, expect, test } from 'vitest';
import { decodeChannel, toInt16 } from '../../electron/service/audio/pcm';
import { type WavCodec, wavHeader } from '../../electron/service/audio/wav';
import { wavLayout } from '../../electron/service/audio/wav-layout';
import { memorySource } from '../support/memory-source';
import { chunk, type Fmt, fmt, riff, sentenceOf, wavFile, wavFormat } from './given-sound';

const sound = Buffer.alloc(1000, 7);
const layout = (bytes: Buffer) => wavLayout(memorySource(bytes));

describe('the length of the sound', () => {
  const declared = (length: number, ...behind: Buffer[]) => {
    const file = riff(fmt(), chunk('data', sound), ...behind);
    file.writeUInt32LE(length, 40);
    return file;
  };
  const list = chunk('LIST', Buffer.from('INFOINAM\x04\0\0\0abc\0'));
  test.each<[string, Buffer, number, boolean]>([
    ['as declared', declared(1000), 1000, false],
    ['as declared, with chunks after it', declared(1000, list), 1000, false],
    ['never patched', declared(0), 1000, false],
    ['never patched, by a recorder that leaves RIFF at 0 too', Buffer.concat([declared(0)]).fill(0, 4, 8), 1000, false],
    ['streamed', declared(0xffff_ffff), 1000, false],
    ['streamed by sox', declared(0x7fff_f000), 1000, false],
    ['longer than the file', declared(1002), 1000, true],
    ['longer than the file by a gigabyte', declared(0x4000_0000), 1000, true],
    ['odd', declared(999), 998, false],
  ])('%s', async (_, bytes, length, isTruncated) => {
    const { data_offset, data_length, truncated } = await layout(bytes);

    expect({ data_offset, data_length, truncated }).toEqual({
      data_offset: 44,
      data_length: length,
      truncated: isTruncated,
    });
  });

  test('of a file that ends within a block covers the whole blocks', async () => {
    const { data_length, truncated } = await layout(wavFile(wavFormat('pcm_s24le', 2), sound).subarray(0, 44 + 995));

    expect({ data_length, truncated }).toEqual({ data_length: 990, truncated: true });
  });

  test.each([
    ['no data chunk', riff(fmt())],
    ['an empty one', riff(fmt(), chunk('data', Buffer.alloc(0)))],
    ['an empty one before others', riff(fmt(), chunk('data', Buffer.alloc(0)), list)],
    ['half a sample', riff(fmt(), chunk('data', Buffer.alloc(1)))],
  ])('%s has no sound', async (_, bytes) => {
    expect(await sentenceOf(layout(bytes))).toBe('This WAV file contains no sound.');
  });
});

test('chunks before the sound may be many, large and odd', async () => {
  const { data_offset, data_length } = await layout(
    riff(chunk('JUNK', Buffer.alloc(300_001)), fmt(), chunk('odd ', Buffer.alloc(3)), chunk('data', sound)),
  );

  expect({ data_offset, data_length }).toEqual({ data_offset: 12 + 300_010 + 24 + 12 + 8, data_length: 1000 });
});

test('only the first data chunk is used', async () => {
  const { data_offset } = await layout(riff(fmt(), chunk('data', sound), chunk('data', Buffer.alloc(50))));

  expect(data_offset).toBe(44);
});

describe('the sample format', () => {
  const guid = '000000001000800000aa00389b71';
  const extension = (tag: number, tail = guid) => {
    const body = Buffer.from(`1600${'0000'}${'00000000'}0000${tail}`, 'hex');
    body.writeUInt16LE(tag, 8);
    return body;
  };
  test.each<[string, Fmt, WavCodec]>([
    ['8 bits', { bits: 8 }, 'pcm_u8'],
    ['16 bits', {}, 'pcm_s16le'],
    ['24 bits', { bits: 24 }, 'pcm_s24le'],
    ['32 bits', { bits: 32 }, 'pcm_s32le'],
    ['floats', { tag: 3, bits: 32 }, 'pcm_f32le'],
    ['A-law', { tag: 6, bits: 8 }, 'alaw'],
    ['mu-law', { tag: 7, bits: 8 }, 'mulaw'],
    ['mu-law that claims 16 bits', { tag: 7, bits: 16 }, 'mulaw'],
    ['extensible 24 bits', { tag: 0xfffe, bits: 24, extra: extension(1) }, 'pcm_s24le'],
    ['extensible mu-law', { tag: 0xfffe, bits: 8, extra: extension(7) }, 'mulaw'],
  ])('%s', async (_, header, codec) => {
    expect(await layout(riff(fmt(header), chunk('data', sound)))).toMatchObject({
      codec,
      sample_rate: 8000,
      channels: 1,
    });
  });

  test.each<[string, Fmt, string]>([
    ['ADPCM in blocks of one byte', { tag: 2, bits: 4 }, 'The header of this WAV file is damaged.'],
    ['IMA in blocks of one byte', { tag: 0x11, bits: 4 }, 'The header of this WAV file is damaged.'],
    ['GSM in other blocks than its own', { tag: 0x31, bits: 0 }, 'The header of this WAV file is damaged.'],
    ['G.729', { tag: 0x83, bits: 0 }, 'Earshot cannot play G.729.'],
    ['AAC in WAV', { tag: 0xff, bits: 0 }, 'Earshot cannot play AAC inside a WAV file.'],
    ['something', { tag: 0x4711 }, 'Earshot cannot play WAV files of the kind 0x4711.'],
    ['12 bits', { bits: 12 }, 'Earshot cannot play 12-bit samples.'],
    ['16-bit floats', { tag: 3, bits: 16 }, 'Earshot cannot play 16-bit samples.'],
    ['extensible G.729', { tag: 0xfffe, extra: extension(0x83) }, 'Earshot cannot play G.729.'],
    [
      'extensible of another family',
      { tag: 0xfffe, extra: extension(1, guid.replace('aa', 'ab')) },
      'Earshot cannot play WAV files of the kind 0xfffe.',
    ],
    ['six channels', { channels: 6 }, 'Earshot cannot play recordings of 6 channels.'],
    ['no channel', { channels: 0 }, 'The header of this WAV file is damaged.'],
    ['no rate', { rate: 0 }, 'Earshot cannot play a sample rate of 0 Hz.'],
    [
      'four billion samples a second',
      { rate: 0xffff_ffff / 2 },
      'Earshot cannot play a sample rate of 2,147,483,647 Hz.',
    ],
  ])('%s is refused', async (_, header, sentence) => {
    expect(await sentenceOf(layout(riff(fmt(header), chunk('data', sound))))).toBe(sentence);
  });

  test('a missing or short format is refused', async () => {
    expect(await sentenceOf(layout(riff(chunk('data', sound))))).toBe(
      'This WAV file does not say how its sound is stored.',
    );
    expect(await sentenceOf(layout(riff(chunk('fmt ', Buffer.alloc(8)), chunk('data', sound))))).toBe(
      'The header of this WAV file is damaged.',
    );
  });
});

describe('samples', () => {
  const hex = (text: string) => Buffer.from(text, 'hex');
  const float = Buffer.alloc(12);
  [1, -2, Number.NaN].forEach((value, i) => void float.writeFloatLE(value, 4 * i));
  test.each<[WavCodec, Buffer, number[]]>([
    ['pcm_u8', hex('0080ff'), [-32_768, 0, 32_512]],
    ['pcm_s16le', hex('0080ffff0000ff7f'), [-32_768, -1, 0, 32_767]],
    ['pcm_s24le', hex('000080ff0001ffff7f'), [-32_768, 256, 32_767]],
    ['pcm_s32le', hex('00000080ffffff7f'), [-32_768, 32_767]],
    ['pcm_f32le', float, [32_767, -32_768, 0]],
    // ITU-T G.711: the largest, the smallest and some in between, scaled to 16 bits.
    ['mulaw', hex('00807fff0f8f'), [-32_124, 32_124, 0, 0, -16_764, 16_764]],
    ['alaw', hex('2aaad555802a'), [-32_256, 32_256, 8, -8, 5504, -32_256]],
  ])('of %s', (codec, bytes, expected) => {
    expect([...decodeChannel[codec](bytes, 0, 1)]).toEqual(expected);
  });

  test.each<[WavCodec, string]>([
    ['pcm_s16le', '0100020003000400'],
    ['pcm_s24le', '000100000200000300000400'],
  ])('of two channels of %s are separated', (codec, bytes) => {
    expect([0, 1].map((channel) => [...decodeChannel[codec](hex(bytes), channel, 2)])).toEqual([
      [1, 3],
      [2, 4],
    ]);
  });

  test('beyond full scale are clipped', () => {
    expect([2, 1, 0.5, -1, -9, Number.POSITIVE_INFINITY, Number.NaN].map(toInt16)).toEqual([
      32_767, 32_767, 16_383, -32_767, -32_768, 32_767, 0,
    ]);
  });
});

describe('a generated header', () => {
  test.each<WavCodec>(['pcm_u8', 'pcm_s16le', 'pcm_s24le', 'pcm_s32le', 'pcm_f32le', 'mulaw', 'alaw'])(
    'of %s is read back',
    async (codec) => {
      const format = wavFormat(codec, 2, 16_000);

      const { data_length, truncated, ...read } = await layout(wavFile(format, Buffer.alloc(960)));

      expect({ data_length, truncated }).toEqual({ data_length: 960, truncated: false });
      expect(read).toMatchObject(format);
    },
  );

  test('equals the header made by other programs', () => {
    const reference = wavHeader(wavFormat('pcm_s16le', 2), 3_840_000);

    expect(reference.toString('hex')).toBe(
      '5249464624983a0057415645666d7420100000000100020040' + '1f0000007d00000400100064617461' + '00983a00',
    );
  });

  test('has sizes that mean "to the end" when the length is beyond 4 GiB', () => {
    const header = wavHeader(wavFormat('mulaw'), 2 ** 32 + 5);

    expect([4, 46, 54].map((at) => header.readUInt32LE(at))).toEqual([0xffff_ffff, 0xffff_ffff, 0xffff_ffff]);
  });
});
