import { randomUUID } from 'node:crypto';
import { mkdirSync, statSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { uuidPattern } from '@shared/uuid';
import { soon, syncFolder } from '../durable';
import { type Connection, openConnection, ownFile } from './connection';
import { mustBeSound } from './damage';

/** Parts are synced while they grow: the last sync, of SQLite, stops the thread until it returns. */
const stepsBetweenSyncs = 16;
const partSuffix = '.part';

/** The folder of the copies of a database. */
export const backupFolder = (dataFolder: string): string => join(dataFolder, 'backups');

/** What the name of a copy says: its time in ms, and, if an upgrade made it, the first step of that upgrade. */
export type BackupName = { backup_id: string; created_at: number; before: number | null };

/** `2026-11-25T20-45-00-123Z_<uuid>.db`: Windows allows no colon, and names sort by their time. */
const namePattern = new RegExp(
  `^(\\d{4}-\\d{2}-\\d{2})T(\\d{2})-(\\d{2})-(\\d{2})-(\\d{3})Z_(${uuidPattern})(?:_before-(\\d+))?\\.db$`,
);

/** A new name for a copy. */
export function newBackupName(created_at: number, before?: number): { backup_id: string; file_name: string } {
  const backup_id = randomUUID();
  const time = new Date(created_at).toISOString().slice(0, 23).replace(/[:.]/g, '-');
  return { backup_id, file_name: `${time}Z_${backup_id}${before === undefined ? '' : `_before-${before}`}.db` };
}

/** Undefined for a file that is not a copy. */
export function readBackupName(file_name: string): BackupName | undefined {
  const [, date, hour, minute, second, ms, backup_id, before] = namePattern.exec(file_name) ?? [];
  if (!backup_id) return undefined;
  const created_at = Date.parse(`${date}T${hour}:${minute}:${second}.${ms}Z`);
  return { backup_id, created_at, before: before === undefined ? null : Number(before) };
}

/** The files that SQLite makes next to a database while it writes it. */
const besides = ['-wal', '-shm', '-journal'];

/** Whether a file belongs to a copy that is not complete. */
export const isPart = (name: string): boolean => /\.part(-wal|-shm|-journal)?$/.test(name);

/**
 * Copies the database into a file that exists only once it is complete, on disk, and found sound. The copy is a consistent
 * snapshot, even while other connections write. `alive` is called at every step, and before the check with its longest
 * time in ms. Throws what `isDamage` recognises when the database is damaged.
 */
export async function backUp(
  db: Connection,
  target: string,
  alive: (blockedMs?: number) => void = () => {},
): Promise<void> {
  const part = `${target}${partSuffix}`;
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  // An earlier attempt may have left half a copy.
  await removePart(target);
  ownFile(part);
  try {
    const file = await open(part, 'r+');
    await copy(db, part, { file, alive }).finally(() => file.close());
    alive(checkMs(part));
    finish(part);
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
  for (const end of ['', ...besides]) await soon(() => rm(`${target}${partSuffix}${end}`, { force: true }));
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

/** The longest time that the check of a database may take: a drive that is slow reads a megabyte in a second. */
export const checkMs = (path: string): number => 60_000 + statSync(path).size / 1_000;

/**
 * Refuses a damaged copy, and removes the mark (see LogMark): a backup that is put in place of the database must not
 * match the log there.
 */
function finish(path: string): void {
  const copied = openConnection(path);
  try {
    mustBeSound(copied);
    copied.pragma('application_id = 0');
  } finally {
    copied.close();
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.sync().finally(() => file.close());
}
