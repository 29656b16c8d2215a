import type { Connection } from '../../../../store/connection';
import { inTime, valuesOf } from '../../../../store/fragments';
import { change, query } from '../../../../store/query';
import { integer } from '../../../../store/sql';
import { keySetOf } from '../../../keys/encrypt-keys';

/** Where a recording and its peaks are stored. */
export type Containers = { file_path: string; peaks_path: string };
export type WrappedFile = Containers & { call_pk: number; file_id: string; encrypt_tag: string };

type Without = { tenant_id: string; fingerprint: string };
const withoutKey = `
  FROM call_files f JOIN calls c ON c.call_pk = f.call_pk
  WHERE ${inTime(['f.call_pk'], [integer('f.call_pk')])} AND c.tenant_id = @tenant_id AND c.destroying = 0 AND NOT EXISTS (
    SELECT 1 FROM encrypt_key_set_members m WHERE m.key_set_id = f.key_set_id AND m.fingerprint = @fingerprint)`;

/** The number of recordings of a tenant that are not encrypted to a key. */
export const countFilesWithout = query(
  'calls.count-files-without-key',
  (db, input: Without) => db.prepare<Without, { n: number }>(`SELECT count(*) AS n ${withoutKey}`).get(input)?.n ?? 0,
);

type After = { call_pk: number; file_id: string; limit: number };

/** The next recordings of a tenant that are not encrypted to a key, after this one. */
export const selectFilesWithout = query('calls.files-without-key', (db, input: Without & After) =>
  db
    .prepare<Without & After, WrappedFile>(`
      SELECT f.call_pk, f.file_id, f.file_path, f.peaks_path, f.encrypt_tag ${withoutKey}
        AND (f.call_pk, f.file_id) > (@call_pk, @file_id)
      ORDER BY f.call_pk, f.file_id LIMIT @limit`)
    .all(input),
);

type Copy = { watermark: string; file_path: string; encrypt_tag: string };

/** The stored recordings of a call, each with the SHA-256 of its bytes. */
export const selectCopies = query('calls.copies', (db, { call_id }: { call_id: string }) =>
  db
    .prepare<object, Copy>(`
      SELECT f.watermark, f.file_path, f.encrypt_tag FROM calls c JOIN call_files f ON f.call_pk = c.call_pk
      WHERE c.call_id = @call_id AND c.destroying = 0`)
    .all({ call_id }),
);

type Replacing = {
  was: WrappedFile;
  now: Containers & { encrypt_tag: string; peaks_tag: string; fingerprints: string[] };
};

/**
 * Puts other containers in the place of a recording's; the old ones are then to be discarded. False when the recording was
 * destroyed or replaced in the meantime.
 */
export const replaceContainers = change('calls.replace-containers', (db, { was, now }: Replacing): boolean => {
  const { call_pk, file_id, encrypt_tag } = was;
  const { fingerprints, ...columns } = now;
  const changed = db
    .prepare<object>(`
      UPDATE call_files SET file_path = @file_path, peaks_path = @peaks_path, encrypt_tag = @encrypt_tag,
        peaks_tag = @peaks_tag, key_set_id = @key_set_id
      WHERE call_pk = @call_pk AND file_id = @file_id AND encrypt_tag = @was_tag AND NOT EXISTS (
        SELECT 1 FROM calls c WHERE c.call_pk = @call_pk AND c.destroying = 1)`)
    .run({ ...columns, key_set_id: keySetOf(db, fingerprints), call_pk, file_id, was_tag: encrypt_tag }).changes;
  if (changed === 0) return false;
  forget(db, [now.file_path, now.peaks_path]);
  discard(db, [was.file_path, was.peaks_path]);
  return true;
});

/** Notes files that nothing refers to yet, so that a crash leaves none behind. */
export const discardLater = change('calls.discard-later', (db, { paths }: { paths: string[] }) => discard(db, paths));

/** Forgets files that have been removed. */
export const forgetDiscarded = change('calls.discarded', (db, { paths }: { paths: string[] }) => forget(db, paths));

/** The files that nothing refers to. */
export const selectDiscarded = query('calls.to-discard', (db) =>
  db
    .prepare<[], { path: string }>('SELECT path FROM discarded_files')
    .all()
    .map(({ path }) => path),
);

/** Notes, inside the caller's transaction, files that nothing refers to any more. */
export function discard(db: Connection, paths: string[]): void {
  const insert = db.prepare<object>('INSERT INTO discarded_files (path) VALUES (@path) ON CONFLICT DO NOTHING');
  for (const path of paths) insert.run({ path });
}

/** Forgets, inside the caller's transaction, noted files that something refers to now. */
export function forget(db: Connection, paths: readonly string[]): void {
  const sql = `DELETE FROM discarded_files WHERE path IN ${valuesOf('@paths', 'text')}`;
  db.prepare<object>(sql).run({ paths: JSON.stringify(paths) });
}
