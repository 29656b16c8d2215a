import type { Import, ImportReason, ImportRow } from '@shared/contract/imports';
import { holds } from '@shared/permissions';
import { doubts } from '@shared/reasons/doubts';
import { asText, english, type Reason, reason } from '@shared/reasons/reasons';
import { followed } from '../../../access/followed';
import { Refusal } from '../../../refusal';
import { Announcer } from '../../../store/announce';
import { audit, type By } from '../../../store/audit';
import type { Connection } from '../../../store/connection';
import { change, query } from '../../../store/query';
import {
  addFiles,
  callsOf,
  fillCall,
  insertCall,
  insertFiles,
  type KnownCall,
  type NewCall,
  type NewFile,
} from '../../calls/calls';
import { added, type Told } from './details';
import { callOfCopy, callOfRow, callToJoin, detailsOf, isReached, mayAdd, type Related } from './known.queries';
import { importList } from './lists.queries';
import type { ImportOptions, ImportReach } from './options';
import { alreadyThere, notForImport, type Outcome } from './outcomes';
import { spanOf, type Times } from './rules';

/** The changes of imports. */
export const importChanges = new Announcer<{ change: 'going' | 'done' }>('import', {
  replaces: ({ change }) => change === 'done',
});
// Imports follow the calls that they count.
followed(
  importChanges,
  (db, changed, { permissions, scope, zone }) => {
    if (!holds(permissions, 'calls:create')) return [];
    const ids = changed.map(({ id }) => id);
    return [...importList.several.run(db, { ids, scope, zone })].map(([id, data]) => ({ id, data }));
  },
  { comesLast: true },
);

const announceImport = (db: Connection, import_id: string) =>
  importChanges.announce(db, import_id, { change: 'going' });

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

type ReadingOf = Pick<Import, 'import_id' | 'preset_id' | 'preset_name' | 'questions'>;

