import { useEffect } from 'react';
import { useNotes } from '../features/call';
import { markMoments, usePlayer } from '../features/player';

/** Marks the notes of the call in the deck above its lanes, by their place in the list of notes. */
export function useMarkNotes(): void {
  const call_id = usePlayer((player) => player.call_id);
  const notes = useNotes(call_id);
  useEffect(() => {
    const moments = (notes ?? []).flatMap(({ position, end_position, text }, at) =>
      position === null ? [] : [{ label: String(at + 1), title: text, position, end_position }],
    );
    return markMoments('notes', { call_id, moments });
  }, [call_id, notes]);
}
