type Listener = (position_ms: number) => void;

const listeners = new Set<Listener>();
let last = 0;

/**
 * Reports the position now and at every frame during playback, for elements that move without React. Returns a function
 * that stops it.
 */
export function onFrame(listener: Listener): () => void {
  listeners.add(listener);
  listener(last);
  return () => listeners.delete(listener);
}

export function showFrame(position_ms: number): void {
  last = position_ms;
  for (const listener of listeners) listener(position_ms);
}
