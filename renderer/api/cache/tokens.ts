import { keysOf } from './key';
import { requestsKey } from './requests';

const key = keysOf('tokens');

export const tokenKeys = {
  /** The tokens of a user. */
  of: (user_id: string) => key('of', user_id),
  /** A page of the tokens of all users. */
  list: (filters: object, page: number) => key('list', filters, page),
};

/** Data that changes with a token: tools are listed with theirs. */
export const changedByToken = [key(), requestsKey];
