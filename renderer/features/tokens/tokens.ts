import { listAllTokens, type TokenOfUser } from '@shared/contract/tokens';
import { useCallback, useMemo } from 'react';
import { api } from '../../api/api';
import { tokenKeys } from '../../api/cache/tokens';
import type { ListPage } from '../../list/look';
import { countLimit, useList } from '../../list/use-list';

/** The segments of the list. */
export const segments = ['all', 'idle'] as const;
export type Segment = (typeof segments)[number];

const idleMs = 90 * 86_400_000;
const dayMs = 86_400_000;

/** The tokens that a search and a segment show, by name. Idle ones have not been used for 90 days. */
export function useAllTokens({ search, segment }: { search: string; segment: Segment }) {
  // Whole days, so that the list is not another one each time it is rendered.
  const since = new Date(Math.floor((Date.now() - idleMs) / dayMs) * dayMs).toISOString();
  const filters = useMemo(
    () => ({ ...(search && { search_term: search }), ...(segment === 'idle' && { not_used_since: since }) }),
    [search, segment, since],
  );
  return useList<TokenOfUser>({
    keyOf: useCallback((page: number) => tokenKeys.list(filters, page), [filters]),
    read: useCallback(
      async ({ page, start, limit, signal }): Promise<ListPage<TokenOfUser>> => {
        const query = { ...filters, start, limit, max_total_calc: countLimit };
        const { tokens, ...rest } = await api(listAllTokens, { page, query, signal });
        return { ...rest, records: tokens };
      },
      [filters],
    ),
  });
}
