import type { ByteSource } from '../byte-source';
import type { Span } from './blocks';

/** How the first packet of such a stream begins: the FLAC signature follows behind it. */
const signature = Buffer.from('\x7fFLAC', 'latin1');
const signatureBytes = 9;
const pageHead = 27;
const stepBytes = 2 ** 20;
/** The longest page: 255 segments of 255 bytes. */
const longestPage = pageHead + 255 + 255 * 255;

/**
 * The parts of an Ogg file that are the FLAC file which it was made of (RFC 9639, section 10.1): the content of its pages.
 * Undefined for other files.
 */
export async function flacInOgg(source: ByteSource): Promise<Span[] | undefined> {
  const head = await source.read(0, 64);
  const first = pageHead + (head[26] ?? 0);
  if (head.toString('latin1', 0, 4) !== 'OggS' || !head.subarray(first).subarray(0, 5).equals(signature))
    return undefined;
  const serial = head.readUInt32LE(14);
  const spans: Span[] = [];
  let [at, base] = [0, 0];
  let bytes: Buffer = Buffer.alloc(0);
  while (at + pageHead <= source.size) {
    if (at + longestPage > base + bytes.length && base + bytes.length < source.size) {
      base = at;
      bytes = await source.read(base, stepBytes);
    }
    const page = bytes.subarray(at - base);
    if (page.toString('latin1', 0, 4) !== 'OggS') {
      const next = page.indexOf('OggS', 1);
      at += next > 0 ? next : Math.max(1, page.length - 3);
      continue;
    }
    const segments = page[26] ?? 0;
    const length = page.subarray(pageHead, pageHead + segments).reduce((sum, one) => sum + one, 0);
    const skipped = at === 0 ? signatureBytes : 0;
    const offset = at + pageHead + segments + skipped;
    if (page.readUInt32LE(14) === serial) {
      spans.push({ offset, length: Math.max(0, Math.min(length - skipped, source.size - offset)) });
    }
    at += pageHead + segments + length;
  }
  return spans;
}
