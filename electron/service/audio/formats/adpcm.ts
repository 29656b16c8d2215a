import type { ByteSource } from '../byte-source';
import { type Blocks, clamped } from './blocks';

/** ADPCM in WAV files: blocks, each decoded by itself. Their layouts are those of the WAVE registry (RFC 2361). */

/** The codecs, and the bytes at the start of a block for each channel. */
const headBytes = { adpcm_ima_wav: 4, adpcm_ms: 7 } as const;
export type AdpcmCodec = keyof typeof headBytes;
export const isAdpcm = (codec: string): codec is AdpcmCodec => Object.hasOwn(headBytes, codec);

/** Samples per channel in a block of so many bytes, which may be a cut one at the end; 0 without a whole head. */
export function adpcmSamples(codec: AdpcmCodec, bytes: number, channels: number): number {
  const body = bytes - headBytes[codec] * channels;
  if (body < 0) return 0;
  if (codec === 'adpcm_ms') return 2 + Math.floor((2 * body) / channels);
  return 1 + 8 * Math.floor(body / (4 * channels));
}

type AdpcmSound = Pick<Blocks, 'sample_rate' | 'channels' | 'length'> & {
  codec: AdpcmCodec;
  block: { bytes: number; samples: number };
};

/** The sound of ADPCM blocks, which `source` has and nothing else. */
export function adpcmBlocks(source: ByteSource, { codec, block, ...sound }: AdpcmSound): Blocks {
  const { channels, sample_rate } = sound;
  const perBlock = Math.max(1, Math.floor(sample_rate / block.samples));
  const decode = codec === 'adpcm_ms' ? decodeMs : decodeIma;
  return {
    ...sound,
    blockLength: perBlock * block.samples,
    async decode(index, out) {
      const bytes = await source.read(index * perBlock * block.bytes, perBlock * block.bytes);
      const decoded = new Int16Array(block.samples * channels);
      for (let [from, at] = [0, 0]; from < bytes.length && at < out.length; from += block.bytes, at += decoded.length) {
        decode(bytes.subarray(from, from + block.bytes), channels, decoded);
        out.set(decoded.subarray(0, out.length - at), at);
      }
    },
  };
}

const imaSteps = [
  7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73, 80, 88, 97, 107, 118,
  130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494, 544, 598, 658, 724, 796, 876, 963, 1060,
  1166, 1282, 1411, 1552, 1707, 1878, 2066, 2272, 2499, 2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484,
  7132, 7845, 8630, 9493, 10442, 11487, 12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767,
];
const imaIndexes = [-1, -1, -1, -1, 2, 4, 6, 8];

/** Words of eight samples, one for each channel in turn; the lower four bits of a byte first. */
function decodeIma(block: Buffer, channels: number, out: Int16Array): void {
  const samples = adpcmSamples('adpcm_ima_wav', block.length, channels);
  for (let channel = 0; samples > 0 && channel < channels; channel += 1) {
    let value = block.readInt16LE(4 * channel);
    let index = Math.min(88, block[4 * channel + 2]!);
    out[channel] = value;
    for (let n = 0; n < samples - 1; n += 1) {
      const word = 4 * channels * (1 + (n >> 3)) + 4 * channel;
      const code = (block[word + ((n & 7) >> 1)]! >> (4 * (n & 1))) & 15;
      const step = imaSteps[index]!;
      const change = ((2 * (code & 7) + 1) * step) >> 3;
      value = clamped(code & 8 ? value - change : value + change);
      index = Math.max(0, Math.min(88, index + imaIndexes[code & 7]!));
      out[(n + 1) * channels + channel] = value;
    }
  }
}

const msFactors = [
  [256, 0],
  [512, -256],
  [0, 0],
  [192, 64],
  [240, 0],
  [460, -208],
  [392, -232],
];
const msScales = [230, 230, 230, 230, 307, 409, 512, 614, 768, 614, 512, 409, 307, 230, 230, 230];

/** Four bits for each sample, the channels in turn; the upper four bits of a byte first. */
function decodeMs(block: Buffer, channels: number, out: Int16Array): void {
  const samples = adpcmSamples('adpcm_ms', block.length, channels);
  for (let channel = 0; samples > 0 && channel < channels; channel += 1) {
    const [a = 0, b = 0] = msFactors[block[channel]!] ?? [];
    let scale = block.readInt16LE(channels + 2 * channel);
    let last = block.readInt16LE(3 * channels + 2 * channel);
    let beforeLast = block.readInt16LE(5 * channels + 2 * channel);
    out[channel] = beforeLast;
    out[channels + channel] = last;
    for (let n = 2; n < samples; n += 1) {
      const place = (n - 2) * channels + channel;
      const code = (block[7 * channels + (place >> 1)]! >> (place % 2 ? 0 : 4)) & 15;
      const expected = Math.trunc((last * a + beforeLast * b) / 256);
      beforeLast = last;
      last = clamped(expected + (code < 8 ? code : code - 16) * scale);
      scale = Math.max(16, (msScales[code]! * scale) >> 8);
      out[n * channels + channel] = last;
    }
  }
}
