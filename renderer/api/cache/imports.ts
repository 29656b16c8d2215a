import { keysOf } from './key';

const key = keysOf('imports');

export const importKeys = {
  all: key(),
  one: (import_id: string) => key('one', import_id),
  list: (page?: number) => key('list', page),
  /** The imports that were running when the window was opened. */
  unfinished: key('unfinished'),
  /** What was chosen as it is read, by the number of the choice and how it is to be read. */
  preview: (id: number, options: object) => key('preview', id, options),
  rows: (import_id: string, of: string, count: number) => key('rows', import_id, of, count),
};
