import type { Call } from '@shared/contract/calls';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useCommand } from '../../core/use-command';
import { pageLength, pageOf } from '../../list/look';
import { useGridKeys } from '../../list/use-grid-keys';
import { usePlayer } from '../player';
import { selectFound, selectionIn, selectRow, useListState } from './list-state';
import { type Listing, pageOptions, totalOptions } from './listing';
import type { OpenListing } from './use-listing';

/**
 * The keys of the list: the selection moves and the view follows it; Enter and Space play. Keys arrive faster than the
 * window renders, so each handler starts from the current state.
 */
export function useListKeys(open: OpenListing, index: number | null, pageRows: () => number) {
  const { listing, length, total } = open;
  const client = useQueryClient();
  const last = length - 1;

  const current = () => {
    const selection = selectionIn(useListState.getState(), listing.filters);
    return 'index' in selection ? selection.index : index;
  };

  /**
   * Passes the call of a row to the player once its page is loaded, if that row is still selected. The foot of the list
   * reports a page that fails to load.
   */
  const withCall = async (row: number, use: (call: Call) => void) => {
    const page = await client.fetchQuery(pageOptions(client, listing, pageOf(row))).catch(() => undefined);
    const call = page?.records[row % pageLength];
    if (call && current() === row) use(call);
  };
  const play = () => {
    const row = current();
    if (row === null) return;
    void withCall(row, (call) => {
      const { call_id, toggle, load } = usePlayer.getState();
      if (call_id === call.call_id) toggle();
      else load(call, { play: true });
    });
  };
  /** The end is known once the list is counted. */
  const selectLast = () =>
    selectFound(listing.filters, async () => {
      const end = total ?? (await client.fetchQuery(totalOptions(listing)).catch(() => length));
      return end - 1;
    });
  const select = (row: number) => selectRow(listing.filters, row);
  const move = useGridKeys({
    length,
    current,
    select,
    selectLast: () => void selectLast(),
    pageRows,
  });
  /** Loads the next call into the player, wherever the focus is. It plays if the previous call was playing. */
  const step = (by: number) => {
    move(by);
    const row = current();
    if (row === null) return;
    void withCall(row, (call) => {
      const { call_id, playing, load } = usePlayer.getState();
      if (call_id !== null) load(call, { play: playing });
    });
  };
  useOfferedCall(listing, index);
  useCommand('callAbove', index === 0 ? undefined : () => step(-1));
  useCommand('callBelow', index === last ? undefined : () => step(1));
  useCommand('listPlay', play);
  return { current, select };
}

/** Sets whether the selected call has no audio, because Play in an empty deck takes that call. */
function useOfferedCall(listing: Listing, index: number | null): void {
  const client = useQueryClient();
  const { data } = useQuery({ ...pageOptions(client, listing, pageOf(index ?? 0)), enabled: index !== null });
  const isSilent = index !== null && data?.records[index % pageLength]?.files.length === 0;
  useEffect(() => {
    usePlayer.setState({ offersSilence: isSilent });
    return () => void usePlayer.setState({ offersSilence: false });
  }, [isSilent]);
}
