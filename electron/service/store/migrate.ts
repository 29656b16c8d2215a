import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Connection, openConnection } from './connection';

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
    if (at > 0) await backUp(db, dataFolder, number);
    db.transaction(() => {
      db.exec(sql);
      db.pragma(`user_version = ${number}`);
    });
  }
}

async function backUp(db: Connection, dataFolder: string, before: number): Promise<void> {
  const folder = join(dataFolder, 'backups');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const target = join(folder, `before-${before}.db`);
  const part = `${target}.part`;
  // An earlier attempt may have left half a backup, or an outdated one.
  rmSync(part, { force: true });
  try {
    await db.backup(part);
    unmark(part);
    renameSync(part, target);
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
