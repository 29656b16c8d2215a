import { useQueries } from '@tanstack/react-query';
import { callKeys } from '../../../api/cache/calls';
import { inTurn } from '../../../core/in-turn';
import { type Filters, withFilter } from '../filters';
import { countOf } from '../listing';

/** More choices than these are not counted: each count may read the whole archive. */
const mostCounted = 12;

const counting = inTurn();

/**
 * How many calls the search would find with only this choice in the filter, by choice. Those that are not counted yet are
 * missing.
 */
export function useChoiceCounts(name: string, ids: readonly string[], filters: Filters | undefined) {
  const withOnly = (search: Filters, id: string): Filters => ({
    ...search,
    advanced: withFilter(search.advanced, { name, operator: 'equal_to', text: id }),
  });
  const searches = filters && ids.length <= mostCounted ? ids.map((id) => withOnly(filters, id)) : [];
  return useQueries({
    queries: searches.map((search) => ({
      queryKey: callKeys.count(search),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        counting(signal, () => countOf({ filters: search }, { view: 'calls with a choice', signal })),
    })),
    combine: (results): ReadonlyMap<string, number> =>
      new Map(ids.flatMap((id, at) => (results[at]?.data === undefined ? [] : [[id, results[at].data]]))),
  });
}
