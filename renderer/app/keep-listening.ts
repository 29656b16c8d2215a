import { useEffect } from 'react';
import { useKept, useLeft } from '../core/left';
import { useCall } from '../features/call';
import { usePlayer } from '../features/player';

/**
 * Stops playback as soon as the window locks, and afterwards loads the call into the deck again: same position, paused.
 */
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
