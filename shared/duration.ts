/** A length in whole seconds, as it is stored and shown. Sums add milliseconds and are rounded once, here. */
export const wholeSeconds = (ms: number): number => Math.round(ms / 1000);
