import { timingSafeEqual } from 'node:crypto';
import { spend } from '../../secret';
import type { ByteSource } from '../byte-source';
import { type ChunkCipher, chunkCipher, tagBytes } from './chunk-cipher';
import { damage } from './damage';
import { dataKeyOf, type Unwrap, withKeys } from './data-key';
import { type Header, headerOf, isGenuine } from './header';

export type OpenContainer = {
  /** Length of the plain bytes, already verified. */
  length: number;
  /** 16 bytes. */
  fileId: Buffer;
  /** 32 bytes, verified. Pass it as `expectedHeaderMac` next time. */
  headerMac: Buffer;
  /**
   * Plain bytes `first` to `last` inclusive, cut to the length. Each chunk is verified before any of its bytes are
   * returned.
   */
  read(first: number, last: number): AsyncIterable<Buffer>;
  close(): Promise<void>;
};

/** The plain bytes of a container, to be read like a file. */
export const plainSource = ({ length, read, close }: Pick<OpenContainer, 'length' | 'read' | 'close'>): ByteSource => ({
  size: length,
  close,
  async read(position, wanted) {
    const pieces: Buffer[] = [];
    for await (const piece of read(position, position + wanted - 1)) pieces.push(piece);
    return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
  },
});

const stepBytes = 2 ** 20;

/**
 * A container that is verified up to its last chunk, so that its length can be trusted. Takes ownership of `source`:
 * closes it when the container is closed or refused. `key` unwraps the data key, or is the data key itself. An unwrapped
 * data key is zeroed; a given one is left to the caller. With `expectedHeaderMac`, a container that was exchanged for
 * another one is refused.
 *
 *     const audio = await openContainer(await store.open(path), unwrapWith(privateKey), mac);
 *     for await (const bytes of audio.read(0, 99)) response.write(bytes);
 *     await audio.close();
 *
 * Refused with IntegrityError, or PermissionError when no key fits; `reason` is one of ContainerReason. `read` can throw
 * the same errors in mid-stream: the caller must then abort its output and never pad it.
 */
export async function openContainer(
  source: ByteSource,
  key: Unwrap | Buffer,
  expectedHeaderMac?: Buffer,
): Promise<OpenContainer> {
  try {
    const header = await headerOf(source);
    if (expectedHeaderMac && !sameBytes(expectedHeaderMac, header.mac)) throw damage('cra_header_mac');
    const cipher = Buffer.isBuffer(key)
      ? cipherOf(header, key)
      : spend(await dataKeyOf(header, key), (dek) => cipherOf(header, dek));
    const layout = layoutOf(header, source.size);
    await verifyEnd(source, cipher, layout);
    return {
      length: layout.length,
      fileId: header.fileId,
      headerMac: header.mac,
      read: (first, last) => plainBytes(source, cipher, layout, Math.max(0, first), Math.min(last, layout.length - 1)),
      close: () => source.close(),
    };
  } catch (cause) {
    await source.close();
    throw cause;
  }
}

/**
 * The number of plain bytes in the whole chunks of a container that is still being written, or whose writer was
 * interrupted. Nothing is verified, because that needs a private key. Refused like a header.
 */
export async function unfinishedLength(source: ByteSource): Promise<number> {
  const { bytes, chunkLog2 } = await headerOf(source);
  return Math.max(0, Math.floor((source.size - bytes.length) / (2 ** chunkLog2 + tagBytes))) * 2 ** chunkLog2;
}

/** The number of plain bytes of a finished container. Nothing is verified. Refused like a header and a layout. */
export async function finishedLength(source: ByteSource): Promise<number> {
  return layoutOf(await headerOf(source), source.size).length;
}

/**
 * The chunks of a container that may have no end: the first `length` plain bytes, or those before the first chunk that is
 * incomplete or damaged. Refused like `openContainer`, for its header.
 */
export async function* unfinishedChunks(source: ByteSource, dek: Buffer, length: number): AsyncGenerator<Buffer> {
  const header = await headerOf(source);
  const cipher = cipherOf(header, dek);
  const chunkBytes = 2 ** header.chunkLog2;
  for (let index = 0; index * chunkBytes < length; index += 1) {
    const sealed = await source.read(header.bytes.length + index * (chunkBytes + tagBytes), chunkBytes + tagBytes);
    const plain = cipher.open(index, false, sealed) ?? cipher.open(index, true, sealed);
    if (!plain) return;
    yield plain.subarray(0, length - index * chunkBytes);
  }
}

