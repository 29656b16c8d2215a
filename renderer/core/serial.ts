import { inOrder } from '@shared/in-order';

/**
 * Returns a function that runs work after the work before it has ended, so that many small requests do not all stand in
 * front of one that somebody waits for. Work whose signal was aborted meanwhile is not begun.
 */
export function serial(): <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T> {
  const run = inOrder();
  return (signal, work) =>
    run(() => {
      signal.throwIfAborted();
      return work();
    });
}
