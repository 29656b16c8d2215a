import { task } from '../../jobs/task';
import { backUp } from '../../store/backup';
import { openConnection } from '../../store/connection';

/** Copies the database with a connection of its own. */
export const copyDatabase = task(
  'backups.copy',
  async ({ database, target }: { database: string; target: string }, alive): Promise<void> => {
    const db = openConnection(database, { readonly: true });
    try {
      await backUp(db, target, alive);
    } finally {
      db.close();
    }
  },
);
