/** Waits for the work, but not longer than this; then the result is undefined. */
export const within = <T>(ms: number, work: Promise<T>): Promise<T | undefined> =>
  Promise.race([work, new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined))]);
