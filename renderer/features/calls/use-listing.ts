import type { Call } from '@shared/contract/calls';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { pageLength, type Source } from '../../list/look';
import type { OpenList } from '../../list/use-pages';
import type { Filters } from './filters';
import { searchKey, useListState } from './list-state';
import { isSameListing, type Listing, pageOptions, totalOptions } from './listing';

export type OpenListing = OpenList<Call> & { listing: Listing; isCounting: boolean };

/**
 * The listing of a search. The previous one stays until the first page of the new one is loaded, and then its calls are
 * counted. If counting fails, the list grows as it is read.
 */
export function useListing(filters: Filters) {
  const client = useQueryClient();
  const edition = useListState((state) => state.edition);
  const wanted = useMemo<Listing>(() => ({ filters, edition }), [filters, edition]);
  const first = useQuery({ ...pageOptions(client, wanted, 0), placeholderData: keepPreviousData });
  const stale = first.isPlaceholderData;
  const listing = first.data?.listing ?? wanted;

  // A newer search cancels the count of the previous one.
  const isLong = !stale && first.data?.total === null;
  const { data: counted, isError: isUncounted } = useQuery({ ...totalOptions(wanted), enabled: isLong });
  const long = stale ? client.getQueryData(totalOptions(listing).queryKey) : counted;
  const total = first.data?.total ?? long ?? null;
  const [read, setRead] = useState<{ listing: Listing; length: number } | null>(null);
  const onRead = useCallback((length: number) => setRead({ listing, length }), [listing]);
  const readLength = read && isSameListing(read.listing, listing) ? read.length : 2 * pageLength;

  // Its pages have more properties than those of any list, which the types do not allow, because pages could be written
  // back.
  const source = useCallback((page: number) => pageOptions(client, listing, page), [client, listing]) as Source<Call>;
  const isLoaded = first.data !== undefined;
  const latest = useMemo(() => {
    const length = isLoaded ? (total ?? readLength) : 0;
    const open: OpenListing = { listing, source, length, total, isCounting: !isUncounted };
    return { open, isLoaded, onRead };
  }, [listing, source, total, readLength, isLoaded, isUncounted, onRead]);
  // Another search is rendered behind what is typed. New calls in the same one are not: a click would mean another row.
  const before = useDeferredValue(latest);
  const isBehind = searchKey(before.open.listing.filters) !== searchKey(listing.filters);
  const shown = isBehind ? before : latest;
  return { ...shown, stale: stale || isBehind, error: first.error, refetch: first.refetch };
}
