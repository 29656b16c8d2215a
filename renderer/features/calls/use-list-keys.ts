import type { Call } from '@shared/contract/calls';
import { type RefObject, useEffect } from 'react';
import { useCommand } from '../../app/use-command';
import { usePlayer } from '../player';
import { neighbour, useSelection } from './selection';

type Options = { calls: Call[]; scrollTo: (index: number) => void; scroller: RefObject<HTMLDivElement | null> };

/** The keys of the list (design, section 8): the selection moves, the view follows it, Enter and Space play. */
export function useListKeys({ calls, scrollTo, scroller }: Options): void {
  const { call_id, select } = useSelection();
  const selected = calls.find((call) => call.call_id === call_id);
  const { load, playing, call_id: loaded, toggle } = usePlayer();

  const move = (by: number) => {
    const call = calls[neighbour(calls, call_id, by)];
    if (call) select(call.call_id);
    return call;
  };
  const page = () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / 36) - 2);
  /** The next call in the player, wherever the focus is; it goes on playing if it was. */
  const step = (by: number) => {
    const call = move(by);
    if (call && loaded !== null) load(call, { play: playing });
  };

  useCommand('listUp', () => move(-1));
  useCommand('listDown', () => move(1));
  useCommand('listPageUp', () => move(-page()));
  useCommand('listPageDown', () => move(page()));
  useCommand('listFirst', () => move(Number.NEGATIVE_INFINITY));
  useCommand('listLast', () => move(Number.POSITIVE_INFINITY));
  useCommand('callAbove', () => step(-1));
  useCommand('callBelow', () => step(1));
  useCommand('listPlay', () => {
    if (selected === undefined) return;
    if (loaded === call_id) toggle();
    else load(selected, { play: true });
  });

  const index = selected === undefined ? -1 : calls.indexOf(selected);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view follows the selection, not the rows that arrive
  useEffect(() => {
    if (index >= 0) scrollTo(index);
  }, [call_id]);
}
