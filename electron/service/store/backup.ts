import { mkdirSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { soon, syncFolder } from '../durable';
import { type Connection, openConnection, ownFile } from './connection';

/** Parts are synced while they grow: the last sync, of SQLite, stops the thread until it returns. */
const stepsBetweenSyncs = 16;
const partSuffix = '.part';

/** The folder of the copies of a database. */
export const backupFolder = (dataFolder: string): string => join(dataFolder, 'backups');

/** Whether a file belongs to a copy that is not complete. */
export const isPart = (name: string): boolean => /\.part(-wal|-shm)?$/.test(name);

/**
 * Copies the database into a file that exists only once it is complete and on disk. The copy is a consistent snapshot, even
 * while other connections write. `alive` is called at every step.
 */
export async function backUp(db: Connection, target: string, alive: () => void = () => {}): Promise<void> {
  const part = `${target}${partSuffix}`;
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  // An earlier attempt may have left half a copy.
  await removePart(target);
  ownFile(part);
  try {
    const file = await open(part, 'r+');
    await copy(db, part, { file, alive }).finally(() => file.close());
    unmark(part);
    await syncFile(part);
    await soon(() => rename(part, target));
    await syncFolder(dirname(target));
  } catch (cause) {
    await removePart(target);
    throw cause;
  }
}

/** Removes what an interrupted copy to this target has left. */
export async function removePart(target: string): Promise<void> {
  for (const end of ['', '-wal', '-shm']) await soon(() => rm(`${target}${partSuffix}${end}`, { force: true }));
}

async function copy(db: Connection, part: string, { file, alive }: { file: FileHandle; alive: () => void }) {
  let steps = 0;
  let syncing: Promise<void> | undefined;
  try {
    await db.backup(part, () => {
      alive();
      steps += 1;
      if (steps % stepsBetweenSyncs !== 0 || syncing) return;
      syncing = file.sync().finally(() => {
        syncing = undefined;
      });
      // The last sync reports a failure.
      syncing.catch(() => undefined);
    });
  } finally {
    await syncing?.catch(() => undefined);
  }
}

/** Removes the mark (see LogMark): a backup that is put in place of the database must not match the log there. */
function unmark(path: string): void {
  const copied = openConnection(path);
  try {
    copied.pragma('application_id = 0');
  } finally {
    copied.close();
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.sync().finally(() => file.close());
}
