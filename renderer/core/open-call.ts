import { useAddress } from './address';
import { showInspector } from './layout';

/** Opens a call next to the list, even if the list does not contain it. */
export function useOpenCall(): (call_id: string) => void {
  const { change } = useAddress();
  return (call_id) => {
    change((next) => next.set('call', call_id), { replace: false });
    showInspector();
  };
}
