import { reason } from '@shared/reasons/reasons';
import { auditChanged } from '../../../../access/changes';
import { reachesTenant, type Scope } from '../../../../access/scope';
import { invalid, notFound, Refusal } from '../../../../refusal';
import type { By } from '../../../../store/audit';
import type { Connection } from '../../../../store/connection';
import { valuesOf } from '../../../../store/fragments';
import { change, query } from '../../../../store/query';
import { nextVersion, updateRecord } from '../../../../store/record';
import { userHooks } from '../../../people/users';
import { filesOnlyOf, isOpened, keepsRecordings } from '../key-sets.queries';
import { target } from '../list.queries';

/** SQL condition: the tenant `t` has an active key that keeps recordings. */
const hasActiveKey = `EXISTS (
  SELECT 1 FROM encrypt_keys a WHERE a.tenant_id = t.tenant_id AND a.is_active = 1 AND ${keepsRecordings('a')})`;

/**
 * Whether new recordings of a tenant can be opened again. A tenant without an active key uses those of the System tenant,
 * which always has one.
 */
export const encryptsSafely = (db: Connection, tenant_id: string): boolean =>
  db
    .prepare<object>(`
      SELECT 1 FROM tenants t WHERE t.tenant_id = @tenant_id AND (${hasActiveKey} OR (t.is_system = 0 AND NOT EXISTS (
        SELECT 1 FROM encrypt_keys n WHERE n.tenant_id = t.tenant_id AND n.is_active = 1)))`)
    .get({ tenant_id }) !== undefined;

export type Grant = { key_id: string; user_id: string; kek_wrapped: Uint8Array };

/** Stores a grant of a user-mode key inside the caller's transaction; replaces the one that the user has. */
export function insertGrant(db: Connection, grant: Grant, { at }: By): void {
  db.prepare<Grant & { at: number }>(`
    INSERT INTO encrypt_key_grants (key_id, user_id, kek_wrapped, created_at)
    VALUES (@key_id, @user_id, @kek_wrapped, @at)
    ON CONFLICT (key_id, user_id) DO UPDATE SET kek_wrapped = excluded.kek_wrapped`).run({ ...grant, at });
}

/** Who can open a user-mode key: each holder's public key and wrapped KEK. */
export type KeyHolder = { user_id: string; public_key: Buffer; kek_wrapped: Buffer };

export const selectHolders = query('encrypt-keys.holders', (db, input: { key_id: string }) =>
  db
    .prepare<typeof input, KeyHolder>(`
      SELECT g.user_id, c.public_key, g.kek_wrapped FROM encrypt_key_grants g JOIN user_credentials c USING (user_id)
      WHERE g.key_id = @key_id ORDER BY g.user_id`)
    .all(input),
);

type Granting = {
  grant: Grant;
  /** The user's key that it is wrapped to. */
  public_key: Uint8Array;
  version: string;
  scope: Scope;
};

/** SQL: a row if the user reaches the tenant of the key. */
const reachesItsTenant = `
  SELECT 1 FROM encrypt_keys k JOIN users u ON u.user_id = @user_id JOIN tenants t ON t.tenant_id = u.tenant_id
  LEFT JOIN roles r ON r.role_id = u.role_id
  WHERE k.key_id = @key_id AND ${reachesTenant('k.tenant_id')}`;

/**
 * Stores and audits a grant. Refused with Stale when the key, or the key pair of the user, was changed since it was read,
 * and with InvalidRecord for a user who does not reach the tenant of the key: as its last holder, they could not use it.
 */
export const grantToUser = change(
  'encrypt-keys.grant',
  (db, { grant, public_key, version, scope }: Granting, by): void =>
    auditChanged(db, by, target(grant.key_id, scope), () => {
      updateRecord(db, 'encrypt_keys', { id: { key_id: grant.key_id }, versions: [version] }, {}, by);
      const { key_id, user_id } = grant;
      if (!db.prepare<object>(reachesItsTenant).get({ key_id, user_id }))
        throw invalid({ user_id: reason('grant_other_tenant') });
      const pair = 'SELECT 1 FROM user_credentials WHERE user_id = @user_id AND public_key = @public_key';
      if (!db.prepare<object>(pair).get({ user_id, public_key })) throw new Refusal('Stale', reason('stale'));
      insertGrant(db, grant, by);
    }),
);

/** A private half under a new KEK, and the grants of those who keep the key. */
export type Resealed = { private_key_sealed: Uint8Array; grants: Grant[] };
type Revoking = { key_id: string; user_id: string; resealed: Resealed | null; version: string; scope: Scope };

