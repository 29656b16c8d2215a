import { dirname } from 'node:path';
import { insufficientStorage } from '../../disk';
import { task } from '../../jobs/task';
import { backUp } from '../../store/backup';
import { openConnection } from '../../store/connection';
import { isFull } from '../../store/disk-full';

/** Copies the database with a connection of its own. Refused with InsufficientStorage when the disk fills. */
export const copyDatabase = task(
  'backups.copy',
  async ({ database, target }: { database: string; target: string }, alive): Promise<void> => {
    const db = openConnection(database, { readonly: true });
    try {
      await backUp(db, target, alive);
    } catch (cause) {
      const folder = dirname(database);
      throw isFull(cause, folder) ? insufficientStorage(folder) : cause;
    } finally {
      db.close();
    }
  },
);
