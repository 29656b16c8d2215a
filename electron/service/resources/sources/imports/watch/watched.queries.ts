import type { listWatchedFiles } from '@shared/contract/watch-folders';
import { asText, english, type Reason } from '@shared/reasons/reasons';
import { list } from '../../../../access/list';
import type { Scope } from '../../../../access/scope';
import { audit } from '../../../../store/audit';
import type { Connection } from '../../../../store/connection';
import { isoTime, storedJson, valuesOf } from '../../../../store/fragments';
import { change, query } from '../../../../store/query';
import { integer, text } from '../../../../store/sql';
import { importsInScope } from '../lists.queries';
import { importChanges } from '../queries';

/** A file that was imported from a watch folder, by a hash of its path, in one version. */
export type Taken = { source_key: string; version: string };

/**
 * The hashes of the files that were not imported in this version, and do not wait in it. Call details that were only read for
 * a recording count as not imported.
 */
export const selectUntaken = query('watched-files.untaken', (db, { files }: { files: Taken[] }): string[] => {
  const taken = knownIn(db, files, 'taken_at IS NOT NULL');
  return files.flatMap(({ source_key }) => (taken.has(source_key) ? [] : [source_key]));
});

/** The hashes of those of these files that are stored in the same version, and for which the condition holds. */
function knownIn(db: Connection, files: readonly Taken[], condition: string): ReadonlySet<string> {
  const versions = new Map(files.map(({ source_key, version }) => [source_key, version]));
  const stored = db
    .prepare<object, Taken>(`
      SELECT source_key, version FROM watched_files
      WHERE source_key IN ${valuesOf('@keys', 'text')} AND ${condition}`)
    .all({ keys: JSON.stringify([...versions.keys()]) });
  return new Set(
    stored.flatMap(({ source_key, version }) => (versions.get(source_key) === version ? [source_key] : [])),
  );
}

type Named = Taken & { name: string };
type Taking = {
  watch_folder_id: string;
  import_id: string;
  /** `leaves`: it is moved or deleted after it was imported. */
  files: (Named & { is_details: boolean; leaves: boolean })[];
  /** The call details that are read for them. */
  read: Named[];
};

/** Stores which files are being imported, so that they are not imported again, and which call details are read for them. */
export const recordTaken = change('watched-files.take', (db, { files, read, ...of }: Taking, { at }): void => {
  const insert = db.prepare<object>(`
    INSERT INTO watched_files (source_key, version, watch_folder_id, import_id, name, taken_at, is_details, leaves)
    VALUES (@source_key, @version, @watch_folder_id, @import_id, @name, @at, @is_details, @leaves)
    ON CONFLICT (source_key) DO UPDATE SET version = excluded.version, watch_folder_id = excluded.watch_folder_id,
      import_id = excluded.import_id, name = excluded.name, taken_at = excluded.taken_at,
      is_details = excluded.is_details, leaves = excluded.leaves, outcome = NULL, import_row = NULL,
      explanation = NULL, reasons = NULL, source = NULL, removed_at = NULL`);
  for (const { source_key, version, name, is_details, leaves } of files)
    insert.run({ ...of, source_key, version, name, is_details: Number(is_details), leaves: Number(leaves), at });
  for (const { source_key, version, name } of read)
    insert.run({ ...of, source_key, version, name, is_details: 1, leaves: 0, at: null });
});

type Waiting = { watch_folder_id: string; files: Named[]; reasons: Reason[] };

/** Stores files that wait for an answer about what they are imported with. */
export const recordWaiting = change(
  'watched-files.wait',
  (db, { watch_folder_id, files, reasons }: Waiting, { at }): void => {
    const insert = db.prepare<object>(`
      INSERT INTO watched_files (source_key, version, watch_folder_id, name, taken_at, outcome, explanation, reasons)
      VALUES (@source_key, @version, @watch_folder_id, @name, @at, 'waiting', @explanation, @reasons)
      ON CONFLICT (source_key) DO UPDATE SET version = excluded.version, watch_folder_id = excluded.watch_folder_id,
        import_id = NULL, name = excluded.name, taken_at = excluded.taken_at, outcome = excluded.outcome,
        import_row = NULL, explanation = excluded.explanation, reasons = excluded.reasons, leaves = 0, source = NULL,
        removed_at = NULL`);
    for (const { source_key, version, name } of files)
      insert.run({ source_key, version, name, watch_folder_id, at, ...said(reasons) });
  },
);

const said = (reasons: readonly Reason[]) => ({
  explanation: asText(reasons.map(english)),
  reasons: JSON.stringify(reasons),
});

/** The imports that have ended, and whose files have no outcome here. */
const ended = `
  SELECT DISTINCT w.import_id FROM watched_files w JOIN imports i ON i.import_id = w.import_id
  WHERE w.import_id IS NOT NULL AND w.outcome IS NULL AND i.status NOT IN ('running', 'paused')`;

