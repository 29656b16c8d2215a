import { join } from 'node:path';
import { backUp, backupFolder } from './backup';
import type { Connection } from './connection';

const texts = import.meta.glob<string>('./migrations/*.sql', { query: '?raw', import: 'default', eager: true });

/** The migrations in order: number (tens) and SQL. */
export const migrations = Object.entries(texts)
  .map(([path, sql]) => ({ number: Number(path.match(/(\d{4})-/)?.[1]), sql }))
  .sort((a, b) => a.number - b.number);

/**
 * Brings the schema up to date, each step in its own transaction and after a backup of the previous state
 * (backups/before-<number>.db). Refuses a database made by a newer Earshot without changing it.
 */
export async function migrate(db: Connection, dataFolder: string, steps = migrations): Promise<void> {
  const at = Number(db.pragma('user_version'));
  const newest = steps.at(-1)?.number ?? 0;
  if (at > newest) {
    throw new Error(
      `This archive was made by a newer Earshot (schema ${at}, this one knows ${newest}). Nothing was changed.`,
    );
  }
  for (const { number, sql } of steps.filter((step) => step.number > at)) {
    if (at > 0) await backUp(db, join(backupFolder(dataFolder), `before-${number}.db`));
    db.transaction(() => {
      db.exec(sql);
      db.pragma(`user_version = ${number}`);
    });
  }
}
