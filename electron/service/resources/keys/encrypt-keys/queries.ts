import type { ChangedEncryptKey, NewEncryptKey } from '@shared/contract/encrypt-keys';
import { reason } from '@shared/reasons/reasons';
import {
  auditChanged,
  auditCreated,
  auditDeleted,
  type Insert,
  type Remove,
  type Update,
} from '../../../access/changes';
import { inTenants, type Scope } from '../../../access/scope';
import { tenantFor } from '../../../access/tenants';
import { fitsHeader, maxStanzas } from '../../../audio/container/header';
import { found, invalid, Refusal } from '../../../refusal';
import { audit, type By } from '../../../store/audit';
import type { Connection } from '../../../store/connection';
import { contains, valuesOf } from '../../../store/fragments';
import { change, query } from '../../../store/query';
import { insertRecord, mustMatchVersion, named, nextVersion, updateRecord } from '../../../store/record';
import { keepSetting } from '../../../store/setting';
import { tenantHooks } from '../../people/tenants';
import { encryptsSafely, type Grant, insertGrant } from './grants/queries';
import { filesOnlyOf, isOpened, keepsRecordings } from './key-sets.queries';
import { target } from './list.queries';

/** A private half, sealed under its KEK; the KEK sealed under the master key, or null in user mode. */
export type SealedHalf = { private_key_sealed: Uint8Array; kek_sealed: Uint8Array | null };

export type NewKey = {
  key_id: string;
  tenant_id: string;
  name: string;
  name_folded: string;
  protection_mode: 'application' | 'user';
  add_type: 'generate' | 'import';
  is_active?: 0 | 1;
  key_length: number;
  fingerprint: string;
  public_key: Uint8Array;
  /** Null, like `kek_sealed`, for a key that only encrypts. */
  private_key_sealed: Uint8Array | null;
  kek_sealed: Uint8Array | null;
};

/** Stores an active key inside the caller's transaction. */
export function insertKey(db: Connection, key: NewKey, by: By): void {
  insertRecord(db, 'encrypt_keys', { is_active: 1, ...key }, by);
  const { key_id: resource_id, tenant_id, protection_mode, fingerprint } = key;
  const details = { protection_mode, fingerprint };
  audit(db, { ...by, tenant_id }, { action: 'create', resource: 'encrypt_key', resource_id, details });
}

/** A key that the API adds. */
export type AddedKey = {
  key: Omit<NewKey, 'tenant_id'>;
  /** The creator's grant of a key in user mode. */
  grant: Grant | null;
  key_check: KeyCheck;
};

/** The check value (hex) of the master key that a private half was sealed under; null in user mode. */
export type KeyCheck = string | null;

/**
 * Stores the check value with the first key in application mode. Refused with Conflict when the master key was replaced
 * since: the new key would not open.
 */
function mustFitMasterKey(db: Connection, value: KeyCheck, by: By): void {
  if (value === null) return;
  const stored = keepSetting.change(db, { name: 'key_check', value }, by);
  if (stored !== value) throw new Refusal('Conflict', reason('master_key_changed'));
}
type Inserting = Insert<Pick<NewEncryptKey, 'tenant_id'>> & AddedKey;

/** Stores and audits a key. Refused with InvalidRecord by field. */
export const insertEncryptKey = change(
  'encrypt-keys.insert',
  (db, { id, scope, record, key, grant, key_check }: Inserting, by): void => {
    mustFitMasterKey(db, key_check, by);
    const tenant_id = tenantFor(db, scope, record.tenant_id);
    const { fingerprint } = key;
    const sql = 'SELECT 1 FROM encrypt_keys WHERE tenant_id = @tenant_id AND fingerprint = @fingerprint';
    if (db.prepare<object>(sql).get({ tenant_id, fingerprint })) throw invalid({ public_key: reason('key_taken') });
    insertRecord(db, 'encrypt_keys', { is_active: 1, ...key, tenant_id }, by);
    mustSuitSpeech(db, id);
    mustFitContainer(db, tenant_id);
    if (grant) insertGrant(db, grant, by);
    auditCreated(db, by, target(id, scope));
  },
);

