import type { Sought } from '@shared/search-text';

type Bind = (value: string) => string;

/** The text index holds pieces of three characters, so shorter ones are looked for in the text itself. */
const indexed = 3;
const isShort = (piece: string) => [...piece].length < indexed;

/**
 * The condition that a searched text holds what is sought: `match` narrows by the text index, `condition` does what is
 * left of it on the `text` column. Without `match`, nothing sought is long enough for the index.
 */
export function textCondition(sought: Sought, text: string, bind: Bind) {
  return { match: matchOf(sought), condition: hasShort(sought) ? [heldBy(sought, text, bind)] : [] };
}

const hasShort = (sought: Sought): boolean =>
  typeof sought === 'string' ? isShort(sought) : partsOf(sought).some(hasShort);

const partsOf = (sought: Exclude<Sought, string>) => ('all' in sought ? sought.all : sought.any);

/** What the index can say of it, in the language of FTS5: true of every text that holds it, and of some others. */
function matchOf(sought: Sought): string | undefined {
  if (typeof sought === 'string') return isShort(sought) ? undefined : `"${sought.replaceAll('"', '""')}"`;
  const parts = partsOf(sought).map(matchOf);
  const known = parts.filter((part) => part !== undefined);
  if (known.length === 0 || ('any' in sought && known.length < parts.length)) return undefined;
  return `(${known.join('all' in sought ? ' AND ' : ' OR ')})`;
}

function heldBy(sought: Sought, text: string, bind: Bind): string {
  if (typeof sought === 'string') return `instr(${text}, ${bind(sought)})`;
  const parts = partsOf(sought).map((part) => heldBy(part, text, bind));
  return `(${parts.join('all' in sought ? ' AND ' : ' OR ')})`;
}
