import type { InvalidateQueryFilters, QueryClient } from '@tanstack/react-query';

/**
 * Refetches active queries. The first answer of a query may be under way, and older than the change: it is not cancelled,
 * as React Query cancels later ones, so the query is refetched once more after it.
 */
export async function invalidate(client: QueryClient, filters: InvalidateQueryFilters): Promise<void> {
  const first = client
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  await client.invalidateQueries(filters);
  await Promise.all(first.map(({ queryKey }) => client.invalidateQueries({ queryKey, exact: true })));
}
