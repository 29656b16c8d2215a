import { type Days, daterangeOf, daysOf, isPeriod, type Period } from '@shared/periods';

/** Days as they are, or a period that moves with the calendar. */
export type DateValue = Days | { period: Period };

/** A date as the API takes it. */
export const dateText = (date: DateValue): string => ('period' in date ? date.period : daterangeOf(date));

const range = /^(\d{4}\/\d{2}\/\d{2})-(\d{4}\/\d{2}\/\d{2})$/;
const dashed = (day: string) => day.replaceAll('/', '-');

/** The same, back; null for any other text. */
export function dateOf(text: string | null | undefined): DateValue | null {
  if (isPeriod(text)) return { period: text };
  const [, from, to] = range.exec(text ?? '') ?? [];
  return from && to ? { from: dashed(from), to: dashed(to) } : null;
}

/** The days of a date, seen from today. */
export const daysFrom = (date: DateValue, today: string): Days =>
  'period' in date ? daysOf(date.period, today) : date;
