import { callKeys } from './calls';
import { groupKeys } from './groups';
import { keysOf } from './key';
import { licenceKeys } from './licences';
import { sessionKey } from './session';

const key = keysOf('users');

export const userKeys = {
  /** A page of a list; without `page`, all its pages. */
  list: (filters?: object, page?: number) => key('list', filters, page),
  /** The first users of a search. */
  found: (search_term: string, limit: number) => key('found', search_term, limit),
  /** The number of users in a segment of the list. */
  count: (filters: object) => key('count', filters),
  /** Every user, to choose from. */
  every: key('every'),
  one: (user_id: string) => key('one', user_id),
  /** The public key of the user. */
  identity: (user_id: string) => key('identity', user_id),
  /** The number of calls that the user is on. */
  calls: (user_id: string) => key('calls', user_id),
};

/** Data that changes with a user. The signed-in user may be the one. */
export const changedByUser = [key(), licenceKeys.all, groupKeys.all, callKeys.all, sessionKey];
