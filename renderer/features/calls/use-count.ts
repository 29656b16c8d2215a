import { useQuery } from '@tanstack/react-query';
import { callKeys } from '../../api/cache/calls';
import { serial } from '../../core/serial';
import { useHolds } from '../../core/session';
import { type Filters, noFilters } from './filters';
import { countOf } from './listing';

/** A count is as old as this before it is counted again. */
const freshMs = 60_000;

/** The number of calls that filters find; undefined until they are counted, and without the right to see calls. */
export function useCount(filters: Filters, view: string): number | undefined {
  return useQuery({
    queryKey: callKeys.count(filters),
    staleTime: freshMs,
    enabled: useHolds('calls:view'),
    queryFn: ({ signal }) => counting(signal, () => countOf({ filters }, { view, signal })),
  }).data;
}

const counting = serial();

/** The number of calls that a user was on this week. */
export function useCallsThisWeek(user_id: string): number | undefined {
  const filter = { name: 'user_id', operator: 'equal_to', text: user_id };
  const filters: Filters = { ...noFilters, date: { period: 'this_week' }, advanced: [filter], sort: 'desc' };
  return useCount(filters, `calls of user ${user_id}`);
}
