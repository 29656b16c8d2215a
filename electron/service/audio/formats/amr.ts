import { reason } from '@shared/reasons/reasons';
import { Refusal } from '../../refusal';
import type { ByteSource } from '../byte-source';
import { type Blocks, pcmOf } from './blocks';

/** AMR files as RFC 4867 stores them: a line of text, then frames of 20 ms, each with its own length. */
export const amrKinds = {
  amr_nb: { format: 'amr', head: '#!AMR\n', sample_rate: 8000, bytes: [13, 14, 16, 18, 20, 21, 27, 32, 6] },
  amr_wb: { format: 'awb', head: '#!AMR-WB\n', sample_rate: 16_000, bytes: [18, 24, 33, 37, 41, 47, 51, 59, 61, 6] },
} as const;
export type AmrCodec = keyof typeof amrKinds;

/** Frames without sound, such as lost ones, have nothing behind their first byte. */
const emptyFrom = { amr_nb: 15, amr_wb: 14 };

/** The length of the frame that begins with this byte; 0 when none does. */
export function amrFrameBytes(codec: AmrCodec, first: number): number {
  const mode = (first >> 3) & 15;
  return amrKinds[codec].bytes[mode] ?? (mode >= emptyFrom[codec] ? 1 : 0);
}

export const amrFrameSamples = (codec: AmrCodec): number => amrKinds[codec].sample_rate / 50;

/** Where the frames of a file are. */
export type AmrLayout = {
  format: 'amr' | 'awb';
  codec: AmrCodec;
  frames: number;
  /** The offset of each frame whose number is a multiple of `markFrames`, and the end of the last frame. */
  marks: number[];
  end: number;
  /** The file goes on with something that is no whole frame. */
  truncated: boolean;
};

const markFrames = 50;
const stepBytes = 2 ** 20;
/** The longest frame. */
const overlapBytes = 61;

/** The codec of an AMR file; undefined for other files. */
export function amrCodecOf(head: Buffer): AmrCodec | undefined {
  const text = head.toString('latin1');
  if (text.startsWith(amrKinds.amr_wb.head)) return 'amr_wb';
  return text.startsWith(amrKinds.amr_nb.head) ? 'amr_nb' : undefined;
}

/** Reads the length of every frame. */
export async function amrLayout(source: ByteSource, codec: AmrCodec): Promise<AmrLayout> {
  const { format, head } = amrKinds[codec];
  const marks: number[] = [];
  let [at, frames, base] = [head.length, 0, 0];
  let bytes: Buffer = Buffer.alloc(0);
  while (at < source.size) {
    if (at + overlapBytes > base + bytes.length && base + bytes.length < source.size) {
      base = at;
      bytes = await source.read(base, stepBytes);
    }
    const length = amrFrameBytes(codec, bytes[at - base] ?? 0);
    if (length === 0 || at + length > source.size) break;
    if (frames % markFrames === 0) marks.push(at);
    frames += 1;
    at += length;
  }
  if (frames === 0) throw new Refusal('InvalidRecord', reason('sound_none'));
  return { format, codec, frames, marks, end: at, truncated: at < source.size };
}

/** As many frames are decoded before a block: a second, in which the decoder finds its state. */
const rollInMarks = 1;
const blockMarks = 2;

export function amrBlocks(source: ByteSource, { codec, frames, marks, end }: AmrLayout): Blocks {
  const perFrame = amrFrameSamples(codec);
  return {
    sample_rate: amrKinds[codec].sample_rate,
    channels: 1,
    length: frames * perFrame,
    blockLength: blockMarks * markFrames * perFrame,
    async decode(index, out) {
      const from = Math.max(0, index * blockMarks - rollInMarks);
      const to = marks[(index + 1) * blockMarks] ?? end;
      const position = marks[from] ?? end;
      const sound = await decodeAmr(codec, await source.read(position, to - position));
      const skipped = (index * blockMarks - from) * markFrames * perFrame;
      out.set(pcmOf(sound).subarray(skipped, skipped + out.length));
    },
  };
}

/** The sound of whole frames, as a decoder that has heard nothing before gives it. */
export async function decodeAmr(codec: AmrCodec, frames: Uint8Array): Promise<Float32Array> {
  const { decoder } = await import('@audio/decode-amr');
  const decoding = await decoder();
  try {
    const { channelData } = decoding.decode(Buffer.concat([Buffer.from(amrKinds[codec].head, 'latin1'), frames]));
    return channelData[0] ?? new Float32Array();
  } finally {
    decoding.free();
  }
}
