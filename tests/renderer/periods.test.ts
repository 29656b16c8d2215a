import { daysOf, type Period } from '@shared/periods';
import { expect, test } from 'vitest';
import { onSameClock } from '../../renderer/features/reports/builder/period';

test.each<[Period, string, string, string]>([
  ['today', '2026-11-20', '2026-11-20', '2026-11-20'],
  ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
  ['this_week', '2026-11-20', '2026-11-16', '2026-11-22'],
  ['this_week', '2026-11-16', '2026-11-16', '2026-11-22'],
  ['this_week', '2026-11-22', '2026-11-16', '2026-11-22'],
  ['last_week', '2027-01-02', '2026-12-21', '2026-12-27'],
  ['this_month', '2028-02-10', '2028-02-01', '2028-02-29'],
  ['last_month', '2026-01-31', '2025-12-01', '2025-12-31'],
  ['this_year', '2026-11-20', '2026-01-01', '2026-12-31'],
  ['last_7_days', '2026-11-03', '2026-10-28', '2026-11-03'],
  ['last_30_days', '2026-11-30', '2026-11-01', '2026-11-30'],
  ['last_90_days', '2026-11-20', '2026-08-23', '2026-11-20'],
])('%s on %s is from %s to %s', (period, today, from, to) => {
  expect(daysOf(period, today)).toEqual({ from, to });
});

test.each([
  ['2026-11-01T00:00:00Z', 'UTC', 'America/New_York', '2026-11-01T04:00:00.000Z'],
  // On the other side of a clock change.
  ['2026-11-30T05:00:00Z', 'America/New_York', 'Europe/Berlin', '2026-11-29T23:00:00.000Z'],
  ['2026-07-01T09:30:00+02:00', 'Europe/Berlin', 'Asia/Tokyo', '2026-07-01T00:30:00.000Z'],
])('%s in %s is on the same clock in %s at %s', (moment, from, to, there) => {
  expect(onSameClock(moment, from, to)).toBe(there);
});
