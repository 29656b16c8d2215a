import { reason } from '@shared/reasons/reasons';
import { Refusal } from '../../../refusal';
import type { Connection } from '../../../store/connection';
import { tenantHooks } from '../../people/tenants';
import { userHooks } from '../../people/users';

// The imports of a user who is deleted stay, as if they were made on the command line.
userHooks.removed.add((db, user_id) => {
  if (hasUnfinished(db, 'user_id', user_id)) throw new Refusal('Conflict', reason('user_imports'));
  db.prepare<{ user_id: string }>('UPDATE imports SET user_id = NULL WHERE user_id = @user_id').run({ user_id });
});

// Rows go with their import.
tenantHooks.removed.add((db, tenant_id) => {
  if (hasUnfinished(db, 'tenant_id', tenant_id)) {
    throw new Refusal('Conflict', reason('tenant_not_empty', { records: 'imports' }));
  }
  db.prepare<{ tenant_id: string }>('DELETE FROM imports WHERE tenant_id = @tenant_id').run({ tenant_id });
});

function hasUnfinished(db: Connection, column: 'user_id' | 'tenant_id', id: string): boolean {
  const unfinished = `SELECT 1 FROM imports WHERE ${column} = @id AND status IN ('running', 'paused') LIMIT 1`;
  return db.prepare<{ id: string }>(unfinished).get({ id }) !== undefined;
}
