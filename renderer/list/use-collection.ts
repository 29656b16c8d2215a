import type { Operation } from '@shared/contract/operation';
import type { QueryKey } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { api, type Sent } from '../api/api';
import type { Listed, RecordIn } from '../api/every';
import type { ListPage } from './look';
import { countLimit, useList } from './use-list';

type Query<O extends Operation> = NonNullable<Sent<O>['query']>;

/**
 * The records of a collection that a query finds; `name` is the name of its list, `keyOf` the key of a page in the cache.
 * A new object is a new query, so the caller keeps it while nothing in it changes.
 */
export function useCollection<O extends Operation, N extends Listed<O>, Q extends Query<O>>(
  operation: O,
  name: N,
  keyOf: (query: Q, page: number) => QueryKey,
  query: Q,
) {
  return useList<RecordIn<O, N>>({
    keyOf: useCallback((page: number) => keyOf(query, page), [keyOf, query]),
    read: useCallback(
      async ({ page, start, limit, signal }) => {
        const sent = { page, query: { ...query, start, limit, max_total_calc: countLimit }, signal } as Sent<O>;
        const answer = (await api(operation, sent)) as Omit<ListPage<unknown>, 'records'> & Record<N, RecordIn<O, N>[]>;
        return { records: answer[name], next_url: answer.next_url, total: answer.total };
      },
      [operation, name, query],
    ),
  });
}

/** A list of the contract with a search. */
export type Searched = Operation & { query: { shape: { search_term: unknown } } };

/** The records of a collection that a search finds, all of them if it is empty. */
export function useSearchedList<O extends Searched, N extends Listed<O>>(
  operation: O,
  name: N,
  keyOf: (search: string, page: number) => QueryKey,
  search: string,
) {
  const query = useMemo(() => (search ? { search_term: search } : {}) as Query<O>, [search]);
  const keyOfPage = useCallback((_: Query<O>, page: number) => keyOf(search, page), [keyOf, search]);
  return useCollection(operation, name, keyOfPage, query);
}
