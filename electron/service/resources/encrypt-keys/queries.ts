import { reason } from '@shared/reasons/reasons';
import { Refusal } from '../../refusal';
import { audit, type By } from '../../store/audit';
import type { Connection } from '../../store/connection';
import { valuesOf } from '../../store/fragments';
import { query } from '../../store/query';
import { insertRecord } from '../../store/record';

export type NewKey = {
  key_id: string;
  tenant_id: string;
  name: string;
  name_folded: string;
  protection_mode: 'application' | 'user';
  add_type: 'generate' | 'import';
  key_length: number;
  fingerprint: string;
  public_key: Uint8Array;
  private_key_sealed: Uint8Array;
  kek_sealed: Uint8Array | null;
};
export type Grant = { key_id: string; user_id: string; kek_wrapped: Uint8Array };

/** Stores an active key inside the caller's transaction. */
export function insertKey(db: Connection, key: NewKey, by: By): void {
  insertRecord(db, 'encrypt_keys', { ...key, is_active: 1 }, by);
  const { key_id: resource_id, tenant_id, protection_mode, fingerprint } = key;
  const details = { protection_mode, fingerprint };
  audit(db, { ...by, tenant_id }, { action: 'create', resource: 'encrypt_key', resource_id, details });
}

/** Grants a person the use of a user-mode key. */
export function insertGrant(db: Connection, grant: Grant, { at }: By): void {
  db.prepare<Grant & { at: number }>(`
    INSERT INTO encrypt_key_grants (key_id, user_id, kek_wrapped, created_at)
    VALUES (@key_id, @user_id, @kek_wrapped, @at)`).run({ ...grant, at });
}

type PublicKey = { fingerprint: string; public_key: Buffer };

/**
 * The public keys that new files of a tenant are encrypted to, oldest first: its own, or those of the System tenant
 * while it has none.
 */
export const selectActiveKeys = query('encrypt-keys.active', (db, { tenant_id }: { tenant_id: string }) =>
  db
    .prepare<{ tenant_id: string }, PublicKey>(`
    SELECT k.fingerprint, k.public_key FROM encrypt_keys k JOIN tenants t USING (tenant_id)
    WHERE k.is_active = 1 AND (k.tenant_id = @tenant_id OR (t.is_system = 1 AND NOT EXISTS (
      SELECT 1 FROM encrypt_keys o WHERE o.tenant_id = @tenant_id AND o.is_active = 1)))
    ORDER BY k.created_at, k.key_id`)
    .all({ tenant_id }),
);

/** The tenant that owns the key with this fingerprint. */
export const selectKeyTenant = query(
  'encrypt-keys.tenant',
  (db, { fingerprint }: { fingerprint: string }) =>
    db
      .prepare<{ fingerprint: string }, { tenant_id: string }>(
        'SELECT tenant_id FROM encrypt_keys WHERE fingerprint = @fingerprint',
      )
      .get({ fingerprint })?.tenant_id,
);

/** The keys that can open files wrapped to these fingerprints: application keys, and the grants of this person. */
export type Opener = {
  key_id: string;
  fingerprint: string;
  private_key_sealed: Buffer | null;
  kek_sealed: Buffer | null;
  kek_wrapped: Buffer | null;
};
export const selectOpeners = query(
  'encrypt-keys.openers',
  (db, { fingerprints, user_id }: { fingerprints: string[]; user_id: string }) =>
    db
      .prepare<{ fingerprints: string; user_id: string }, Opener>(`
      SELECT k.key_id, k.fingerprint, k.private_key_sealed, k.kek_sealed, g.kek_wrapped
      FROM encrypt_keys k LEFT JOIN encrypt_key_grants g ON g.key_id = k.key_id AND g.user_id = @user_id
      WHERE k.fingerprint IN ${valuesOf('@fingerprints', 'text')}
      ORDER BY k.kek_sealed IS NULL`)
      .all({ user_id, fingerprints: JSON.stringify(fingerprints) }),
);

/**
 * Removes a person's grants. Refused with Conflict while they are the only one who can open a key: its recordings
 * would be lost.
 */
export function removeGrants(db: Connection, user_id: string): void {
  const which = { user_id };
  const last = db
    .prepare<typeof which, { name: string }>(`
      SELECT k.name FROM encrypt_key_grants g JOIN encrypt_keys k USING (key_id)
      WHERE g.user_id = @user_id AND k.kek_sealed IS NULL
        AND NOT EXISTS (SELECT 1 FROM encrypt_key_grants o WHERE o.key_id = g.key_id AND o.user_id <> @user_id)
      LIMIT 1`)
    .get(which);
  if (last) throw new Refusal('Conflict', reason('only_key_holder', { key: last.name }));
  db.prepare<typeof which>('DELETE FROM encrypt_key_grants WHERE user_id = @user_id').run(which);
}
