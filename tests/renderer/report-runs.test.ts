import { expect, test } from 'vitest';
import { endsTooEarly } from '../../renderer/features/reports/builder/period';
import { hasRoom, optionsOf } from '../../renderer/features/reports/chart/options';
import type { Drawn } from '../../renderer/features/reports/chart/points';
import { differencesOf } from '../../renderer/features/reports/run/differences';
import { namesOf } from '../../renderer/features/reports/run/run-names';
import { startedExactlyText, startedText } from '../../renderer/i18n/times';

const now = Date.UTC(2026, 10, 23, 18, 30);
const named = (...moments: string[]) => [
  ...namesOf(
    moments.map((created_at, at) => ({ run_id: `${at}`, created_at })),
    (moment) => startedText(moment, 'en-GB', 'Today', now),
    (moment) => startedExactlyText(moment, 'en-GB', 'Today', now),
  ).values(),
];

test('runs of the same minute are called by the second, and those of the same second by a number', () => {
  expect(named('2026-11-23T18:02:41.120000Z', '2026-11-23T18:02:08.050000Z', '2026-11-20T09:30:00Z')).toEqual([
    'Today 18:02:41',
    'Today 18:02:08',
    'Fri 09:30',
  ]);
  expect(named('2026-11-23T18:02:41.9Z', '2026-11-23T18:02:41.1Z')).toEqual([
    'Today 18:02:41 (2)',
    'Today 18:02:41 (1)',
  ]);
  expect(named('2025-05-04T10:00:00Z', '2025-05-04T09:00:00Z')).toEqual([
    '4 May 2025, 10:00:00',
    '4 May 2025, 09:00:00',
  ]);
});

const filter = (param: string, op: string, val: string) => ({ param, param2: '', op, val });
const counted = (changes: object = {}) => ({
  filters: [filter('direction', 'equal_to', '1,2')],
  period_begin: '2026-11-01T00:00:00Z',
  period_end: null,
  timezone: 'UTC',
  run_user_id: 'ada',
  ...changes,
});
const same = { period: false, timezone: false, filters: [], person: false };

test.each([
  ['nothing', {}, {}],
  ['the order of the values', { filters: [filter('direction', 'equal_to', '2,1')] }, {}],
  ['the spelling of a moment', { period_begin: '2026-11-01T01:00:00+0100' }, {}],
  ['a value', { filters: [filter('direction', 'equal_to', '1')] }, { filters: ['direction'] }],
  ['an operator', { filters: [filter('direction', 'not_equal_to', '1,2')] }, { filters: ['direction'] }],
  ['a filter that one lacks', { filters: [] }, { filters: ['direction'] }],
  ['the period', { period_end: '2026-11-08T00:00:00Z' }, { period: true }],
  ['the zone', { timezone: 'Europe/London' }, { timezone: true }],
  ['who ran it', { run_user_id: 'eva' }, { person: true }],
])('two runs that differ in %s', (_, changes, differences) => {
  expect(differencesOf(counted(), counted(changes))).toEqual({ ...same, ...differences });
});

test('the order of two bounds is a difference', () => {
  const between = (val: string) => counted({ filters: [filter('duration', 'duration_between', val)] });
  expect(differencesOf(between('10,20'), between('20,10')).filters).toEqual(['duration']);
});

test.each([
  ['2026-11-10T00:00:00Z', '2026-11-09T00:00:00Z', true],
  ['2026-11-10T00:00:00Z', '2026-11-10T00:00:00Z', true],
  ['2026-11-10T00:00:00Z', '2026-11-11T00:00:00Z', false],
  ['2026-11-10T00:00:00Z', null, false],
  [null, '2026-11-09T00:00:00Z', false],
])('a period from %s until %s ends too early: %s', (period_begin, period_end, isWrong) => {
  expect(endsTooEarly({ period_begin, period_end })).toBe(isWrong);
});

test('values stand beside the points of a chart only where all of them can be read', () => {
  const hours: Drawn = {
    kind: 'columns',
    names: Array.from({ length: 24 }, (_, hour) => `${hour}:00`),
    series: [{ name: 'Calls', metric: 'count_calls', values: Array.from({ length: 24 }, () => 828) }],
  };
  const room = (drawn: Drawn, width: number) => hasRoom(drawn, (_, value) => String(value), width);

  expect([280, 726, 1000].map((width) => room(hours, width))).toEqual([false, false, true]);
  expect(room({ ...hours, kind: 'bars' }, 280)).toBe(true);
  expect(room({ ...hours, series: [{ name: 'Calls', metric: 'count_calls', values: [1, null] }] }, 726)).toBe(true);
});

test.each(['bars', 'columns', 'line'] as const)(
  'calls and minutes have an axis each as %s, and a share its own',
  (kind) => {
    const figure = (metric: string, value: number) =>
      ({ share: `${value}%`, minutes: `${value} min` })[metric] ?? `${value}`;
    const seriesOf = (...metrics: string[]) => metrics.map((metric) => ({ name: metric, metric, values: [7, 1234] }));
    const colours = { text: '', quiet: '', line: '', surface: '', series: [] };
    const drawn: Drawn = { kind, names: ['Ann', 'Bob'], series: seriesOf('calls', 'minutes', 'notes', 'share') };
    const options = optionsOf(drawn, colours, figure, 800) as Record<'grid' | 'xAxis' | 'yAxis' | 'series', object[]>;
    const values = options[kind === 'bars' ? 'xAxis' : 'yAxis'];
    expect(options.series).toMatchObject([0, 1, 0, 2].map((panel) => ({ xAxisIndex: panel, yAxisIndex: panel })));
    expect(options.grid).toHaveLength(3);
    expect(values).toMatchObject([{ gridIndex: 0 }, { gridIndex: 1 }, { gridIndex: 2, max: 100 }]);
    expect(values[0]).not.toHaveProperty('max');
  },
);
