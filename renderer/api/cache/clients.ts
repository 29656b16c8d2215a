import { callKeys } from './calls';
import { keysOf } from './key';

const key = keysOf('clients');

export const clientKeys = {
  /** A page of a search. */
  list: (search: string, page: number) => key('list', search, page),
  one: (client_id: string) => key('one', client_id),
  /** The clients that have a number. */
  withNumber: (number: string) => key('number', number),
  /** The number of calls with a number. */
  callsWith: (number: string) => key('calls-with', number),
  /** The number of calls of a client. */
  count: (client_id: string) => key('count', client_id),
  /** The latest calls of a client. */
  calls: (client_id: string) => key('calls', client_id),
};

/** Data that changes with a client: lists of clients, and the calls that belong to one. */
export const changedByClient = [key(), callKeys.all];
