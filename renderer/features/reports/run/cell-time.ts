import { CalendarDate, CalendarDateTime, parseDate, toZoned } from '@internationalized/date';
import type { Row } from '../use-value-text';

/** A period in ms; open where it is null. */
export type Span = { begin: number | null; end: number | null };

const times = ['hour', 'weekday', 'day', 'week', 'month'] as const;

/**
 * The time of the calls of a row, in the time zone of the run. Undefined if it is not one span: an hour of every day,
 * or a weekday of every week.
 */
export function timeOf(row: Row, zone: string): Span | undefined {
  const given = Object.fromEntries(
    times.flatMap((name) => (row[`${name}_id`] === undefined ? [] : [[name, row[`${name}_id`]]])),
  ) as Partial<Record<(typeof times)[number], string | number>>;
  const { hour, weekday, week, month } = given;
  const day =
    given.day === undefined && week !== undefined && weekday !== undefined
      ? mondayOf(String(week)).add({ days: Number(weekday) - 1 })
      : given.day === undefined
        ? undefined
        : parseDate(String(given.day));
  if (hour !== undefined) return day && spanOfHour(day, Number(hour), zone);
  if (day !== undefined) return spanOfDays(day, day.add({ days: 1 }), zone);
  if (weekday !== undefined) return undefined;
  const spans = [
    ...(week === undefined ? [] : [spanOfDays(mondayOf(String(week)), mondayOf(String(week)).add({ weeks: 1 }), zone)]),
    ...(month === undefined ? [] : [spanOfMonth(String(month), zone)]),
  ];
  return spans.reduce(both, { begin: null, end: null });
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
