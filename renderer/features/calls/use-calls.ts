import { listCalls } from '@shared/contract/calls';
import { keepPreviousData, useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { api } from '../../api/api';
import { activeFilters, type FilterName, type Filters, without } from './filters';

/** Counting stops here; beyond it the list says "1,000+". */
export const countedUpTo = 1000;
const pageLength = 100;

const queryOf = ({ search, date, direction, sort }: Filters) => ({
  ...(search && { search_term: search }),
  ...(date && { daterange: `${date.from}-${date.to}`.replace(/(\d{4})-(\d\d)-(\d\d)/g, '$1/$2/$3') }),
  ...(direction && { direction }),
  sort_order: sort,
  max_total_calc: countedUpTo,
});

/** The calls that fit, newest first unless asked otherwise; old rows stay until the new ones are there. */
export function useCalls(filters: Filters) {
  const query = useInfiniteQuery({
    queryKey: ['calls', 'list', filters],
    queryFn: ({ pageParam, signal }) =>
      api(listCalls, {
        query: { ...queryOf(filters), limit: pageLength },
        page: pageParam,
        signal,
        // Scrolling must not end a search, nor a search the page that is being scrolled to.
        ...(pageParam === null && { view: 'calls' }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_url,
    placeholderData: keepPreviousData,
  });
  const pages = query.data?.pages;
  const calls = useMemo(() => pages?.flatMap((page) => page.calls), [pages]);
  const last = pages?.at(-1);
  const { fetchNextPage } = query;
  const readOn = useCallback(async () => {
    const { data } = await fetchNextPage({ cancelRefetch: false });
    return data?.pages.flatMap((page) => page.calls) ?? [];
  }, [fetchNextPage]);
  return { ...query, calls, total: last?.total ?? pages?.[0]?.total ?? null, readOn };
}

/** How many calls there were without each of the filters that are on; for a list that is empty. */
export function useCountsWithout(filters: Filters): { name: FilterName; total: number | null }[] {
  return useQueries({
    queries: activeFilters(filters).map((name) => ({
      queryKey: ['calls', 'count', without(filters, name)],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const { calls, total } = await api(listCalls, {
          query: { ...queryOf(without(filters, name)), limit: 1 },
          signal,
        });
        return { name, total, any: calls.length > 0 };
      },
    })),
    combine: (results) => results.flatMap(({ data }) => (data?.any ? [{ name: data.name, total: data.total }] : [])),
  });
}
