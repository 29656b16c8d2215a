import { callKeys } from './calls';
import { keysOf } from './key';

const key = keysOf('categories');

export const categoryKeys = {
  /** A page of a search; without `page`, all its pages. */
  list: (search?: string, page?: number) => key('list', search, page),
  /** Every category, to choose from. */
  every: key('every'),
  one: (category_id: string) => key('one', category_id),
  /** The number of calls in the category. */
  calls: (category_id: string) => key('calls', category_id),
};

/** Data that changes with a category: lists of categories, and the calls in it. */
export const changedByCategory = [key(), callKeys.all];
