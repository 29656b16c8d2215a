import { found } from '../../refusal';
import type { Store } from '../../store/store';
import { selectRefused, selectTally, selectUnreadable } from './lists/queries';

/** What an import came to, as the command line prints it; imported + skipped + refused = total. */
export async function importSummary(store: Store, import_id: string) {
  const tally = found(await store.get(selectTally, { import_id }));
  return { ...tally, refused_files: await store.get(selectRefused, { import_id }) };
}

/** Files of call records that could not be read, and why. */
export const unreadableRecords = (store: Store, import_id: string) => store.get(selectUnreadable, { import_id });
