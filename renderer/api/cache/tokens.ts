import { keysOf } from './key';

const key = keysOf('tokens');

export const tokenKeys = {
  /** The tokens of a user. */
  of: (user_id: string) => key('of', user_id),
  /** A page of the tokens of all users. */
  list: (filters: object, page: number) => key('list', filters, page),
};

/** Data that changes with a token. */
export const changedByToken = [key()];
