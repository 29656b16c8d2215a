import { accessLevels, type Permissions } from '@shared/permissions';
import { reason } from '@shared/reasons/reasons';
import { Refusal } from '../refusal';
import type { Holder } from './scope';

/** Refuses with PermissionError when a role reaches further than the caller's own, or holds a right that theirs lacks. */
export function mustNotExceed(role: Holder, own: Holder): void {
  if (accessLevels.indexOf(role.access_level) < accessLevels.indexOf(own.access_level)) {
    throw new Refusal('PermissionError', reason('role_reaches_further'));
  }
  const more = rightsOf(role.permissions).find((right) => !rightsOf(own.permissions).includes(right));
  if (more) throw new Refusal('PermissionError', reason('role_holds_more', { permission: more }));
}

/** The rights of a role, as `area:action`. */
const rightsOf = (permissions: Permissions): string[] =>
  Object.entries(permissions).flatMap(([area, actions]) => (actions ?? []).map((action) => `${area}:${action}`));
