import { isZone } from '@shared/locale';
import { expect, test } from 'vitest';
import { isoInZone, readTime, startOfDay } from '../../electron/service/zones';

test('times are written with the offset of the zone, in whole seconds', () => {
  const ms = Date.UTC(2026, 10, 20, 14, 32, 8, 900);
  expect(isoInZone(ms, 'Europe/London')).toBe('2026-11-20T14:32:08+00:00');
  expect(isoInZone(ms, 'America/St_Johns')).toBe('2026-11-20T11:02:08-03:30');
  expect(isoInZone(Date.UTC(2026, 6, 1), 'Asia/Kathmandu')).toBe('2026-07-01T05:45:00+05:45');
});

test.each([
  // Forward by an hour at 00:01, and back.
  ['America/Goose_Bay', Date.UTC(1987, 3, 5, 4, 0, 59), '1987-04-05T00:00:59-04:00', '1987-04-05T01:01:00-03:00'],
  ['America/Goose_Bay', Date.UTC(2010, 10, 7, 3, 0, 59), '2010-11-07T00:00:59-03:00', '2010-11-06T23:01:00-04:00'],
  ['America/St_Johns', Date.UTC(1988, 3, 3, 3, 30, 59), '1988-04-03T00:00:59-03:30', '1988-04-03T02:01:00-01:30'],
  ['America/Moncton', Date.UTC(1993, 3, 4, 4, 0, 59), '1993-04-04T00:00:59-04:00', '1993-04-04T01:01:00-03:00'],
])(
  'in %s, clocks that change at 00:01 are right in the minute before, for any order of questions',
  (zone, ms, before, after) => {
    const asked = [ms, ms + 1000, ms, ms - 59_000, ms + 1000].map((at) => isoInZone(at, zone));
    expect([asked[0], asked[1], asked[2], asked[4]]).toEqual([before, after, before, after]);
    expect(asked[3]?.slice(-6)).toBe(before.slice(-6));
  },
);

test('a local day starts at local midnight, also on the day of a clock change', () => {
  expect(startOfDay('2026/03/29', 'Europe/Berlin')).toBe(Date.UTC(2026, 2, 28, 23));
  expect(startOfDay('2026/03/29', 'Europe/Berlin', 1)).toBe(Date.UTC(2026, 2, 29, 22));
  expect(startOfDay('2026/02/30', 'Europe/Berlin')).toBeUndefined();
});

test.each([
  ['2026-11-20T14:32:08Z', { ms: Date.UTC(2026, 10, 20, 14, 32, 8), isLocal: false }],
  ['2026-11-20 14:32:08+0100', { ms: Date.UTC(2026, 10, 20, 13, 32, 8), isLocal: false }],
  ['2026-11-20 14:32:08+01', { ms: Date.UTC(2026, 10, 20, 13, 32, 8), isLocal: false }],
  ['2026-11-20 14:32:08.125-0330', { ms: Date.UTC(2026, 10, 20, 18, 2, 8, 125), isLocal: false }],
  ['20261120T143208-05', { ms: Date.UTC(2026, 10, 20, 19, 32, 8), isLocal: false }],
  ['2026-11-20T14:32:08-05:00[America/New_York]', { ms: Date.UTC(2026, 10, 20, 19, 32, 8), isLocal: false }],
  ['2026-11-20T14:32:08Z[!Europe/London]', { ms: Date.UTC(2026, 10, 20, 14, 32, 8), isLocal: false }],
  ['2026-11-20', { ms: Date.UTC(2026, 10, 19, 23), isLocal: true }],
  ['2026-11-20 14:32:08', { ms: Date.UTC(2026, 10, 20, 13, 32, 8), isLocal: true }],
  // 25 October 2026, 02:30 occurs twice. The later offset is +01:00.
  ['2026-10-25 02:30:00', { ms: Date.UTC(2026, 9, 25, 1, 30), isLocal: true, note: 'repeated' }],
  // 29 March 2026, 02:30 does not exist. The later offset is +02:00.
  ['2026-03-29 02:30:00', { ms: Date.UTC(2026, 2, 29, 0, 30), isLocal: true, note: 'skipped' }],
])('%s is read in Berlin', (text, expected) => {
  expect(readTime(text, 'Europe/Berlin')).toEqual(expected);
});

test('a text that is not a date-time is not interpreted', () => {
  expect(readTime('yesterday', 'UTC')).toBeUndefined();
  expect(readTime('2026-13-01 10:00', 'UTC')).toBeUndefined();
  // A zone is not ignored either.
  expect(readTime('2026-11-20T14:32:08[Europe/Berlin]', 'UTC')).toBeUndefined();
});

test('every zone that is accepted gives local times, and names from before the zone database are refused', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const short = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
  const others = ['UTC', 'utc', 'US/Eastern', 'Asia/Calcutta', 'EST5EDT', 'Etc/GMT+5', '+01:00', '-05', 'Mars/Olympus'];
  const accepted = [...Intl.supportedValuesOf('timeZone'), ...short, ...others].filter(isZone);

  for (const zone of accepted) expect(() => isoInZone(0, zone)).not.toThrow();
  expect(accepted).toEqual(expect.arrayContaining(['UTC', 'utc', 'US/Eastern', 'EST', 'Etc/GMT+5']));
  expect(['PST', 'pst', 'IST', 'BST', '+01:00', 'Mars/Olympus'].filter(isZone)).toEqual([]);
});
