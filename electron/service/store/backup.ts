import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Connection, openConnection } from './connection';

/** The end of the name of a copy that is not complete. */
export const partSuffix = '.part';

/** The folder of the copies of a database. */
export const backupFolder = (dataFolder: string): string => join(dataFolder, 'backups');

/**
 * Copies the database into a file that exists only once it is complete and on disk. All pages are of the same moment,
 * also while other connections write. `alive` is called at every step.
 */
export async function backUp(db: Connection, target: string, alive: () => void = () => {}): Promise<void> {
  const part = `${target}${partSuffix}`;
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  // An earlier attempt may have left half a copy.
  rmSync(part, { force: true });
  try {
    await db.backup(part, alive);
    unmark(part);
    sync(part);
    renameSync(part, target);
    sync(dirname(target));
  } catch (cause) {
    rmSync(part, { force: true });
    throw cause;
  }
}

/** Removes the mark (see LogMark): a backup that is put in place of the database must not match the log there. */
function unmark(path: string): void {
  const copy = openConnection(path);
  try {
    copy.pragma('application_id = 0');
  } finally {
    copy.close();
  }
}

function sync(path: string): void {
  // Windows has no handle for a folder.
  if (process.platform === 'win32') return;
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
