import { type Reason, reason } from '@shared/reasons/reasons';
import { type ByteSource, fileSource } from '../../../../audio/byte-source';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** A file of call details; `sent`: its bytes, if it is none on this computer. */
export type DetailsFile = { path: string; sent?: Buffer };

/** The bytes of a file of call details. */
export async function openDetails({ path, sent }: DetailsFile): Promise<ByteSource> {
  if (!sent) return fileSource(path);
  return {
    size: sent.length,
    read: async (position, length) => sent.subarray(position, position + length),
    close: async () => {},
  };
}

/**
 * How each encoding is read. The raw text has one character for each `width` bytes, so that a place in it is a place in
 * the file, and line breaks and delimiters are found in it. Its parts are decoded afterwards; damaged bytes become
 * U+FFFD.
 */
export const encodings: Record<
  Encoding,
  { width: 1 | 2; raw: (bytes: Buffer) => string; decode: (raw: string) => string }
> = {
  'utf-8': {
    width: 1,
    raw: (bytes) => bytes.toString('latin1'),
    decode: (raw) => (/[\x80-\xff]/.test(raw) ? Buffer.from(raw, 'latin1').toString() : raw),
  },
  'windows-1252': { width: 1, raw: (bytes) => bytes.toString('latin1'), decode: fromWindows },
  'utf-16le': { width: 2, raw: pairs, decode: wholePairs },
  'utf-16be': { width: 2, raw: (bytes) => pairs(swapped(bytes)), decode: wholePairs },
};

/** The character in place of damaged bytes. */
export const damaged = '\uFFFD';

/** A cut last pair is damaged. */
function pairs(bytes: Buffer): string {
  return bytes.toString('utf16le') + (bytes.length % 2 === 1 ? damaged : '');
}

function swapped(bytes: Buffer): Buffer {
  const even = bytes.length - (bytes.length % 2);
  return Buffer.concat([Buffer.from(bytes.subarray(0, even)).swap16(), bytes.subarray(even)]);
}

/** Half a surrogate pair is no character. */
export function wholePairs(text: string): string {
  return text.replace(/\p{Surrogate}/gu, damaged);
}

/** Characters 0x80 to 0x9F. Written out because TextDecoder in Node 20 decodes Windows-1252 as Latin-1. */
const windows = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

function fromWindows(text: string): string {
  return text.replace(/[\x80-\x9f]/g, (character) => windows[character.charCodeAt(0) - 0x80] ?? character);
}

const marks: [Encoding, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
const headBytes = 4096;
const pieceBytes = 256 * 1024;

/**
 * The encoding of a text file, and the bytes of its byte order mark. Without a mark: UTF-16 if every second byte is often
 * zero, UTF-8 if most characters outside ASCII are valid, so that a cut letter does not change the others, and otherwise
 * Windows-1252, as in old exports.
 */
export async function encodingOf(
  source: ByteSource,
  alive: () => void,
): Promise<{ encoding: Encoding; markBytes: number }> {
  const head = await source.read(0, headBytes);
  for (const [encoding, mark] of marks) {
    if (mark.every((byte, place) => head[place] === byte)) return { encoding, markBytes: mark.length };
  }
  const [first, second] = zeros(head);
  const many = head.length / 8;
  if (second > many && first * 8 < second) return { encoding: 'utf-16le', markBytes: 0 };
  if (first > many && second * 8 < first) return { encoding: 'utf-16be', markBytes: 0 };
  return { encoding: (await isUtf8(source, alive)) ? 'utf-8' : 'windows-1252', markBytes: 0 };
}

/** The note about a file whose encoding nothing in it proves; none for another. */
export const noteOfEncoding = (encoding: Encoding): Reason[] =>
  encoding === 'windows-1252' ? [reason('note_code_page')] : [];

/** The zero bytes in the first and in the second place of each pair. */
function zeros(bytes: Buffer): [number, number] {
  const found: [number, number] = [0, 0];
  for (const [place, byte] of bytes.entries()) if (byte === 0) found[place % 2 === 0 ? 0 : 1]++;
  return found;
}

async function isUtf8(source: ByteSource, alive: () => void): Promise<boolean> {
  const decoder = new TextDecoder();
  const found = { letters: 0, damaged: 0 };
  for (let place = 0; place < source.size; place += pieceBytes) {
    alive();
    const text = decoder.decode(await source.read(place, pieceBytes), { stream: true });
    count(text, found);
  }
  count(decoder.decode(), found);
  return found.damaged <= found.letters;
}

function count(text: string, found: { letters: number; damaged: number }): void {
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place);
    if (code === 0xfffd) found.damaged++;
    else if (code > 0x7f) found.letters++;
  }
}