/**
 * Removes and audits a grant; with `resealed`, what the user may have copied no longer opens the key. Refused with
 * NotFound without a grant, with Conflict when nobody else can open the key, and with Stale like `grantToUser`.
 */
export const revokeFromUser = change(
  'encrypt-keys.revoke',
  (db, { key_id, user_id, resealed, version, scope }: Revoking, by): void =>
    auditChanged(db, by, target(key_id, scope), () => {
      const columns = resealed ? { private_key_sealed: resealed.private_key_sealed } : {};
      updateRecord(db, 'encrypt_keys', { id: { key_id }, versions: [version] }, columns, by);
      const which = { key_id, user_id };
      const sql = 'DELETE FROM encrypt_key_grants WHERE key_id = @key_id AND user_id = @user_id';
      if (db.prepare<typeof which>(sql).run(which).changes === 0) throw notFound();
      const opened = `SELECT 1 FROM encrypt_keys k WHERE k.key_id = @key_id AND ${isOpened('k')}`;
      if (!db.prepare<object>(opened).get({ key_id })) throw new Refusal('Conflict', reason('grant_last'));
      for (const grant of resealed?.grants ?? []) insertGrant(db, grant, by);
    }),
);

/** The ids of the keys that a person holds a grant of. */
const keysHeldBy = (db: Connection, user_id: string): string[] =>
  db
    .prepare<object, { key_id: string }>('SELECT key_id FROM encrypt_key_grants WHERE user_id = @user_id')
    .all({ user_id })
    .map(({ key_id }) => key_id);

type LostKey = { key_id: string; tenant_id: string; name: string };

/** Those of the keys that nobody can open, and for which `also` holds, by name. */
const unopened = (db: Connection, key_ids: readonly string[], also = 'TRUE'): LostKey[] =>
  db
    .prepare<object, LostKey>(`
      SELECT k.key_id, k.tenant_id, k.name FROM encrypt_keys k JOIN tenants t USING (tenant_id)
      WHERE k.key_id IN ${valuesOf('@among', 'text')} AND NOT ${isOpened('k')} AND ${also}
      ORDER BY k.name, k.key_id`)
    .all({ among: JSON.stringify(key_ids) });

function mustLoseNone(keys: readonly LostKey[]): void {
  if (keys.length === 0) return;
  throw new Refusal('Conflict', reason('only_key_holder', { key: keys.map(({ name }) => name).join(', ') }));
}

/** SQL condition: the recordings of the key `k` are lost without it, earlier ones or the next ones of its tenant `t`. */
const isNeeded = `(${filesOnlyOf('k')} > 0 OR (k.is_active = 1 AND NOT ${hasActiveKey}))`;

// Refused with Conflict when the person was the last one who could open a key that recordings need.
userHooks.deactivated.add((db, user_id) => {
  mustLoseNone(unopened(db, keysHeldBy(db, user_id), isNeeded));
});

/**
 * Removes a person's grants. Refused with Conflict while they are the only one who can open a key, because its
 * recordings would be lost; with `giveUp` they are, and these keys are deactivated. Returns their names. Then refused
 * with Conflict when a tenant would be left with keys that nobody can open, or the System tenant without an active one.
 */
function removeGrants(db: Connection, user_id: string, { at }: By, giveUp: boolean): string[] {
  const held = keysHeldBy(db, user_id);
  const among = { among: JSON.stringify(held), at };
  db.prepare<object>(`UPDATE encrypt_keys SET ${nextVersion} WHERE key_id IN ${valuesOf('@among', 'text')}`).run(among);
  db.prepare<{ user_id: string }>('DELETE FROM encrypt_key_grants WHERE user_id = @user_id').run({ user_id });
  const lost = unopened(db, held);
  if (!giveUp) mustLoseNone(lost);
  db.prepare<object>(`UPDATE encrypt_keys SET is_active = 0 WHERE key_id IN ${valuesOf('@lost', 'text')}`).run({
    lost: JSON.stringify(lost.map(({ key_id }) => key_id)),
  });
  if (!lost.every(({ tenant_id }) => encryptsSafely(db, tenant_id))) {
    throw new Refusal('Conflict', reason('key_last_active'));
  }
  return lost.map(({ name }) => name);
}

// A new password has a new key pair, which opens none of them.
userHooks.reset.add((db, { user_id, giveUp }, by) => {
  const lost = removeGrants(db, user_id, by, giveUp);
  return lost.length > 0 ? { given_up: lost } : undefined;
});

userHooks.removed.add((db, user_id, by) => {
  removeGrants(db, user_id, by, false);
});
