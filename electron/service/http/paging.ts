import { hash } from 'node:crypto';
import type { AnswerOf } from '@shared/contract/operation';
import { type ListQuery, longestAfter } from '@shared/contract/paging';
import { reason } from '@shared/reasons/reasons';
import type { List, ListOperation, Page, PlaceKind, RecordOf, Values } from '../access/list';
import type { Scope } from '../access/scope';
import { invalid } from '../refusal';
import type { Key } from '../store/sql';
import type { Store } from '../store/store';
import { Finished, jsonText } from './answers';

/** What the rule of a list is asked. */
type ListRequest = { query: ListQuery; scope: Scope; actor: { zone: string }; request: Request };
/** `days`: the zone of the days in the query, if not that of the caller. */
type InDatabase = { params: object; days?: string; view: string | undefined };
/** `scope` is that of the caller. */
type Asked = { query: ListQuery; url: string; scope: Scope };

/**
 * A rule that responds with the requested page of a declared list (docs/paging.md). `shown` makes the record of the
 * response from that of the database, for short lists; `zone` is that of its times.
 */
export const listed =
  <O extends ListOperation>(
    store: Store,
    operation: O,
    list: List<O>,
    shown?: (record: RecordOf<O>, zone: string) => RecordOf<O>,
  ) =>
  async ({
    query,
    params,
    scope,
    actor,
    days,
    request,
    view,
  }: ListRequest & InDatabase): Promise<Finished<AnswerOf<O>>> => {
    const { limit, start, max_total_calc: cap, after: _, ...filters } = query;
    const values = { ...filters, ...params } as unknown as Values<O>;
    const asked = { query, url: request.url, scope };
    const after = decodeAfter(asked, list.placesOf(values));
    const input = { values, limit, start, cap, after, scope, zone: actor.zone, days };
    const page = await store.read(list.page, input, view);
    if (shown) page.bytes = changed<RecordOf<O>>(page.bytes, (record) => shown(record, actor.zone));
    return pageAnswer(operation, page, asked);
  };

function changed<R>(bytes: Uint8Array, shown: (record: R) => R): Uint8Array {
  const records = JSON.parse(Buffer.from(bytes).toString()) as R[];
  return Buffer.from(JSON.stringify(records.map(shown)));
}

/** The response of a list operation with this page. */
function pageAnswer<O extends ListOperation>(
  operation: O,
  page: Page,
  { query, url, scope }: Asked,
): Finished<AnswerOf<O>> {
  const { bytes, count, more, last, total } = page;
  const name = Object.keys(operation.response.shape)[0];
  const next_url = more ? nextUrl({ url, scope }, query.start + count, last) : null;
  const envelope = JSON.stringify({ next_url, total });
  const body = Buffer.concat([Buffer.from(`{"${name}":`), bytes, Buffer.from(`,${envelope.slice(1)}`)]);
  return new Finished(jsonText(body));
}

/** A list whose records are not in the database. */
type MemoryList<O extends ListOperation> = {
  /** All of them, in the order of `by`. */
  records: (zone: string) => readonly RecordOf<O>[] | Promise<readonly RecordOf<O>[]>;
  /** The text that gives the order. No two records share it. */
  by: (record: RecordOf<O>) => string;
  descending?: boolean;
  /** Whether the list is in the caller's scope. */
  scope: (scope: Scope) => boolean;
};

/**
 * A rule that responds with the requested page of a list that is held in memory. Like other pages, it continues after the
 * last record shown.
 */
export const listedFromMemory =
  <O extends ListOperation>(operation: O, { records, by, descending = false, scope: inScope }: MemoryList<O>) =>
  async ({ query, scope, actor, request }: ListRequest): Promise<Finished<AnswerOf<O>>> => {
    const { limit, start, max_total_calc: cap } = query;
    const asked = { query, url: request.url, scope };
    const all = inScope(scope) ? await records(actor.zone) : [];
    const [after] = decodeAfter(asked, ['text']) ?? [];
    const isAfter = (one: RecordOf<O>) => (descending ? by(one) < String(after) : by(one) > String(after));
    const found = after === undefined ? start : all.findIndex(isAfter);
    const from = found === -1 ? all.length : found;
    const shown = all.slice(from, from + limit);
    const more = from + shown.length < all.length;
    const last = shown.at(-1);
    const total = more && all.length >= cap ? null : all.length;
    const bytes = Buffer.from(JSON.stringify(shown));
    const page = { bytes, count: shown.length, more, last: last && [by(last)], total };
    return pageAnswer(operation, page, asked);
  };

function nextUrl({ url, scope }: Omit<Asked, 'query'>, start: number, key: Key | undefined): string {
  const { pathname, searchParams } = new URL(url);
  searchParams.set('start', String(start));
  searchParams.delete('after');
  const after = key && encodeAfter([start, hashOf(searchParams), reachMark(scope), ...key]);
  // Names from before they were limited can be longer. Their pages are found by `start`.
  if (after && after.length <= longestAfter) searchParams.set('after', after);
  return `${pathname}?${searchParams}`;
}

/**
 * Covers all parameters except `start` and `after`, in any order, because a key is only valid for the list it came
 * from.
 */
const hashOf = (parameters: URLSearchParams): string =>
  mark([...parameters].filter(([name]) => name !== 'start' && name !== 'after').sort());

/** Differs for another caller, or another role, to whom `start` records before a key would not be as many. */
const reachMark = ({ now, ...reach }: Scope): string => mark(reach);

const mark = (value: unknown): string => hash('sha256', JSON.stringify(value), 'base64url').slice(0, 12);

const encodeAfter = (parts: Key) => Buffer.from(JSON.stringify(parts)).toString('base64url');

/**
 * The key to continue from. Undefined without `after`, when `start` was changed by hand, or when another caller got it;
 * refused when it is malformed or belongs to other parameters.
 */
function decodeAfter({ query, url, scope }: Asked, places: readonly PlaceKind[]): Key | undefined {
  if (query.after === undefined) return undefined;
  const parts = readParts(query.after);
  const [start, of, reach, ...key] = parts ?? [];
  const fits =
    key.length === places.length &&
    places.every((is, place) => {
      const isText = typeof key[place] === 'string';
      return (isText && is !== 'integer') || (!isText && is !== 'text' && Number.isSafeInteger(key[place]));
    });
  if (!parts || encodeAfter(parts) !== query.after || of !== hashOf(new URL(url).searchParams) || !fits) {
    throw notOfThisList();
  }
  return start === query.start && reach === reachMark(scope) ? key : undefined;
}

const notOfThisList = () => invalid({ after: reason('foreign_cursor') });

function readParts(after: string): Key | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(after, 'base64url').toString());
    return Array.isArray(parts) && parts.every((part) => typeof part === 'string' || typeof part === 'number')
      ? parts
      : undefined;
  } catch {
    return undefined;
  }
}
