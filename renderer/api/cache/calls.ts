import { type Key, keysOf } from './key';

const key = keysOf('calls');

export const callKeys = {
  all: key(),
  one: (call_id: string | null) => key('one', call_id),
  /** A page of an open list or its length; of all its pages; of all lists. */
  list: (listing?: object, page?: number | 'total') => key('list', listing, page),
  /** The place of a call in a list. */
  place: (listing: object, call_id: string | null) => key('place', listing, call_id),
  /** How many calls a list would have now. */
  arrived: (listing: object) => key('arrived', listing),
  /** How many calls a search finds, of all or of an import. */
  count: (filters: object, import_id?: string) => key('count', filters, import_id),
  /** Other calls with the same number. */
  other: (call_id: string, number: string | null, daterange: string) => key('other', call_id, number, daterange),
};

/** The pages of an open list go on from one another and keep their rows (features/calls/listing.ts): never asked again. */
export const isOpenList = ({ queryKey: [collection, part] }: { queryKey: Key }): boolean =>
  collection === callKeys.all[0] && part === callKeys.list()[1];

const peaks = keysOf('peaks');

/** Peaks of sound do not change, and are not read again with the calls. */
export const peakKeys = { ofFile: (call_id: string, file_id: string) => peaks(call_id, file_id) };
