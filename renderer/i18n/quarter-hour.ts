import { minuteMs } from '@shared/duration';
import { useSyncExternalStore } from 'react';

const quarterMs = 15 * minuteMs;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Calls a listener at the beginning of each quarter of an hour. Returns the function that ends this. */
export function eachQuarterHour(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) wait();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    timer = undefined;
  };
}

function wait(): void {
  timer = setTimeout(
    () => {
      wait();
      for (const listener of listeners) listener();
    },
    quarterMs - (Date.now() % quarterMs),
  );
}

const current = () => Math.floor(Date.now() / quarterMs);

/** The number of the current quarter of an hour. In every time zone, a day begins with one. */
export const useQuarterHour = (): number => useSyncExternalStore(eachQuarterHour, current, current);
