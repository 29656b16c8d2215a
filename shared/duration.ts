/** A length in whole seconds, as stored and shown. Sums are computed in milliseconds and rounded once, here. */
export const wholeSeconds = (ms: number): number => Math.round(ms / 1000);
