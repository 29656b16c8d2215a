import { reason } from '@shared/reasons/reasons';
import { Refusal } from '../../../refusal';
import { audit } from '../../../store/audit';
import { Hook } from '../../../store/hooks';
import { change, query } from '../../../store/query';
import { readSetting, writeSetting } from '../../../store/setting';
import { replaceKeks } from '../encrypt-keys';

/** The key-encryption key of an application key, sealed under the master key. */
export type SealedKek = { key_id: string; fingerprint: string; kek_sealed: Buffer };

/** A secret that another resource has sealed under the master key, by the id of its record. */
export type MasterSealed = { id: string; sealed: Buffer };
/** Those of one resource, before and after the master key was replaced. */
export type MovedSecrets = { name: string; before: MasterSealed[]; after: Uint8Array[] };
/** What other resources do when the master key is replaced: they store their own, or refuse with `masterKeyChanged`. */
export const masterKeyHooks = { moved: new Hook<MovedSecrets[]>() };
export const masterKeyChanged = (): Refusal => new Refusal('Conflict', reason('master_key_changed'));

/** Those of every tenant. */
export const selectSealedKeks = query('master-key.keks', (db): SealedKek[] =>
  db
    .prepare<[], SealedKek>(
      'SELECT key_id, fingerprint, kek_sealed FROM encrypt_keys WHERE kek_sealed IS NOT NULL ORDER BY key_id',
    )
    .all(),
);

/** When the last recovery kit was made (ms) since the master key was last replaced. */
export const selectKitTime = query(
  'master-key.kit',
  (db) =>
    db
      .prepare<[], { at: number | null }>(`
        SELECT max(a.at) AS at FROM audit_log a
        WHERE a.resource = 'recovery_kit' AND a.action = 'create' AND a.outcome = 'done' AND a.audit_id > COALESCE(
          (SELECT max(r.audit_id) FROM audit_log r WHERE r.resource = 'master_key' AND r.outcome = 'done'), 0)`)
      .get()?.at ?? null,
);

/** Check values (hex), and the keys in the same order, sealed under the master key before and under the new one. */
type Moving = { check_before: string; check: string; before: SealedKek[]; after: Uint8Array[]; others: MovedSecrets[] };

/**
 * Stores keys sealed under a new master key, and its check value. Refused with Conflict when the master key or an
 * application key has changed since they were read: nothing may stay behind under the old one.
 */
export const moveKeks = change(
  'master-key.move',
  (db, { check_before, check, before, after, others }: Moving, by): void => {
    const now = selectSealedKeks.run(db, undefined);
    const isSame =
      readSetting.run(db, { name: 'key_check' }) === check_before &&
      now.length === before.length &&
      now.every(({ key_id, kek_sealed }, place) => {
        const read = before[place];
        return read?.key_id === key_id && kek_sealed.equals(read.kek_sealed);
      });
    if (!isSame) throw masterKeyChanged();
    masterKeyHooks.moved.run(db, others, by);
    replaceKeks(
      db,
      now.map(({ key_id }, place) => ({ key_id, kek_sealed: after[place] as Uint8Array })),
      by,
    );
    writeSetting(db, 'key_check', check);
    audit(db, by, { action: 'update', resource: 'master_key', resource_id: null, details: { keys: now.length } });
  },
);
