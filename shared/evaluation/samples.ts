/** The most calls of a sample, which is also the most that are assigned at once. */
export const mostSampled = 1_000;
