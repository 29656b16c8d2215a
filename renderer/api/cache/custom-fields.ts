import { callKeys } from './calls';
import { keysOf } from './key';

const key = keysOf('custom fields');

export const fieldKeys = {
  all: key(),
  /** A page of a search; without `page`, all its pages. */
  list: (search?: string, page?: number) => key('list', search, page),
  /** Every field, for the filters of calls. */
  every: key('every'),
  one: (field_id: string) => key('one', field_id),
  /** The number of calls with values of the field. */
  usage: (field_id: string) => key('usage', field_id),
};

/** Data that changes with a custom field: lists of fields, and the values of calls. */
export const changedByField = [fieldKeys.all, callKeys.all];
