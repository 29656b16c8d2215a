/** Ensures that an element removed during an animation is not kept in memory, together with the page around it. */
export function letAnimationsGo(): void {
  Object.defineProperty(Animation.prototype, 'finished', { configurable: true, get: whenFinished });
  // react-aria records which properties of which elements are in transition. When an element leaves the page, it only
  // handles the first cancelled property. It uses these records only before moving the focus for a screen reader on a
  // phone.
  window.addEventListener('transitionrun', (event) => event.stopPropagation(), { capture: true });
}

/**
 * Derives `finished` from the events of an animation. Chromium 130 never frees an animation whose own `finished` was
 * read and whose element then leaves the page: leaving cancels it, which creates a new promise that nothing settles,
 * and a pending promise keeps the element. react-aria reads `finished` whenever a popover, menu or dialog closes.
 */
function whenFinished(this: Animation): Promise<Animation> {
  if (this.playState === 'finished' || this.playState === 'idle') return Promise.resolve(this);
  const ended = new AbortController();
  const { signal } = ended;
  return new Promise<Animation>((resolve) => {
    const over = () => {
      ended.abort();
      resolve(this);
    };
    // Cancelling also ends it. Otherwise, what react-aria closes would stay on the page, invisible and in the way.
    this.addEventListener('finish', over, { signal });
    this.addEventListener('cancel', over, { signal });
  });
}
