import type { Service } from './context';
import { interruptImports, isStoredPath } from './resources/imports';

/**
 * At start, before anything is written: empties the folder of files on their way in. After a run that was cut off, and
 * on a database that was put there since, imports that were running are called interrupted, and files that no call
 * knows go into quarantine: they may be recordings that a later database knew.
 */
export async function tidy({ store, files, now }: Service, isSuspect: boolean): Promise<void> {
  const known = (path: string) => store.get(isStoredPath, { path });
  await files.emptyTemporary(known);
  if (!isSuspect) return;
  await store.write(interruptImports, { at: now() });
  await files.separate(known);
}
