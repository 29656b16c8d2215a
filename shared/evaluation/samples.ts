/** The most calls of a sample, which is also the most that are assigned at once. */
export const maxSample = 1_000;

/** The number of equal parts that the time of a pool is divided into. */
export const poolParts = 80;

/** The most names of agents who are no users that a sample lists. */
export const mostUnlinked = 20;

/** What can make a call a risk, by the names of its talk. */
export const riskNames = ['longest_silence', 'longest_monologue', 'overlap_share', 'interruptions'] as const;
