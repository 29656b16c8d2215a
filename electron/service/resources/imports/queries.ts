import type { Import, ImportReason, ImportRow } from '@shared/contract/imports';
import { inTenants, type Scope } from '../../access/scope';
import { audit } from '../../store/audit';
import type { Connection } from '../../store/connection';
import { query } from '../../store/query';
import { isoInZone } from '../../zones';
import {
  addFiles,
  type CallName,
  callToJoin,
  countFiles,
  insertCall,
  insertFile,
  knownCall,
  mostFiles,
  type NewCall,
  type NewFile,
} from '../calls';
import type { ImportOptions } from './options';
import { alreadyThere, type Outcome, type Progress } from './outcomes';
import { spanOf, type Times } from './rules';

/** Stores and audits an import that begins, with what it takes to go on after a restart. */
export const insertImport = query('imports.insert', (db, options: ImportOptions & { at: number }): void => {
  const { import_id, user_id, tenant_id, at, name } = options;
  const { at: _, ...kept } = options;
  db.prepare(`
    INSERT INTO imports (import_id, tenant_id, user_id, name, status, created_at)
    VALUES (@import_id, @tenant_id, @user_id, @name, 'running', @at)`).run({
    ...{ import_id, tenant_id, user_id, name, at },
  });
  db.prepare('INSERT INTO import_options (import_id, options) VALUES (?, ?)').run(import_id, JSON.stringify(kept));
  const resource_id = import_id;
  audit(db, { at, user_id, tenant_id, action: 'create', resource: 'import', resource_id, details: { name } });
});

/** Says how many audio files an import has found. */
export const setImportTotal = query(
  'imports.total',
  (db, { import_id, total }: { import_id: string; total: number }): void => {
    db.prepare('UPDATE imports SET total = ? WHERE import_id = ?').run(total, import_id);
  },
);

export type Finish = {
  import_id: string;
  status: Exclude<Import['status'], 'running' | 'paused'>;
  reason?: ImportReason;
  at: number;
};

/** Ends an import and forgets its paths; one that has ended stays as it is. */
export const finishImport = query(
  'imports.finish',
  (db, { reason, ...row }: Finish): void => {
    db.prepare(`
    UPDATE imports SET status = @status, reason = @reason, needed_bytes = NULL, free_bytes = NULL, finished_at = @at
    WHERE import_id = @import_id AND status IN ('running', 'paused')`).run({ ...row, reason: reason ?? null });
    db.prepare('DELETE FROM import_options WHERE import_id = ?').run(row.import_id);
  },
  { essential: true },
);

type Pause = { import_id: string; needed_bytes: number; free_bytes: number };

/** Says that an import waits for space on the disk. */
export const pauseImport = query(
  'imports.pause',
  (db, row: Pause): void => {
    db.prepare(`
    UPDATE imports SET status = 'paused', reason = 'DISK_FULL', needed_bytes = @needed_bytes, free_bytes = @free_bytes
    WHERE import_id = @import_id AND status IN ('running', 'paused')`).run(row);
  },
  { essential: true },
);

/** Says that a paused import goes on. */
export const continueImport = query(
  'imports.continue',
  (db, { import_id }: { import_id: string }): void => {
    db.prepare(`
    UPDATE imports SET status = 'running', reason = NULL, needed_bytes = NULL, free_bytes = NULL
    WHERE import_id = ? AND status = 'paused'`).run(import_id);
  },
  { essential: true },
);

type Unfinished = { import_id: string; options: ImportOptions | null };

/** The imports that have not ended, oldest first, with what they were asked to do; null if nobody kept that yet. */
export const selectUnfinished = query('imports.unfinished', (db): Unfinished[] =>
  db
    .prepare<[], { import_id: string; options: string | null }>(`
      SELECT i.import_id, o.options FROM imports i LEFT JOIN import_options o USING (import_id)
      WHERE i.status IN ('running', 'paused') ORDER BY i.seq`)
    .all()
    .map(({ import_id, options }) => ({ import_id, options: options && JSON.parse(options) })),
);

/** What an import has done already. */
export const selectProgress = query('imports.progress', (db, { import_id }: { import_id: string }): Progress => {
  const rows = db
    .prepare<[string], { row: number; source_key: string | null; is_audio: number }>(
      'SELECT row, source_key, is_audio FROM import_rows WHERE import_id = ? ORDER BY row',
    )
    .all(import_id);
  return {
    last: rows.at(-1)?.row ?? 0,
    keys: rows.flatMap(({ source_key }) => source_key ?? []),
    files: rows.filter(({ is_audio }) => is_audio === 1).length,
  };
});

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

type Done = { import_id: string; outcomes: Outcome[] };
type Stored = Done & { user_id: string | null; call: NewCall; files: NewFile[] };

/** Stores rows of an import. */
export const recordOutcomes = query('imports.outcomes', (db, { import_id, outcomes }: Done): void => {
  for (const outcome of outcomes) insertRow(db, import_id, outcome);
});

/**
 * Stores a call with its files and their rows in one transaction; or adds the files to the call of that
 * protocol_call_id, if there is one. False, and nothing is stored, when one of the files came in since it was looked
 * for.
 */
export const recordCall = query(
  'imports.call',
  (db, { import_id, outcomes, user_id, call, files }: Stored): boolean => {
    if (files.some((file) => callOfFile(db, file))) return false;
    const known = callToJoin(db, call);
    if (known) {
      const { tenant_id, at } = call;
      const file_ids = addFiles(db, known.call_pk, { files, times: spanOf([known, timesIn(call)]), at });
      const details = { import_id, file_ids };
      const of = { resource: 'call', resource_id: known.call_id };
      audit(db, { at, user_id, tenant_id, action: 'update', ...of, details });
    } else {
      const call_pk = insertCall(db, call);
      for (const file of files) insertFile(db, call_pk, file);
      countCall(db, import_id);
    }
    const { call_id } = known ?? call;
    for (const outcome of outcomes) insertRow(db, import_id, { ...outcome, call_id });
    return true;
  },
);

const timesIn = ({ connect_time = null, disconnect_time = null, duration }: NewCall): Times => ({
  connect_time: connect_time as number | null,
  disconnect_time: disconnect_time as number | null,
  duration: Number(duration ?? 0),
});

/** How many more files the call can have that these would join. */
export const selectRoom = query('imports.room', (db, call: CallName) => {
  const known = callToJoin(db, call);
  return mostFiles - (known ? countFiles(db, known.call_pk) : 0);
});

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
    INSERT INTO import_rows (import_id, row, source_key, is_audio, file, outcome, code, explanation, reason, call_id)
    VALUES (@import_id, @row, @source_key, @is_audio, @file, @outcome, @code, @explanation, @reason, coalesce(@call_id,
      (SELECT r.call_id FROM import_rows r WHERE r.import_id = @import_id AND r.source_key = @call_of)))`).run({
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
