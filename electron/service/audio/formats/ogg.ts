import type { ByteSource } from '../byte-source';
import type { Span } from './blocks';

/** How the first packet of a stream of FLAC begins: the FLAC signature follows behind it. */
const signature = Buffer.from('\x7fFLAC', 'latin1');
const signatureBytes = 9;
const pageHead = 27;
const stepBytes = 2 ** 20;
/** The longest page: 255 segments of 255 bytes. */
const longestPage = pageHead + 255 + 255 * 255;

/** `spans`: the parts of an Ogg file that are read; undefined for all of it. `isCut`: its last page is not whole. */
type Ogg = { spans: Span[] | undefined; isCut: boolean };

/**
 * What is read of an Ogg file: its whole pages, or of a stream of FLAC (RFC 9639, section 10.1) the content of its pages, which is
 * the FLAC file that it was made of. Undefined for other files.
 */
export async function oggParts(source: ByteSource): Promise<Ogg | undefined> {
  const head = await source.read(0, 64);
  if (head.toString('latin1', 0, 4) !== 'OggS') return undefined;
  const first = pageHead + (head[26] ?? 0);
  const isFlac = head.subarray(first).subarray(0, signature.length).equals(signature);
  const serial = head.readUInt32LE(14);
  const content: Span[] = [];
  let [wholeTo, isCut] = [0, false];
  for await (const page of pagesOf(source)) {
    const skipped = page.at === 0 ? signatureBytes : 0;
    const [offset, end] = [page.content + skipped, page.content + page.length];
    isCut = end > source.size;
    if (!isCut) wholeTo = end;
    if (page.serial === serial) content.push({ offset, length: Math.max(0, Math.min(end, source.size) - offset) });
  }
  return { spans: isFlac ? content : isCut ? [{ offset: 0, length: wholeTo }] : undefined, isCut };
}

/** The pages of an Ogg file. Bytes between them that are none are passed over. */
async function* pagesOf(source: ByteSource) {
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
    const content = at + pageHead + (page[26] ?? 0);
    const length = page.subarray(pageHead, content - at).reduce((sum, one) => sum + one, 0);
    yield { at, serial: page.readUInt32LE(14), content, length };
    at = content + length;
  }
}
