import { callKeys } from './calls';
import { keysOf } from './key';

const key = keysOf('categories');

export const categoryKeys = {
  /** A page of a search; of all its pages. */
  list: (search?: string, page?: number) => key('list', search, page),
  /** Every category, to choose from. */
  every: key('every'),
  one: (category_id: string) => key('one', category_id),
  /** How many calls carry it. */
  calls: (category_id: string) => key('calls', category_id),
};

/** What changes with a category: lists of categories, and the calls that name it. */
export const changedByCategory = [key(), callKeys.all];
