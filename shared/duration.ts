/** Lengths of time, in ms. A day is one of 24 hours, as in UTC. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** A length in whole seconds, as stored and shown. Sums are computed in milliseconds and rounded once, here. */
export const wholeSeconds = (ms: number): number => Math.round(ms / 1000);