/** Stores by which preset an import is read, and what only a person can say. */
export const setImportReading = change('imports.reading', (db, { questions, ...preset }: ReadingOf): void => {
  db.prepare<object>(`
    UPDATE imports SET preset_id = @preset_id, preset_name = @preset_name, questions = @questions
    WHERE import_id = @import_id`).run({ ...preset, questions: JSON.stringify(questions) });
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
    importChanges.announce(db, row.import_id, { change: 'done' });
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

/** Marks an import as waiting for an answer. */
export const askImport = change(
  'imports.ask',
  (db, { import_id }: { import_id: string }): void => {
    db.prepare(`
      UPDATE imports SET status = 'paused', reason = 'QUESTION'
      WHERE import_id = @import_id AND status = 'running'`).run({ import_id });
    announceImport(db, import_id);
  },
  { essential: true },
);

/** Stores the answer to an import's question about its dates. */
export const answerImport = change(
  'imports.answer',
  (db, options: ImportOptions): void => {
    const { import_id } = options;
    db.prepare('UPDATE import_options SET options = @options WHERE import_id = @import_id').run({
      import_id,
      options: JSON.stringify(options),
    });
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
/** Stores rows of an import. */
export const recordOutcomes = change('imports.outcomes', (db, { import_id, outcomes }: Done): void => {
  for (const outcome of outcomes) insertRow(db, import_id, outcome);
});

/** `outcomes`: of each file, with the key of its record. `is_answered`: as the records say. */
type Stored = Done & { call: NewCall; files: NewFile[]; is_answered: boolean | null; reach: ImportReach };

/**
 * Stores a call with its files and their rows in one transaction. If a call with the protocol_call_id exists and nothing in
 * it differs, adds the files to it; refused with Conflict if the import may not. Returns false and stores nothing when
 * one of the files was imported since it was looked up.
 */
export const recordCall = change('imports.call', (db, stored: Stored, by): boolean => {
  const { import_id, outcomes, call, files, is_answered, reach } = stored;
  const told: Told = { details: detailsOf(db, call), times: timesIn(call), is_answered };
  const isThere = ({ watermark, import_key }: NewFile, place: number) =>
    callOfCopy(db, { watermark, import_keys: [import_key], record_key: outcomes[place]?.record_key ?? '', told })
      .related;
  if (files.some(isThere)) return false;
  const { related, apart } = callToJoin(db, call, told);
  if (related && !mayAdd(db, related.call, reach)) throw new Refusal('Conflict', reason('call_not_for_import'));
  const notes = related
    ? [joinedBy(related, told)]
    : apart && isReached(db, apart.call.call_id, reach)
      ? [reason('kept_there', { fields: apart.fields })]
      : [];
  if (related) addTo(db, related, stored, by);
  else {
    const call_pk = insertCall(db, call, by);
    insertFiles(db, call_pk, files);
    countCall(db, import_id);
  }
  const { call_id } = related?.call ?? call;
  for (const outcome of outcomes)
    insertRow(db, import_id, { ...outcome, reasons: [...outcome.reasons, ...notes], call_id });
  return true;
});

/** Adds files to a call, and the details that it lacks. The row that was answered describes it. */
function addTo(db: Connection, { call: known, is }: Related, { import_id, call, files }: Stored, by: By): void {
  if (is !== 'unanswered') fillCall(db, known.call_pk, call, { ...by, isWhole: is === 'completes' });
  const times = spanOf(is === 'same' ? [known, timesIn(call)] : [is === 'completes' ? timesIn(call) : known]);
  const file_ids = addFiles(db, known.call_pk, { files, times }, by);
  const details = { import_id, file_ids };
  audit(db, by, { action: 'update', resource: 'call', resource_id: known.call_id, details });
}

/** The note at what was added to a call. */
function joinedBy({ is }: Related, { details }: Told): Reason {
  if (is === 'same') return reason('note_added');
  return is === 'completes' ? reason('row_completes') : unanswered(details.fields.to_number);
}

/** The note at a row that was not answered, of a call that another row describes. */
export const unanswered = (number: string | undefined): Reason =>
  number ? reason('row_unanswered_by', { number }) : reason('row_unanswered');

const timesIn = ({ connect_time = null, disconnect_time = null, duration }: NewCall): Times => ({
  connect_time: connect_time as number | null,
  disconnect_time: disconnect_time as number | null,
  duration: Number(duration ?? 0),
});

/** A call with the details of a row, in `outcome`, that was answered. */
type Completing = { import_id: string; call: NewCall; outcome: Outcome; reach: ImportReach };

/** Gives a call that was stored from a row that was not answered the details of one that was. */
export const completeCall = change(
  'imports.complete',
  (db, { import_id, call, outcome, reach }: Completing, by): void => {
    const [known] = callsOf(db, [call.call_id]);
    if (known && mayAdd(db, known, reach)) {
      complete(db, import_id, { known, call, by });
      insertRow(db, import_id, outcome);
    } else insertRow(db, import_id, { ...outcome, ...notForImport, outcome: 'refused', call_id: null });
  },
);

function complete(db: Connection, import_id: string, { known, call, by }: { known: KnownCall; call: NewCall; by: By }) {
  fillCall(db, known.call_pk, call, { ...by, isWhole: true });
  audit(db, by, { action: 'update', resource: 'call', resource_id: known.call_id, details: { import_id } });
}

/** A call without audio, and the outcome of its record, with the key of that, if the call is new. */
export type BareCall = { call: NewCall; is_answered: boolean | null; outcome: Outcome };

type BareCalls = { import_id: string; calls: BareCall[]; reach: ImportReach; is_watched: boolean };

/**
 * Stores the calls without audio that do not exist yet, and a row for each. The row that was answered describes a call that
 * has several. A call out of reach is not reported.
 */
export const recordBareCalls = change('imports.bare-calls', (db, asked: BareCalls, by): void => {
  const { import_id, calls, reach, is_watched } = asked;
  for (const { call, is_answered, outcome } of calls) {
    const { file, record_key } = outcome;
    const told = { details: detailsOf(db, call), times: timesIn(call), is_answered };
    const { related, apart } = callOfRow(db, call, { ...told, file, record_key: record_key ?? '' });
    const isKnown = (known: KnownCall) => isReached(db, known.call_id, reach);
    if (!related) {
      insertCall(db, call, by);
      countCall(db, import_id);
      const notes = apart && isKnown(apart.call) ? [reason('kept_there', { fields: apart.fields })] : [];
      insertRow(db, import_id, { ...outcome, reasons: [...outcome.reasons, ...notes] });
    } else if (!isKnown(related.call) || (related.is === 'completes' && !mayAdd(db, related.call, reach)))
      insertRow(db, import_id, { ...outcome, ...notForImport, outcome: 'refused', call_id: null });
    else {
      const said = ofKnown(db, import_id, call, { related, told, by });
      if (is_watched && said.reasons === alreadyThere.reasons) countKnownRow(db, import_id);
      else insertRow(db, import_id, { ...outcome, ...said });
    }
  }
});

/** A table that grows is read whole each time: in a watch folder, its known rows would be stored again with every new one. */
function countKnownRow(db: Connection, import_id: string): void {
  db.prepare('UPDATE imports SET rows_skipped = rows_skipped + 1 WHERE import_id = @import_id').run({ import_id });
  announceImport(db, import_id);
}

type OfKnown = { related: Related; told: Told; by: By };

/** What becomes of a row whose call exists. If it was answered and the call was not, the call gets its details. */
function ofKnown(db: Connection, import_id: string, call: NewCall, { related, told, by }: OfKnown): Partial<Outcome> {
  const { call: known, is } = related;
  const { call_id } = known;
  if (is === 'same') {
    const fields = added(known, told.details);
    return {
      outcome: 'skipped',
      reasons: fields.length > 0 ? [reason('left_out', { fields })] : alreadyThere.reasons,
      call_id,
    };
  }
  if (is === 'unanswered') return { outcome: 'skipped', reasons: [unanswered(told.details.fields.to_number)], call_id };
  complete(db, import_id, { known, call, by });
  const isOwn = setUnanswered(db, { import_id, call_id, number: known.fields.to_number });
  if (isOwn) return { call_id };
  return { outcome: known.files > 0 ? 'skipped' : 'imported', reasons: [reason('row_completes')], call_id };
}

/**
 * Notes at the row of this import that a call was stored from that another row describes it now. False if it is of an
 * earlier import.
 */
function setUnanswered(db: Connection, { import_id, call_id, number }: Unanswered): boolean {
  const reasons = [unanswered(number)];
  const row = { import_id, call_id, explanation: asText(reasons.map(english)), reasons: JSON.stringify(reasons) };
  const noted = db
    .prepare<object, { n: number }>(`
      SELECT count(*) AS n FROM import_rows
      WHERE call_id = @call_id AND import_id = @import_id AND outcome = 'imported' AND is_audio = 0
        AND explanation IS NOT NULL`)
    .get(row);
  const { changes } = db
    .prepare<object>(`
      UPDATE import_rows SET outcome = 'skipped', explanation = @explanation, reasons = @reasons
      WHERE call_id = @call_id AND import_id = @import_id AND outcome = 'imported' AND is_audio = 0`)
    .run(row);
  db.prepare<object>(`
    UPDATE imports SET rows_imported = rows_imported - @changes, rows_skipped = rows_skipped + @changes,
      annotated = annotated - @noted
    WHERE import_id = @import_id`).run({ import_id, changes, noted: noted?.n ?? 0 });
  return changes > 0;
}
type Unanswered = { import_id: string; call_id: string; number: string | undefined };

const countCall = (db: Connection, import_id: string) =>
  db.prepare('UPDATE imports SET calls = calls + 1 WHERE import_id = @import_id').run({ import_id });

/** The counter of a row, by its subject and outcome; null for a file of call details that was read. */
const counters: Record<ImportRow['about'], Partial<Record<ImportRow['outcome'], keyof Import | null>>> = {
  recording: { imported: 'imported', skipped: 'skipped', refused: 'refused' },
  row: {
    imported: 'rows_imported',
    skipped: 'rows_skipped',
    refused: 'rows_refused',
    without_audio: 'rows_without_audio',
  },
  record_file: { refused: 'record_files_refused', imported: null },
  other_file: { refused: 'other_files', skipped: 'other_files' },
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
      explanation, reasons, record_key, call_id)
    VALUES (@import_id, @row, @source_key,
      CASE WHEN @about = 'recording' THEN 1 ELSE 0 END, @file, @record_file, @record_line, @outcome, @code,
      @explanation, @reasons, @record_key, coalesce(@call_id,
        (SELECT r.call_id FROM import_rows r WHERE r.import_id = @import_id AND r.source_key = @call_of)))`).run(row);
  const counter = counters[outcome.about][outcome.outcome];
  if (counter === undefined) throw new Error(`Nothing counts a ${outcome.about} that is ${outcome.outcome}.`);
  db.prepare(`
    UPDATE imports SET ${counter === null ? '' : `${counter} = ${counter} + 1,`}
      annotated = annotated
        + CASE WHEN @outcome = 'imported' AND CAST(@explanation AS TEXT) IS NOT NULL THEN 1 ELSE 0 END,
      bytes = bytes + @bytes
    WHERE import_id = @import_id`).run(row);
  countDoubts(db, import_id, outcome.reasons);
  announceImport(db, import_id);
}

/** Counts what could not be read for sure, by its code. */
function countDoubts(db: Connection, import_id: string, reasons: readonly Reason[]): void {
  const codes = reasons.flatMap(({ code }) => (Object.hasOwn(doubts, code) ? [code] : []));
  if (codes.length === 0) return;
  const row = db
    .prepare<object, { doubts: string }>('SELECT doubts FROM imports WHERE import_id = @import_id')
    .get({ import_id });
  const counts: Record<string, number> = JSON.parse(row?.doubts ?? '{}');
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
  const changed = { import_id, doubts: JSON.stringify(counts) };
  db.prepare<object>('UPDATE imports SET doubts = @doubts WHERE import_id = @import_id').run(changed);
}