/** A key in scope with what changes of it need. */
export type HeldKey = {
  key_id: string;
  tenant_id: string;
  protection_mode: NewKey['protection_mode'];
  fingerprint: string;
  public_key: Buffer;
  private_key_sealed: Buffer | null;
  kek_sealed: Buffer | null;
  version: string;
};

/** A key in scope; undefined out of scope. */
export const selectKey = query('encrypt-keys.one', (db, { key_id, scope }: { key_id: string; scope: Scope }) => {
  const row = db
    .prepare<object, Omit<HeldKey, 'version'> & { updated_at: number }>(`
      SELECT k.key_id, k.tenant_id, k.protection_mode, k.fingerprint, k.public_key, k.private_key_sealed, k.kek_sealed, k.updated_at
      FROM encrypt_keys k WHERE k.key_id = @key_id AND ${inTenants(scope, 'k')}`)
    .get({ ...scope.params, key_id });
  if (!row) return undefined;
  const { updated_at, ...key } = row;
  return { ...key, version: String(updated_at) } satisfies HeldKey;
});

type Changing = Update<Pick<ChangedEncryptKey, 'name' | 'is_active'>> & {
  /** The private half of a key that only encrypted, and the caller's grant. */
  half: (SealedHalf & { grant: Grant | null; key_check: KeyCheck }) | null;
};

/**
 * Changes and audits a key in scope. Refused with NotFound, Stale, or InvalidRecord by field, also while a call is recorded
 * with it.
 */
export const changeEncryptKey = change('encrypt-keys.change', (db, changing: Changing, by): void => {
  const { id, record, versions, scope, half } = changing;
  auditChanged(db, by, target(id, scope), () => {
    const columns = {
      ...(record.name !== undefined && named(record.name)),
      ...(record.is_active !== undefined && { is_active: Number(record.is_active) }),
      ...(half && { private_key_sealed: half.private_key_sealed, kek_sealed: half.kek_sealed }),
    };
    if (record.is_active === false) mustNotRecord(db, id, 'is_active');
    updateRecord(db, 'encrypt_keys', { id: { key_id: id }, versions }, columns, by);
    if (half) mustFitMasterKey(db, half.key_check, by);
    if (half?.grant) insertGrant(db, half.grant, by);
    const { tenant_id } = found(keyOf(db, id));
    if (record.is_active) {
      mustSuitSpeech(db, id);
      mustFitContainer(db, tenant_id);
    }
    if (record.is_active !== undefined) mustStillEncrypt(db, tenant_id, 'is_active');
  });
});

/** Deletes and audits a key. Refused with NotFound, Stale, or InvalidRecord at `key_id` while recordings need it. */
export const removeEncryptKey = change('encrypt-keys.remove', (db, { id, versions, scope }: Remove, by): void =>
  auditDeleted(db, by, target(id, scope), () => {
    const which = { key_id: id };
    mustMatchVersion(db, 'encrypt_keys', { id: which, versions });
    const needed = db
      .prepare<typeof which, { n: number }>(
        `SELECT ${filesOnlyOf('k')} AS n FROM encrypt_keys k WHERE k.key_id = @key_id`,
      )
      .get(which);
    if (needed?.n !== 0) throw invalid({ key_id: reason('key_needed') });
    mustNotRecord(db, id, 'key_id');
    const { tenant_id } = found(keyOf(db, id));
    db.prepare<typeof which>('DELETE FROM encrypt_key_grants WHERE key_id = @key_id').run(which);
    db.prepare<typeof which>('DELETE FROM encrypt_keys WHERE key_id = @key_id').run(which);
    mustStillEncrypt(db, tenant_id, 'key_id');
    return {};
  }),
);

type Kek = { key_id: string; kek_sealed: Uint8Array };

/** Stores the KEKs of keys, sealed under another master key, inside the caller's transaction. */
export function replaceKeks(db: Connection, keks: readonly Kek[], { at }: By): void {
  const update = db.prepare<Kek & { at: number }>(
    `UPDATE encrypt_keys SET kek_sealed = @kek_sealed, ${nextVersion} WHERE key_id = @key_id`,
  );
  for (const kek of keks) update.run({ ...kek, at });
}

/** Audits that the private half of a key was exported. */
export const recordExport = change('encrypt-keys.export', (db, { key_id }: { key_id: string }, by): void =>
  audit(db, by, { action: 'export', resource: 'encrypt_key', resource_id: key_id }),
);

