import { audit } from '../../../store/audit';
import { valuesOf } from '../../../store/fragments';
import { change, query } from '../../../store/query';
import { readSetting } from '../../../store/setting';

/** A file that was imported from a watched folder, by a hash of its path, in one version. */
export type Taken = { source_key: string; version: string };

/** The files among these that were imported, with the version that was. */
export const selectTaken = query('imports.taken', (db, { keys }: { keys: string[] }): Taken[] =>
  db
    .prepare<object, Taken>(
      `SELECT source_key, version FROM watched_files WHERE source_key IN ${valuesOf('@keys', 'text')}`,
    )
    .all({ keys: JSON.stringify(keys) }),
);

/** Stores which files are being imported, so that they are not imported again. */
export const recordTaken = change('imports.take', (db, { files }: { files: Taken[] }): void => {
  const insert = db.prepare<object>(`
    INSERT INTO watched_files (source_key, version) VALUES (@source_key, @version)
    ON CONFLICT (source_key) DO UPDATE SET version = excluded.version`);
  for (const file of files) insert.run(file);
});

/** Stores and audits the folder to watch. */
export const storeWatchFolder = change('imports.watch-folder', (db, { folder }: { folder: string }, by): void => {
  const before = readSetting.run(db, { name: 'watch_folder' }) ?? '';
  if (before === folder) return;
  db.prepare<object>(`
    INSERT INTO settings (name, value) VALUES ('watch_folder', @value)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`).run({ value: JSON.stringify(folder) });
  const details = { changes: { watch_folder: [before, folder] } };
  audit(db, by, { action: 'update', resource: 'settings', resource_id: null, details });
});
