import { keysOf } from './key';

const key = keysOf('evaluation forms');

export const formKeys = {
  /** A page of a search. */
  list: (search: string, page: number) => key('list', search, page),
  one: (form_id: string) => key('one', form_id),
};
