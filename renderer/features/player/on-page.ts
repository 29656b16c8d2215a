import type { Call } from '@shared/contract/calls';
import { useEffect, useRef } from 'react';
import { lengthText } from '../../i18n/times';
import { usePlayer } from './store';

/** A linked moment is heard from a little before. */
export const beforeMoment_ms = 2_000;

export const momentText = (ms: number): string => lengthText(Math.floor(ms / 1000));

/** Loads the call of a page into the deck once: another one that the user has loaded since stays when this one changes. */
export function useInDeck(call: Call | undefined): void {
  const loaded = useRef<string>(null);
  useEffect(() => {
    if (!call) return;
    const { load, takeIn } = usePlayer.getState();
    if (loaded.current === call.call_id) takeIn(call);
    else load(call);
    loaded.current = call.call_id;
  }, [call]);
}

/** Plays the linked moment of an answer in the call of the page. Another call leaves the deck. */
export function playMoment(call: Call | null, position: number): void {
  if (!call) return;
  const { load, seek, play } = usePlayer.getState();
  const position_ms = Math.max(0, position - beforeMoment_ms);
  load(call, { position_ms });
  seek(position_ms);
  play();
}
