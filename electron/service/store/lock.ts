import { join } from 'node:path';
import Database from 'better-sqlite3';
import { ownFile } from './connection';

/** Thrown when another process owns the data folder. */
export class FolderTaken extends Error {
  constructor(folder: string) {
    super(`Another Earshot is using ${folder}. Close it first.`);
  }
}

/**
 * Takes the data folder for this process. The lock is SQLite's own file lock, held by an open exclusive
 * transaction, because the system frees it even at kill -9. Returns the function that lets go.
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'owner.lock');
  ownFile(path);
  const db = new Database(path);
  try {
    db.pragma('busy_timeout = 0');
    // The file stays empty. A journal on disk would need room even so.
    db.pragma('journal_mode = MEMORY');
    db.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    db.close();
    if (cause instanceof Error && cause.message.includes('locked')) throw new FolderTaken(folder);
    throw cause;
  }
  return () => void db.close();
}
