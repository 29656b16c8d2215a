import { excessOf } from '@shared/permissions';
import { type Reason, reason } from '@shared/reasons/reasons';
import { Refusal } from '../refusal';
import type { Holder, Scope } from './scope';

/** Refuses with PermissionError when a role reaches further than the caller's own, or holds a right that theirs lacks. */
export function mustNotExceed(role: Holder, own: Holder): void {
  const excess = excessOf(role, own);
  if (excess === 'reach') throw new Refusal('PermissionError', reason('role_reaches_further'));
  if (excess) throw new Refusal('PermissionError', reason('role_holds_more', { permission: excess }));
}

type Caller = { scope: Pick<Scope, 'people'>; holder: Holder };

/**
 * Refuses with PermissionError a caller who would see or do more as another user with this role. With a reach of less
 * than a tenant, everyone sees different calls, whatever their roles; `narrow` says so.
 */
export function mustCover(
  role: Holder,
  { scope, holder }: Caller,
  narrow: Reason = reason('whole_tenant_missing'),
): void {
  if (scope.people !== 'all') throw new Refusal('PermissionError', narrow);
  mustNotExceed(role, holder);
}
