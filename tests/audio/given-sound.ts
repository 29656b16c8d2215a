import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { filePeaks } from '../../electron/service/audio/peaks';
import { type Probe, probe } from '../../electron/service/audio/probe';
import { type WavCodec, type WavFormat, wavHeader } from '../../electron/service/audio/wav';
import { Refusal } from '../../electron/service/refusal';
import { memorySource } from '../support/memory-source';

export const pathOf = (name: string) => fileURLToPath(new URL(`../data/audio/${name}`, import.meta.url));
export const recording = (name: string): Buffer => readFileSync(pathOf(name));

/** A chunk of a RIFF file, padded to an even length. `declared` is the length in its header. */
export function chunk(name: string, body: Buffer, declared = body.length): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 0, 'latin1');
  head.writeUInt32LE(declared, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}

/** A RIFF file of these chunks. */
export const riff = (...chunks: Buffer[]) => {
  const body = Buffer.concat([Buffer.from('WAVE'), ...chunks]);
  return chunk('RIFF', body);
};

export type Fmt = { tag?: number; channels?: number; rate?: number; bits?: number; extra?: Buffer };

export function fmt({ tag = 1, channels = 1, rate = 8000, bits = 16, extra = Buffer.alloc(0) }: Fmt = {}): Buffer {
  const body = Buffer.alloc(16);
  body.writeUInt16LE(tag, 0);
  body.writeUInt16LE(channels, 2);
  body.writeUInt32LE(rate, 4);
  body.writeUInt32LE((rate * channels * bits) / 8, 8);
  body.writeUInt16LE((channels * bits) / 8, 12);
  body.writeUInt16LE(bits, 14);
  return chunk('fmt ', Buffer.concat([body, extra]));
}

export const wavFormat = (codec: WavCodec, channels = 1, sample_rate = 8000): WavFormat => ({
  codec,
  channels,
  sample_rate,
  bits_per_sample: { pcm_u8: 8, pcm_s16le: 16, pcm_s24le: 24, pcm_s32le: 32, pcm_f32le: 32, mulaw: 8, alaw: 8 }[codec],
});

export const wavFile = (format: WavFormat, data: Buffer) => Buffer.concat([wavHeader(format, data.length), data]);

export const probed = (bytes: Buffer): Promise<Probe> => probe(memorySource(bytes));

/** Returns the message of a refused file; rethrows other errors. */
export async function sentenceOf(act: Promise<unknown>): Promise<string> {
  try {
    await act;
    return 'taken';
  } catch (error) {
    if (error instanceof Refusal && error.code === 'InvalidRecord') return error.message;
    throw error;
  }
}

/** The peaks of a whole file, pushed in pieces. */
export async function drawn(bytes: Buffer, pieceBytes = 65_536) {
  const builder = filePeaks(memorySource(bytes), await probed(bytes));
  for (let at = 0; at < bytes.length; at += pieceBytes) await builder.push(bytes.subarray(at, at + pieceBytes));
  return builder.finish();
}
