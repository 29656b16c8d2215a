import { task } from '../../../../jobs/task';
import { openConnection } from '../../../../store/connection';

/** Moves the write-ahead log into the database and empties it: it still has the pages from before a deletion. */
export const clearLog = task('calls.clear-log', async ({ database }: { database: string }): Promise<void> => {
  const db = openConnection(database);
  try {
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
});
