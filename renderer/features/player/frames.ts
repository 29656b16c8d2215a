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

/** The position that was reported last. */
export const shownPosition = (): number => last;

export function showFrame(position_ms: number): void {
  last = position_ms;
  for (const listener of listeners) listener(position_ms);
}

/** The device pixel of an element at a share of its width. In a long call, many frames lie on the same one. */
export const pixelAt = (share: number, { clientWidth }: HTMLElement): number =>
  Math.round(share * clientWidth * devicePixelRatio);
