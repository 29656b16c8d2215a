import { expect, test } from 'vitest';
import { columns, figures } from '../support/reports';
import { startService } from '../support/start-service';

/** Half-hourly calls of a time in UTC. */
const halfHours = (from: string, to: string) => {
  const [first, end] = [Date.parse(from), Date.parse(to)];
  return Array.from({ length: (end - first) / 1_800_000 }, (_, n) => ({ setup_time: first + n * 1_800_000 }));
};

type Night = {
  zone: string;
  /** The first moment of the day whose clock changes, and of the next day. */
  from: string;
  to: string;
  day: string;
  weekday: number;
  week: string;
  month: string;
  calls: number;
  /** Hours that do not have two calls. */
  hours: Record<number, number>;
};

// Written by hand from the rules of each zone: half-hourly calls through the whole day of the change.
const nights: Night[] = [
  // 02:00 becomes 03:00.
  {
    zone: 'Europe/Berlin',
    from: '2026-03-28T23:00:00Z',
    to: '2026-03-29T22:00:00Z',
    calls: 46,
    day: '2026-03-29',
    weekday: 7,
    week: '2026-W13',
    month: '2026-03',
    hours: { 2: 0 },
  },
  // 03:00 becomes 02:00.
  {
    zone: 'Europe/Berlin',
    from: '2026-10-24T22:00:00Z',
    to: '2026-10-25T23:00:00Z',
    calls: 50,
    day: '2026-10-25',
    weekday: 7,
    week: '2026-W43',
    month: '2026-10',
    hours: { 2: 4 },
  },
  {
    zone: 'America/New_York',
    from: '2026-03-08T05:00:00Z',
    to: '2026-03-09T04:00:00Z',
    calls: 46,
    day: '2026-03-08',
    weekday: 7,
    week: '2026-W10',
    month: '2026-03',
    hours: { 2: 0 },
  },
  // 02:00 becomes 01:00.
  {
    zone: 'America/New_York',
    from: '2026-11-01T04:00:00Z',
    to: '2026-11-02T05:00:00Z',
    calls: 50,
    day: '2026-11-01',
    weekday: 7,
    week: '2026-W44',
    month: '2026-11',
    hours: { 1: 4 },
  },
  // 02:00 becomes 02:30.
  {
    zone: 'Australia/Lord_Howe',
    from: '2026-10-03T13:30:00Z',
    to: '2026-10-04T13:00:00Z',
    calls: 47,
    day: '2026-10-04',
    weekday: 7,
    week: '2026-W40',
    month: '2026-10',
    hours: { 2: 1 },
  },
  // 02:00 becomes 01:30.
  {
    zone: 'Australia/Lord_Howe',
    from: '2026-04-04T13:00:00Z',
    to: '2026-04-05T13:30:00Z',
    calls: 49,
    day: '2026-04-05',
    weekday: 7,
    week: '2026-W14',
    month: '2026-04',
    hours: { 1: 3 },
  },
  // Midnight becomes 01:00.
  {
    zone: 'America/Santiago',
    from: '2026-09-06T04:00:00Z',
    to: '2026-09-07T03:00:00Z',
    calls: 46,
    day: '2026-09-06',
    weekday: 7,
    week: '2026-W36',
    month: '2026-09',
    hours: { 0: 0 },
  },
  // The midnight after it becomes 23:00.
  {
    zone: 'America/Santiago',
    from: '2025-04-05T03:00:00Z',
    to: '2025-04-06T04:00:00Z',
    calls: 50,
    day: '2025-04-05',
    weekday: 6,
    week: '2025-W14',
    month: '2025-04',
    hours: { 23: 4 },
  },
];

