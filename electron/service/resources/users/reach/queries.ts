import { reason } from '@shared/reasons/reasons';
import { mustNotExceed } from '../../../access/role-limits';
import type { Holder, Scope } from '../../../access/scope';
import { found, invalid } from '../../../refusal';
import type { Connection } from '../../../store/connection';
import { heldRole } from '../../roles';
import { usersInScope } from '../list/queries';

type Caller = { scope: Scope; holder: Holder };

/** Refuses a role that is not in the tenant, at `role_id`, and one that exceeds the caller's own. */
export function mustGrant(
  db: Connection,
  role_id: string,
  tenant_id: string,
  { scope, holder }: { scope: Scope; holder: Holder },
) {
  const role = heldRole(db, role_id, scope);
  if (role?.tenant_id !== tenant_id) throw invalid({ role_id: reason('role_foreign') });
  mustNotExceed(role, holder);
}

/**
 * Refuses what would let the caller act as a user: with NotFound when the user is out of scope, with PermissionError when
 * the user's role exceeds the caller's.
 */
export function mustNotExceedUser(db: Connection, user_id: string, { scope, holder }: Caller): void {
  const { role_id } = found(
    db
      .prepare<Record<string, string>, { role_id: string }>(
        `SELECT u.role_id FROM users u WHERE u.user_id = @user_id AND ${usersInScope(scope)}`,
      )
      .get({ ...scope.params, user_id }),
  );
  mustNotExceed(found(heldRole(db, role_id, scope)), holder);
}
