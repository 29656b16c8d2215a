import type { ReportRun } from '@shared/contract/report-runs';
import { expect, test } from 'vitest';
import { callsBehind, evaluationsBehind } from '../../renderer/features/reports/run/drill-down';
import type { Caller } from '../support/caller';
import { forms, insertEvaluations } from '../support/evaluations';
import { generatedArchive } from '../support/plain-search/archive';
import { columns, dataOf, ran, reportOf } from '../support/reports';
import { startService } from '../support/start-service';

const zone = 'Europe/Berlin';
const counted = ['count_calls', 'count_evaluations'];
const filter = (param: string, op: string, val: string) => ({ param, param2: '', op, val });
const maxCells = 25;

/** Ten reports as people make them. */
const reports = ([, , option, integer]: readonly string[]) => [
  columns('hour', ...counted),
  columns('weekday', 'hour', ...counted),
  { ...columns('day', 'hour', ...counted), period_begin: '2026-03-28T12:00:00+01:00' },
  { ...columns('week', 'weekday', ...counted), timezone: 'Asia/Tokyo' },
  { ...columns('hour', 'direction', ...counted), timezone: 'America/New_York' },
  { ...columns('month', 'user', 'group', ...counted), filters: [filter('duration', 'greater_than', '1:00')] },
  { ...columns('evaluation_form', 'user', ...counted), filters: [filter('hour', 'equal_to', '8,9,10,11,12')] },
  columns('evaluation_section', 'weekday', ...counted),
  columns('evaluator', 'hour', ...counted),
  columns('tenant', 'client', `custom_field_${option}`, `custom_field_${integer}`, ...counted),
];

/** The number of calls, or of evaluations, that these filters find. */
async function found(caller: Caller, path: string, parameters: Record<string, string>): Promise<number> {
  const { status, body } = await caller.get(`${path}?${new URLSearchParams(parameters)}`);
  if (status !== 200) throw new Error(JSON.stringify({ parameters, body }));
  return body.count ?? body.total;
}
const asParameters = (advanced: { name: string; operator: string; text: string }[]) =>
  Object.fromEntries(advanced.map(({ name, operator, text }) => [`${name}__${operator}`, text]));

test('each number of ten reports leads to a list of exactly so many calls or evaluations', async () => {
  const { admin, given, calls, world } = await generatedArchive(600);
  given.database((db) => insertEvaluations(db, calls, world));
  const [removed] = calls;
  await admin.delete(`/api/v2/calls/${removed?.call_id}.json`);
  const fields = (await admin.get('/api/v2/custom_fields.json?limit=100')).body.custom_fields;
  const known = { fields, zone };

  const seen = { calls: 0, evaluations: 0, cells: 0 };
  for (const report of reports(world.fields)) {
    const run: { url: string } & ReportRun = await ran(
      admin,
      await reportOf(admin, { ...report, summary_settings: counted.map((name) => ({ name })) }),
    );
    const { rows, summary } = (await admin.get(dataOf(run.url))).body.report_data;
    // Every so many rows of a long table, and all calls.
    const step = Math.ceil(rows.length / maxCells);
    for (const row of [summary, ...rows.filter((_: unknown, n: number) => n % step === 0)]) {
      const { count_calls, count_evaluations, ...cell } = row;
      const behind = [
        callsBehind(run, cell, 'count_calls', known),
        evaluationsBehind(run, cell, 'count_evaluations', known),
      ] as const;
      const [ofCalls, ofEvaluations] = behind;
      seen.cells += 1;
      if (ofCalls && count_calls > 0) {
        const parameters = { advanced_search: '1', ...asParameters(ofCalls) };
        const count = await found(admin, '/api/v2/calls/count.json', parameters);
        expect({ cell, parameters, count }).toEqual({ cell, parameters, count: count_calls });
        seen.calls += 1;
      } else expect({ cell, count_calls, ofCalls }).toEqual({ cell, count_calls: 0, ofCalls });
      if (ofEvaluations && count_evaluations > 0) {
        const advanced = asParameters(ofEvaluations.advanced);
        const parameters = { status: 'completed', max_total_calc: '1000', ...ofEvaluations.own, ...advanced };
        const count = await found(admin, '/api/v2/evaluation_reports.json', parameters);
        expect({ cell, parameters, count }).toEqual({ cell, parameters, count: count_evaluations });
        seen.evaluations += 1;
      } else expect({ cell, count_evaluations, ofEvaluations }).toEqual({ cell, count_evaluations: 0, ofEvaluations });
    }
  }

  // Without links, the test would show nothing.
  expect(seen.calls).toBeGreaterThan(seen.cells / 2);
  expect(seen.evaluations).toBeGreaterThan(30);
}, 120_000);

