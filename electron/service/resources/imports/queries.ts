import type { Import, ImportReason, ImportRow } from '@shared/contract/imports';
import { asText, english, reason } from '@shared/reasons/reasons';
import { callsInReach } from '../../access/scope';
import { Refusal } from '../../refusal';
import { announce } from '../../store/announce';
import { audit } from '../../store/audit';
import type { Connection } from '../../store/connection';
import { valuesOf } from '../../store/fragments';
import { change, query } from '../../store/query';
import {
  addFiles,
  addNames,
  type CallName,
  callToJoin,
  countFiles,
  insertCall,
  insertFile,
  isUnderWay,
  type JoinedCall,
  knownCall,
  maxFiles,
  type NewCall,
  type NewFile,
} from '../calls';
import type { ImportOptions, ImportReach } from './options';
import { alreadyThere, notForImport, type Outcome } from './outcomes';
import { spanOf, type Times } from './rules';

const announceImport = (db: Connection, import_id: string) => announce(db, { about: 'import', id: import_id });

/** Stores and audits a new import, with the options it needs to continue after a restart. */
export const insertImport = change('imports.insert', (db, options: ImportOptions, by): void => {
  const { import_id, user_id, tenant_id, name } = options;
  db.prepare(`
    INSERT INTO imports (import_id, tenant_id, user_id, name, status, created_at)
    VALUES (@import_id, @tenant_id, @user_id, @name, 'running', @at)`).run({
    import_id,
    tenant_id,
    user_id,
    name,
    at: by.at,
  });
  db.prepare('INSERT INTO import_options (import_id, options) VALUES (@import_id, @options)').run({
    import_id,
    options: JSON.stringify(options),
  });
  audit(db, by, { action: 'create', resource: 'import', resource_id: import_id, details: { name } });
  announceImport(db, import_id);
});

/** Stores how many audio files an import has found. */
export const setImportTotal = change('imports.total', (db, found: { import_id: string; total: number }): void => {
  db.prepare<typeof found>('UPDATE imports SET total = @total WHERE import_id = @import_id').run(found);
  announceImport(db, found.import_id);
});

export type Finish = {
  import_id: string;
  status: Exclude<Import['status'], 'running' | 'paused'>;
  reason?: ImportReason;
};

/** Ends an import and deletes its options. An ended import is not changed. */
export const finishImport = change(
  'imports.finish',
  (db, { reason, ...row }: Finish, { at }): void => {
    db.prepare(`
    UPDATE imports SET status = @status, reason = @reason, needed_bytes = NULL, free_bytes = NULL, finished_at = @at
    WHERE import_id = @import_id AND status IN ('running', 'paused')`).run({ ...row, at, reason: reason ?? null });
    db.prepare('DELETE FROM import_options WHERE import_id = @import_id').run({ import_id: row.import_id });
    announceImport(db, row.import_id);
  },
  { essential: true },
);

type Pause = { import_id: string; needed_bytes: number; free_bytes: number };

/** Marks an import as waiting for space on the disk. */
export const pauseImport = change(
  'imports.pause',
  (db, row: Pause): void => {
    db.prepare(`
    UPDATE imports SET status = 'paused', reason = 'DISK_FULL', needed_bytes = @needed_bytes, free_bytes = @free_bytes
    WHERE import_id = @import_id AND status IN ('running', 'paused')`).run(row);
    announceImport(db, row.import_id);
  },
  { essential: true },
);

/** Marks a paused import as running. */
export const continueImport = change(
  'imports.continue',
  (db, { import_id }: { import_id: string }): void => {
    db.prepare(`
    UPDATE imports SET status = 'running', reason = NULL, needed_bytes = NULL, free_bytes = NULL
    WHERE import_id = @import_id AND status = 'paused'`).run({ import_id });
    announceImport(db, import_id);
  },
  { essential: true },
);

type Unfinished = { import_id: string; options: ImportOptions | null };

/** The unfinished imports, oldest first, with their options; null for imports from before options were stored. */
export const selectUnfinished = query('imports.unfinished', (db): Unfinished[] =>
  db
    .prepare<[], { import_id: string; options: string | null }>(`
      SELECT i.import_id, o.options FROM imports i LEFT JOIN import_options o USING (import_id)
      WHERE i.status IN ('running', 'paused') ORDER BY i.seq`)
    .all()
    .map(({ import_id, options }) => ({ import_id, options: options && JSON.parse(options) })),
);

