import { useDeferredValue, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** For each part of the page that is rendered behind: renders it at once. */
const late = new Set<() => void>();

/**
 * The value, rendered behind what is urgent: a part of the page that follows a selection does not hold the selection up.
 * A command finds the part with the current value (`catchUp`).
 */
export function useBehind<T>(value: T): T {
  const deferred = useDeferredValue(value);
  const [urgent, setUrgent] = useState(value);
  const isLate = deferred !== value && urgent !== value;
  useLayoutEffect(() => {
    if (!isLate) return;
    const show = () => setUrgent(() => value);
    late.add(show);
    return () => void late.delete(show);
  }, [isLate, value]);
  return isLate ? deferred : value;
}

/** Renders what is behind. */
export function catchUp(): void {
  if (late.size === 0) return;
  flushSync(() => {
    for (const show of late) show();
  });
}
