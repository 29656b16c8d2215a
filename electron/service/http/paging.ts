import { createHash } from 'node:crypto';
import type { ListQuery } from '@shared/contract/paging';
import { invalid } from '../refusal';
import { Finished } from './answers';

type Page = {
  name: string;
  /** Up to limit + 1 rows as JSON texts; the surplus one tells that another page follows. */
  rows: string[];
  query: ListQuery;
  url: string;
  /** How many records match, counted up to `cap`. */
  count: (cap: number) => Promise<number>;
  /** The key behind the last row, for lists that go on by key. */
  keyOf?: (row: string) => number;
};

/** A list's answer: records, next_url and total (API v2, Paging rules; docs/paging.md). */
export async function page<T>({ name, rows, query, url, count, keyOf }: Page): Promise<Finished<T>> {
  const { limit, start, max_total_calc: cap } = query;
  const records = rows.slice(0, limit);
  const more = rows.length > limit;
  const last = records.at(-1);
  const key = more && keyOf && last !== undefined ? keyOf(last) : undefined;
  const next_url = more ? nextUrl(url, start + records.length, key) : null;
  const envelope = JSON.stringify({ next_url, total: await total() });
  const body = `{"${name}":[${records.join(',')}],${envelope.slice(1)}`;
  return new Finished(new Response(body, { headers: { 'Content-Type': 'application/json' } }));

  async function total(): Promise<number | null> {
    if (!more) return records.length > 0 || start === 0 ? start + records.length : count(Number.MAX_SAFE_INTEGER);
    if (cap === 0) return null;
    const counted = await count(cap);
    return counted < cap ? counted : null;
  }
}

function nextUrl(url: string, start: number, key: number | undefined): string {
  const { pathname, searchParams } = new URL(url);
  searchParams.set('start', String(start));
  searchParams.delete('after');
  if (key !== undefined) searchParams.set('after', encodeAfter(key, start, searchParams));
  return `${pathname}?${searchParams}`;
}

/** All parameters but `start` and `after`, in any order: a key is good for the list it came from only. */
function hashOf(parameters: URLSearchParams): string {
  const others = [...parameters].filter(([name]) => name !== 'start' && name !== 'after').sort();
  return createHash('sha256').update(JSON.stringify(others)).digest('base64url').slice(0, 12);
}

const encodeAfter = (key: number, start: number, parameters: URLSearchParams) =>
  Buffer.from(`${key}.${start}.${hashOf(parameters)}`).toString('base64url');

/**
 * The key that a list goes on behind. Undefined without `after`, or when `start` was changed by hand; refused when
 * it is malformed or belongs to other parameters.
 */
export function decodeAfter(query: ListQuery, url: string): number | undefined {
  if (query.after === undefined) return undefined;
  const bad = invalid({ after: 'Does not belong to this list; use next_url as it was given' });
  const text = Buffer.from(query.after, 'base64url');
  const [, key, start, hash] = text.toString().match(/^(-?\d{1,16})\.(\d{1,16})\.([\w-]{12})$/) ?? [];
  if (text.toString('base64url') !== query.after || hash !== hashOf(new URL(url).searchParams)) throw bad;
  return Number(start) === query.start ? Number(key) : undefined;
}
