import { useQueries } from '@tanstack/react-query';
import { callKeys } from '../../api/cache/calls';
import { activeFilters, type FilterName, type Filters, without } from './filters';
import { countOf } from './listing';

/** The number of calls without each of the active filters. Filters whose removal brings none back are left out. */
export function useCountsWithout(filters: Filters): { name: FilterName; count: number }[] {
  return useQueries({
    queries: activeFilters(filters).map((name) => ({
      queryKey: callKeys.count(without(filters, name)),
      queryFn: async ({ signal }: { signal: AbortSignal }) => ({
        name,
        count: await countOf({ filters: without(filters, name) }, { view: `calls without ${name}`, signal }),
      }),
    })),
    combine: (results) => results.flatMap(({ data }) => (data && data.count > 0 ? [data] : [])),
  });
}
