import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { backUp, backupFolder, newBackupName, readBackupName } from './backup';
import type { Connection } from './connection';

const texts = import.meta.glob<string>('./migrations/*.sql', { query: '?raw', import: 'default', eager: true });

/** The migrations in order: number (tens) and SQL. */
export const migrations = Object.entries(texts)
  .map(([path, sql]) => ({ number: Number(path.match(/(\d{4})-/)?.[1]), sql }))
  .sort((a, b) => a.number - b.number);

/**
 * Brings the schema up to date, each step in its own transaction, after one backup of the state before them. Refuses a
 * database made by a newer Earshot, and a damaged one, without changing it. `now` in ms.
 */
export async function migrate(db: Connection, dataFolder: string, steps = migrations, now = Date.now()): Promise<void> {
  const at = Number(db.pragma('user_version'));
  const newest = steps.at(-1)?.number ?? 0;
  if (at > newest) {
    throw new Error(
      `This archive was made by a newer Earshot (schema ${at}, this one knows ${newest}). Nothing was changed.`,
    );
  }
  const due = steps.filter((step) => step.number > at);
  if (at > 0 && due[0]) await backUpBefore(db, backupFolder(dataFolder), due[0].number, now);
  for (const { number, sql } of due) {
    db.transaction(() => {
      db.exec(sql);
      db.pragma(`user_version = ${number}`);
    });
  }
}

/** Makes the copy before an upgrade; it takes the place of those of earlier attempts, which failed or were killed. */
async function backUpBefore(db: Connection, folder: string, number: number, now: number): Promise<void> {
  const earlier = existsSync(folder) ? readdirSync(folder) : [];
  await backUp(db, join(folder, newBackupName(now, number).file_name));
  for (const name of earlier) if (readBackupName(name)?.before === number) rmSync(join(folder, name), { force: true });
}
