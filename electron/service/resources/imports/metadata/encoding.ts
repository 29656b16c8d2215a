import { Transform } from 'node:stream';
import { openFile } from '../../../audio/byte-source';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/**
 * How each encoding is read: as an encoding that Node supports, byte for byte, so that positions in the file stay
 * correct. Big-endian pairs are swapped first. Characters that Windows puts in place of Latin-1 control characters are
 * decoded afterwards.
 */
export const encodings: Record<
  Encoding,
  { node: BufferEncoding; swapped?: boolean; decode?: (text: string) => string }
> = {
  'utf-8': { node: 'utf8' },
  'utf-16le': { node: 'utf16le' },
  'utf-16be': { node: 'utf16le', swapped: true },
  'windows-1252': { node: 'latin1', decode: fromWindows },
};

/** Characters 0x80 to 0x9F. Written out because TextDecoder in Node 20 decodes Windows-1252 as Latin-1. */
const windows = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

function fromWindows(text: string): string {
  return text.replace(/[\x80-\x9f]/g, (character) => windows[character.charCodeAt(0) - 0x80] ?? character);
}

/**
 * The encoding of a text file: by its byte order mark, otherwise UTF-8 if all of it is valid, otherwise Windows-1252,
 * as in old exports.
 */
export async function encodingOf(path: string, alive: () => void): Promise<Encoding> {
  const strict = new TextDecoder('utf-8', { fatal: true });
  let first = true;
  const { file } = await openFile(path);
  try {
    for await (const piece of file.createReadStream() as AsyncIterable<Buffer>) {
      alive();
      if (first && piece[0] === 0xff && piece[1] === 0xfe) return 'utf-16le';
      if (first && piece[0] === 0xfe && piece[1] === 0xff) return 'utf-16be';
      first = false;
      strict.decode(piece, { stream: true });
    }
    strict.decode();
    return 'utf-8';
  } catch (cause) {
    if (cause instanceof TypeError) return 'windows-1252';
    throw cause;
  }
}

/** Converts big-endian pairs of bytes to little-endian. */
export function pairsSwapped(): Transform {
  let odd: Buffer = Buffer.alloc(0);
  return new Transform({
    transform(piece: Buffer, _, done) {
      const bytes = Buffer.concat([odd, piece]);
      const whole = bytes.length - (bytes.length % 2);
      odd = bytes.subarray(whole);
      done(null, Buffer.from(bytes.subarray(0, whole)).swap16());
    },
  });
}
