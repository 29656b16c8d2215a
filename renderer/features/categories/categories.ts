import { countCalls } from '@shared/contract/calls';
import { type Category, categoryApi } from '@shared/contract/categories';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api, versioned } from '../../api/api';
import { categoryKeys } from '../../api/cache/categories';
import { every } from '../../api/every';
import { useHolds } from '../../core/session';
import type { ListPage } from '../../list/look';
import { countLimit, useList } from '../../list/use-list';

/** The categories whose names contain a text, sorted by name. */
export const useCategories = (search: string) =>
  useList<Category>({
    keyOf: useCallback((page: number) => categoryKeys.list(search, page), [search]),
    read: useCallback(
      async ({ page, start, limit, signal }): Promise<ListPage<Category>> => {
        const query = { ...(search && { search_term: search }), start, limit, max_total_calc: countLimit };
        const { categories, ...rest } = await api(categoryApi.list, { page, query, signal });
        return { ...rest, records: categories };
      },
      [search],
    ),
  });

/** Every category, for choosing one and for the name of a parent. */
export const useEveryCategory = () =>
  useQuery({
    queryKey: categoryKeys.every,
    queryFn: ({ signal }) => every(categoryApi.list, 'categories', signal),
  });

/** One category, and the version that was read. */
const oneOptions = (category_id: string) => ({
  queryKey: categoryKeys.one(category_id),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { answer, version } = await versioned(categoryApi.read, { params: { category_id }, signal });
    return { category: answer.category, version };
  },
});
export const useCategory = (category_id: string) => useQuery(oneOptions(category_id));
export const readAgain = (client: QueryClient, category_id: string) =>
  client.fetchQuery({ ...oneOptions(category_id), staleTime: 0 });

/** The number of calls in a category; undefined while it is loading, or if the role does not see calls. */
export function useCallsOf(category_id: string): number | undefined {
  const maySee = useHolds('calls:view');
  const { data } = useQuery({
    queryKey: categoryKeys.calls(category_id),
    enabled: maySee,
    queryFn: ({ signal }) => api(countCalls, { query: { category_id }, view: 'calls of a category', signal }),
  });
  return data?.count;
}

/** The possible parents of a category: all except itself and its subcategories. */
export function possibleParents(all: readonly Category[], category_id: string | null): Category[] {
  const byId = new Map(all.map((category) => [category.category_id, category]));
  const isBelow = ({ parent_id }: Category): boolean => {
    if (parent_id === null) return false;
    if (parent_id === category_id) return true;
    const parent = byId.get(parent_id);
    return parent !== undefined && isBelow(parent);
  };
  return all.filter((category) => category.category_id !== category_id && !isBelow(category));
}
