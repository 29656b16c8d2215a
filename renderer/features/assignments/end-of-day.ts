import { parseDate } from '@internationalized/date';

/** The last minute of a day in a zone, as the API takes it. */
export const endOfDay = (day: string, zone: string): string =>
  new Date(parseDate(day).add({ days: 1 }).toDate(zone).getTime() - 60_000).toISOString().replace(/\.\d+Z$/, 'Z');
