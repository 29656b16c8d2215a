/**
 * Makes `finished` of an animation follow its events. Chromium 130 never frees an animation whose own `finished` was read
 * and whose element then leaves the page: leaving cancels it, which begins a new promise that nothing settles, and a
 * pending promise keeps the element. react-aria reads `finished` whenever a popover, menu or dialog closes.
 */
export function letAnimationsGo(): void {
  Object.defineProperty(Animation.prototype, 'finished', { configurable: true, get: whenFinished });
}

function whenFinished(this: Animation): Promise<Animation> {
  if (this.playState === 'finished') return Promise.resolve(this);
  const ended = new AbortController();
  const { signal } = ended;
  const promise = new Promise<Animation>((resolve, reject) => {
    this.addEventListener('finish', () => resolve(this), { signal });
    this.addEventListener('cancel', () => reject(new DOMException('The animation was cancelled.', 'AbortError')), {
      signal,
    });
  });
  const end = () => ended.abort();
  promise.then(end, end);
  return promise;
}
