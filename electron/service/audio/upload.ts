import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { mustHaveRoom } from '../disk';
import { type FileSource, fileSource } from './byte-source';
import type { FileStore } from './file-store';

const algorithm = 'aes-256-ctr';
const blockBytes = 16;
/** After this many bytes more than announced, the free space is checked again. */
const unannouncedBytes = 8 * 1024 * 1024;

/** A received recording: a temporary file, encrypted under a key that exists only in memory. */
export type Upload = { path: string; key: Uint8Array; size: number; sha256: string };

/**
 * Receives a recording into a temporary file of the archive, because a recording is never on disk unencrypted. `remove`
 * deletes it. A file that a crash leaves behind is removed at the next start. `setupMs` is when its call began, as for every
 * file, though this one is never moved to its day. `admit` is called with the length so far, and throws to refuse more.
 */
export async function receive(
  { files, archive }: { files: FileStore; archive: string },
  pieces: AsyncIterable<Uint8Array>,
  { setupMs, expectedBytes, admit }: { setupMs: number; expectedBytes: number; admit: (bytes: number) => void },
): Promise<{ upload: Upload; remove: () => Promise<void> }> {
  const file = await files.create({ setupMs, suffix: '.upload', lengthBytes: expectedBytes });
  const key = randomBytes(32);
  // The key is never used again, so a counter from zero is safe.
  const cipher = createCipheriv(algorithm, key, counterAt(0));
  const hash = createHash('sha256');
  let size = 0;
  let room = expectedBytes;
  const remove = async () => {
    key.fill(0);
    await file.abort();
  };
  try {
    for await (const piece of pieces) {
      size += piece.byteLength;
      admit(size);
      if (size > room) {
        mustHaveRoom(archive, unannouncedBytes);
        room = size + unannouncedBytes;
      }
      hash.update(piece);
      await file.write(cipher.update(piece));
    }
    const upload = { path: join(archive, file.temporaryPath), key, size, sha256: hash.digest('hex') };
    return { upload, remove };
  } catch (cause) {
    await remove();
    throw cause;
  }
}

/** The bytes of a received recording. Their integrity is not checked here: compare their SHA-256 with the upload's. */
export async function uploadSource({ path, key, size }: Upload): Promise<FileSource> {
  const { read, close, mtimeMs } = await fileSource(await realpath(path));
  return {
    size,
    mtimeMs,
    close,
    async read(position, length) {
      const skipped = position % blockBytes;
      const sealed = await read(position - skipped, length + skipped);
      return createDecipheriv(algorithm, key, counterAt((position - skipped) / blockBytes))
        .update(sealed)
        .subarray(skipped);
    },
  };
}

function counterAt(block: number): Buffer {
  const counter = Buffer.alloc(blockBytes);
  counter.writeBigUInt64BE(BigInt(block), 8);
  return counter;
}