type FoundRows = { import_id: string; rows: number; rows_with_audio: number; rows_without_audio?: number };

/**
 * Stores how many rows of call details an import has found, and how many of them describe a recording it has found; with
 * `rows_without_audio` also how many do not, if these get no rows of their own.
 */
export const setImportRows = change('imports.total-rows', (db, found: FoundRows): void => {
  db.prepare<object>(`
    UPDATE imports SET rows = @rows, rows_with_audio = @rows_with_audio,
      rows_without_audio = coalesce(@rows_without_audio, rows_without_audio)
    WHERE import_id = @import_id`).run({ rows_without_audio: null, ...found });
  announceImport(db, found.import_id);
});

type EarlierRow = { row: number; source_key: string | null; is_audio: 0 | 1 };

/** The next rows of an import's earlier runs: at most 5,000, none after the last. */
export const selectProgress = query('imports.progress', (db, asked: { import_id: string; after: number }) =>
  db
    .prepare<object, EarlierRow>(`
      SELECT row, source_key, is_audio FROM import_rows
      WHERE import_id = @import_id AND row > @after ORDER BY row LIMIT 5000`)
    .all(asked),
);

type Origin = { watermark: string; import_keys: (string | null)[] };
const callOfFile = (db: Connection, { watermark, import_keys }: Origin): string | undefined =>
  db
    .prepare<{ watermark: string; import_keys: string }, { call_id: string }>(`
      SELECT c.call_id FROM call_files f JOIN calls c USING (call_pk)
      WHERE f.watermark = @watermark AND f.import_key IN ${valuesOf('@import_keys', 'text')} ORDER BY c.call_pk LIMIT 1`)
    .get({ watermark, import_keys: JSON.stringify(import_keys) })?.call_id;

/** The call that was imported earlier from the same bytes under one of these metadata keys. */
export const selectImported = query('imports.known', (db, { reach, ...origin }: Origin & { reach: ImportReach }) => {
  const call_id = callOfFile(db, origin);
  return call_id === undefined ? undefined : { call_id, is_reached: isReached(db, call_id, reach) };
});

function isReached(db: Connection, call_id: string, reach: ImportReach): boolean {
  if (reach === 'archive') return true;
  if (reach === 'nothing') return false;
  const known = `SELECT 1 FROM calls c WHERE c.call_id = @call_id AND ${callsInReach(reach, 'c')}`;
  return db.prepare<object>(known).get({ call_id, ...reach.params }) !== undefined;
}

/** Whether an import may add to a call: one in its reach, not being recorded, and not under legal hold. */
const mayAdd = (db: Connection, call: JoinedCall, reach: ImportReach): boolean =>
  call.legal_hold === 0 && !isUnderWay(call) && isReached(db, call.call_id, reach);

/** Whether this is the path of a stored file or of its peaks, or of a file that is being recorded. */
export const isStoredPath = query(
  'imports.stored-path',
  (db, { path }: { path: string }) =>
    db
      .prepare<{ file_path: string }>(`
        SELECT 1 FROM call_files WHERE file_path = @file_path
        UNION ALL SELECT 1 FROM recording_files WHERE file_path = @file_path OR temporary_path = @file_path`)
      .get({ file_path: path.replace(/\.peaks$/, '.cra') }) !== undefined,
);

type Done = { import_id: string; outcomes: Outcome[] };
type Stored = Done & { call: NewCall; files: NewFile[]; reach: ImportReach };

/** Stores rows of an import. */
export const recordOutcomes = change('imports.outcomes', (db, { import_id, outcomes }: Done): void => {
  for (const outcome of outcomes) insertRow(db, import_id, outcome);
});

/**
 * Stores a call with its files and their rows in one transaction. If a call with the protocol_call_id exists, adds the
 * files to it; refused with Conflict if the import may not. Returns false and stores nothing when one of the files was
 * imported since it was looked up.
 */
