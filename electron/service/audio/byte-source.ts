import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
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

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

const notAFile = () => new Refusal('InvalidRecord', reason('not_a_file'));

/**
 * An ordinary file; its size is read from the open descriptor. Refused with InvalidRecord: links, folders, pipes,
 * devices and unreadable files. Refused with NotFound: missing files.
 */
export async function fileSource(path: string): Promise<ByteSource> {
  const { file, size } = await openFile(path);
  return sourceOf(file, size);
}

/** Opens an ordinary file for reading, and its size then. Refused like `fileSource`. */
export async function openFile(path: string): Promise<{ file: FileHandle; size: number }> {
  const file = await openNoFollow(path);
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw notAFile();
    return { file, size: stat.size };
  } catch (cause) {
    await file.close();
    throw cause;
  }
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
