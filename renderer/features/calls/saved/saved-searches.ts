import { type SavedSearch, savedSearchApi } from '@shared/contract/saved-searches';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../api/api';
import { searchKeys } from '../../../api/cache/saved-searches';
import { useAddress } from '../../../core/address';
import { paramsOf } from '../filters';
import { useCount } from '../use-count';
import { filtersIn } from './query';

export const searchesOptions = queryOptions({
  queryKey: searchKeys.every,
  queryFn: ({ signal }) => api(savedSearchApi.list, { query: { limit: 1000 }, signal }),
});

/** The saved searches of the user, and those that others share, by name. */
export const useSavedSearches = (): readonly SavedSearch[] => useQuery(searchesOptions).data?.saved_searches ?? none;
const none: readonly SavedSearch[] = [];

/** The number of calls of a saved search; undefined until they are counted. */
export function useCountOf({ saved_search_id, query }: SavedSearch): number | undefined {
  return useCount(filtersIn(query), `calls of search ${saved_search_id}`);
}

/** The address of the list with the filters of a saved search. */
export function addressOfSearch({ saved_search_id, query }: SavedSearch): string {
  const params = paramsOf(filtersIn(query));
  params.set('saved', saved_search_id);
  return `/review?${params}`;
}

/** The saved search that the list was opened with. */
export function useNamedSearch(): SavedSearch | undefined {
  const { params } = useAddress();
  const id = params.get('saved');
  return useSavedSearches().find(({ saved_search_id }) => saved_search_id === id);
}
