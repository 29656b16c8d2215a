import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Connection, openConnection } from '../../electron/service/store/connection';
import { migrate } from '../../electron/service/store/migrate';
import { insertFields } from '../support/call-filters';
import { temporaryFolder } from '../support/start-service';

/** The database of an archive without calls, with custom fields of every type. Closed with the test. */
export async function archiveWithoutCalls(): Promise<Connection> {
  const folder = temporaryFolder();
  const db = openConnection(join(folder, 'earshot.db'));
  onTestFinished(() => db.close());
  await migrate(db, folder);
  insertFields(db);
  return db;
}
