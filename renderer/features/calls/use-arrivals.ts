import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callKeys } from '../../api/cache/calls';
import { isRefusal } from '../../api/refusal';
import { pageLength, pageOf } from '../../list/look';
import { isChosen, searchKey, selectionIn, useListState } from './list-state';
import { countOf, type Listing, pageOptions, totalOptions } from './listing';
import { indexOfCall } from './place';
import type { OpenListing } from './use-listing';

/**
 * The number of calls that have arrived since the listing was opened, and a function that takes them in: it opens the
 * listing again, with the selected call at its new position. Until then, a listing stays unchanged, so that no row
 * moves unexpectedly. A list that shows calls as they arrive keeps its first row selected until the user chooses one.
 */
export function useArrivals({ listing, total }: OpenListing) {
  const client = useQueryClient();
  const follows = useListState((state) => state.follows) === searchKey(listing.filters);
  const arrived = useQuery({
    queryKey: callKeys.arrived(listing),
    enabled: total !== null,
    // Refetched when an import reports new calls (features/imports).
    initialData: total ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => countOf(listing, { view: 'calls arrived', signal }),
  });
  const count = total === null ? 0 : Math.max(0, (arrived.data ?? total) - total);

  /** The currently selected call, because keys can change the selection between two renders. */
  const selectedNow = () => {
    const selection = selectionIn(useListState.getState(), listing.filters);
    if ('call_id' in selection) return selection.call_id;
    const page = client.getQueryData(pageOptions(client, listing, pageOf(selection.index)).queryKey);
    return page?.records[selection.index % pageLength]?.call_id ?? null;
  };
  /** Its index in another listing, with the rows around it loaded; null if it is not in it. */
  const placeIn = async (next: Listing): Promise<number | null> => {
    const call_id = selectedNow();
    const index = call_id === null ? null : await indexOfCall(client, next, call_id);
    if (index !== null) {
      const pages = [pageOf(index) - 1, pageOf(index), pageOf(index) + 1].filter((page) => page >= 0);
      await Promise.all(pages.map((page) => client.prefetchQuery(pageOptions(client, next, page))));
    }
    return selectedNow() === call_id ? index : placeIn(next);
  };

  const isWaitedFor = total === 0 || follows;
  const takeIn = useMutation({
    // If calls are shown as they arrive, there is no button to retry.
    retry: (_, error) => isWaitedFor && !isRefusal(error, 401),
    mutationFn: async () => {
      const { filters } = listing;
      const before = useListState.getState().selection;
      const next: Listing = { filters, edition: listing.edition + 1 };
      // Everything is loaded before it is shown, so that no row is missing in between.
      await Promise.all([client.fetchQuery(pageOptions(client, next, 0)), client.fetchQuery(totalOptions(next))]);
      const index = await placeIn(next);
      const of = searchKey(filters);
      const state = useListState.getState();
      const isLeft = state.selection !== before && state.selection?.of !== of;
      const keepsFirst = isWaitedFor && !isChosen(state, filters);
      useListState.setState({
        edition: next.edition,
        ...(index !== null && !isLeft && !keepsFirst && { selection: { of, index } }),
        ...(total === 0 && { follows: of }),
      });
      // Calls that arrived in the meantime wait again.
      await client.fetchQuery({
        queryKey: callKeys.arrived(next),
        queryFn: ({ signal }) => countOf(next, { view: 'calls arrived', signal }),
      });
    },
  });

  const { mutate, isPending } = takeIn;
  const isDue = count > 0 && !isPending && isWaitedFor;
  useEffect(() => {
    if (isDue) mutate();
  }, [isDue, mutate]);

  return { count: isWaitedFor ? 0 : count, takeIn: () => mutate() };
}
