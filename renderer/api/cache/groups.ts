import { keysOf } from './key';

const key = keysOf('groups');

export const groupKeys = {
  all: key(),
  /** Every group, to choose from. */
  every: key('every'),
  users: (group_id: string) => key('users', group_id),
};

/** Data that changes with a group. */
export const changedByGroup = [key()];
