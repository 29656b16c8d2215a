import { type Call, countCalls, listCalls } from '@shared/contract/calls';
import type { AnswerOf } from '@shared/contract/operation';
import { hashKey, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/api';
import { callKeys } from '../../api/cache/calls';
import { type ListPage, pageLength } from '../../list/look';
import { dateText } from './dates';
import { type Filters, parameterOf } from './filters';

/** A list of calls as the window reads it: its search, and how often new calls have been taken into it. */
export type Listing = { filters: Filters; edition: number };

/** Rows that were scrolled past are dropped after this time, so that memory does not grow with scrolling. */
const keptMs = 5_000;

/** A page, and the listing it belongs to. */
export type CallPage = ListPage<Call> & { listing: Listing };

export const isSameListing = (a: Listing, b: Listing): boolean => hashKey([a]) === hashKey([b]);

/** The filters of a search, as parameters of the API. */
export const searchOf = ({ search, date, advanced }: Filters) => ({
  ...(search && { search_term: search }),
  ...(date && { daterange: dateText(date) }),
  ...(advanced.length > 0 && {
    advanced_search: '1' as const,
    filters: Object.fromEntries(advanced.map((filter) => [parameterOf(filter), filter.text])),
  }),
});

/** One page of a listing. */
export const pageOptions = (client: QueryClient, listing: Listing, page: number) =>
  queryOptions({
    queryKey: callKeys.list(listing, page),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: keptMs,
    structuralSharing: false,
    queryFn: async ({ signal }): Promise<CallPage> => ({ listing, ...(await readPage(client, listing, page, signal)) }),
  });

const asPage = ({ calls, ...page }: AnswerOf<typeof listCalls>): ListPage<Call> => ({ ...page, records: calls });

/**
 * The service walks to a row from the first one (0.55 s for a million, measured). Therefore, a page continues from the
 * previous one if that is loaded, and the second half of a listing is read from its end.
 */
function readPage(client: QueryClient, listing: Listing, page: number, signal: AbortSignal) {
  // Pages requested at the same time are adjacent. With four views, each gets every fourth page.
  const view = page === 0 ? 'calls' : `calls page ${page % 4}`;
  const before = page === 0 ? undefined : client.getQueryData<CallPage>(callKeys.list(listing, page - 1));
  if (before?.next_url) return api(listCalls, { page: before.next_url, view, signal }).then(asPage);
  const { filters } = listing;
  const start = page * pageLength;
  const by = filters.by === undefined ? {} : { sort: filters.by };
  const total = client.getQueryData(totalOptions(listing).queryKey) ?? 0;
  const left = total - start;
  // Calls without a value come last in both directions, so another order cannot be read from its end.
  if (start < left || left <= 0 || filters.by !== undefined) {
    const query = {
      ...searchOf(filters),
      ...by,
      sort_order: filters.sort,
      limit: pageLength,
      ...(page > 0 && { start }),
    };
    return api(listCalls, { query, view, signal }).then(asPage);
  }
  const limit = Math.min(pageLength, left);
  const sort_order = filters.sort === 'asc' ? ('desc' as const) : ('asc' as const);
  const query = { ...searchOf(filters), sort_order, limit, start: left - limit };
  return api(listCalls, { query, view, signal }).then(({ calls }) => ({
    records: calls.reverse(),
    next_url: null,
    total: left > limit ? null : total,
  }));
}

/** The number of calls in a listing: all, those that began after a time, or those created by an import. */
export const countOf = async (
  { filters }: Pick<Listing, 'filters'>,
  { view, signal, ...some }: { view: string; signal?: AbortSignal; newer_than?: string; import_id?: string },
): Promise<number> => {
  const query = { ...searchOf(filters), ...some };
  const { count } = await api(countCalls, { query, view, ...(signal && { signal }) });
  return count;
};

/** The length of a listing when it was opened. */
export const totalOptions = (listing: Listing) =>
  queryOptions({
    queryKey: callKeys.list(listing, 'total'),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: keptMs,
    queryFn: ({ signal }) => countOf(listing, { view: 'calls total', signal }),
  });
