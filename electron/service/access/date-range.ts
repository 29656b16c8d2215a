import { reason } from '@shared/reasons/reasons';
import { invalid } from '../refusal';
import { startOfDay } from '../zones';

/** The days of a daterange as [first ms, first ms after), in the caller's zone. Refused when a day does not exist. */
export function dateRange(text: string, zone: string): [number, number] {
  const [first = '', last = ''] = text.split('-');
  const [from, to] = [startOfDay(first, zone), startOfDay(last, zone, 1)];
  if (from === undefined || to === undefined) throw invalid({ daterange: reason('no_such_day') });
  // Days are compared as text, because a day that its zone skipped has no length.
  if (first > last) throw invalid({ daterange: reason('ends_before_begin') });
  return [from, to];
}
