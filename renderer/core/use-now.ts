import { minuteMs } from '@shared/duration';
import { useEffect, useState } from 'react';

/** The time in ms, once a second or as often as `everyMs` says. */
export function useNow(everyMs = 1000): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** Returns whether a time is over. Renders again each minute. */
export function useIsOver(): (timestamp: string) => boolean {
  const now = useNow(minuteMs);
  return (timestamp) => Date.parse(timestamp) < now;
}
