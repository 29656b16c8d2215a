import type { listWatchedFiles } from '@shared/contract/watched-files';
import { list } from '../../../../access/list';
import type { Scope } from '../../../../access/scope';
import { audit } from '../../../../store/audit';
import { isoTime, storedJson, valuesOf } from '../../../../store/fragments';
import { change, query } from '../../../../store/query';
import { integer, text } from '../../../../store/sql';
import { selectSettings, storeSettings } from '../../../site/settings';
import { importsInScope } from '../lists.queries';
import { importChanges } from '../queries';

/** A file that was imported from a watch folder, by a hash of its path, in one version. */
export type Taken = { source_key: string; version: string };

/** The hashes of the files that were not imported in this version. */
export const selectUntaken = query('imports.untaken', (db, { files }: { files: Taken[] }): string[] => {
  const taken = db
    .prepare<object, Taken>(
      `SELECT source_key, version FROM watched_files WHERE source_key IN ${valuesOf('@keys', 'text')}`,
    )
    .all({ keys: JSON.stringify(files.map(({ source_key }) => source_key)) });
  const versions = new Map(taken.map(({ source_key, version }) => [source_key, version]));
  return files.flatMap(({ source_key, version }) => (versions.get(source_key) === version ? [] : [source_key]));
});

type Taking = { import_id: string; files: (Taken & { name: string })[] };

/** Stores which files are being imported, so that they are not imported again. */
export const recordTaken = change('imports.take', (db, { import_id, files }: Taking, { at }): void => {
  const insert = db.prepare<object>(`
    INSERT INTO watched_files (source_key, version, import_id, name, taken_at)
    VALUES (@source_key, @version, @import_id, @name, @at)
    ON CONFLICT (source_key) DO UPDATE SET version = excluded.version, import_id = excluded.import_id,
      name = excluded.name, taken_at = excluded.taken_at, outcome = NULL, import_row = NULL`);
  for (const file of files) insert.run({ ...file, import_id, at });
});

/** The imports that have ended, and whose files have no outcome here. */
const ended = `
  SELECT DISTINCT w.import_id FROM watched_files w JOIN imports i ON i.import_id = w.import_id
  WHERE w.import_id IS NOT NULL AND w.outcome IS NULL AND i.status NOT IN ('running', 'paused')`;

export const hasEndedTaken = query(
  'imports.has-ended-taken',
  (db): boolean => db.prepare(`${ended} LIMIT 1`).get() !== undefined,
);

/** Stores what came of the files whose imports have ended. */
export const settleTaken = change('imports.settle-taken', (db): void => {
  const imports = db.prepare<[], { import_id: string }>(ended).all();
  for (const { import_id } of imports) {
    const which = { import_id };
    db.prepare<object>(`
      UPDATE watched_files SET outcome = r.outcome, import_row = r.row FROM import_rows r
      WHERE watched_files.import_id = @import_id AND watched_files.outcome IS NULL
        AND r.import_id = @import_id AND r.source_key = watched_files.source_key AND r.is_audio = 1`).run(which);
    db.prepare<object>(`
      UPDATE watched_files SET outcome = 'refused' WHERE import_id = @import_id AND outcome IS NULL`).run(which);
    importChanges.announce(db, import_id, { change: 'going' });
  }
});

/** It was stored as refused, but its import was cancelled before it came to the file. */
const isCancelled = "(w.outcome = 'refused' AND w.import_row IS NULL AND i.status = 'cancelled')";

/** The files of the watch folder, newest first. */
export const watchedFileList = list<typeof listWatchedFiles>('/api/v2/watched_files.json', {
  from: `watched_files w JOIN imports i ON i.import_id = w.import_id
    LEFT JOIN import_rows r ON r.import_id = w.import_id AND r.row = w.import_row`,
  record: {
    watched_file_id: 'w.source_key',
    name: 'w.name',
    taken_at: isoTime('w.taken_at'),
    outcome: `CASE WHEN ${isCancelled} THEN 'cancelled' ELSE w.outcome END`,
    explanation: 'r.explanation',
    reasons: storedJson("coalesce(r.reasons, '[]')"),
    import_id: 'w.import_id',
    call_id: 'r.call_id',
  },
  key: [integer('w.taken_at'), text('w.source_key')],
  descending: () => true,
  scope: (scope) => `w.import_id IS NOT NULL AND ${importsInScope(scope)}`,
  filters: {
    outcome(outcome, { bind }) {
      if (outcome === 'cancelled') return isCancelled;
      return `w.outcome = ${bind(outcome)}${outcome === 'refused' ? ` AND NOT ${isCancelled}` : ''}`;
    },
  },
});

type Counting = { scope: Scope; since: number };

/** How many files came in since a time, and how many are refused. */
export const countWatched = query('imports.count-watched', (db, { scope, since }: Counting) => {
  const counted = db
    .prepare<object, { taken_today: number; refused: number }>(`
      SELECT count(CASE WHEN w.outcome <> 'refused' AND w.taken_at >= @since THEN 1 END) AS taken_today,
        count(CASE WHEN w.outcome = 'refused' AND NOT ${isCancelled} THEN 1 END) AS refused
      FROM watched_files w JOIN imports i ON i.import_id = w.import_id
      WHERE w.import_id IS NOT NULL AND ${importsInScope(scope)}
        AND (w.outcome = 'refused' OR (w.outcome IN ('imported', 'skipped') AND w.taken_at >= @since))`)
    .get({ ...scope.params, since });
  return counted ?? { taken_today: 0, refused: 0 };
});

type Retrying = { keys: string[]; scope: Scope };

/** Forgets refused and cancelled files, so that the next look imports them again. Returns how many these were. */
export const retryTaken = change('imports.retry-taken', (db, { keys, scope }: Retrying, by): number => {
  const { changes } = db
    .prepare<object>(`
      DELETE FROM watched_files WHERE outcome = 'refused' AND source_key IN ${valuesOf('@keys', 'text')}
        AND import_id IN (SELECT i.import_id FROM imports i WHERE ${importsInScope(scope)})`)
    .run({ ...scope.params, keys: JSON.stringify(keys) });
  const details = { retried_files: changes };
  if (changes > 0) audit(db, by, { action: 'update', resource: 'import', resource_id: null, details });
  return changes;
});

/** Stores and audits the folder to watch, and watches it. */
export const storeWatchFolder = change('imports.watch-folder', (db, { folder }: { folder: string }, by): void => {
  const { watch_folder, watch_folder_on } = selectSettings.run(db, undefined);
  if (watch_folder === folder && watch_folder_on) return;
  storeSettings(db, { watch_folder: folder, watch_folder_on: true }, by);
});

/** Pauses the watch folder, or goes on. */
export const switchWatchFolder = change('imports.switch-watch-folder', (db, { isOn }: { isOn: boolean }, by): void => {
  if (selectSettings.run(db, undefined).watch_folder_on !== isOn) storeSettings(db, { watch_folder_on: isOn }, by);
});
