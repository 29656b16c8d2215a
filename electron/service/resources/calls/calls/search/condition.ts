import type { Sought } from '@shared/search-text';
import { contains } from '../../../../store/fragments';

/** The text index contains trigrams, so shorter pieces are searched in the text itself. */
const indexed = 3;
const isShort = (piece: string) => [...piece].length < indexed;

/** Whether a part of the search is too short for the text index. */
export const hasShort = (sought: Sought): boolean =>
  typeof sought === 'string' ? isShort(sought) : partsOf(sought).some(hasShort);

const partsOf = (sought: Exclude<Sought, string>) => ('all' in sought ? sought.all : sought.any);

/**
 * The part of the search that the text index can answer. It matches every text that the search matches, and possibly
 * others. Undefined when the index cannot narrow the search.
 */
export function inIndex(sought: Sought): Sought | undefined {
  if (typeof sought === 'string') return isShort(sought) ? undefined : sought;
  const parts = partsOf(sought).map(inIndex);
  const known = parts.filter((part) => part !== undefined);
  if (known.length === 0 || ('any' in sought && known.length < parts.length)) return undefined;
  return 'all' in sought ? { all: known } : { any: known };
}

/** SQL condition: the text of a column matches the search. */
export function heldBy(sought: Sought, column: string, bind: (value: string) => string): string {
  if (typeof sought === 'string') return contains(column, bind(sought));
  const parts = partsOf(sought).map((part) => heldBy(part, column, bind));
  return `(${parts.join('all' in sought ? ' AND ' : ' OR ')})`;
}