export const recordCall = change('imports.call', (db, stored: Stored, by): boolean => {
  const { import_id, outcomes, call, files, reach } = stored;
  const isThere = ({ watermark, import_key }: NewFile) => callOfFile(db, { watermark, import_keys: [import_key] });
  if (files.some(isThere)) return false;
  const known = callToJoin(db, call);
  if (known && !mayAdd(db, known, reach)) throw new Refusal('Conflict', reason('call_not_for_import'));
  if (known) {
    addNames(db, known.call_pk, call);
    const file_ids = addFiles(db, known.call_pk, { files, times: spanOf([known, timesIn(call)]) }, by);
    const details = { import_id, file_ids };
    audit(db, by, { action: 'update', resource: 'call', resource_id: known.call_id, details });
  } else {
    const call_pk = insertCall(db, call, by);
    for (const file of files) insertFile(db, call_pk, file);
    countCall(db, import_id);
  }
  const { call_id } = known ?? call;
  for (const outcome of outcomes) insertRow(db, import_id, { ...outcome, call_id });
  return true;
});

const timesIn = ({ connect_time = null, disconnect_time = null, duration }: NewCall): Times => ({
  connect_time: connect_time as number | null,
  disconnect_time: disconnect_time as number | null,
  duration: Number(duration ?? 0),
});

/** The number of further files that the call to be joined can take; undefined if the import may not add to it. */
export const selectRoom = query('imports.room', (db, { reach, ...call }: CallName & { reach: ImportReach }) => {
  const known = callToJoin(db, call);
  if (known && !mayAdd(db, known, reach)) return undefined;
  return maxFiles - (known ? countFiles(db, known.call_pk) : 0);
});

/** A call without audio, and the outcome of its record if the call is new. */
export type BareCall = { call: NewCall; outcome: Outcome };

type BareCalls = { import_id: string; calls: BareCall[]; reach: ImportReach };

/** Stores the calls without audio that do not exist yet, and a row for each. One out of reach is not reported. */
export const recordBareCalls = change('imports.bare-calls', (db, { import_id, calls, reach }: BareCalls, by): void => {
  for (const { call, outcome } of calls) {
    const known = knownCall(db, call);
    if (known && isReached(db, known, reach))
      insertRow(db, import_id, { ...outcome, ...alreadyThere, outcome: 'skipped', call_id: known });
    else if (known) insertRow(db, import_id, { ...outcome, ...notForImport, outcome: 'refused', call_id: null });
    else {
      insertCall(db, call, by);
      countCall(db, import_id);
      insertRow(db, import_id, outcome);
    }
  }
});

const countCall = (db: Connection, import_id: string) =>
  db.prepare('UPDATE imports SET calls = calls + 1 WHERE import_id = @import_id').run({ import_id });

/** The counter of a row. Each row is counted once, by its subject and outcome. */
const counters: Record<ImportRow['about'], Partial<Record<ImportRow['outcome'], keyof Import>>> = {
  recording: { imported: 'imported', skipped: 'skipped', refused: 'refused' },
  row: {
    imported: 'rows_imported',
    skipped: 'rows_skipped',
    refused: 'rows_refused',
    without_audio: 'rows_without_audio',
  },
  record_file: { refused: 'record_files_refused' },
};

function insertRow(db: Connection, import_id: string, outcome: Outcome): void {
  const row = {
    ...outcome,
    import_id,
    explanation: outcome.reasons.length > 0 ? asText(outcome.reasons.map(english)) : null,
    reasons: JSON.stringify(outcome.reasons),
  };
  db.prepare(`
    INSERT INTO import_rows (import_id, row, source_key, is_audio, file, record_file, record_line, outcome, code,
      explanation, reasons, call_id)
    VALUES (@import_id, @row, @source_key,
      CASE WHEN @about = 'recording' THEN 1 ELSE 0 END, @file, @record_file, @record_line, @outcome, @code,
      @explanation, @reasons, coalesce(@call_id,
        (SELECT r.call_id FROM import_rows r WHERE r.import_id = @import_id AND r.source_key = @call_of)))`).run(row);
  const counter = counters[outcome.about][outcome.outcome];
  if (!counter) throw new Error(`Nothing counts a ${outcome.about} that is ${outcome.outcome}.`);
  db.prepare(`
    UPDATE imports SET ${counter} = ${counter} + 1,
      annotated = annotated
        + CASE WHEN @outcome = 'imported' AND CAST(@explanation AS TEXT) IS NOT NULL THEN 1 ELSE 0 END,
      bytes = bytes + @bytes
    WHERE import_id = @import_id`).run(row);
  announceImport(db, import_id);
}
