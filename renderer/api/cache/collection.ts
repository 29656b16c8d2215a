import { keysOf } from './key';

/** The keys of every collection, by the name of its list. */
export function collectionKeys(plural: string) {
  const key = keysOf(plural);
  return {
    all: key(),
    /** A page of a search; without `page`, all its pages. */
    list: (search?: string, page?: number) => key('list', search, page),
    one: (id: string) => key('one', id),
  };
}
