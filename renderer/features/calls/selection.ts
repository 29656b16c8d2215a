import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { callKeys } from '../../api/cache/calls';
import { paramsNow, useAddress } from '../../core/address';
import { pageLength, pageOf } from '../../list/look';
import { useRested } from '../../ui/use-rested';
import type { Filters } from './filters';
import { forgetListState, openCall, selectionIn, useListState } from './list-state';
import { pageOptions } from './listing';
import { indexOfCall } from './place';
import type { OpenListing } from './use-listing';

/** The selected row, null if the call is not in the list, and its call. Until a page is loaded, the previous call. */
export function useSelection({ listing, length }: OpenListing) {
  const client = useQueryClient();
  const selection = useListState((state) => selectionIn(state, listing.filters));
  const opened = 'call_id' in selection ? selection.call_id : null;
  const place = useQuery({
    queryKey: callKeys.place(listing, opened),
    enabled: opened !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => indexOfCall(client, listing, opened ?? '', signal),
  });
  const wanted = 'index' in selection ? selection.index : (place.data ?? null);
  const index = wanted === null || length === 0 ? null : Math.min(wanted, length - 1);
  // The page of the selected row stays loaded, however far the user scrolls.
  const { data: page, isError } = useQuery({
    ...pageOptions(client, listing, pageOf(index ?? 0)),
    enabled: index !== null,
  });
  const [last, setLast] = useState<string | null>(null);
  const row = opened ?? (index === null ? null : page?.records[index % pageLength]?.call_id);
  const call_id = row === undefined ? last : row;
  if (call_id !== last) setLast(call_id);
  return { index, call_id, isComing: row === undefined && !isError };
}

/**
 * Keeps the selected call in the address, so that Back and a reload restore it. The call in the address is opened. The
 * selected call is written there once the selection rests, because the browser allows only 20 changes per second.
 */
export function useCallInAddress(filters: Filters, call_id: string | null): void {
  const { params, change } = useAddress();
  const asked = params.get('call');
  const known = useRef<string | null>(null);
  useLayoutEffect(() => {
    // On a busy computer a late rendering still has an address that was replaced meanwhile.
    const isCurrent = asked === paramsNow().get('call');
    if (asked === null || asked === known.current || !isCurrent) return;
    known.current = asked;
    openCall(filters, asked);
  }, [asked, filters]);

  const rested = useRested(call_id, 250);
  const isNew = rested !== null && rested === call_id && rested !== asked;
  useEffect(() => {
    if (!isNew || rested === known.current) return;
    known.current = rested;
    change((next) => next.set('call', rested));
  }, [isNew, rested, change]);

  useEffect(() => forgetListState, []);
}
