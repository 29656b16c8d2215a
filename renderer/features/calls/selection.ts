import type { Call } from '@shared/contract/calls';
import { useCallback } from 'react';
import { useAddress } from '../../app/address';

/** The call one looks at, by its id in the address. */
export function useSelection() {
  const { params, change } = useAddress();
  const select = useCallback(
    (call_id: string | null) => change((next) => (call_id === null ? next.delete('call') : next.set('call', call_id))),
    [change],
  );
  return { call_id: params.get('call'), select };
}

/** The row that lies `by` rows from the selected one, kept inside the list; from nothing, its first or last row. */
export function neighbour(calls: readonly Call[], call_id: string | null, by: number): number {
  const at = calls.findIndex((call) => call.call_id === call_id);
  if (at === -1 && Number.isFinite(by)) return by < 0 ? calls.length - 1 : 0;
  return Math.min(calls.length - 1, Math.max(0, at + by));
}