test('on the nights of clock changes, each call is in the hour, weekday, day, week and month of its local time', async () => {
  const { admin, given } = await startService();
  await given.calls(...nights.flatMap(({ from, to }) => halfHours(from, to)));

  for (const night of nights) {
    const period = { timezone: night.zone, period_begin: night.from, period_end: night.to };
    const by = async (name: string) => {
      const { rows } = await figures(admin, { ...period, ...columns(name, 'count_calls') });
      return rows.map((row) => [row[`${name}_id`], row.count_calls]);
    };
    const hours = Array.from({ length: 24 }, (_, hour) => [hour, night.hours[hour] ?? 2]);
    expect([night.day, await by('hour')]).toEqual([night.day, hours.filter(([, calls]) => calls !== 0)]);
    for (const name of ['day', 'weekday', 'week', 'month'] as const) {
      expect([night.day, await by(name)]).toEqual([night.day, [[night[name], night.calls]]]);
    }
  }
});

test('the moments before and after such a day are in other days', async () => {
  const { admin, given } = await startService();
  const ends = nights.flatMap(({ from, to }) => [from, to]).map((at) => Date.parse(at));
  await given.calls(...ends.flatMap((ms) => [{ setup_time: ms - 1 }, { setup_time: ms }]));

  for (const { zone, from, to, day } of nights) {
    const [before, after] = [Date.parse(from) - 1, Date.parse(to) + 1].map((ms) => new Date(ms).toISOString());
    const period = { timezone: zone, period_begin: before, period_end: after };
    const { rows } = await figures(admin, { ...period, ...columns('day', 'count_calls') });
    expect([day, ...rows.map((row) => row.count_calls)]).toEqual([day, 1, 2, 1]);
    expect(rows[1]?.day).toBe(day);
  }
});

test('weeks are those of ISO 8601, also at the turn of a year and before 1970', async () => {
  const { admin, given } = await startService();
  const days: [string, string][] = [
    ['1899-12-31', '1899-W52'],
    ['1900-01-01', '1900-W01'],
    ['1969-12-28', '1969-W52'],
    ['1969-12-31', '1970-W01'],
    ['2020-12-31', '2020-W53'],
    ['2021-01-03', '2020-W53'],
    ['2021-01-04', '2021-W01'],
    ['2024-12-29', '2024-W52'],
    ['2024-12-30', '2025-W01'],
    ['2027-01-03', '2026-W53'],
    ['2199-12-31', '2200-W01'],
  ];
  await given.calls(...days.slice(1).map(([day]) => ({ setup_time: Date.parse(day) })));

  // In a zone west of Greenwich, the first ms that a call can have is a day of 1899.
  const { rows } = await figures(admin, { timezone: 'UTC', ...columns('day', 'week', 'count_calls') });
  const west = await figures(admin, {
    timezone: 'Etc/GMT+12',
    ...columns('day', 'week', 'weekday'),
    period_end: '1950-01-01T00:00:00Z',
  });

  expect(rows.map(({ day, week }) => [day, week])).toEqual(days.slice(1));
  expect(west.rows).toEqual([
    {
      day: '1899-12-31',
      day_id: '1899-12-31',
      week: '1899-W52',
      week_id: '1899-W52',
      weekday: 'Sunday',
      weekday_id: 7,
    },
  ]);
});

test('a period begins with its first moment and ends before its last', async () => {
  const { admin, given } = await startService();
  const at = Date.parse('2026-11-20T12:00:00Z');
  await given.calls(...[-1, 0, 1, 999, 1_000].map((ms) => ({ setup_time: at + ms })));
  const count = async (period_begin: string | null, period_end: string | null) =>
    (await figures(admin, { period_begin, period_end })).rows[0]?.count_calls;

  expect(await count('2026-11-20T13:00:00+01:00', '2026-11-20T12:00:01Z')).toBe(3);
  expect(await count(null, '2026-11-20T12:00:00Z')).toBe(1);
  expect(await count('2026-11-20T12:00:00.001+0000', null)).toBe(3);
  expect(await count('2026-11-20T12:00:00Z', '2026-11-20T12:00:00Z')).toBe(0);
  expect(await count('0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z')).toBe(5);
});
