import { callKeys } from './calls';
import { collectionKeys } from './collection';
import { keysOf } from './key';

const key = keysOf('custom_fields');

export const fieldKeys = {
  all: key(),
  list: collectionKeys('custom_fields').list,
  /** Every field, for the filters of calls. */
  every: key('every'),
  /** The number of calls with values of the field. */
  usage: (field_id: string) => key('usage', field_id),
};

/** Data that changes with a custom field: lists of fields, and the values of calls. */
export const changedByField = [fieldKeys.all, callKeys.all];
