import { dirname } from 'node:path';
import { insufficientStorage } from '../../../disk';
import { task } from '../../../jobs/task';
import { backUp, checkMs } from '../../../store/backup';
import { type Connection, openConnection } from '../../../store/connection';
import { databaseDamaged, isDamage, mustBeSound } from '../../../store/damage';
import { isFull } from '../../../store/disk-full';

/** Copies the database. Refused with InsufficientStorage when the disk fills, with IntegrityError when it is damaged. */
export const copyDatabase = task(
  'backups.copy',
  ({ database, target }: { database: string; target: string }, alive): Promise<void> =>
    withDatabase(database, (db) => backUp(db, target, alive)),
);

/** Reads the whole database while others use it. Refused with IntegrityError when it is damaged. */
export const checkDatabase = task(
  'backups.check',
  ({ database }: { database: string }, alive): Promise<void> =>
    withDatabase(database, async (db) => {
      alive(checkMs(database));
      mustBeSound(db);
    }),
);

/** Runs the work on a connection of its own. */
async function withDatabase(database: string, work: (db: Connection) => Promise<void>): Promise<void> {
  const db = openConnection(database, { readonly: true });
  try {
    await work(db);
  } catch (cause) {
    const folder = dirname(database);
    if (isDamage(cause)) throw databaseDamaged();
    throw isFull(cause, folder) ? insufficientStorage(folder) : cause;
  } finally {
    db.close();
  }
}
