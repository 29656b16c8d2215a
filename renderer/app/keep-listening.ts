import { useEffect } from 'react';
import { useKept, useLeft } from '../core/left';
import { useCall } from '../features/call';
import { usePlayer } from '../features/player';

/** Ends the sound as soon as the window locks, and puts the call back into the deck afterwards: same place, paused. */
export function useKeepListening(): void {
  const heard = useKept('heard', () => {
    const { call_id, position_ms } = usePlayer.getState();
    return { call_id, position_ms };
  });
  useEffect(() => useLeft.subscribe(({ left }) => left && usePlayer.getState().unload()), []);

  const { data: call } = useCall(heard?.call_id ?? null);
  useEffect(() => {
    const { call_id, load } = usePlayer.getState();
    if (call && heard && call_id === null) load(call, { position_ms: heard.position_ms });
  }, [call, heard]);
}
