import { dayMs, hourMs } from '@shared/duration';
import { firstKeyAt } from './rules';

/** Local days are counted from Sunday, 31 December 1899, so that each of them is positive. */
export const daysBefore1970 = 25_568;
const [hourKeys, dayKeys] = [firstKeyAt(hourMs), firstKeyAt(dayMs)];

/** What is added to the key of a call to make it one of local time, which is `offsetMs` ahead of UTC. */
export const localShift = (offsetMs: number): number => firstKeyAt(offsetMs + daysBefore1970 * dayMs);

/** SQL: the number of a day, from a key of local time. */
export const dayOf = (key: string): string => `(${key}) / ${dayKeys}`;

/** SQL: the hour of the day, 0 to 23, from a key of local time. */
export const hourOf = (key: string): string => `(${key}) / ${hourKeys} % 24`;

/** SQL: the day of the week, 1 (Monday) to 7, from a key of local time. */
export const weekdayOf = (key: string): string => `(${dayOf(key)} + 6) % 7 + 1`;
