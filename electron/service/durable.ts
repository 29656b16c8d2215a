import { open } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { codeOf } from './error-code';

const attempts = 10;
const longestPauseMs = 1000;

/** Renames or removes a file, with retries, because antivirus programs on Windows keep new files open for a moment. */
export async function soon(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (cause) {
      if (attempt === attempts || !['EPERM', 'EACCES', 'EBUSY'].includes(codeOf(cause) ?? '')) throw cause;
      await pause(Math.min(longestPauseMs, 10 * 2 ** attempt));
    }
  }
}

/** A rename or a new folder is durable only once its parent folder is on disk. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder; its file system keeps a journal.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
