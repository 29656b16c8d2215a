import type { Call } from '@shared/contract/calls';
import { useEffect, useRef } from 'react';
import { useCommand } from '../../app/use-command';
import { usePlayer } from '../player';
import { neighbour, useSelection } from './selection';

type Options = {
  calls: Call[];
  /** Brings the next page, then gives every row there is; absent at the end of the list. */
  readOn: (() => Promise<Call[]>) | undefined;
  scrollTo: (index: number) => void;
  pageRows: () => number;
};

/** The keys of the list (design, section 8): the selection moves, the view follows it, Enter and Space play. */
export function useListKeys({ calls, readOn, scrollTo, pageRows }: Options): void {
  const { call_id, select } = useSelection();
  const index = calls.findIndex((call) => call.call_id === call_id);
  const selected = calls[index];
  const latest = useRef(call_id);
  latest.current = call_id;

  const move = (by: number) => {
    const call = calls[neighbour(calls, call_id, by)];
    if (call) select(call.call_id);
  };
  /** The next call in the player, wherever the focus is; it goes on playing if it was. */
  const step = (by: number, rows = calls) => {
    const call = rows[neighbour(rows, call_id, by)];
    if (!call) return;
    select(call.call_id);
    const { call_id: loaded, playing, load } = usePlayer.getState();
    if (loaded !== null) load(call, { play: playing });
  };
  const stepBeyond = async () => {
    const rows = (await readOn?.()) ?? [];
    if (latest.current === call_id) step(1, rows);
  };
  const isLast = index === calls.length - 1;

  useCommand('listUp', () => move(-1));
  useCommand('listDown', () => move(1));
  useCommand('listPageUp', () => move(-pageRows()));
  useCommand('listPageDown', () => move(pageRows()));
  useCommand('listFirst', () => move(Number.NEGATIVE_INFINITY));
  useCommand('listLast', () => move(Number.POSITIVE_INFINITY));
  useCommand('callAbove', index === 0 ? undefined : () => step(-1));
  useCommand('callBelow', !isLast ? () => step(1) : readOn && (() => void stepBeyond()));
  useCommand('listPlay', () => {
    if (selected === undefined) return;
    const { call_id: loaded, toggle, load } = usePlayer.getState();
    if (loaded === call_id) toggle();
    else load(selected, { play: true });
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the view follows the selection, not the rows that arrive
  useEffect(() => {
    if (index >= 0) scrollTo(index);
  }, [call_id]);
}
