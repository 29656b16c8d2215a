import { found } from '../../../refusal';
import type { Store } from '../../../store/store';
import { selectRefused, selectRefusedRows, selectTally } from './lists.queries';

/** The result of an import, as the command line prints it; imported + skipped + refused = total. */
export async function importSummary(store: Store, import_id: string) {
  const of = { import_id };
  return {
    ...found(await store.get(selectTally, of)),
    refused_files: await store.get(selectRefused, of),
    refused_rows: await store.get(selectRefusedRows, of),
  };
}