export const hasEndedTaken = query(
  'watched-files.has-ended',
  (db): boolean => db.prepare(`${ended} LIMIT 1`).get() !== undefined,
);

/** Stores what came of the files whose imports have ended. */
export const settleTaken = change('watched-files.settle', (db): void => {
  const imports = db.prepare<[], { import_id: string }>(ended).all();
  for (const { import_id } of imports) {
    const which = { import_id };
    db.prepare<object>(`
      UPDATE watched_files SET outcome = r.outcome, import_row = r.row FROM import_rows r
      WHERE watched_files.import_id = @import_id AND watched_files.outcome IS NULL
        AND r.import_id = @import_id AND r.source_key = watched_files.source_key
        AND (r.is_audio = 1 OR r.outcome = 'refused')`).run(which);
    // Call details without a row came in whole.
    db.prepare<object>(`
      UPDATE watched_files SET outcome = CASE WHEN is_details = 1 AND EXISTS (
          SELECT 1 FROM imports i WHERE i.import_id = @import_id AND i.status = 'done') THEN 'imported' ELSE 'refused' END
      WHERE import_id = @import_id AND outcome IS NULL`).run(which);
    db.prepare<object>(`UPDATE watched_files SET leaves = 0 WHERE import_id = @import_id AND outcome = 'refused'`).run(
      which,
    );
    importChanges.announce(db, import_id, { change: 'going' });
  }
});

/** It was stored as refused, but its import was cancelled before it came to the file. */
const isCancelled = "(w.outcome = 'refused' AND w.import_row IS NULL AND i.status = 'cancelled')";

/** Names of files contain numbers. Files that wait have no import yet: only a role that reaches everybody sees them. */
const inScope = (scope: Scope): string =>
  `CASE WHEN w.import_id IS NULL THEN ${reachesAll(scope) ? 1 : 0} WHEN ${importsInScope(scope)} THEN 1 ELSE 0 END = 1`;

/** Whether a role reaches every tenant and all people of it. */
export const reachesAll = ({ tenants, people }: Scope): boolean => tenants === 'all' && people === 'all';

/** The files of watch folders, newest first. */
export const watchedFileList = list<typeof listWatchedFiles>('/api/v2/watched_files.json', {
  from: `watched_files w LEFT JOIN imports i ON i.import_id = w.import_id
    LEFT JOIN import_rows r ON r.import_id = w.import_id AND r.row = w.import_row`,
  record: {
    watched_file_id: 'w.source_key',
    watch_folder_id: 'w.watch_folder_id',
    name: 'w.name',
    taken_at: isoTime('w.taken_at'),
    outcome: `CASE WHEN ${isCancelled} THEN 'cancelled' ELSE w.outcome END`,
    source: "CASE WHEN w.source <> 'removing' THEN w.source END",
    explanation: 'coalesce(w.explanation, r.explanation)',
    reasons: storedJson("coalesce(w.reasons, r.reasons, '[]')"),
    import_id: 'w.import_id',
    call_id: 'r.call_id',
  },
  key: [integer('w.taken_at'), text('w.source_key')],
  descending: () => true,
  scope: (scope) => `w.taken_at IS NOT NULL AND ${inScope(scope)}`,
  filters: {
    watch_folder_id: (id, { bind }) => `w.watch_folder_id = ${bind(id)}`,
    outcome(outcome, { bind }) {
      if (outcome === 'cancelled') return isCancelled;
      return `w.outcome = ${bind(outcome)}${outcome === 'refused' ? ` AND NOT ${isCancelled}` : ''}`;
    },
  },
});

type Counting = { scope: Scope; since: number };
export type WatchedCounts = { taken_today: number; refused: number; waiting: number; moved_today: number };

/** How many files of each watch folder came in and were moved or deleted since a time, are refused, and wait. */
export const countWatched = query(
  'watched-files.count',
  (db, { scope, since }: Counting): ({ watch_folder_id: string } & WatchedCounts)[] => {
    const counted = (outcomes: string, condition: string) => `
      (SELECT count(*) FROM watched_files w LEFT JOIN imports i ON i.import_id = w.import_id
        WHERE w.watch_folder_id = f.watch_folder_id AND ${outcomes} AND w.taken_at IS NOT NULL AND ${condition})`;
    return db
      .prepare<object, { watch_folder_id: string } & WatchedCounts>(`
        SELECT f.watch_folder_id,
          ${counted("w.outcome IN ('imported', 'skipped')", `w.taken_at >= @since AND ${inScope(scope)}`)} AS taken_today,
          ${counted("w.outcome = 'refused'", `NOT ${isCancelled} AND ${inScope(scope)}`)} AS refused,
          ${counted("w.outcome = 'waiting'", 'TRUE')} AS waiting,
          ${counted("w.source IN ('moved', 'deleted')", 'w.removed_at >= @since')} AS moved_today
        FROM watch_folders f`)
      .all({ ...scope.params, since });
  },
);

