import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';

/**
 * Writes a file for its owner only. `write` gets a temporary file next to it, which is renamed once it is complete, so
 * that the path always leads to a complete file or the previous one. A device is refused.
 */
export async function replaceFile(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const before = await stat(path).catch(() => undefined);
  if (before && !before.isFile() && !before.isDirectory()) throw new Error('Only a regular file can be replaced.');
  const part = `${path}.${randomUUID().slice(0, 8)}.part`;
  const file = await open(part, 'wx', 0o600);
  try {
    try {
      await write(file);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, path);
  } catch (cause) {
    await rm(part, { force: true });
    throw cause;
  }
}
