import { CalendarDate, CalendarDateTime, parseDate, toZoned } from '@internationalized/date';
import type { Row } from '../use-value-text';

/** A period in ms; open where it is null. */
export type Span = { begin: number | null; end: number | null };

const times = ['hour', 'weekday', 'day', 'week', 'month'] as const;

/** The time of the calls of a row: a span, and within it the hour of each day (0 to 23), and the weekday (1, Monday, to 7). */
export type CellTime = Span & { hour?: number; weekday?: number };

/** The time of the calls of a row, in the time zone of the run. */
export function timeOf(row: Row, zone: string): CellTime {
  const given = Object.fromEntries(
    times.flatMap((name) => (row[`${name}_id`] === undefined ? [] : [[name, row[`${name}_id`]]])),
  ) as Partial<Record<(typeof times)[number], string | number>>;
  const { hour, weekday, week, month } = given;
  const day = dayOf(given);
  if (day !== undefined) {
    return hour === undefined ? spanOfDays(day, day.add({ days: 1 }), zone) : spanOfHour(day, Number(hour), zone);
  }
  const spans = [
    ...(week === undefined ? [] : [spanOfDays(mondayOf(String(week)), mondayOf(String(week)).add({ weeks: 1 }), zone)]),
    ...(month === undefined ? [] : [spanOfMonth(String(month), zone)]),
  ];
  return {
    ...spans.reduce(both, { begin: null, end: null }),
    ...(hour !== undefined && { hour: Number(hour) }),
    ...(weekday !== undefined && { weekday: Number(weekday) }),
  };
}

/** The day of a row, which may be given as a weekday of a week. */
function dayOf({ day, week, weekday }: { [N in 'day' | 'week' | 'weekday']?: string | number }) {
  if (day !== undefined) return parseDate(String(day));
  if (week === undefined || weekday === undefined) return undefined;
  return mondayOf(String(week)).add({ days: Number(weekday) - 1 });
}

/** The time in both spans. */
export const both = (one: Span, other: Span): Span => ({
  begin: one.begin === null || other.begin === null ? (one.begin ?? other.begin) : Math.max(one.begin, other.begin),
  end: one.end === null || other.end === null ? (one.end ?? other.end) : Math.min(one.end, other.end),
});

const spanOfDays = (from: CalendarDate, until: CalendarDate, zone: string): Span => ({
  begin: from.toDate(zone).getTime(),
  end: until.toDate(zone).getTime(),
});

function spanOfMonth(month: string, zone: string): Span {
  const first = parseDate(`${month}-01`);
  return spanOfDays(first, first.add({ months: 1 }), zone);
}

/** An hour by the clock, which lasts two hours when clocks are set back. */
function spanOfHour({ year, month, day }: CalendarDate, hour: number, zone: string): Span {
  const at = new CalendarDateTime(year, month, day, hour);
  const msOf = (time: CalendarDateTime) => toZoned(time, zone, 'compatible').toDate().getTime();
  return { begin: msOf(at), end: msOf(at.add({ hours: 1 })) };
}

/** The Monday of an ISO week: 4 January is always in the first one. */
function mondayOf(week: string): CalendarDate {
  const [year = 0, number = 1] = week.split('-W').map(Number);
  const fourth = new CalendarDate(year, 1, 4);
  const sinceMonday = (fourth.toDate('UTC').getUTCDay() + 6) % 7;
  return fourth.subtract({ days: sinceMonday }).add({ weeks: number - 1 });
}
