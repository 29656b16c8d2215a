import type { Permissions } from '@shared/permissions';
import { holds } from '@shared/permissions';
import { reason } from '@shared/reasons/reasons';
import { Refusal } from '../refusal';
import type { Connection } from '../store/connection';

/**
 * Makes a change, and refuses it with Conflict when it leaves nobody who can manage people: an active person with a
 * password, whose role is unrestricted and may edit users and roles. If there was one whose account has no end
 * (`valid_till`), one remains.
 */
export function keepAdministrator(db: Connection, now: number, make: () => void): void {
  const before = [now, forever].filter((at) => hasAdministrator(db, at));
  make();
  if (!before.every((at) => hasAdministrator(db, at))) {
    throw new Refusal('Conflict', reason('no_administrator_left'));
  }
}

/** A time that only accounts without an end reach. */
const forever = Number.MAX_SAFE_INTEGER;

function hasAdministrator(db: Connection, now: number): boolean {
  const roles = db
    .prepare<{ now: number }, { permissions: string }>(`
      SELECT DISTINCT r.permissions FROM roles r JOIN users u USING (role_id) JOIN user_credentials c USING (user_id)
      WHERE r.access_level = 'root' AND u.is_active = 1 AND u.can_login = 1
        AND (u.valid_till IS NULL OR u.valid_till > @now)`)
    .all({ now });
  return roles.some(({ permissions }) => {
    const held = JSON.parse(permissions) as Permissions;
    return holds(held, 'users:edit') && holds(held, 'roles:edit');
  });
}