/** Refuses more active keys of a tenant than a recording can be encrypted to. */
function mustFitContainer(db: Connection, tenant_id: string): void {
  const active = db
    .prepare<object, { key_length: number }>(
      'SELECT key_length FROM encrypt_keys WHERE tenant_id = @tenant_id AND is_active = 1',
    )
    .all({ tenant_id });
  if (!fitsHeader(active.map(({ key_length }) => key_length)))
    throw invalid({ is_active: reason('too_many_active_keys', { most: maxStanzas }) });
}

const keyOf = (db: Connection, key_id: string) =>
  db
    .prepare<object, { tenant_id: string }>('SELECT tenant_id FROM encrypt_keys WHERE key_id = @key_id')
    .get({ key_id });

/** Refuses an active key in user mode while its tenant has speech analytics, which no user is present for. */
function mustSuitSpeech(db: Connection, key_id: string): void {
  const odd = db
    .prepare<object>(`
      SELECT 1 FROM encrypt_keys k JOIN tenants t USING (tenant_id)
      WHERE k.key_id = @key_id AND k.is_active = 1 AND k.protection_mode = 'user' AND t.speech_analytics > 0`)
    .get({ key_id });
  if (odd) throw invalid({ protection_mode: reason('key_mode_speech') });
}

// Speech analytics rules out active keys in user mode.
tenantHooks.licensesSpeech.add((db, tenant_id) => {
  const active = db
    .prepare<object>(`
      SELECT 1 FROM encrypt_keys
      WHERE tenant_id = @tenant_id AND is_active = 1 AND protection_mode = 'user' LIMIT 1`)
    .get({ tenant_id });
  if (active) throw invalid({ 'fieldset_licensing.speech_analytics': reason('tenant_has_user_keys') });
});

/** Refuses to leave a tenant with active keys that nobody can open, or the System tenant without an active key. */
function mustStillEncrypt(db: Connection, tenant_id: string, field: 'is_active' | 'key_id'): void {
  if (!encryptsSafely(db, tenant_id)) throw invalid({ [field]: reason('key_last_active') });
}

/**
 * Refuses to take away the only key of a recording: of one under way, whose next file its tenant could not encrypt with a
 * key of its own, or of a file without an end, which nobody can open with another key.
 */
function mustNotRecord(db: Connection, key_id: string, field: 'is_active' | 'key_id'): void {
  const which = { key_id };
  const goesOn = db
    .prepare<object>(`
      SELECT 1 FROM encrypt_keys k JOIN calls c ON c.tenant_id = k.tenant_id JOIN recordings r ON r.call_pk = c.call_pk
      WHERE k.key_id = @key_id AND r.status <> 'closed' AND k.is_active = 1 AND NOT EXISTS (
        SELECT 1 FROM encrypt_keys o
        WHERE o.tenant_id = k.tenant_id AND o.is_active = 1 AND o.key_id <> k.key_id AND ${keepsRecordings('o')}) LIMIT 1`)
    .get(which);
  const hasNoEnd = db
    .prepare<object>(`
      SELECT 1 FROM encrypt_keys k JOIN recording_files f ON ${contains('f.fingerprints', 'k.fingerprint')}
      WHERE k.key_id = @key_id AND NOT EXISTS (
        SELECT 1 FROM encrypt_keys o
        WHERE o.key_id <> k.key_id AND ${isOpened('o')}
          AND ${contains('f.fingerprints', 'o.fingerprint')}) LIMIT 1`)
    .get(which);
  if (goesOn || (field === 'key_id' && hasNoEnd)) throw invalid({ [field]: reason('key_records') });
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

/** The tenant that owns the key with this fingerprint: of several that imported it, the first that can open it. */
export const selectKeyTenant = query(
  'encrypt-keys.tenant',
  (db, { fingerprint }: { fingerprint: string }) =>
    db
      .prepare<{ fingerprint: string }, { tenant_id: string }>(`
        SELECT tenant_id FROM encrypt_keys WHERE fingerprint = @fingerprint
        ORDER BY private_key_sealed IS NULL, created_at, key_id LIMIT 1`)
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
