import { daterangeOf, daysOf, isPeriod } from '@shared/periods';
import { isoInZone } from '../zones';

/** A query whose `daterange` names a period, with the days that it has now in the zone of the caller. */
export function withDays<Q extends object>(query: Q, { zone, now }: { zone: string; now: number }): Q {
  const { daterange } = query as { daterange?: unknown };
  if (!isPeriod(daterange)) return query;
  return { ...query, daterange: daterangeOf(daysOf(daterange, isoInZone(now, zone).slice(0, 10))) };
}
