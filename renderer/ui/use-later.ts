import { useEffect, useState } from 'react';

/** True once `state` has been true for `delayMs`. */
export function useLater(state: boolean, delayMs: number): boolean {
  const [later, setLater] = useState(false);
  useEffect(() => {
    if (!state) return setLater(false);
    const timer = setTimeout(() => setLater(true), delayMs);
    return () => clearTimeout(timer);
  }, [state, delayMs]);
  return later && state;
}
