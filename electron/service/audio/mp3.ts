import type { ByteSource } from './byte-source';

/**
 * The header of one frame of MPEG Layer III. `bytes` is the length of the frame, `samples` the samples of one channel.
 */
export type FrameHeader = {
  version: 1 | 2 | 2.5;
  sample_rate: number;
  channels: 1 | 2;
  bytes: number;
  samples: 576 | 1152;
};

const versions = [2.5, undefined, 2, 1] as const;
const rates = { 1: [44_100, 48_000, 32_000], 2: [22_050, 24_000, 16_000], 2.5: [11_025, 12_000, 8000] };
const bitrates1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const bitrates2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
/** The length of a frame header. */
export const headBytes = 4;

/** The longest possible frame: 320 kbit/s at 32 kHz, or 160 kbit/s at 8 kHz. */
export const maxFrameBytes = 1441;

/** The frame header at `at`; undefined when there is none. Frames of "free" bitrate are not supported. */
export function frameHeader(bytes: Buffer, at: number): FrameHeader | undefined {
  const [a = 0, b = 0, c = 0, d = 0] = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
  const version = versions[(b >> 3) & 3];
  const isLayer3 = ((b >> 1) & 3) === 1;
  if (a !== 0xff || (b & 0xe0) !== 0xe0 || !version || !isLayer3) return undefined;
  const kilobits = (version === 1 ? bitrates1 : bitrates2)[c >> 4];
  const sample_rate = rates[version][(c >> 2) & 3];
  if (!kilobits || !sample_rate) return undefined;
  const samples = version === 1 ? 1152 : 576;
  const length = Math.floor((samples * 125 * kilobits) / sample_rate) + ((c >> 1) & 1);
  return { version, sample_rate, channels: d >> 6 === 3 ? 1 : 2, bytes: length, samples };
}

/** Whether two frames can follow each other. */
export const isAlike = (a: FrameHeader, b: FrameHeader | undefined): boolean =>
  b !== undefined && a.version === b.version && a.sample_rate === b.sample_rate && a.channels === b.channels;

/**
 * The content of a Xing, Info or VBRI frame: how many frames follow, and how many samples at each end are not sound.
 */
export type Info = { frames: number | undefined; leadSamples: number; trailSamples: number };

// The decoder itself delays its output by 529 samples.
const decoderDelay = 529;

/** The content of an Info frame, which contains no sound; undefined for any other frame. */
export function infoOf(frame: Buffer): Info | undefined {
  const header = frameHeader(frame, 0);
  if (!header) return undefined;
  const plain = { leadSamples: 0, trailSamples: 0 };
  if (frame.toString('latin1', 36, 40) === 'VBRI' && frame.length >= 54) {
    return { ...plain, frames: frame.readUInt32BE(50) };
  }
  const at = header.version === 1 ? (header.channels === 1 ? 21 : 36) : header.channels === 1 ? 13 : 21;
  if (!['Xing', 'Info'].includes(frame.toString('latin1', at, at + 4)) || frame.length < at + 12) return undefined;
  const flags = frame.readUInt32BE(at + 4);
  const frames = flags & 1 ? frame.readUInt32BE(at + 8) : undefined;
  const lame = at + 8 + (flags & 1 ? 4 : 0) + (flags & 2 ? 4 : 0) + (flags & 4 ? 100 : 0) + (flags & 8 ? 4 : 0);
  if (frame.length < lame + 24) return { ...plain, frames };
  const delays = frame.readUIntBE(lame + 21, 3);
  const [delay, padding] = [delays >> 12, delays & 0xfff];
  if (delay === 0 && padding === 0) return { ...plain, frames };
  return { frames, leadSamples: delay + decoderDelay, trailSamples: Math.max(0, padding - decoderDelay) };
}

/** The earliest position of sound, after all ID3v2 tags at the start. */
export async function afterId3(source: ByteSource): Promise<number> {
  let position = 0;
  for (let count = 0; count < maxTags; count += 1) {
    const bytes = tagBytesAt(await source.read(position, 10));
    if (bytes === 0) break;
    position += bytes;
  }
  return position;
}

