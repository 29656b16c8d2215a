/** Makes sure that an element that leaves the page while it is animated does not stay in memory, with the page around it. */
export function letAnimationsGo(): void {
  Object.defineProperty(Animation.prototype, 'finished', { configurable: true, get: whenFinished });
  // react-aria notes which properties of which elements are in transition, and misses all but the first cancelled one of
  // an element that leaves the page. It only waits for them before it moves the focus for a screen reader on a phone.
  window.addEventListener('transitionrun', (event) => event.stopPropagation(), { capture: true });
}

/**
 * `finished` that follows the events of an animation. Chromium 130 never frees an animation whose own `finished` was read
 * and whose element then leaves the page: leaving cancels it, which begins a new promise that nothing settles, and a
 * pending promise keeps the element. react-aria reads `finished` whenever a popover, menu or dialog closes.
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
    // Cancelled is over too: what react-aria closes would else stay on the page for ever, unseen and in the way.
    this.addEventListener('finish', over, { signal });
    this.addEventListener('cancel', over, { signal });
  });
}
