/** The most calls of a sample, which is also the most that are assigned at once. */
export const maxSample = 1_000;

/** The number of equal parts that the time of a pool is divided into: one for 3 px of the strip in the window. */
export const poolParts = 84;

/** The part of the time between two times that a time is in. */
export const partOf = (time: number, from: number, to: number): number =>
  Math.min(poolParts - 1, Math.floor(((time - from) / (to - from || 1)) * poolParts));
