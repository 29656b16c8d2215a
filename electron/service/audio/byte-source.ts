import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises';
import { reason } from '@shared/reasons/reasons';
import { codeOf } from '../error-code';
import { Refusal } from '../refusal';

/** Bytes that can be read at any position. */
export type ByteSource = {
  /** Length in bytes when the source was opened. */
  readonly size: number;
  /** Up to `length` bytes from `position`; fewer only at the end. They may be in `into`, which is at least as long. */
  read(position: number, length: number, into?: Buffer): Promise<Buffer>;
  close(): Promise<void>;
};

/** The bytes of a file, and when it was last written, in ms, before it was opened. */
export type FileSource = ByteSource & { readonly mtimeMs: number };

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

const notAFile = () => new Refusal('InvalidRecord', reason('not_a_file'));

/**
 * An ordinary file; its size is read from the open descriptor. Refused with InvalidRecord: links, folders, pipes,
 * devices, unreadable files, and those behind a link on the way. Refused with NotFound: missing files.
 */
export async function fileSource(path: string): Promise<FileSource> {
  const { file, size, mtimeMs } = await openFile(path);
  return { ...sourceOf(file, size), mtimeMs };
}

/**
 * Opens an ordinary file for reading, by its real path; its size, and when it was last written in ms, are those of then.
 * Refused like `fileSource`.
 */
export async function openFile(path: string): Promise<{ file: FileHandle; size: number; mtimeMs: number }> {
  const file = await openNoFollow(path);
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw notAFile();
    if (!(await isAt(file, path))) throw new Refusal('InvalidRecord', reason('file_moved'));
    return { file, size: stat.size, mtimeMs: stat.mtimeMs };
  } catch (cause) {
    await file.close();
    throw cause;
  }
}

/**
 * Whether an open file is at this path without a link on the way: O_NOFOLLOW is only about the last part, and a folder may
 * have become a link since it was listed. Where the system does not say where an open file is, its path is asked.
 */
async function isAt(file: FileHandle, path: string): Promise<boolean> {
  const place = await readlink(`/proc/self/fd/${file.fd}`).catch(() => undefined);
  if (place !== undefined) return place === path;
  const [opened, found] = await Promise.all([file.stat({ bigint: true }), lstat(path, { bigint: true })]);
  return (await realpath(path)) === path && opened.dev === found.dev && opened.ino === found.ino;
}

/**
 * A source for a job: it calls `alive` at each read, because a slow drive may take minutes over a large file. A file that
 * became shorter since it was opened is refused with InvalidRecord: who reads on to its former end would never arrive.
 */
export const lively = ({ size, read, close }: ByteSource, alive: () => void): ByteSource => ({
  size,
  close,
  async read(position, length) {
    alive();
    const bytes = await read(position, length);
    if (bytes.length < Math.min(length, size - position)) throw new Refusal('InvalidRecord', reason('file_changed'));
    return bytes;
  },
});

const pieceBytes = 1024 * 1024;

/** The bytes of a source, from its start to its end. */
export async function* piecesOf(source: ByteSource): AsyncIterable<Buffer> {
  for (let place = 0; place < source.size; place += pieceBytes) {
    yield await source.read(place, Math.min(pieceBytes, source.size - place));
  }
}

/** The SHA-256 of a source. Hex. */
export async function sha256Of(source: ByteSource): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of piecesOf(source)) hash.update(piece);
  return hash.digest('hex');
}

async function openNoFollow(path: string): Promise<FileHandle> {
  try {
    // Windows has no O_NOFOLLOW, so this earlier check is the only protection there.
    if (O_NOFOLLOW === 0 && (await lstat(path)).isSymbolicLink()) throw notAFile();
    // Without O_NONBLOCK, opening a pipe that has no writer would never return.
    return await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (cause) {
    const code = codeOf(cause) ?? '';
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new Refusal('NotFound', reason('file_gone'));
    if (code === 'EACCES' || code === 'EPERM') throw new Refusal('InvalidRecord', reason('file_not_allowed'));
    if (['ELOOP', 'EMLINK', 'ENXIO', 'EISDIR', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE'].includes(code))
      throw notAFile();
    throw cause;
  }
}

function sourceOf(file: FileHandle, size: number): ByteSource {
  return {
    size,
    async read(position, length, into) {
      const wanted = Math.max(0, Math.min(length, size - position));
      const bytes = into?.subarray(0, wanted) ?? Buffer.allocUnsafe(wanted);
      let filled = 0;
      while (filled < bytes.length) {
        const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, position + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return bytes.subarray(0, filled);
    },
    close: () => file.close(),
  };
}
