import type { Service } from './context';
import { isStoredPath } from './resources/imports';

/**
 * At start, before anything is written: empties the folder of files on their way in. After a run that was cut off, and
 * on a database that was put there since, files that no call knows go into quarantine: they may be recordings that a
 * later database knew.
 */
export async function tidy({ store, files }: Service, isSuspect: boolean): Promise<void> {
  const known = (path: string) => store.get(isStoredPath, { path });
  await files.emptyTemporary(known);
  if (!isSuspect) return;
  await files.separate(known);
}
