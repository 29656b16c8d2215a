import { callKeys } from './calls';
import { keysOf } from './key';

const key = keysOf('categories');

export const categoryKeys = {
  /** Every category, to choose from. */
  every: key('every'),
  /** The number of calls in the category. */
  calls: (category_id: string) => key('calls', category_id),
};

/** Data that changes with a category: lists of categories, and the calls in it. */
export const changedByCategory = [key(), callKeys.all];