function cipherOf(header: Header, dek: Buffer): ChunkCipher {
  return withKeys(dek, header.salt, (keys) => {
    if (!isGenuine(header, keys.header)) throw damage('cra_header_mac');
    return chunkCipher(keys.payload, header.bytes, header.fileId);
  });
}

const sameBytes = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b);

/** The layout of the chunks. `sealedBytes` is a full chunk with its tag, `end` the size of the file. */
type Layout = { start: number; end: number; chunkBytes: number; sealedBytes: number; chunks: number; length: number };

function layoutOf(header: Header, end: number): Layout {
  const start = header.bytes.length;
  const chunkBytes = 2 ** header.chunkLog2;
  const sealedBytes = chunkBytes + tagBytes;
  const chunks = Math.ceil((end - start) / sealedBytes);
  const length = end - start - chunks * tagBytes;
  const lastBytes = length - (chunks - 1) * chunkBytes;
  // Only an empty file has an empty last chunk.
  if (chunks < 1 || chunks > 2 ** 32 || lastBytes < (chunks === 1 ? 0 : 1)) throw damage('cra_truncated');
  return { start, end, chunkBytes, sealedBytes, chunks, length };
}

/** In a file that was cut at the edge of a chunk, the chunk at the end is genuine but not marked as the last. */
async function verifyEnd(
  source: ByteSource,
  cipher: ChunkCipher,
  { start, end, sealedBytes, chunks }: Layout,
): Promise<void> {
  const last = chunks - 1;
  const position = start + last * sealedBytes;
  const sealed = await source.read(position, end - position);
  if (sealed.length < end - position) throw damage('cra_truncated');
  if (cipher.open(last, true, sealed)) return;
  throw damage(cipher.open(last, false, sealed) ? 'cra_truncated' : 'cra_corrupt_chunk');
}

async function* plainBytes(source: ByteSource, cipher: ChunkCipher, layout: Layout, first: number, last: number) {
  const { chunkBytes, sealedBytes, chunks } = layout;
  if (first > last) return;
  const [from, to] = [Math.floor(first / chunkBytes), Math.floor(last / chunkBytes)];
  for await (const step of sealedSteps(source, layout, from, to)) {
    for (let index = step.from; index <= step.to; index += 1) {
      const sealed = step.bytes.subarray((index - step.from) * sealedBytes, (index - step.from + 1) * sealedBytes);
      const plain = cipher.open(index, index === chunks - 1, sealed);
      if (!plain) throw damage('cra_corrupt_chunk');
      const offset = index * chunkBytes;
      yield plain.subarray(Math.max(0, first - offset), last - offset + 1);
    }
  }
}

/**
 * The chunks `first` to `last`, some at a time. The next are read from the disk while the caller has these, so two buffers
 * take turns: new ones for each step would be most of the garbage of a download.
 */
async function* sealedSteps(source: ByteSource, layout: Layout, first: number, last: number) {
  const { start, end, sealedBytes } = layout;
  const atOnce = Math.max(1, Math.floor(stepBytes / sealedBytes));
  const stepLength = Math.min(atOnce, last - first + 1) * sealedBytes;
  const bufferOf = [once(stepLength), once(stepLength)] as const;
  let turn: 0 | 1 = 0;
  const begin = (from: number) => {
    const to = Math.min(from + atOnce - 1, last);
    const position = start + from * sealedBytes;
    const wanted = Math.min(end, start + (to + 1) * sealedBytes) - position;
    const reading = source.read(position, wanted, bufferOf[turn]());
    turn = turn === 0 ? 1 : 0;
    // If the caller stops before, nobody awaits this read, and its error must not be unhandled.
    reading.catch(() => undefined);
    return { from, to, wanted, reading };
  };
  let next = begin(first);
  while (true) {
    const { from, to, wanted, reading } = next;
    const bytes = await reading;
    if (bytes.length < wanted) throw damage('cra_truncated');
    if (to < last) next = begin(to + 1);
    yield { from, to, bytes };
    if (to >= last) return;
  }
}

/** A buffer that is made when it is first needed: a range is often in one step. */
function once(length: number): () => Buffer {
  let buffer: Buffer | undefined;
  return () => {
    buffer ??= Buffer.allocUnsafe(length);
    return buffer;
  };
}
