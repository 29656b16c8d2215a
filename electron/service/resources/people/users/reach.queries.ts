import { reason } from '@shared/reasons/reasons';
import { mustCover, mustNotExceed } from '../../../access/role-limits';
import type { Holder, Scope } from '../../../access/scope';
import { found, invalid } from '../../../refusal';
import type { Connection } from '../../../store/connection';
import { heldRole } from '../roles';
import { usersInScope } from './list/queries';

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

/** Refuses with NotFound when the user is out of scope, with PermissionError when their role exceeds the caller's. */
export function mustNotExceedUser(db: Connection, user_id: string, caller: Caller): void {
  mustNotExceed(roleOf(db, user_id, caller.scope), caller.holder);
}

/**
 * Refuses what would let the caller act as another user: with NotFound when the user is out of scope, with PermissionError
 * when the user may see or do more.
 */
export function mustCoverUser(db: Connection, user_id: string, caller: Caller): void {
  const role = roleOf(db, user_id, caller.scope);
  if (user_id !== caller.scope.params.scope_user) mustCover(role, caller);
}

function roleOf(db: Connection, user_id: string, scope: Scope): Holder {
  const { role_id } = found(
    db
      .prepare<Record<string, string>, { role_id: string }>(
        `SELECT u.role_id FROM users u WHERE u.user_id = @user_id AND ${usersInScope(scope)}`,
      )
      .get({ ...scope.params, user_id }),
  );
  return found(heldRole(db, role_id, scope));
}
