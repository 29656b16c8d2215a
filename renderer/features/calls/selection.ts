import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { callKeys } from '../../api/cache/calls';
import { isNewest, useAddress } from '../../core/address';
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
  const { key } = useLocation();
  const how = useNavigationType();
  const known = useRef<string | null>(null);
  const opened = useRef<string>(null);
  useLayoutEffect(() => {
    if (asked === null || key === opened.current || !isNewest(key)) return;
    opened.current = key;
    // The address can already have a call that is opened again: another selection is written there with a delay.
    if (asked === known.current && how === 'REPLACE') return;
    known.current = asked;
    openCall(filters, asked);
  }, [asked, filters, key, how]);

  const rested = useRested(call_id, 250);
  const isNew = rested !== null && rested === call_id && rested !== asked;
  useEffect(() => {
    // The call of a newer address is opened when that is rendered.
    if (!isNew || rested === known.current || !isNewest(key)) return;
    known.current = rested;
    change((next) => next.set('call', rested));
  }, [isNew, rested, key, change]);

  useEffect(() => forgetListState, []);
}
