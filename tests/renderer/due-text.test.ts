import { expect, test } from 'vitest';
import { daysLeft, dueText, inDaysText } from '../../renderer/i18n/times';

const now = Date.UTC(2026, 10, 23, 12);

test.each([
  ['2026-11-19T12:00:00Z', 'en-GB', 'Thu 19 Nov, 12:00'],
  ['2026-11-23T18:00:00+01:00', 'en-GB', 'Mon 23 Nov, 18:00'],
  ['2027-01-05T09:05:00Z', 'en-GB', 'Tue 5 Jan 2027, 09:05'],
  ['2026-11-19T12:00:00Z', 'de-DE', 'Do 19.11., 12:00'],
  ['2027-01-05T09:05:00Z', 'de-DE', 'Di 05.01.2027, 09:05'],
])('%s is due in %s on %s, whether that is past, today or to come', (time, locale, text) => {
  expect(dueText(time, locale, now)).toBe(text);
});

test.each([
  ['2026-11-23T11:00:00Z', 0, 'today', 'heute'],
  ['2026-11-21T12:00:00Z', 0, 'today', 'heute'],
  ['2026-11-24T00:10:00Z', 1, 'tomorrow', 'morgen'],
  ['2026-12-05T23:50:00Z', 12, 'in 12 days', 'in 12 Tagen'],
  // 12:00 UTC is already the next day there.
  ['2026-11-25T09:00:00+13:00', 1, 'tomorrow', 'morgen'],
])('until %s, %i days are left in the zone of the time: %s, %s', (time, days, english, german) => {
  const left = daysLeft(time, now);

  expect([left, inDaysText(left, 'en-GB'), inDaysText(left, 'de-DE')]).toEqual([days, english, german]);
});
