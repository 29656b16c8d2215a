/** The days in which a removed call can be restored. Afterwards it is destroyed with its recordings. */
export const restorableDays = 30;

/** The largest position of a custom field. */
export const lastPosition = 1_000_000;

/** The longest name of a record, in characters. */
export const longestName = 64;

/** The most bytes of a folded name: `next_url` of a list by name contains it. */
export const longestFolded = 1_280;

/** How long an access token lasts at most, in years. */
export const longestTokenYears = 10;
