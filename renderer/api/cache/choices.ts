import { keysOf } from './key';

const key = keysOf('choices');

/** Records to choose from in a filter, which belong to several collections. */
export const choiceKeys = {
  /** The records of a kind whose names contain a text. */
  found: (kind: string, term: string) => key('found', kind, term),
  name: (kind: string, id: string) => key('name', kind, id),
};
