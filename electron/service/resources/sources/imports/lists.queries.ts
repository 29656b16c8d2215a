import type { Import, listImportRows, listImports } from '@shared/contract/imports';
import { list } from '../../../access/list';
import { inTenants, type Scope } from '../../../access/scope';
import { isoTime, storedJson } from '../../../store/fragments';
import { query } from '../../../store/query';
import { columnsOf, integer, text } from '../../../store/sql';
import { leftAlone, recordsNoted, recordsUnreadable } from './outcomes';

/**
 * An import shows file names, which contain numbers. Therefore a role that reaches only people sees its own imports
 * only.
 */
export const importsInScope = (scope: Scope) =>
  `${inTenants(scope, 'i')} AND ${scope.people === 'all' ? 'TRUE' : 'i.user_id = @scope_user'}`;

/** Imports, newest first. */
export const importList = list<typeof listImports>('/api/v2/imports.json', {
  from: 'imports i',
  record: {
    ...columnsOf('i', ['import_id', 'name', 'status', 'reason', 'needed_bytes', 'free_bytes', 'total', 'imported']),
    ...columnsOf('i', ['skipped', 'refused', 'annotated', 'calls', 'rows', 'rows_with_audio', 'rows_imported']),
    ...columnsOf('i', ['rows_skipped', 'rows_refused', 'rows_without_audio', 'record_files_refused', 'other_files']),
    ...columnsOf('i', ['preset_id', 'preset_name']),
    questions: storedJson('i.questions', '[]'),
    doubts: storedJson('i.doubts', '{}'),
    bytes: 'i.bytes',
    done: 'i.imported + i.skipped + i.refused',
    created_at: isoTime('i.created_at'),
    finished_at: isoTime('i.finished_at'),
  },
  key: [integer('i.seq')],
  descending: () => true,
  scope: importsInScope,
  filters: {},
  id: 'i.import_id',
  named: { as: 'import', by: 'i.name' },
});

/** A recording, a row of call details, a file of call details, or another file. */
const subject = `CASE WHEN r.is_audio = 1 THEN 'recording'
  WHEN r.code IN ('${recordsUnreadable}', '${recordsNoted}') THEN 'record_file'
  WHEN r.code = '${leftAlone}' THEN 'other_file' ELSE 'row' END`;

/** The outcome of each file and row of an import, in order. */
export const importRowList = list<typeof listImportRows>('/api/v2/imports/:import_id.json/rows.json', {
  from: 'import_rows r JOIN imports i USING (import_id)',
  record: {
    ...columnsOf('r', ['row', 'file', 'record_file', 'record_line', 'outcome', 'code', 'explanation', 'call_id']),
    reasons: storedJson('r.reasons'),
    about: subject,
  },
  key: [text('r.import_id'), integer('r.row')],
  scope: importsInScope,
  filters: {
    import_id: (id, { bind }) => `r.import_id = ${bind(id)}`,
    outcome: (outcome, { bind }) => `r.outcome = ${bind(outcome)}`,
    about: (about, { bind }) => `${subject} = ${bind(about)}`,
    annotated: (is, { bind }) =>
      `CASE WHEN r.outcome = 'imported' AND r.explanation IS NOT NULL THEN 1 ELSE 0 END = ${bind(is === 'true' ? 1 : 0)}`,
  },
});

/** The result of an import, for the command line. */
export const selectTally = query('imports.tally', (db, { import_id }: { import_id: string }) =>
  db
    .prepare<{ import_id: string }, Tally>(
      `SELECT status, reason, needed_bytes, free_bytes, total, imported, skipped, refused, annotated, calls, rows,
        rows_with_audio, rows_imported, rows_skipped, rows_refused, rows_without_audio, record_files_refused, other_files, bytes
      FROM imports WHERE import_id = @import_id`,
    )
    .get({ import_id }),
);
type Tally = Omit<Import, 'import_id' | 'name' | 'done' | 'created_at' | 'finished_at'>;

/** The refused files of an import, for the command line's summary. */
export const selectRefused = query('imports.refused', (db, { import_id }: { import_id: string }) =>
  db
    .prepare<{ import_id: string }, { file: string; reason: string }>(
      `SELECT file, explanation AS reason FROM import_rows
      WHERE import_id = @import_id AND outcome = 'refused' AND is_audio = 1 ORDER BY row`,
    )
    .all({ import_id }),
);

type RefusedRow = { file: string | null; line: number | null; reason: string };

/** The refused rows of an import's call details, with their file and line, for the command line's summary. */
export const selectRefusedRows = query('imports.refused-rows', (db, { import_id }: { import_id: string }) =>
  db
    .prepare<{ import_id: string }, RefusedRow>(
      `SELECT r.record_file AS file, r.record_line AS line, r.explanation AS reason FROM import_rows r
      WHERE r.import_id = @import_id AND r.outcome = 'refused' AND ${subject} = 'row' ORDER BY r.row`,
    )
    .all({ import_id }),
);
