import { reason } from '@shared/reasons/reasons';
import { Refusal } from '../../../refusal';
import type { Connection } from '../../../store/connection';

/** Removes a user from their imports, as if these were made on the command line. Refused while one has not ended. */
export function releaseImports(db: Connection, user_id: string): void {
  const which = { user_id };
  if (hasUnfinished(db, 'user_id', user_id)) throw new Refusal('Conflict', reason('user_imports'));
  db.prepare<typeof which>('UPDATE imports SET user_id = NULL WHERE user_id = @user_id').run(which);
}

/** Deletes the imports of a tenant with their rows. Refused while one has not ended. */
export function removeImports(db: Connection, tenant_id: string): void {
  const which = { tenant_id };
  if (hasUnfinished(db, 'tenant_id', tenant_id)) {
    throw new Refusal('Conflict', reason('tenant_not_empty', { records: 'imports' }));
  }
  db.prepare<typeof which>('DELETE FROM imports WHERE tenant_id = @tenant_id').run(which);
}

function hasUnfinished(db: Connection, column: 'user_id' | 'tenant_id', id: string): boolean {
  const unfinished = `SELECT 1 FROM imports WHERE ${column} = @id AND status IN ('running', 'paused') LIMIT 1`;
  return db.prepare<{ id: string }>(unfinished).get({ id }) !== undefined;
}
