import type { PlainCodec } from './wav';

/** The 16-bit samples of one channel (from 0) out of `bytes`, which must be whole blocks of all `channels`. */
export type DecodeChannel = (bytes: Buffer, channel: number, channels: number) => Int16Array;

/** G.711: the 16-bit value of each of the 256 mu-law codes. */
const mulawTable = Int16Array.from({ length: 256 }, (_, code) => {
  const value = ~code & 0xff;
  const magnitude = ((((value & 0x0f) << 3) + 0x84) << ((value & 0x70) >> 4)) - 0x84;
  return value & 0x80 ? -magnitude : magnitude;
});

/** G.711: the 16-bit value of each of the 256 A-law codes. */
const alawTable = Int16Array.from({ length: 256 }, (_, code) => {
  const value = code ^ 0x55;
  const exponent = (value & 0x70) >> 4;
  const mantissa = ((value & 0x0f) << 4) + 8;
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1);
  return value & 0x80 ? magnitude : -magnitude;
});

const byTable = (table: Int16Array): DecodeChannel =>
  function fromTable(bytes, channel, channels) {
    const out = new Int16Array(bytes.length / channels);
    for (let i = 0, at = channel; i < out.length; i += 1, at += channels) out[i] = table[bytes[at]!]!;
    return out;
  };

/** The upper two bytes of each sample of `width` bytes. */
const fromIntegers = (width: number): DecodeChannel =>
  function fromUpperBytes(bytes, channel, channels) {
    const step = width * channels;
    const out = new Int16Array(bytes.length / step);
    for (let i = 0, at = width * (channel + 1) - 2; i < out.length; i += 1, at += step) {
      out[i] = bytes[at]! | (bytes[at + 1]! << 8);
    }
    return out;
  };

const fromFloats: DecodeChannel = (bytes, channel, channels) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const out = new Int16Array(bytes.length / (4 * channels));
  for (let i = 0; i < out.length; i += 1) out[i] = toInt16(view.getFloat32(4 * (i * channels + channel), true));
  return out;
};

const fromDoubles: DecodeChannel = (bytes, channel, channels) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const out = new Int16Array(bytes.length / (8 * channels));
  for (let i = 0; i < out.length; i += 1) out[i] = toInt16(view.getFloat64(8 * (i * channels + channel), true));
  return out;
};

/**
 * A sample of -1…1 as 16 bits. Values outside are clipped, and NaN is silence. Truncated, not rounded, because
 * Math.round would take most of the time needed to compute peaks.
 */
export function toInt16(sample: number): number {
  const value = sample * 32_767;
  if (value > 32_767) return 32_767;
  return value < -32_768 ? -32_768 : value | 0;
}

/** The decoder of each kind of plain samples. */
export const decodeChannel: Record<PlainCodec, DecodeChannel> = {
  pcm_s8: byTable(Int16Array.from({ length: 256 }, (_, code) => code << 8)),
  pcm_u8: byTable(Int16Array.from({ length: 256 }, (_, code) => (code - 128) << 8)),
  pcm_s16le: fromIntegers(2),
  pcm_s24le: fromIntegers(3),
  pcm_s32le: fromIntegers(4),
  pcm_f32le: fromFloats,
  pcm_f64le: fromDoubles,
  mulaw: byTable(mulawTable),
  alaw: byTable(alawTable),
};
