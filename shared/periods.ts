import { dayMs } from './duration';
import { isOneOf } from './one-of';

/** Days that move with the calendar. Weeks begin on Monday (ISO 8601). */
export const periods = [
  'today',
  'yesterday',
  'this_week',
  'last_week',
  'this_month',
  'last_month',
  'this_year',
  'last_7_days',
  'last_30_days',
  'last_90_days',
] as const;
export type Period = (typeof periods)[number];

/** Days as `2026-11-16`, both included. */
export type Days = { from: string; to: string };

export const isPeriod = (text: unknown): text is Period => isOneOf(periods, text);

/** The days of a period on a day. */
export function daysOf(period: Period, today: string): Days {
  const [year, month, day] = today.split('-').map(Number) as [number, number, number];
  const dayAt = (y: number, m: number, d: number) => new Date(Date.UTC(y, m - 1, d)).toISOString().slice(0, 10);
  const from = (daysAgo: number, length = daysAgo + 1): Days => ({
    from: dayAt(year, month, day - daysAgo),
    to: dayAt(year, month, day - daysAgo + length - 1),
  });
  // 1 January 1970 was a Thursday.
  const sinceMonday = (Date.UTC(year, month - 1, day) / dayMs + 3) % 7;
  const days: Record<Period, Days> = {
    today: from(0),
    yesterday: from(1, 1),
    this_week: from(sinceMonday, 7),
    last_week: from(sinceMonday + 7, 7),
    this_month: { from: dayAt(year, month, 1), to: dayAt(year, month + 1, 0) },
    last_month: { from: dayAt(year, month - 1, 1), to: dayAt(year, month, 0) },
    this_year: { from: dayAt(year, 1, 1), to: dayAt(year, 12, 31) },
    last_7_days: from(6),
    last_30_days: from(29),
    last_90_days: from(89),
  };
  return days[period];
}

/** Days as the API takes them: `2026/11/16-2026/11/20`. */
export const daterangeOf = ({ from, to }: Days): string =>
  `${from}-${to}`.replace(/(\d{4})-(\d\d)-(\d\d)/g, '$1/$2/$3');
