import { useQueries } from '@tanstack/react-query';
import { callKeys } from '../../api/cache/calls';
import { type ActiveFilter, activeFilters, type Filters, without } from './filters';
import { countOf } from './listing';

/** The number of calls without each of the active filters. Filters whose removal brings none back are left out. */
export function useCountsWithout(filters: Filters): { name: ActiveFilter; count: number }[] {
  const names = activeFilters(filters);
  return useQueries({
    queries: names.map((name) => ({
      queryKey: callKeys.count(without(filters, name)),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        countOf({ filters: without(filters, name) }, { view: `calls without ${name}`, signal }),
    })),
    combine: (results) => names.map((name, at) => ({ name, count: results[at]?.data ?? 0 })),
  }).filter(({ count }) => count > 0);
}
