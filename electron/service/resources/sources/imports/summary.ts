import { found } from '../../../refusal';
import type { Store } from '../../../store/store';
import { selectRefused, selectRefusedRows, selectTally, selectUnreadable } from './lists.queries';

/** The result of an import, as the command line prints it; imported + skipped + refused = total. */
export async function importSummary(store: Store, import_id: string) {
  const of = { import_id };
  return {
    ...found(await store.get(selectTally, of)),
    refused_files: await store.get(selectRefused, of),
    refused_rows: await store.get(selectRefusedRows, of),
  };
}

/** The files of call records that could not be read, with the reasons. */
export const unreadableRecords = (store: Store, import_id: string) => store.get(selectUnreadable, { import_id });