/** The length of the ID3v2 tag that begins with these bytes; 0 when none does. */
export function tagBytesAt(head: Buffer): number {
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return 0;
  const [w = 0, x = 0, y = 0, z = 0] = head.subarray(6, 10);
  const footer = (head[5] ?? 0) & 0x10 ? 10 : 0;
  return 10 + footer + ((w & 0x7f) << 21) + ((x & 0x7f) << 14) + ((y & 0x7f) << 7) + (z & 0x7f);
}

/** What tags begin with that stand behind the sound of MP3 files. */
const tagsBehind = ['TAG', 'APETAGEX', 'LYRICSBEGIN'];

/** Whether a tag begins with these bytes. */
export const isTag = (bytes: Buffer): boolean =>
  tagBytesAt(bytes) > 0 || tagsBehind.some((tag) => bytes.toString('latin1', 0, tag.length) === tag);

const maxTags = 8;
const searchBytes = 65_536;
const chainFrames = 4;
/** As many bytes are needed to see whether a frame is the first of several. */
export const chainBytes = (chainFrames + 1) * maxFrameBytes;

/**
 * The first frame at or after `from`: the first of four consecutive frames, or of two at the end of the file. Undefined
 * when there is none within `withinBytes`.
 */
export async function firstFrame(source: ByteSource, from: number, withinBytes = searchBytes) {
  const end = Math.min(source.size, from + withinBytes);
  for (let start = from; start < end; start += searchBytes) {
    const bytes = await source.read(start, searchBytes + chainBytes);
    const isLast = start + bytes.length >= source.size;
    const count = Math.min(searchBytes, end - start);
    for (let at = bytes.indexOf(0xff); at >= 0 && at < count; at = bytes.indexOf(0xff, at + 1)) {
      const header = frameHeader(bytes, at);
      if (header && isChain(bytes, at, header, isLast)) return { position: start + at, header };
    }
  }
  return undefined;
}

/** Whether a frame is the first of several like it, by default four; at the end of the file (`isEnd`), two are enough. */
export function isChain(
  bytes: Buffer,
  from: number,
  first: FrameHeader,
  isEnd: boolean,
  frames = chainFrames,
): boolean {
  let at = from;
  for (let count = 1; count <= frames; count += 1) {
    const header = frameHeader(bytes, at);
    if (!isAlike(first, header)) return isEnd && count > 2 && bytes.toString('latin1', at, at + 3) === 'TAG';
    at += header?.bytes ?? 0;
    if (at >= bytes.length) return isEnd && count > 1;
  }
  return true;
}

/** Whole consecutive frames without gaps. `position` is their offset in the stream. */
type Run = { bytes: Buffer; frames: number; position: number };

/**
 * Extracts the frames from a stream that begins with a frame like `first`, in bounded memory. Other bytes are skipped
 * until two consecutive frames like the first.
 */
export class FrameSplitter {
  private rest: Buffer = Buffer.alloc(0);
  private position: number;
  private isInStep = true;

  constructor(
    private readonly first: FrameHeader,
    position: number,
  ) {
    this.position = position;
  }

  push(bytes: Buffer): Run[] {
    const data = this.rest.length > 0 ? Buffer.concat([this.rest, bytes]) : bytes;
    const runs: Run[] = [];
    let [at, start, frames] = [0, 0, 0];
    const endRun = () => {
      if (frames > 0) runs.push({ bytes: data.subarray(start, at), frames, position: this.position + start });
      frames = 0;
    };
    while (at + headBytes <= data.length) {
      const header = frameHeader(data, at);
      const next = at + (header?.bytes ?? 0);
      if (isAlike(this.first, header)) {
        if (next > data.length || (!this.isInStep && next + headBytes > data.length)) break;
        this.isInStep ||= isAlike(this.first, frameHeader(data, next));
        if (this.isInStep) {
          at = next;
          frames += 1;
          continue;
        }
      }
      endRun();
      this.isInStep = false;
      const sync = data.indexOf(0xff, at + 1);
      at = sync < 0 ? data.length : sync;
      start = at;
    }
    endRun();
    this.rest = Buffer.from(data.subarray(at));
    this.position += at;
    return runs;
  }

  /** Whether the stream ended in the middle of a frame. */
  get isCut(): boolean {
    return this.isInStep && isAlike(this.first, frameHeader(this.rest, 0));
  }
}
