import { callKeys } from './calls';
import { keysOf } from './key';

const key = keysOf('imports');

export const importKeys = {
  one: (import_id: string) => key('one', import_id),
  /** Those that were under way when the window was opened. */
  unfinished: key('unfinished'),
  /** What is in the source that was chosen, by the number of the choice. */
  preview: (id: number) => key('preview', id),
  rows: (import_id: string, of: string, count: number) => key('rows', import_id, of, count),
};

/** What changes while an import goes on. */
export const changedByImport = [callKeys.all];
