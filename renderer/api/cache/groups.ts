import { keysOf } from './key';

const key = keysOf('groups');

export const groupKeys = {
  all: key(),
  /** A page of a search; without `page`, all its pages. */
  list: (search?: string, page?: number) => key('list', search, page),
  /** Every group, to choose from. */
  every: key('every'),
  one: (group_id: string) => key('one', group_id),
  users: (group_id: string) => key('users', group_id),
};

/** Data that changes with a group. */
export const changedByGroup = [key()];
