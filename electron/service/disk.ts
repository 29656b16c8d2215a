import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { reason } from '@shared/reasons/reasons';
import { codeOf } from './error-code';
import { Refusal } from './refusal';

const probeBytes = 256 * 1024;

/**
 * The bytes that this process may still write to the disk of `folder`, not counting quotas. 0 for a disk that cannot be
 * reached: the caller reports the failure, and may already be handling one.
 */
export function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

/** The refusal of an operation that needs more space than the disk of `folder` has. */
export function insufficientStorage(folder: string, needed_bytes?: number): Refusal {
  const details = { ...(needed_bytes !== undefined && { needed_bytes }), free_bytes: freeBytes(folder) };
  return new Refusal('InsufficientStorage', reason('disk_full'), details);
}

/** Space that is left to the database, so that sign-ins and the audit log still work. */
const keptFreeBytes = 16 * 1024 * 1024;

/** Refused with InsufficientStorage when there is no space for `bytes` in addition to that of the database. */
export function mustHaveRoom(folder: string, bytes: number): void {
  const needed = bytes + keptFreeBytes;
  if (freeBytes(folder) < needed) throw insufficientStorage(folder, needed);
}

/** Whether a system call, or SQLite, failed because the disk is full or the quota is used up. */
export function isDiskFull(cause: unknown): boolean {
  const code = codeOf(cause);
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'SQLITE_FULL';
}

/** Whether `folder` has space for a few more pages. Tested by writing, because a quota cannot be queried. */
export function hasRoom(folder: string): boolean {
  const probe = join(folder, `.room-${process.pid}-${threadId}`);
  try {
    writeFileSync(probe, Buffer.alloc(probeBytes, 1), { mode: 0o600 });
    return true;
  } catch (cause) {
    if (!isDiskFull(cause)) throw cause;
    return false;
  } finally {
    rmSync(probe, { force: true });
  }
}
