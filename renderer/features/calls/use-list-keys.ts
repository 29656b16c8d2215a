import type { Call } from '@shared/contract/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useCommand } from '../../core/use-command';
import { pageLength, pageOf } from '../../list/look';
import { useGridKeys } from '../../list/use-grid-keys';
import { usePlayer } from '../player';
import { selectFound, selectionIn, selectRow, useListState } from './list-state';
import { pageOptions, totalOptions } from './listing';
import type { OpenListing } from './use-listing';

/**
 * The keys of the list: the selection moves, the view follows it, Enter and Space play. Keys come
 * faster than the window renders, so each starts from the state as the one before left it.
 */
export function useListKeys(open: OpenListing, index: number | null, pageRows: () => number): void {
  const { listing, length, total } = open;
  const client = useQueryClient();
  const last = length - 1;

  const current = () => {
    const selection = selectionIn(useListState.getState(), listing.filters);
    return 'index' in selection ? selection.index : index;
  };

  /**
   * Hands the call of a row to the player when its page is there, if that row is still the selected one. The foot of the
   * list reports a page that does not come.
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
  const move = useGridKeys({
    length,
    current,
    select: (row) => selectRow(listing.filters, row),
    selectLast: () => void selectLast(),
    pageRows,
  });
  /** The next call in the player, wherever the focus is; it goes on playing if it was. */
  const step = (by: number) => {
    move(by);
    const row = current();
    if (row === null) return;
    void withCall(row, (call) => {
      const { call_id, playing, load } = usePlayer.getState();
      if (call_id !== null) load(call, { play: playing });
    });
  };
  useCommand('callAbove', index === 0 ? undefined : () => step(-1));
  useCommand('callBelow', index === last ? undefined : () => step(1));
  useCommand('listPlay', play);
}
