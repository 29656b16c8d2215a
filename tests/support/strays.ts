import { join } from 'node:path';
import Database from 'better-sqlite3';
import { filesBelow } from './folder-files';

/** Files of the archive without a call, except quarantine, and files of calls that are missing. */
export function strays(archive: string): string[] {
  const db = new Database(join(archive, 'earshot.db'), { readonly: true });
  const rows = db.prepare<[], { path: string }>(
    'SELECT file_path AS path FROM call_files UNION ALL SELECT peaks_path FROM call_files',
  );
  const known = new Set(rows.all().map(({ path }) => path));
  db.close();
  // Files that were stored but not acknowledged before a kill are kept in quarantine.
  const there = new Set(filesBelow(join(archive, 'audio')).filter((path) => !path.startsWith('quarantine')));
  return [...[...there].filter((path) => !known.has(path)), ...[...known].filter((path) => !there.has(path))];
}
