import { hasRoom, insufficientStorage, isDiskFull } from '../disk';

/** Runs database work; what fails for want of room is refused with InsufficientStorage. */
export function refusingFullDisk<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw isFull(cause, folder) ? insufficientStorage(folder) : cause;
  }
}

/**
 * SQLite says FULL for ENOSPC on the database and its log. For a quota, and when the shared memory file cannot grow,
 * it says no more than that reading or writing failed.
 */
export function isFull(cause: unknown, folder: string): boolean {
  if (isDiskFull(cause)) return true;
  const { code = '' } = cause as { code?: string };
  return /^SQLITE_(IOERR|CANTOPEN)/.test(code) && !hasRoom(folder);
}
