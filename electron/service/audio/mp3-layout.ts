import type { ByteSource } from './byte-source';
import {
  afterId3,
  chainBytes,
  type FrameHeader,
  firstFrame,
  frameHeader,
  headBytes,
  infoOf,
  isAlike,
  isChain,
  isTag,
} from './mp3';

/** Frames of one version, rate and number of channels that follow one another without a gap. */
export type Mp3Run = {
  header: FrameHeader;
  /** The offset of the first frame, and of the end of the last one. */
  from: number;
  to: number;
  frames: number;
  /** The offset of every frame whose number is a multiple of `blockFrames`. */
  blocks: number[];
};

/** Where the sound of an MP3 file is. */
export type Mp3Layout = {
  /** At least one. */
  runs: Mp3Run[];
  /** The highest rate and number of channels of all runs. */
  sample_rate: number;
  channels: 1 | 2;
  /** Samples at the start and the end that the encoder added, at the rate of their run. */
  leadSamples: number;
  trailSamples: number;
  /** The end of the tags at the start, or the start of the sound if they state a wrong length. */
  tagsEnd: number;
  /** Bytes in front of, between and behind the frames that are no tags. */
  strayBytes: number;
  /** The file ends in the middle of a frame, or has fewer frames than its Info frame states. */
  truncated: boolean;
  /** One run of frames with nothing else in the file than tags, whose length can be told without reading all of it. */
  isRegular: boolean;
};

/** A seek begins at one of these frames, two to ten seconds apart. */
export const blockFrames = 128;

/** Bytes that change more often are no recording. Each run costs as much as a block of frames when it is decoded. */
const mostRuns = 10_000;
const stepBytes = 2 ** 20 - chainBytes;
/** How far into a tag of wrong length, or behind it, sound is searched for. */
const tagSearchBytes = 16 * 2 ** 20;

/**
 * Reads every frame header, because only this shows the exact length, and what else is in the file. Undefined when there is
 * no sound. Memory: 8 bytes for every 128 frames, or 35 KB for four hours.
 */
export async function mp3Layout(source: ByteSource): Promise<Mp3Layout | undefined> {
  const start = await startOfSound(source);
  if (!start) return undefined;
  const info = infoOf(await source.read(start.position, start.header.bytes));
  const walk = await runsOf(source, start.position + (info ? start.header.bytes : 0));
  const { runs } = walk;
  const [first, last] = [runs[0], runs.at(-1)];
  if (!first || !last || runs.length > mostRuns) return undefined;
  const frames = runs.reduce((sum, run) => sum + run.frames, 0);
  const tail = await source.read(last.to, 16);
  const strayBehind = walk.isCut || isTag(tail) ? 0 : source.size - last.to;
  const between = runs.slice(1).reduce((sum, run, index) => sum + run.from - (runs[index]?.to ?? 0), 0);
  const strayBytes = start.position - start.tagsEnd + between + strayBehind;
  // The padding at the end is not there if the end is not, or if another file was added to it.
  const isWhole = info?.frames === undefined || info.frames === frames;
  return {
    runs,
    sample_rate: runs.reduce((highest, { header }) => Math.max(highest, header.sample_rate), 0),
    channels: runs.some(({ header }) => header.channels === 2) ? 2 : 1,
    leadSamples: info?.leadSamples ?? 0,
    trailSamples: isWhole ? (info?.trailSamples ?? 0) : 0,
    tagsEnd: start.tagsEnd,
    strayBytes,
    truncated: walk.isCut || frames < (info?.frames ?? 0),
    isRegular: start.isAtOnce && runs.length === 1 && strayBytes === 0 && (walk.isConstant || info?.frames === frames),
  };
}

/**
 * The first frame, and the end of the tags in front of it. Some tags state a wrong length, shorter or longer than they are,
 * so the frames decide.
 */
async function startOfSound(source: ByteSource) {
  const stated = await afterId3(source);
  const padded = await afterZeros(source, stated);
  const first = await (stated === 0
    ? firstFrame(source, padded)
    : firstFrame(source, headBytes, Math.max(tagSearchBytes, stated + chainBytes)));
  if (!first) return undefined;
  const isAsStated = stated > 0 && (first.position === stated || first.position === padded);
  const tagsEnd = isAsStated ? first.position : Math.min(stated, first.position);
  return { ...first, tagsEnd, isAtOnce: first.position === stated };
}

/** The first byte from `from` on that is not zero: tags and recorders leave such padding. */
async function afterZeros(source: ByteSource, from: number): Promise<number> {
  for (let at = from; at < source.size; ) {
    const bytes = await source.read(at, stepBytes);
    const found = bytes.findIndex((byte) => byte !== 0);
    if (found >= 0) return at + found;
    at += bytes.length;
  }
  return from;
}

/** Walks from frame to frame, and after anything else to the next bytes that are frames for certain. */
async function runsOf(source: ByteSource, from: number) {
  const runs: Mp3Run[] = [];
  const bitrates = new Set<number>();
  let [at, base, isCut] = [from, from, false];
  let bytes: Buffer = Buffer.alloc(0);
  while (at + headBytes <= source.size && runs.length <= mostRuns) {
    if (at + chainBytes > base + bytes.length && base + bytes.length < source.size) {
      base = at;
      bytes = await source.read(base, stepBytes + chainBytes);
    }
    const here = at - base;
    const header = frameHeader(bytes, here);
    let run = runs.at(-1);
    const goesOn = header !== undefined && run?.to === at && isAlike(run.header, header);
    const next = at + (header?.bytes ?? 0);
    const isEnd = base + bytes.length >= source.size;
    if (header && next <= source.size && (goesOn || begins(bytes, here, header, { run, at, isEnd }))) {
      if (!goesOn || !run) {
        run = { header, from: at, to: at, frames: 0, blocks: [] };
        runs.push(run);
      }
      if (run.frames % blockFrames === 0) run.blocks.push(at);
      run.frames += 1;
      run.to = next;
      bitrates.add(bytes[here + 2]! >> 4);
      at = next;
    } else {
      isCut ||= goesOn;
      const sync = bytes.indexOf(0xff, here + 1);
      at = base + (sync < 0 ? bytes.length : sync);
    }
  }
  return { runs, isCut, isConstant: bitrates.size === 1 };
}

type Place = { run: Mp3Run | undefined; at: number; isEnd: boolean };

/**
 * Whether a new run begins with this header. Where a frame ends, the sound may change from one frame to the next. After
 * other bytes, which may look like a header, more frames must follow: two like those before, or four.
 */
function begins(bytes: Buffer, here: number, header: FrameHeader, { run, at, isEnd }: Place): boolean {
  const next = here + header.bytes;
  if (!run || run.to === at) return frameHeader(bytes, next) !== undefined || (isEnd && next === bytes.length);
  return isChain(bytes, here, header, isEnd, isAlike(run.header, header) ? 2 : 4);
}