type Retrying = { keys: string[]; watch_folder_id?: string | undefined; scope: Scope };

/** Forgets refused and cancelled files, so that the next look imports them again. Returns how many these were. */
export const retryTaken = change('watched-files.retry', (db, asked: Retrying, by): number => {
  const { keys, watch_folder_id = null, scope } = asked;
  const { changes } = db
    .prepare<object>(`
      DELETE FROM watched_files WHERE outcome = 'refused' AND source_key IN ${valuesOf('@keys', 'text')}
        AND (CAST(@watch_folder_id AS TEXT) IS NULL OR watch_folder_id = @watch_folder_id)
        AND import_id IN (SELECT i.import_id FROM imports i WHERE ${importsInScope(scope)})`)
    .run({ ...scope.params, keys: JSON.stringify(keys), watch_folder_id });
  const details = { retried_files: changes };
  if (changes > 0) audit(db, by, { action: 'update', resource: 'import', resource_id: null, details });
  return changes;
});

/** A file whose source is to be moved or deleted. `source` is set while it is being, or was when a crash came. */
export type Leaving = Named & { import_id: string; call_id: string | null; source: 'removing' | null };

/** The next imported and skipped files of a watch folder whose sources are to leave it. */
export const selectLeaving = query(
  'watched-files.leaving',
  (db, asked: { watch_folder_id: string; limit: number }): Leaving[] =>
    db
      .prepare<object, Leaving>(`
        SELECT w.source_key, w.version, w.name, w.import_id, r.call_id, w.source
        FROM watched_files w LEFT JOIN import_rows r ON r.import_id = w.import_id AND r.row = w.import_row
        WHERE w.watch_folder_id = @watch_folder_id AND w.leaves = 1 AND w.outcome IN ('imported', 'skipped')
        ORDER BY w.source_key LIMIT @limit`)
      .all(asked),
);

/** Notes, before it is done, that these sources are being moved or deleted. */
export const beginRemoving = change('watched-files.begin-removing', (db, { keys }: { keys: string[] }): void => {
  db.prepare<object>(
    `UPDATE watched_files SET source = 'removing' WHERE source_key IN ${valuesOf('@keys', 'text')}`,
  ).run({
    keys: JSON.stringify(keys),
  });
});

/** What became of a source; null: it was gone, or is no longer to go. A reason: it was kept. */
export type Left = { file: Leaving; how: 'moved' | 'deleted' | null | Reason };

const mostNames = 100;

/** Stores and audits what became of sources: how they left the folder, or why they were kept. */
export const endRemoving = change('watched-files.end-removing', (db, { files }: { files: Left[] }, by): void => {
  const imports = new Map<string, { moved: number; deleted: number; names: string[] }>();
  for (const { file, how } of files) {
    const { source_key, import_id, name } = file;
    if (how !== null && typeof how === 'object') keepSource(db, source_key, how);
    else {
      const row = { source_key, source: how, at: how && by.at };
      db.prepare<object>(
        'UPDATE watched_files SET leaves = 0, source = @source, removed_at = @at WHERE source_key = @source_key',
      ).run(row);
      if (how === null) continue;
      const counts = imports.get(import_id) ?? { moved: 0, deleted: 0, names: [] };
      counts[how] += 1;
      if (counts.names.length < mostNames) counts.names.push(name);
      imports.set(import_id, counts);
    }
  }
  for (const [resource_id, details] of imports)
    audit(db, by, { action: 'source_removed', resource: 'import', resource_id, details });
});

function keepSource(db: Connection, source_key: string, why: Reason): void {
  const known = db
    .prepare<object, { reasons: string | null }>(`
      SELECT r.reasons FROM watched_files w JOIN import_rows r ON r.import_id = w.import_id AND r.row = w.import_row
      WHERE w.source_key = @source_key`)
    .get({ source_key });
  const reasons: Reason[] = [...JSON.parse(known?.reasons ?? '[]'), why];
  db.prepare<object>(`
    UPDATE watched_files SET leaves = 0, source = NULL, explanation = @explanation, reasons = @reasons
    WHERE source_key = @source_key`).run({ source_key, ...said(reasons) });
}

/** The hashes of those of these call details that came in whole in this version. */
export const selectRead = query('watched-files.read', (db, { files }: { files: Taken[] }): string[] => {
  return [...knownIn(db, files, "is_details = 1 AND outcome = 'imported'")];
});

/** Of these files, those whose sources were moved or deleted, with the import that they came in by. */
export const selectRemoved = query('watched-files.removed', (db, { keys }: { keys: string[] }) =>
  db
    .prepare<object, { source_key: string; import_id: string }>(`
      SELECT source_key, import_id FROM watched_files
      WHERE source_key IN ${valuesOf('@keys', 'text')} AND source IN ('moved', 'deleted')`)
    .all({ keys: JSON.stringify(keys) }),
);
