import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { ownFile } from './connection';
import { isDamage } from './damage';
import { checkFolder, FolderUnusable, makeFolder, onFolder } from './folder';

const lookEveryMs = 100;
const damaged = 'owner.lock in it is damaged. Make sure that no Earshot is open, then remove that file.';

/** Thrown when another process owns the data folder. */
export class FolderTaken extends Error {
  constructor(folder: string) {
    super(`Another Earshot is using ${folder}. Close it first.`);
  }
}

/**
 * Takes the data folder for this process, making it when it is missing. Waits for an owner that is ending, as the file
 * `closing` says. Throws FolderTaken, or FolderUnusable for a folder that is somebody else's: nothing is changed before
 * the lock is held. Returns the function that lets go.
 */
export async function takeFolder(folder: string): Promise<() => void> {
  for (;;) {
    try {
      return lockFolder(folder);
    } catch (cause) {
      if (!(cause instanceof FolderTaken) || !existsSync(join(folder, 'closing'))) throw cause;
      await pause(lookEveryMs);
    }
  }
}

/** The same at once, whether or not the owner is ending. */
export function lockFolder(folder: string): () => void {
  checkFolder(folder);
  makeFolder(folder);
  const unlock = lock(folder);
  try {
    // Again: it may have been filled meanwhile.
    checkFolder(folder);
    onFolder(folder, () => chmodSync(folder, 0o700));
    return unlock;
  } catch (cause) {
    unlock();
    throw cause;
  }
}

/**
 * The lock is SQLite's own file lock, held by an open exclusive transaction, because the system frees it even at
 * kill -9.
 */
function lock(folder: string): () => void {
  const path = join(folder, 'owner.lock');
  onFolder(folder, () => ownFile(path));
  const db = new Database(path);
  try {
    db.pragma('busy_timeout = 0');
    // The file stays empty. A journal on disk would need room even so.
    db.pragma('journal_mode = MEMORY');
    db.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    db.close();
    if (cause instanceof Error && cause.message.includes('locked')) throw new FolderTaken(folder);
    if (isDamage(cause)) throw new FolderUnusable(folder, 'unknown', new Error(damaged));
    throw cause;
  }
  return () => void db.close();
}
