import type { Call } from '@shared/contract/calls';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { pageLength, type Source } from '../../list/look';
import type { OpenList } from '../../list/use-pages';
import type { Filters } from './filters';
import { useListState } from './list-state';
import { isSameListing, type Listing, pageOptions, totalOptions } from './listing';

export type OpenListing = OpenList<Call> & { listing: Listing; isCounting: boolean };

/**
 * The listing of a search; the one before stays until the first page of the new one is there. Then its calls are
 * counted. Where that fails, the list grows as it is read.
 */
export function useListing(filters: Filters) {
  const client = useQueryClient();
  const edition = useListState((state) => state.edition);
  const wanted = useMemo<Listing>(() => ({ filters, edition }), [filters, edition]);
  const first = useQuery({ ...pageOptions(client, wanted, 0), placeholderData: keepPreviousData });
  const stale = first.isPlaceholderData;
  const listing = first.data?.listing ?? wanted;

  // A newer search ends the count of the one before: nothing waits for that one any more.
  const isLong = !stale && first.data?.total === null;
  const { data: counted, isError: isUncounted } = useQuery({ ...totalOptions(wanted), enabled: isLong });
  const long = stale ? client.getQueryData(totalOptions(listing).queryKey) : counted;
  const total = first.data?.total ?? long ?? null;
  const [read, setRead] = useState<{ listing: Listing; length: number } | null>(null);
  const onRead = useCallback((length: number) => setRead({ listing, length }), [listing]);
  const readLength = read && isSameListing(read.listing, listing) ? read.length : 2 * pageLength;

  // Its pages hold more than those of any list, which the types of what could write them back do not allow.
  const source = useCallback((page: number) => pageOptions(client, listing, page), [client, listing]) as Source<Call>;
  const open: OpenListing = {
    listing,
    source,
    length: first.data ? (total ?? readLength) : 0,
    total,
    isCounting: !isUncounted,
  };
  return { open, isLoaded: first.data !== undefined, stale, error: first.error, refetch: first.refetch, onRead };
}
