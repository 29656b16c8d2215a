import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { party } from '../support/given';
import { columns, everything, figures, reportOf, runsOf } from '../support/reports';
import { administrator, startService, temporaryFolder } from '../support/start-service';
import { heldUntilCancelled, threadsWith } from '../support/threads';

const unstored = '/api/v2/reports/figures.json';

/** A service with a call, where figures with the column `day`, and then those with `weekday`, go on until they are stopped. */
async function withLongFigures() {
  const folder = temporaryFolder();
  const holds = ['day', 'weekday'].map((name) =>
    heldUntilCancelled('reports.figures', join(folder, name), `"${name}"`),
  );
  const started = await startService({ threadsFolder: threadsWith('reader', holds.map((one) => `{${one}}`).join('')) });
  await started.given.calls({});
  const isHeld = (name: string) => expect.poll(() => existsSync(join(folder, name))).toBe(true);
  return { ...started, isHeld };
}

test('figures without a report are those of a run, and leave nothing behind', async () => {
  const { admin, given } = await startService();
  const user_id = (await given.user()).user_id;
  await given.calls(
    ...Array.from({ length: 30 }, (_, n) => ({
      duration: 50 + n,
      protocol_call_direction: 2,
      participants: [party(user_id)],
    })),
    {},
  );
  const report = { ...everything, email_report: false };
  const { run_id, report_id, ...wanted } = await figures(admin, report);
  const rows = () =>
    given.database((db) =>
      ['reports', 'report_runs', 'report_run_rows', 'audit_log'].map(
        (table) => db.prepare<[], { n: number }>(`SELECT count(*) AS n FROM ${table}`).get()?.n,
      ),
    );
  const before = rows();

  const { status, body } = await admin.post(unstored, { report });
  const { name, ...unnamed } = report;
  const short = await admin.post(`${unstored}?limit=1`, {
    report: { ...unnamed, ...columns('hour', 'count_calls'), sort_settings: [] },
  });

  expect([status, body.report_figures]).toEqual([200, wanted]);
  expect([short.status, short.body.report_figures.rows.length]).toEqual([200, 1]);
  expect(rows()).toEqual(before);
  expect([run_id, report_id]).toEqual([expect.any(String), expect.any(String)]);
});

test('settings that a report could not have are refused by their paths', async () => {
  const { admin } = await startService();
  const refused = async (report: object, query = '') => {
    const { status, body } = await admin.post(`${unstored}${query}`, { report });
    return [status, ...Object.keys(body.details)];
  };
  const whole = columns('count_calls');

  expect(await refused({})).toEqual([400, 'column_settings']);
  expect(await refused({ ...whole, filters: [{ param: 'colour', op: 'equal_to', val: '1' }] })).toEqual([
    400,
    'filters.0.param',
  ]);
  expect(await refused({ ...whole, sort_settings: [{ name: 'day' }] })).toEqual([400, 'sort_settings.0.name']);
  expect(await refused(whole, '?limit=0')).toEqual([400, 'limit']);
});

test('figures without a report count what the caller may see, in the zone of the caller', async () => {
  const { given, admin } = await startService({ timezone: 'Asia/Tokyo' });
  const agent = await given.user({ permissions: ['reports:run'], access_level: 'user' });
  const setup_time = Date.UTC(2026, 10, 20, 12);
  await given.calls({ setup_time, participants: [party(agent.user_id)] }, { setup_time });
  const byHour = async (caller: typeof admin) =>
    (await caller.post(unstored, { report: columns('hour', 'count_calls') })).body.report_figures.rows;

  expect(await byHour(agent)).toEqual([{ hour: '21:00', hour_id: 21, count_calls: 1 }]);
  expect(await byHour(admin)).toEqual([{ hour: '21:00', hour_id: 21, count_calls: 2 }]);
});

test('a run that goes on does not delay figures that someone waits for', async () => {
  const { admin, isHeld } = await withLongFigures();
  const report = await reportOf(admin, columns('day', 'count_calls'));
  const { url } = (await admin.post(runsOf(report), { report_run: {} })).body;
  await isHeld('day');

  const { status } = await admin.post(unstored, { report: columns('count_calls') });
  const { report_run } = (await admin.get(url)).body;

  expect([status, report_run.completed_at]).toEqual([200, null]);
});

test('a request that is closed ends its computation, and so does a newer one of its view', async () => {
  const { admin, inWindow, isHeld } = await withLongFigures();
  const session = await inWindow(administrator);
  const view = { 'x-earshot-view': 'preview' };
  const stop = new AbortController();
  const closed = admin.raw(unstored, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ report: columns('day', 'count_calls') }),
    signal: stop.signal,
  });
  await isHeld('day');
  stop.abort();
  expect((await closed).status).toBe(409);

  const older = session.post(unstored, { report: columns('weekday', 'count_calls') }, view);
  await isHeld('weekday');
  const newer = session.post(unstored, { report: columns('count_calls') }, view);

  expect([(await older).status, (await newer).status]).toEqual([409, 200]);
});
