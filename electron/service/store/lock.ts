import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { codeOf } from '../error-code';
import { ownFile } from './connection';
import { isDamage } from './damage';
import { checkFolder, FolderUnusable, makeFolder, onFolder } from './folder';

const lookEveryMs = 100;
/** Longer than an orderly end takes. */
const maxWaitMs = 30_000;
const damaged = 'owner.lock in it is damaged. Make sure that no Earshot is open, then remove that file.';

/** Thrown when another process owns the data folder. */
export class FolderTaken extends Error {
  constructor(readonly folder: string) {
    super(`Another Earshot is using ${folder}. Quit it first.`);
  }
}

/**
 * Takes the data folder for this process and creates the folder if it is missing. Waits for an owner that is closing,
 * which the file `closing` shows, but not forever. Throws FolderTaken, or FolderUnusable for a folder with other content. Nothing is
 * changed before the lock is held. Returns the function that releases the lock.
 */
export async function takeFolder(folder: string, waitMs = maxWaitMs): Promise<() => void> {
  const until = performance.now() + waitMs;
  for (;;) {
    try {
      return lockFolder(folder);
    } catch (cause) {
      const isClosing = cause instanceof FolderTaken && existsSync(join(folder, 'closing'));
      if (!isClosing || performance.now() > until) throw cause;
      await pause(lookEveryMs);
    }
  }
}

/** Takes the folder without waiting, even when the owner is closing. */
export function lockFolder(folder: string): () => void {
  checkFolder(folder);
  makeFolder(folder);
  const unlock = lock(folder);
  try {
    // The folder may have been filled in the meantime.
    checkFolder(folder);
    onFolder(folder, () => chmodSync(folder, 0o700));
    return unlock;
  } catch (cause) {
    unlock();
    throw cause;
  }
}

/**
 * The lock is SQLite's own file lock, held by an open exclusive transaction, because the system releases it even after
 * kill -9.
 */
function lock(folder: string): () => void {
  const path = join(folder, 'owner.lock');
  onFolder(folder, () => ownFile(path));
  const db = new Database(path);
  try {
    db.pragma('busy_timeout = 0');
    // The file stays empty, but a journal on disk would still need space.
    db.pragma('journal_mode = MEMORY');
    db.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    db.close();
    if (codeOf(cause) === 'SQLITE_BUSY') throw new FolderTaken(folder);
    if (isDamage(cause)) throw new FolderUnusable(folder, 'unknown', new Error(damaged));
    throw cause;
  }
  return () => void db.close();
}
