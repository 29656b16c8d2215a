import { dayMs } from '@shared/duration';
import type { TimeDimension } from '@shared/report-names';
import { offsetSpan } from '../../../../zones';
import { callsPerMs, dayOf, daysBefore1970, firstKeyAt, hourOf, localShift, weekdayOf } from '../../../calls/calls';

/** A part of a period in which local time runs evenly: keys of calls, and what makes such a key one of local time. */
export type Span = { first_key: number; end_key: number; shift: number };

const longestSpanMs = 28 * dayMs;
const [firstMs, endMs] = [Date.UTC(1900, 0, 1), Date.UTC(2200, 0, 1)];

/** A period in ms, open where it is null. */
export type Period = { begin: number | null; end: number | null };

/** The keys that calls of a period have. */
export const timeKeysOf = ({ begin, end }: Period) => ({
  first_key: firstKeyAt(Math.max(begin ?? firstMs, firstMs)),
  end_key: firstKeyAt(Math.min(end ?? endMs, endMs)),
});

/**
 * The spans that contain the calls of a period. They end where the clock of the zone changes. `next` returns the first
 * key of a call in a range.
 */
export function* spansOf(
  period: Period,
  zone: string,
  next: (range: { first_key: number; end_key: number }) => number | undefined,
): Generator<Span> {
  const { first_key, end_key } = timeKeysOf(period);
  let offset = { untilMs: Number.NEGATIVE_INFINITY, offsetMs: 0 };
  for (let from = next({ first_key, end_key }); from !== undefined; ) {
    const ms = Math.floor(from / callsPerMs);
    if (ms >= offset.untilMs) offset = offsetSpan(ms, zone);
    const end = Math.min(end_key, firstKeyAt(Math.min(ms + longestSpanMs, offset.untilMs)));
    yield { first_key: from, end_key: end, shift: localShift(offset.offsetMs) };
    from = next({ first_key: end, end_key });
  }
}

/** The SQL of each time dimension, over the keys of calls of a span. */
export const timeColumns: Record<TimeDimension, (key: string) => string> = {
  hour: (key) => hourOf(localKey(key)),
  weekday: (key) => weekdayOf(localKey(key)),
  day: (key) => dayOf(localKey(key)),
  week: (key) => `(${dayOf(localKey(key))} + 6) / 7`,
  month: (key) => dayOf(localKey(key)),
};
const localKey = (key: string) => `${key} + @shift`;

const dateOf = (days: number) => new Date((days - daysBefore1970) * dayMs);
const isoDate = (days: number) => dateOf(days).toISOString().slice(0, 10);

/** The ISO week of a Monday: the year of its Thursday, and the number of that Thursday among those of the year. */
function weekOf(monday: number): string {
  const thursday = dateOf(monday + 3);
  const year = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * dayMs)) + 1;
  return `${String(year).padStart(4, '0')}-W${String(week).padStart(2, '0')}`;
}

/** The id of a time from its SQL value: hour 0 to 23, weekday 1 (Monday) to 7, 2026-11-20, 2026-W47, 2026-11. */
export const timeIds: Record<TimeDimension, (value: number) => string | number> = {
  hour: (value) => value,
  weekday: (value) => value,
  day: isoDate,
  week: (week) => weekOf(week * 7 - 6),
  month: (value) => isoDate(value).slice(0, 7),
};

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The readable value of a time. */
export function timeLabel(dimension: TimeDimension, id: string | number): string {
  if (dimension === 'hour') return `${String(id).padStart(2, '0')}:00`;
  return dimension === 'weekday' ? (weekdays[Number(id) - 1] ?? '') : String(id);
}