test('hours and weekdays are those of the caller, or of the zone that is named, also where clocks change', async () => {
  const { admin, given } = await startService({ timezone: zone });
  // Sunday, 25 October 2026: in Berlin, the hour from 2:00 comes twice.
  const times = ['2026-10-24T23:30:00Z', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T22:59:59Z'];
  await given.calls(...times.map((time) => ({ setup_time: Date.parse(time) })));
  const count = (parameters: Record<string, string>) =>
    found(admin, '/api/v2/calls/count.json', { advanced_search: '1', ...parameters });

  expect(await count({ hour__equal_to: '2' })).toBe(2);
  expect(await count({ hour__equal_to: '1,23' })).toBe(2);
  expect(await count({ hour__not_equal_to: '2', weekday__equal_to: '7' })).toBe(2);
  expect(await count({ hour__is_not_empty: '1', weekday__is_empty: '1' })).toBe(0);
  expect(await count({ weekday__equal_to: '6', timezone__equal_to: 'UTC' })).toBe(1);
  expect(await count({ hour__equal_to: '9', timezone__equal_to: 'Asia/Tokyo' })).toBe(1);
  expect(await count({ date__equal_to: '2026-10-26', timezone__equal_to: 'Asia/Tokyo' })).toBe(1);
  const refused = async (parameter: string, value: string) =>
    Object.keys((await admin.get(`/api/v2/calls.json?advanced_search=1&${parameter}=${value}`)).body.details ?? {});
  expect(await refused('hour__equal_to', '24')).toEqual(['hour__equal_to']);
  expect(await refused('weekday__equal_to', '0')).toEqual(['weekday__equal_to']);
  expect(await refused('timezone__equal_to', 'Mars/Base')).toEqual(['timezone__equal_to']);
  expect(await refused('timezone__not_equal_to', 'UTC')).toEqual(['timezone__not_equal_to']);
});

test('calls are found by their completed evaluations in reach, and evaluations by filters of their calls', async () => {
  const { admin, given, calls, world } = await generatedArchive(60);
  given.database((db) => insertEvaluations(db, calls, world));
  const viewer = await given.user({ permissions: ['calls:view', 'evaluation_reports:view'], access_level: 'user' });
  const blind = await given.user({ permissions: ['evaluation_reports:view'] });
  const [form] = forms;
  const count = (caller: Caller, parameters: Record<string, string>) =>
    found(caller, '/api/v2/calls/count.json', { advanced_search: '1', ...parameters });

  const [some, none] = [
    await count(admin, { evaluation_form_id__is_not_empty: '1' }),
    await count(admin, { evaluation_form_id__is_empty: '1' }),
  ];
  const ofForm = await count(admin, { evaluation_form_id__equal_to: form?.form_id ?? '' });
  const ofSection = await count(admin, {
    evaluation_section_id__equal_to: form?.sections[0]?.form_section_id ?? '',
  });

  expect(some + none).toBe(60);
  expect([ofForm, ofForm < some, ofForm > 0]).toEqual([ofSection, true, true]);
  expect(await count(viewer, { evaluation_form_id__is_not_empty: '1' })).toBe(0);
  const refused = await blind.get('/api/v2/evaluation_reports.json?duration__greater_than=1');
  expect([refused.status, refused.body.error]).toEqual([403, 'PermissionError']);
  expect((await admin.get('/api/v2/evaluation_reports.json?colour__equal_to=1')).status).toBe(400);
});
