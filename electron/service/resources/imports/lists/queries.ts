import type { Import, ImportRow } from '@shared/contract/imports';
import { inTenants, type Scope } from '../../../access/scope';
import { query } from '../../../store/query';
import { isoInZone } from '../../../zones';
import { recordsUnreadable } from '../outcomes';

type StoredImport = Omit<Import, 'created_at' | 'finished_at'> & { created_at: number; finished_at: number | null };
const columns = `i.import_id, i.name, i.status, i.reason, i.needed_bytes, i.free_bytes, i.total,
  i.imported + i.skipped + i.refused AS done, i.imported, i.skipped, i.refused, i.annotated, i.calls,
  i.rows_without_audio, i.bytes, i.created_at, i.finished_at`;

const importOf = (row: StoredImport, zone: string): Import => ({
  ...row,
  created_at: isoInZone(row.created_at, zone),
  finished_at: row.finished_at === null ? null : isoInZone(row.finished_at, zone),
});

type InScope = { scope: Scope; zone: string };

/** An import shows file names, and numbers with them: whose reach is people sees their own imports only. */
const importsInScope = (scope: Scope) =>
  `${inTenants(scope, 'i')} AND ${scope.people === 'all' ? '1' : 'i.user_id = @scope_user'}`;

/** One import in scope. */
export const selectImport = query('imports.one', (db, { import_id, scope, zone }: InScope & { import_id: string }) => {
  const row = db
    .prepare<Record<string, unknown>, StoredImport>(
      `SELECT ${columns} FROM imports i WHERE i.import_id = @import_id AND ${importsInScope(scope)}`,
    )
    .get({ import_id, ...scope.params });
  return row && importOf(row, zone);
});

type Place = { limit: number; start: number; after: number | undefined };

/** Imports in scope, newest first: up to `limit` + 1, from behind the key `after`, else from `start`. */
export const selectImports = query(
  'imports.select',
  (db, { scope, zone, limit, start, after }: InScope & Place): Import[] =>
    db
      .prepare<Record<string, unknown>, StoredImport>(`
      SELECT ${columns} FROM imports i
      WHERE in_time(i.seq) AND ${importsInScope(scope)} AND (@after IS NULL OR i.seq < @after)
      ORDER BY i.seq DESC LIMIT @limit + 1 OFFSET iif(@after IS NULL, @start, 0)`)
      .all({ limit, start, after: after ?? null, ...scope.params })
      .map((row) => importOf(row, zone)),
);

/** The place of an import in the order in which they were begun. */
export const selectImportKey = query(
  'imports.key',
  (db, { import_id }: { import_id: string }) =>
    db.prepare<[string], { key: number }>('SELECT seq AS key FROM imports WHERE import_id = ?').get(import_id)?.key,
);

/** How many imports are in scope, counted up to `cap`. */
export const countImports = query('imports.count', (db, { scope, cap }: { scope: Scope; cap: number }) => {
  const sql = `SELECT count(*) AS n FROM (
    SELECT 1 FROM imports i WHERE in_time(i.seq) AND ${importsInScope(scope)} LIMIT @cap)`;
  return db.prepare<Record<string, unknown>, { n: number }>(sql).get({ cap, ...scope.params })?.n ?? 0;
});

type Rows = {
  import_id: string;
  outcome: ImportRow['outcome'] | undefined;
  /** Came in with a note; undefined for either. */
  annotated: boolean | undefined;
  scope: Scope;
};
const rowsOf = (scope: Scope) => `FROM import_rows r JOIN imports i USING (import_id)
  WHERE in_time(r.row) AND r.import_id = @import_id AND ${importsInScope(scope)}
    AND (@outcome IS NULL OR r.outcome = @outcome)
    AND (@annotated IS NULL OR (r.outcome = 'imported' AND r.explanation IS NOT NULL) = @annotated)`;
const rowParams = ({ import_id, outcome, annotated, scope }: Rows) => ({
  import_id,
  outcome: outcome ?? null,
  annotated: annotated === undefined ? null : Number(annotated),
  ...scope.params,
});

/** Rows of an import in their order: up to `limit` + 1, from behind the row `after`, else from `start`. */
export const selectRows = query('imports.rows', (db, { limit, start, after, ...rows }: Rows & Place): ImportRow[] =>
  db
    .prepare<Record<string, unknown>, ImportRow>(`
      SELECT r.row, r.file, r.outcome, r.code, r.explanation, r.reason, r.call_id ${rowsOf(rows.scope)}
        AND (@after IS NULL OR r.row > @after)
      ORDER BY r.row LIMIT @limit + 1 OFFSET iif(@after IS NULL, @start, 0)`)
    .all({ limit, start, after: after ?? null, ...rowParams(rows) }),
);

/** How many rows match, counted up to `cap`. */
export const countRows = query('imports.count-rows', (db, { cap, ...rows }: Rows & { cap: number }) => {
  const sql = `SELECT count(*) AS n FROM (SELECT 1 ${rowsOf(rows.scope)} LIMIT @cap)`;
  return db.prepare<Record<string, unknown>, { n: number }>(sql).get({ cap, ...rowParams(rows) })?.n ?? 0;
});

/** The result of an import, for the command line. */
export const selectTally = query('imports.tally', (db, { import_id }: { import_id: string }) =>
  db
    .prepare<[string], Tally>(
      `SELECT status, reason, needed_bytes, free_bytes, total, imported, skipped, refused, calls, rows_without_audio, bytes FROM imports
      WHERE import_id = ?`,
    )
    .get(import_id),
);
type Tally = Omit<Import, 'import_id' | 'name' | 'done' | 'annotated' | 'created_at' | 'finished_at'>;

/** Refused files of an import, for the command line's summary. */
export const selectRefused = query('imports.refused', (db, { import_id }: { import_id: string }) =>
  db
    .prepare<[string], { file: string; reason: string }>(
      `SELECT file, explanation AS reason FROM import_rows
      WHERE import_id = ? AND outcome = 'refused' AND file IS NOT NULL ORDER BY row`,
    )
    .all(import_id),
);

/** Files of call records that could not be read, for the command line. */
export const selectUnreadable = query('imports.unreadable', (db, { import_id }: { import_id: string }) =>
  db
    .prepare<[string, string], { file: string; explanation: string }>(
      'SELECT file, explanation FROM import_rows WHERE import_id = ? AND code = ? ORDER BY row',
    )
    .all(import_id, recordsUnreadable),
);
