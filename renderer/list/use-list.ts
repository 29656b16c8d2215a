import { keepPreviousData, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { type ListPage, pageLength, type Source } from './look';
import type { OpenList } from './use-pages';

/** A request for a page: by the address in the previous page, otherwise the first rows after `start`. */
type Asked = { page: string | null; start: number; limit: number; signal: AbortSignal };
type Options<T> = {
  /** The key of a page of this search. */
  keyOf: (page: number) => QueryKey;
  read: (asked: Asked) => Promise<ListPage<T>>;
};

/** The maximum number of rows that are counted. */
export const countLimit = 1000;

/**
 * A list of the API, loaded page by page as its rows come into view. The rows of the previous search stay until the
 * first page of the new one is loaded. A list that is longer than the counted number grows while it is read.
 */
export function useList<T>({ keyOf, read }: Options<T>) {
  const client = useQueryClient();
  const source: Source<T> = useCallback(
    (page) => ({
      queryKey: keyOf(page),
      queryFn: ({ signal }) => {
        const before = page === 0 ? undefined : client.getQueryData<ListPage<T>>(keyOf(page - 1));
        return read({ page: before?.next_url ?? null, start: page * pageLength, limit: pageLength, signal });
      },
      placeholderData: keepPreviousData,
    }),
    [client, keyOf, read],
  );
  const first = useQuery(source(0));
  const [readOf, setRead] = useState<{ source: Source<T>; length: number } | null>(null);
  const onRead = useCallback((length: number) => setRead({ source, length }), [source]);
  const total = first.data?.total ?? null;
  const grown = readOf?.source === source ? readOf.length : 2 * pageLength;
  const open: OpenList<T> = { source, length: first.data ? (total ?? grown) : 0, total };
  return {
    open,
    onRead,
    isLoaded: first.data !== undefined,
    stale: first.isPlaceholderData,
    error: first.error,
    refetch: first.refetch,
  };
}
