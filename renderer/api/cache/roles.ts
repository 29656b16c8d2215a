import { keysOf } from './key';

const key = keysOf('roles');

export const roleKeys = {
  /** A page of a search. */
  list: (search: string, page: number) => key('list', search, page),
  /** Every role, to choose from. */
  every: key('every'),
  one: (role_id: string) => key('one', role_id),
  /** The people who have the role. */
  people: (role_id: string) => key('people', role_id),
};

/** Data that changes with a role. */
export const changedByRole = [key()];
