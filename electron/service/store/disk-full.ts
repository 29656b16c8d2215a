import { hasRoom, insufficientStorage, isDiskFull } from '../disk';
import { codeOf } from '../error-code';

/** Runs database work. A failure caused by a full disk becomes an InsufficientStorage refusal. */
export function refusingFullDisk<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw isFull(cause, folder) ? insufficientStorage(folder) : cause;
  }
}

/**
 * SQLite reports FULL for ENOSPC on the database and its log. When a quota is exceeded or the shared memory file cannot
 * grow, it only reports that reading or writing failed.
 */
export function isFull(cause: unknown, folder: string): boolean {
  if (isDiskFull(cause)) return true;
  return /^SQLITE_(IOERR|CANTOPEN)/.test(codeOf(cause) ?? '') && !hasRoom(folder);
}
