import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import { pageLength, pageOf, type Source } from './look';

/** The number of rows beyond the rendered ones whose pages are loaded too. */
const ahead = 50;

/**
 * An open list: its pages, its rows including those not loaded, and their number once it is certain, otherwise null.
 */
export type OpenList<T> = { source: Source<T>; length: number; total: number | null };

/** Loads the pages of the rendered rows, and returns them and their errors. */
export function usePages<T>(
  { source, length, total }: OpenList<T>,
  { first, last }: { first: number; last: number },
  onRead: (length: number) => void,
) {
  const [from, to] = [pageOf(Math.max(0, first - ahead)), pageOf(Math.max(0, Math.min(length - 1, last + ahead)))];
  const pages = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const results = useQueries({ queries: pages.map(source) });

  // A list that could not be counted grows while it is read.
  const lastPage = results.at(-1)?.data;
  const end = to * pageLength + (lastPage?.records.length ?? 0);
  const read = lastPage?.next_url ? end + pageLength : end;
  const isLonger = lastPage !== undefined && (lastPage.next_url ? read > length : read !== length);
  useEffect(() => {
    if (total === null && isLonger) onRead(read);
  }, [total, isLonger, read, onRead]);

  const failed = results.filter(({ isError }) => isError);
  return {
    loaded: results.flatMap(({ data }) => (data ? [data.records] : [])),
    error: failed[0]?.error ?? null,
    retry: () => void Promise.all(failed.map(({ refetch }) => refetch())),
  };
}
