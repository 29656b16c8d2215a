/** The statuses of an evaluation, in the order in which they follow each other. */
export const reportStatuses = ['assigned', 'in_progress', 'completed', 'cancelled'] as const;
export type ReportStatus = (typeof reportStatuses)[number];

/** What the agent says of a result. */
export const reviews = ['pending', 'acknowledged', 'disputed'] as const;
