import type { ReportData } from '@shared/contract/report-runs';
import { expect, test } from 'vitest';
import { drawnOf } from '../../renderer/features/reports/chart/points';
import { figureText } from '../../renderer/features/reports/figure-text';
import { comparedWith } from '../../renderer/features/reports/run/compare';
import { averageOf, callsIn, countsOf } from '../../renderer/features/today/field-figures';
import { mondaysUntil, weekOf, weeksIn } from '../../renderer/features/today/weeks';

const heading = (name: string) => ({ name, header: name });
const point = (user: string | null, value: number | null) => ({ user, user_id: user, value });
const chart = (chart_style: string, ...dimensions: string[]): ReportData['chart'] => ({
  chart_style,
  dimensions: dimensions.map(heading),
  metrics: [heading('count_calls'), heading('score_average')],
  series: [
    { ...heading('count_calls'), data: [point('Ada', 3), point(null, 1)] },
    { ...heading('score_average'), data: [point('Ada', 88.5), point(null, null)] },
  ],
});
const drawn = (one: ReportData['chart']) =>
  drawnOf(one, (name, row) => String(row[`${name}_id`] ?? 'None'), 'All calls');

test('a chart draws exactly the series of its data, in their order', () => {
  expect(drawn(chart('bar', 'user'))).toEqual({
    kind: 'bars',
    names: ['Ada', 'None'],
    series: [
      { name: 'count_calls', metric: 'count_calls', values: [3, 1] },
      { name: 'score_average', metric: 'score_average', values: [88.5, null] },
    ],
  });
});

test.each([
  ['duration_average', 'en-GB', '7:43'],
  ['duration_average', 'de-DE', '7:43'],
  ['minutes_total', 'de-DE', '462,9\u00a0min'],
  ['score_average', 'en-GB', '462.9%'],
  ['pass_rate', 'de-DE', '462,9\u00a0%'],
  ['count_calls', 'de-DE', '462,9'],
])('a value of %s has its unit in %s: %s', (metric, locale, text) => {
  expect(figureText(metric, 462.94, locale)).toBe(text);
});

test('times are columns, other names are bars, and without a dimension there is one point', () => {
  expect(drawn(chart('bar', 'week'))?.kind).toBe('columns');
  expect(drawn(chart('line', 'week'))?.kind).toBe('line');
  expect(drawn(chart('pie', 'user'))?.kind).toBe('pie');
  expect(drawn(chart('bar'))?.names).toEqual(['All calls', 'All calls']);
  expect([drawn(chart('none', 'user')), drawn(chart('table', 'user'))]).toEqual([null, null]);
});

test('runs are compared by the ids of their rows', () => {
  const figures = (...rows: ReportData['rows']) => ({
    columns: [heading('user'), heading('count_calls')].map((one) => ({ ...one, text_align: 'left' as const })),
    rows,
    summary: { count_calls: 10 },
  });
  const row = (user_id: string, count_calls: number) => ({ user: 'Ada', user_id, count_calls });
  const now = figures(row('a', 7), row('c', 1));
  const compared = comparedWith(figures(row('a', 5), row('b', 2)));

  expect(now.rows.map((one) => compared.inRow(one, 'count_calls'))).toEqual([2, undefined]);
  expect(compared.inSummary({ count_calls: 12 }, 'count_calls')).toBe(2);
  expect(compared.gone(now.rows)).toBe(1);
});

test.each([
  ['2026-11-16', '2026-W47'],
  ['2025-12-29', '2026-W01'],
  ['2026-12-28', '2026-W53'],
])('the week of Monday %s is %s', (monday, week) => {
  expect(weekOf(monday)).toBe(week);
});

test('eight weeks end with the current one, and a week without calls has no figures', () => {
  const mondays = mondaysUntil('2026-11-22');
  const rows = [{ week: '2026-W47', week_id: '2026-W47', score_average: 87, pass_rate: 91, count_evaluations: 61 }];

  const weeks = weeksIn(rows, mondays);

  expect([mondays.length, mondays[0], mondays[7]]).toEqual([8, '2026-09-28', '2026-11-16']);
  expect(weeks.slice(-2)).toEqual([
    { monday: '2026-11-09', score: null, passed: null, evaluations: 0 },
    { monday: '2026-11-16', score: 87, passed: 91, evaluations: 61 },
  ]);
});

test('the values of a field are counted without calls that have none, and averaged by calls', () => {
  const row = (value: string | null, count_calls: number) => ({
    custom_field_f: value,
    custom_field_f_id: value,
    count_calls,
  });
  const counts = countsOf([row('5', 1), row('2', 3), row(null, 9)], 'f');

  expect(counts).toEqual([
    { value: '2', calls: 3 },
    { value: '5', calls: 1 },
  ]);
  expect([callsIn(counts), averageOf(counts), averageOf([])]).toEqual([4, 2.8, null]);
});
