import { expect, test } from 'vitest';
import { daysLeft, dueText, inDaysText, inZone } from '../../renderer/i18n/times';

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

test.each([
  ['2026-11-20T14:32:08.250Z', 'Europe/Berlin', '2026-11-20T15:32:08.25+01:00'],
  ['2026-07-20T23:30:00Z', 'Europe/Berlin', '2026-07-21T01:30:00+02:00'],
  ['2026-11-20T02:00:00+01:00', 'America/New_York', '2026-11-19T20:00:00-05:00'],
  ['2026-11-20T14:32:08Z', 'UTC', '2026-11-20T14:32:08+00:00'],
])('%s in %s is %s', (time, zone, there) => {
  expect(inZone(time, zone)).toBe(there);
});
