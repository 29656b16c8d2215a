import type { ByteSource } from '../byte-source';
import { afterId3 } from '../mp3';

const headBytes = 7;
const stepBytes = 2 ** 18;
const highestRate = 12;

/** The length of the frame of AAC that begins with these bytes (ADTS, ISO/IEC 13818-7, section 6.2); 0 when none does. */
function frameBytes(head: Buffer, at: number): number {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = head.subarray(at, at + headBytes);
  const length = ((d & 3) << 11) | (e << 3) | (f >> 5);
  const isFrame = a === 0xff && (b & 0xf6) === 0xf0 && ((c >> 2) & 15) <= highestRate && length > headBytes;
  return isFrame && head.length >= at + headBytes ? length : 0;
}

/** Whether frames of AAC begin behind the tags of a file: three that follow one another. */
export async function isAdts(source: ByteSource): Promise<boolean> {
  let at = await afterId3(source);
  for (let frames = 0; frames < 3; frames += 1) {
    const length = frameBytes(await source.read(at, headBytes), 0);
    if (length === 0) return false;
    at += length;
    if (at === source.size) return true;
  }
  return true;
}

/** A frame and its place. `isAfterGap`: bytes in front of it are no frame. */
type Frame = { at: number; data: Buffer; isAfterGap: boolean };

/** The frames of a file from a place on, up to its tag at the end. One that is cut there is none. */
export async function* framesFrom(source: ByteSource, place?: number): AsyncGenerator<Frame> {
  const end = await endOf(source);
  let at = place ?? (await afterId3(source));
  let [base, isAfterGap] = [at, false];
  let bytes: Buffer = Buffer.alloc(0);
  while (at + headBytes <= end) {
    const has = (length: number) => at - base + length <= bytes.length;
    // The longest frame has 8191 bytes.
    if (!has(8192) && base + bytes.length < end) {
      base = at;
      bytes = await source.read(base, Math.min(stepBytes, end - base));
    }
    const length = frameBytes(bytes, at - base);
    const isWhole = length > 0 && has(length);
    // Behind damage, only a frame that another one follows is one.
    if (isWhole && (!isAfterGap || at + length === end || frameBytes(bytes, at - base + length) > 0)) {
      yield { at, data: bytes.subarray(at - base, at - base + length), isAfterGap };
      [at, isAfterGap] = [at + length, false];
    } else {
      const next = bytes.indexOf(0xff, at - base + 1);
      [at, isAfterGap] = [base + (next < 0 ? Math.max(bytes.length, at - base + 1) : next), true];
    }
  }
}

/** Whether a file has more behind its last frame than tags: part of a frame, or damage. */
export const hasRest = async (source: ByteSource, end: number): Promise<boolean> => end < (await endOf(source));

/** Where the tag at the end of a file begins, or the file ends. */
async function endOf(source: ByteSource): Promise<number> {
  const isTagged = (await source.read(source.size - 128, 3)).toString('latin1') === 'TAG';
  return source.size - (isTagged ? 128 : 0);
}
