import { reason } from '@shared/reasons/reasons';
import { Refusal } from '../../../refusal';
import type { Connection } from '../../../store/connection';
import { valuesOf } from '../../../store/fragments';

/**
 * SQL condition: somebody can open recordings with the key `alias`. In application mode everyone can who may listen, in
 * user mode the active users with a key pair who hold a grant.
 */
export const isOpened = (alias: string): string => `(${alias}.private_key_sealed IS NOT NULL AND (
  ${alias}.kek_sealed IS NOT NULL OR EXISTS (
    SELECT 1 FROM encrypt_key_grants h JOIN user_credentials p USING (user_id) JOIN users u USING (user_id)
    WHERE h.key_id = ${alias}.key_id AND u.is_active = 1)))`;

/**
 * SQL condition: new recordings may be encrypted to the key `alias` alone. The private half of a key that only encrypts is
 * kept elsewhere, so that its recordings are not lost.
 */
export const keepsRecordings = (alias: string): string => `(${alias}.private_key_sealed IS NULL OR ${isOpened(alias)})`;

/**
 * The set of keys that a recording is encrypted to, stored when it is new. Refused with Conflict when nobody can open any
 * of the keys any more: a recording that was encrypted while its last key was deleted or given up would be lost.
 */
export function keySetOf(db: Connection, fingerprints: readonly string[]): number {
  const members = [...fingerprints].sort();
  const among = { among: JSON.stringify(members) };
  const known = db
    .prepare<typeof among>(`
      SELECT 1 FROM encrypt_keys k WHERE k.fingerprint IN ${valuesOf('@among', 'text')} AND ${keepsRecordings('k')} LIMIT 1`)
    .get(among);
  if (!known) throw new Refusal('Conflict', reason('recording_key_deleted'));
  const name = members.join(' ');
  const set = db
    .prepare<{ name: string }, { key_set_id: number }>(
      'SELECT key_set_id FROM encrypt_key_sets WHERE fingerprints = @name',
    )
    .get({ name });
  return set?.key_set_id ?? insertSet(db, name, members);
}

function insertSet(db: Connection, fingerprints: string, members: readonly string[]): number {
  const last = db
    .prepare<[], { last: number }>('SELECT COALESCE(MAX(key_set_id), 0) AS last FROM encrypt_key_sets')
    .get();
  const key_set_id = (last?.last ?? 0) + 1;
  db.prepare<object>('INSERT INTO encrypt_key_sets (key_set_id, fingerprints) VALUES (@key_set_id, @fingerprints)').run(
    { key_set_id, fingerprints },
  );
  const insert = db.prepare<object>(
    'INSERT INTO encrypt_key_set_members (fingerprint, key_set_id) VALUES (@fingerprint, @key_set_id)',
  );
  for (const fingerprint of members) insert.run({ fingerprint, key_set_id });
  return key_set_id;
}

/** SQL: the number of recordings that are encrypted to the key `alias`. */
export const filesOf = (alias: string): string => `(
  SELECT count(*) FROM encrypt_key_set_members m JOIN call_files f ON f.key_set_id = m.key_set_id
  WHERE m.fingerprint = ${alias}.fingerprint)`;

/** SQL: the number of recordings of the key `alias` that nobody can open with another key. */
export const filesOnlyOf = (alias: string): string => `(
  SELECT count(*) FROM encrypt_key_set_members m JOIN call_files f ON f.key_set_id = m.key_set_id
  WHERE m.fingerprint = ${alias}.fingerprint AND NOT EXISTS (
    SELECT 1 FROM encrypt_key_set_members s JOIN encrypt_keys o ON o.fingerprint = s.fingerprint
    WHERE s.key_set_id = m.key_set_id AND o.key_id <> ${alias}.key_id AND ${isOpened('o')}))`;
