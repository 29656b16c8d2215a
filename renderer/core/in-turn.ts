/**
 * Returns a function that runs work after the work before it has ended, so that many small requests do not all stand in
 * front of one that somebody waits for. Work whose signal was aborted meanwhile is not begun.
 */
export function inTurn(): <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (signal, work) => {
    const start = () => {
      signal.throwIfAborted();
      return work();
    };
    const result = last.then(start);
    last = result.catch(() => undefined);
    return result;
  };
}
