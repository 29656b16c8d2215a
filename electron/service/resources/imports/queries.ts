import type { Import, ImportRow } from '@shared/contract/imports';
import { inTenants, type Scope } from '../../access/scope';
import { audit } from '../../store/audit';
import type { Connection } from '../../store/connection';
import { query } from '../../store/query';
import { isoInZone } from '../../zones';
import { insertCall, insertFile, knownCall, type NewCall, type NewFile } from '../calls';
import { alreadyThere, type Outcome } from './outcomes';

export type NewImportRow = { import_id: string; tenant_id: string; user_id: string | null; name: string; at: number };

/** Stores and audits an import that begins. */
export const insertImport = query('imports.insert', (db, row: NewImportRow): void => {
  db.prepare(`
    INSERT INTO imports (import_id, tenant_id, user_id, name, status, created_at)
    VALUES (@import_id, @tenant_id, @user_id, @name, 'running', @at)`).run(row);
  const { import_id: resource_id, user_id, tenant_id, at, name } = row;
  audit(db, { at, user_id, tenant_id, action: 'create', resource: 'import', resource_id, details: { name } });
});

/** Says how many audio files an import has found. */
export const setImportTotal = query(
  'imports.total',
  (db, { import_id, total }: { import_id: string; total: number }): void => {
    db.prepare('UPDATE imports SET total = ? WHERE import_id = ?').run(total, import_id);
  },
);

/** Ends an import that runs; one that has ended stays as it is. */
export const finishImport = query(
  'imports.finish',
  (db, row: { import_id: string; status: Import['status']; at: number }): void => {
    db.prepare(
      `UPDATE imports SET status = @status, finished_at = @at WHERE import_id = @import_id AND status = 'running'`,
    ).run(row);
  },
  { essential: true },
);

/** Imports that a crash or kill left running: what they had done stays done. */
export const interruptImports = query(
  'imports.interrupt',
  (db, { at }: { at: number }): void => {
    db.prepare(`UPDATE imports SET status = 'interrupted', finished_at = ? WHERE status = 'running'`).run(at);
  },
  { essential: true },
);

type Origin = Pick<NewFile, 'watermark' | 'import_key'>;
const callOfFile = (db: Connection, { watermark, import_key }: Origin): string | undefined =>
  db
    .prepare<[string, string | null], { call_id: string }>(
      'SELECT c.call_id FROM call_files f JOIN calls c USING (call_pk) WHERE f.watermark = ? AND f.import_key = ?',
    )
    .get(watermark, import_key)?.call_id;

/** The call that these very bytes came in with under this metadata key before. */
export const selectImported = query('imports.known', (db, origin: Origin) => callOfFile(db, origin));

/** Whether a stored file or its peaks lie at this path; what nobody knows is left from a crash. */
export const isStoredPath = query(
  'imports.stored-path',
  (db, { path }: { path: string }) =>
    db.prepare('SELECT 1 FROM call_files WHERE file_path = ?').get(path.replace(/\.peaks$/, '.cra')) !== undefined,
);

type Done = { import_id: string; outcomes: Outcome[]; call?: NewCall; files?: NewFile[] };

/**
 * Stores what became of one call's files: the call, its files and the rows in one transaction. False, and nothing is
 * stored, when one of the files came in since it was looked for.
 */
export const recordOutcomes = query(
  'imports.outcomes',
  (db, { import_id, outcomes, call, files = [] }: Done): boolean => {
    if (files.some((file) => callOfFile(db, file))) return false;
    if (call) {
      const key = insertCall(db, call);
      for (const file of files) insertFile(db, key, file);
      countCall(db, import_id);
    }
    for (const outcome of outcomes) insertRow(db, import_id, outcome);
    return true;
  },
);

/** A call without audio, with what became of its record if it is not there yet. */
export type BareCall = { call: NewCall; outcome: Outcome };

/** Stores those calls without audio that are not there yet, and a row for each. */
export const recordBareCalls = query(
  'imports.bare-calls',
  (db, { import_id, calls }: { import_id: string; calls: BareCall[] }): void => {
    for (const { call, outcome } of calls) {
      const known = knownCall(db, call);
      if (known) insertRow(db, import_id, { ...outcome, ...alreadyThere, outcome: 'skipped', call_id: known });
      else {
        insertCall(db, call);
        countCall(db, import_id);
        insertRow(db, import_id, outcome);
      }
    }
  },
);

const countCall = (db: Connection, import_id: string) =>
  db.prepare('UPDATE imports SET calls = calls + 1 WHERE import_id = ?').run(import_id);

/** The code of a file of call records that tells of no call. */
export const recordsUnreadable = 'records_unreadable';

/** A record that stays without a call is counted, whether nothing here has its name or its own names are refused. */
function insertRow(db: Connection, import_id: string, outcome: Outcome): void {
  db.prepare(`
    INSERT INTO import_rows (import_id, row, is_audio, file, outcome, code, explanation, reason, call_id)
    VALUES (@import_id, @row, @is_audio, @file, @outcome, @code, @explanation, @reason, @call_id)`).run({
    ...outcome,
    import_id,
  });
  db.prepare(`
    UPDATE imports SET imported = imported + (@is_audio AND @outcome = 'imported'),
      skipped = skipped + (@is_audio AND @outcome = 'skipped'), refused = refused + (@is_audio AND @outcome = 'refused'),
      rows_without_audio = rows_without_audio + (NOT @is_audio AND @outcome IN ('without_audio', 'refused')
        AND @code IS NOT '${recordsUnreadable}'),
      annotated = annotated + (@outcome = 'imported' AND @explanation IS NOT NULL), bytes = bytes + @bytes
    WHERE import_id = @import_id`).run({ ...outcome, import_id });
}

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

/** What an import came to, whoever asks: for the command line. */
export const selectTally = query('imports.tally', (db, { import_id }: { import_id: string }) =>
  db
    .prepare<[string], Tally>(
      `SELECT status, reason, total, imported, skipped, refused, calls, rows_without_audio, bytes FROM imports
      WHERE import_id = ?`,
    )
    .get(import_id),
);
type Tally = Pick<
  Import,
  'status' | 'reason' | 'total' | 'imported' | 'skipped' | 'refused' | 'calls' | 'rows_without_audio' | 'bytes'
>;

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
