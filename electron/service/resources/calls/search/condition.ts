import type { Sought } from '@shared/search-text';
import { contains } from '../../../store/fragments';

/** The text index holds pieces of three characters, so shorter ones are looked for in the text itself. */
const indexed = 3;
const isShort = (piece: string) => [...piece].length < indexed;

/** Whether the text index cannot say all of what is sought. */
export const hasShort = (sought: Sought): boolean =>
  typeof sought === 'string' ? isShort(sought) : partsOf(sought).some(hasShort);

const partsOf = (sought: Exclude<Sought, string>) => ('all' in sought ? sought.all : sought.any);

/**
 * What the text index can say of it: true of every text that holds it, and of some others. Undefined when nothing of it
 * is long enough.
 */
export function inIndex(sought: Sought): Sought | undefined {
  if (typeof sought === 'string') return isShort(sought) ? undefined : sought;
  const parts = partsOf(sought).map(inIndex);
  const known = parts.filter((part) => part !== undefined);
  if (known.length === 0 || ('any' in sought && known.length < parts.length)) return undefined;
  return 'all' in sought ? { all: known } : { any: known };
}

/** SQL condition: the text of a column holds what is sought. */
export function heldBy(sought: Sought, column: string, bind: (value: string) => string): string {
  if (typeof sought === 'string') return contains(column, bind(sought));
  const parts = partsOf(sought).map((part) => heldBy(part, column, bind));
  return `(${parts.join('all' in sought ? ' AND ' : ' OR ')})`;
}
