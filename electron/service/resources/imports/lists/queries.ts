import { type Import, type ImportRow, listImportRows, listImports } from '@shared/contract/imports';
import { list } from '../../../access/list';
import { inTenants, type Scope } from '../../../access/scope';
import { query } from '../../../store/query';
import { integer, text } from '../../../store/sql';
import { isoInZone } from '../../../zones';
import { recordsUnreadable } from '../outcomes';

type StoredImport = Omit<Import, 'created_at' | 'finished_at'> & { created_at: number; finished_at: number | null };
const columns = `i.import_id, i.name, i.status, i.reason, i.needed_bytes, i.free_bytes, i.total,
  i.imported + i.skipped + i.refused AS done, i.imported, i.skipped, i.refused, i.annotated, i.calls,
  i.rows, i.rows_with_audio, i.rows_imported, i.rows_skipped, i.rows_refused, i.rows_without_audio,
  i.record_files_refused, i.bytes, i.created_at, i.finished_at`;

const importOf = (row: StoredImport, zone: string): Import => ({
  ...row,
  created_at: isoInZone(row.created_at, zone),
  finished_at: row.finished_at === null ? null : isoInZone(row.finished_at, zone),
});

/** An import shows file names, and numbers with them: whose reach is people sees their own imports only. */
const importsInScope = (scope: Scope) =>
  `${inTenants(scope, 'i')} AND ${scope.people === 'all' ? '1' : 'i.user_id = @scope_user'}`;

/** Imports, newest first. */
export const importList = list<typeof listImports, StoredImport>(listImports, {
  from: 'imports i',
  columns,
  key: [integer('i.seq')],
  descending: () => true,
  scope: importsInScope,
  filters: {},
  id: 'i.import_id',
  record: importOf,
});

/** A recording, a row of call details, or a file of these. */
const subject = `CASE WHEN r.is_audio = 1 THEN 'recording' WHEN r.code = '${recordsUnreadable}' THEN 'record_file' ELSE 'row' END`;

/** What became of each file and row of an import, in their order. */
export const importRowList = list<typeof listImportRows, ImportRow>(listImportRows, {
  from: 'import_rows r JOIN imports i USING (import_id)',
  columns: `r.row, r.file, ${subject} AS about, r.record_file, r.record_line, r.outcome, r.code, r.explanation, r.reason,
    r.call_id`,
  key: [text('r.import_id'), integer('r.row')],
  scope: importsInScope,
  filters: {
    import_id: (id, { bind }) => `r.import_id = ${bind(id)}`,
    outcome: (outcome, { bind }) => `r.outcome = ${bind(outcome)}`,
    about: (about, { bind }) => `${subject} = ${bind(about)}`,
    annotated: (is, { bind }) =>
      `(r.outcome = 'imported' AND r.explanation IS NOT NULL) = ${bind(is === 'true' ? 1 : 0)}`,
  },
  record: ({ row, file, about, record_file, record_line, outcome, code, explanation, reason, call_id }) => ({
    ...{ row, file, about, record_file, record_line, outcome, code, explanation, reason, call_id },
  }),
});

/** The result of an import, for the command line. */
export const selectTally = query('imports.tally', (db, { import_id }: { import_id: string }) =>
  db
    .prepare<[string], Tally>(
      `SELECT status, reason, needed_bytes, free_bytes, total, imported, skipped, refused, annotated, calls, rows,
        rows_with_audio, rows_imported, rows_skipped, rows_refused, rows_without_audio, record_files_refused, bytes
      FROM imports WHERE import_id = ?`,
    )
    .get(import_id),
);
type Tally = Omit<Import, 'import_id' | 'name' | 'done' | 'created_at' | 'finished_at'>;

/** Refused files of an import, for the command line's summary. */
export const selectRefused = query('imports.refused', (db, { import_id }: { import_id: string }) =>
  db
    .prepare<[string], { file: string; reason: string }>(
      `SELECT file, explanation AS reason FROM import_rows
      WHERE import_id = ? AND outcome = 'refused' AND is_audio = 1 ORDER BY row`,
    )
    .all(import_id),
);

type RefusedRow = { file: string | null; line: number | null; reason: string };

/** Refused rows of call details of an import, each by its file and its line there, for the command line's summary. */
export const selectRefusedRows = query('imports.refused-rows', (db, { import_id }: { import_id: string }) =>
  db
    .prepare<[string], RefusedRow>(
      `SELECT r.record_file AS file, r.record_line AS line, r.explanation AS reason FROM import_rows r
      WHERE r.import_id = ? AND r.outcome = 'refused' AND ${subject} = 'row' ORDER BY r.row`,
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
