import { listAllTokens } from '@shared/contract/tokens';
import { dayMs, minuteMs } from '@shared/duration';
import { useMemo } from 'react';
import { tokenKeys } from '../../api/cache/tokens';
import { useNow } from '../../core/use-now';
import { useCollection } from '../../list/use-collection';

/** The segments of the list. */
export const segments = ['all', 'idle'] as const;
export type Segment = (typeof segments)[number];

const idleMs = 90 * dayMs;

/** The tokens that a search and a segment show, by name. Idle ones have not been used for 90 days. */
export function useAllTokens({ search, segment }: { search: string; segment: Segment }) {
  // Whole days, so that the list is not another one each time it is rendered.
  const since = new Date(Math.floor((useNow(minuteMs) - idleMs) / dayMs) * dayMs).toISOString();
  const filters = useMemo(
    () => ({ ...(search && { search_term: search }), ...(segment === 'idle' && { not_used_since: since }) }),
    [search, segment, since],
  );
  return useCollection(listAllTokens, 'tokens', tokenKeys.list, filters);
}
