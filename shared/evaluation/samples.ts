/** The most calls of a sample, which is also the most that are assigned at once. */
export const maxSample = 1_000;
