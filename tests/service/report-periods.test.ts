import { expect, test } from 'vitest';
import { columns, ended, reportOf, runsOf } from '../support/reports';
import { startService } from '../support/start-service';

test('a run has the days of a moving period at its time, in its time zone; the report keeps the period', async () => {
  // In Auckland it is already the first of December.
  const { admin } = await startService({ now: () => Date.UTC(2026, 10, 30, 12) });
  const report = await reportOf(admin, {
    ...columns('count_calls'),
    period: 'last_month',
    timezone: 'Pacific/Auckland',
  });

  const run = await ended(admin, (await admin.post(runsOf(report), { report_run: {} })).body.url);
  const inLondon = await ended(
    admin,
    (await admin.post(runsOf(report), { report_run: { timezone: 'Europe/London' } })).body.url,
  );

  expect([run.period, run.period_begin, run.period_end]).toEqual([
    'last_month',
    '2026-11-01T00:00:00+13:00',
    '2026-12-01T00:00:00+13:00',
  ]);
  expect([inLondon.period_begin, inLondon.period_end]).toEqual([
    '2026-10-01T00:00:00+01:00',
    '2026-11-01T00:00:00+00:00',
  ]);
  const stored = (await admin.get(report)).body.report;
  expect([stored.period, stored.period_begin, stored.period_end]).toEqual(['last_month', null, null]);
});

test('a moving period and moments replace each other, are refused together, and without a period there is none', async () => {
  const { admin } = await startService();
  const report = await reportOf(admin, { ...columns('count_calls'), period_begin: '2026-01-01T00:00:00Z' });
  const plain = (await admin.get(report)).body.report;

  const moving = await admin.put(report, { report: { period: 'last_7_days' } });
  const both = await admin.put(report, { report: { period: 'this_week', period_end: '2026-02-01T00:00:00Z' } });
  const unknown = await admin.put(report, { report: { period: 'next_week' } });
  const fixed = await admin.put(report, { report: { period_end: '2026-02-01T00:00:00Z' } });

  expect('period' in plain).toBe(false);
  expect(moving.body.report).toMatchObject({ period: 'last_7_days', period_begin: null });
  expect([both.status, Object.keys(both.body.details)]).toEqual([400, ['period']]);
  expect([unknown.status, Object.keys(unknown.body.details)]).toEqual([400, ['period']]);
  expect('period' in fixed.body.report).toBe(false);
});
