import type { CallKey } from '@shared/contract/encrypt-keys';
import { holds, type Permissions } from '@shared/permissions';
import { callsInScope, inTenants, type Scope } from '../../../access/scope';
import type { Connection } from '../../../store/connection';
import { valuesOf } from '../../../store/fragments';
import { query } from '../../../store/query';

type Asking = { call_id: string; user_id: string; scope: Scope };
type KeyRow = Pick<CallKey, 'key_id' | 'name' | 'fingerprint' | 'protection_mode'> & {
  complete: 0 | 1;
  held: 0 | 1;
  reached: 0 | 1;
};

/** SQL condition: the key `k` is of the tenant of the call `c`, or of the System tenant, whose keys encrypt for others. */
export const encryptsCall = `(k.tenant_id = c.tenant_id OR EXISTS (
  SELECT 1 FROM tenants t WHERE t.tenant_id = k.tenant_id AND t.is_system = 1))`;

/** SQL condition: the user `@user_id` holds the key `k`, by a grant or because every user of its tenant does. */
export const isHeld = `(k.kek_sealed IS NOT NULL OR EXISTS (
  SELECT 1 FROM encrypt_key_grants g WHERE g.key_id = k.key_id AND g.user_id = @user_id))`;

/** The keys of a call in scope, by name; undefined out of scope. */
export const selectCallKeys = query('encrypt-keys.of-call', (db, { call_id, user_id, scope }: Asking) => {
  const call = db
    .prepare<object, { call_pk: number }>(
      `SELECT c.call_pk FROM calls c WHERE c.call_id = @call_id AND ${callsInScope(scope, 'c')}`,
    )
    .get({ ...scope.params, call_id });
  if (!call) return undefined;
  const keys = db
    .prepare<object, KeyRow>(`
      SELECT k.key_id, k.name, k.fingerprint, k.protection_mode,
        CASE WHEN k.private_key_sealed IS NULL THEN 0 ELSE 1 END AS complete,
        CASE WHEN ${isHeld} THEN 1 ELSE 0 END AS held,
        CASE WHEN ${inTenants(scope, 'k')} THEN 1 ELSE 0 END AS reached
      FROM calls c JOIN encrypt_keys k ON ${encryptsCall}
      WHERE c.call_pk = @call_pk AND k.fingerprint IN (
        SELECT m.fingerprint FROM call_files f JOIN encrypt_key_set_members m USING (key_set_id)
        WHERE f.call_pk = @call_pk)
      ORDER BY k.name_folded, k.key_id`)
    .all({ ...scope.params, call_pk: call.call_pk, user_id });
  // A key is granted only to users who reach its tenant.
  const granting = granters(
    db,
    keys.filter(({ reached }) => reached === 1).map(({ key_id }) => key_id),
  );
  return keys.map(
    ({ complete, held, reached: _, ...key }): CallKey => ({
      ...key,
      has_private_key: complete === 1,
      opens_for_you: complete === 1 && held === 1,
      can_grant: granting.filter(({ key_id }) => key_id === key.key_id).map(({ user_id, name }) => ({ user_id, name })),
    }),
  );
});

type Granter = { key_id: string; user_id: string; name: string };

/** The active users who hold some of the keys, and may grant them. Only a key in user mode has holders. */
function granters(db: Connection, key_ids: string[]): Granter[] {
  const holders = db
    .prepare<object, Granter & { permissions: string }>(`
      SELECT g.key_id, u.user_id, u.name, r.permissions
      FROM encrypt_key_grants g JOIN users u USING (user_id) JOIN roles r USING (role_id)
      WHERE g.key_id IN ${valuesOf('@key_ids', 'text')} AND u.is_active = 1 ORDER BY u.name, u.user_id`)
    .all({ key_ids: JSON.stringify(key_ids) });
  return holders.filter(({ permissions }) => holds(JSON.parse(permissions) as Permissions, 'encrypt_keys:grant'));
}
