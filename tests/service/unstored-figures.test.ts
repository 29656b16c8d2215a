import { expect, test } from 'vitest';
import { party } from '../support/given';
import { columns, everything, figures, reportOf } from '../support/reports';
import { administrator, startService, type TestService } from '../support/start-service';

const unstored = '/api/v2/reports/figures.json';

/** Settings whose figures take long enough to be stopped: the calls are days apart, in each of many spans. */
async function longSettings({ given }: TestService) {
  await given.calls(...Array.from({ length: 4_000 }, (_, n) => ({ setup_time: Date.UTC(1900, 0, 2 + n * 27) })));
  return columns('day', 'group', 'client', 'count_calls');
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
  const started = await startService();
  const { admin } = started;
  const settings = await longSettings(started);
  const { url } = (
    await admin.post((await reportOf(admin, settings)).replace('.json', '/runs.json'), { report_run: {} })
  ).body;

  const { status } = await admin.post(unstored, {
    report: { ...columns('count_calls'), period_end: '1950-01-01T00:00:00Z' },
  });
  const { report_run } = (await admin.get(url)).body;

  expect([status, report_run.completed_at]).toEqual([200, null]);
});

test('a request that is closed ends its computation, and so does a newer one of its view', async () => {
  const started = await startService();
  const report = await longSettings(started);
  const session = await started.inWindow(administrator);
  const view = { 'x-earshot-view': 'preview' };
  const stop = new AbortController();
  const closed = started.admin.raw(unstored, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ report }) },
    signal: stop.signal,
  });
  stop.abort();
  expect((await closed).status).toBe(409);

  const older = session.post(unstored, { report }, view);
  const newer = session.post(unstored, { report: columns('count_calls') }, view);

  expect([(await older).status, (await newer).status]).toEqual([409, 200]);
});
