import { keysOf } from './key';

const key = keysOf('imports');

export const importKeys = {
  all: key(),
  one: (import_id: string) => key('one', import_id),
  list: (page?: number) => key('list', page),
  /** The imports that were running when the window was opened. */
  unfinished: key('unfinished'),
  /** The content of the chosen source, by the number of the choice. */
  preview: (id: number) => key('preview', id),
  rows: (import_id: string, of: string, count: number) => key('rows', import_id, of, count),
};
