import { expect, test } from 'vitest';
import { dueText } from '../../renderer/i18n/times';

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
