import { useDeferredValue, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Shows at once what is still rendered behind: an entry for each part of the page that is late. */
const late = new Set<() => void>();
const none = Symbol('none');

/**
 * The value, rendered behind what is urgent: a part of the page that follows a selection does not hold the selection up.
 * A command about that part first lets it catch up.
 */
export function useDeferred<T>(value: T): T {
  const deferred = useDeferredValue(value);
  const [shownAtOnce, setShownAtOnce] = useState<T | typeof none>(none);
  const isBehind = deferred !== value;
  const isLate = isBehind && shownAtOnce !== value;
  useLayoutEffect(() => {
    if (!isBehind) setShownAtOnce(none);
  }, [isBehind]);
  useLayoutEffect(() => {
    if (!isLate) return;
    const show = () => setShownAtOnce(() => value);
    late.add(show);
    return () => void late.delete(show);
  }, [isLate, value]);
  if (!isLate) return value;
  // Not back to what it was before it caught up.
  return shownAtOnce === none ? deferred : shownAtOnce;
}

/** Renders what is behind. */
export function catchUp(): void {
  if (late.size === 0) return;
  flushSync(() => {
    for (const show of late) show();
  });
}
