import { type Key, keysOf } from './key';

const key = keysOf('calls');

export const callKeys = {
  all: key(),
  one: (call_id: string | null) => key('one', call_id),
  /** Several by their ids. */
  byIds: (ids: readonly string[]) => key('by ids', ids),
  /** A page of an open list, or its length; without `page`, all its pages; without `listing`, all lists. */
  list: (listing?: object, page?: number | 'total') => key('list', listing, page),
  /** A page of the removed calls, or their number. */
  removed: (page: number | 'total') => key('removed', page),
  /** The position of a call in a list. */
  place: (listing: object, call_id: string | null) => key('place', listing, call_id),
  /** The number of calls that a list would have now. */
  arrived: (listing: object) => key('arrived', listing),
  /** The number of calls that a search finds, among all calls or those of an import. */
  count: (filters: object, import_id?: string) => key('count', filters, import_id),
  /** The agents of an import that are only names. */
  namedAgents: (import_id: string) => key('named agents', import_id),
  /** The sample calls that are still there, by the imports they came with. */
  samples: (import_ids: readonly string[]) => key('samples', import_ids),
  /** What linking calls to a user would do. */
  agentLink: (user_id: string, agent = '', import_id = '') => key('agent link', user_id, agent, import_id),
  /** The answer to the example of the API. */
  example: key('example'),
  /** The first calls of a search. */
  found: (search_term: string, limit: number) => key('found', search_term, limit),
  /** The latest entries of the audit log about a call. */
  history: (call_id: string, most: number) => key('history', call_id, most),
};

const others = keysOf('other calls');

/**
 * Other calls with the same number. Not read again with each new call: to count them, all that the search finds are read.
 */
export const otherCallKeys = {
  all: others(),
  of: (call_id: string, number: string | null, daterange: string) => others(call_id, number, daterange),
};

/** Data that changes when calls are removed or restored. */
export const changedByRemoval = [callKeys.all, otherCallKeys.all];

/**
 * The pages of an open list continue one another and keep their rows (features/calls/listing.ts), so they are never
 * refetched.
 */
export const isOpenList = ({ queryKey: [collection, part] }: { queryKey: Key }): boolean =>
  collection === callKeys.all[0] && part === callKeys.list()[1];

const peaks = keysOf('peaks');

/** Peaks do not change, so they are not refetched with the calls. */
export const peakKeys = { ofFile: (call_id: string, file_id: string) => peaks(call_id, file_id) };
