import { randomUUID } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReportRun } from '@shared/contract/report-runs';
import type { Permission } from '@shared/permissions';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { insertRun, keepProgress } from '../../electron/service/resources/judgement/reports/runs/queries';
import { byEarshot } from '../../electron/service/store/audit';
import { field } from '../support/advanced-search';
import type { Caller } from '../support/caller';
import { party } from '../support/given';
import { scope } from '../support/lists';
import { columns, dataOf, ended, everything, figures, ran, reportOf, runsOf } from '../support/reports';
import { startService, temporaryFolder } from '../support/start-service';
import { firstHeldAt, heldUntilCancelled, threadsWith } from '../support/threads';

const rights = ['reports:view', 'reports:edit', 'reports:run', 'reports:delete'] as const;

/** A service with a call. `hold` holds the first run. */
async function withLongRun(hold: (held: string, go: string) => string) {
  const marks = temporaryFolder();
  const [held, go] = [join(marks, 'held'), join(marks, 'go')];
  const started = await startService({ threadsFolder: threadsWith('reader', hold(held, go)) });
  await started.given.calls({});
  const report = await reportOf(started.admin, {});
  const isHeld = () => expect.poll(() => existsSync(held)).toBe(true);
  return { ...started, report, isHeld, letGo: () => writeFileSync(go, '') };
}
const untilCancelled = (held: string) => heldUntilCancelled('reports.figures', held);

test('a run has the settings of its report and its own changes, and is not affected by later ones', async () => {
  const { admin } = await startService();
  const report = await reportOf(admin, { ...everything, email_report: false });
  const { report_id, ...settings } = (await admin.get(report)).body.report;
  const changes = { name: 'November', period_end: null, chart_settings: { chart_style: 'pie' } };

  const made = await admin.post(runsOf(report), {
    report_run: { ...changes, job_status: 'SUCCESS', run_id: 'ignored' },
  });
  await admin.put(report, { report: { name: 'Changed', ...columns('user'), sort_settings: [] } });
  const run = await ended(admin, made.body.url);

  const { user } = (await admin.get('/api/v2/sessions.json')).body;
  expect([made.status, made.headers.get('location')]).toEqual([201, made.body.url]);
  expect(made.body.url).toBe(runsOf(report).replace('.json', `/${run.run_id}.json`));
  expect(run).toEqual({
    ...settings,
    ...changes,
    chart_settings: { ...settings.chart_settings, chart_style: 'pie' },
    report_id,
    run_id: run.run_id,
    run_tenant_id: user.tenant_id,
    run_user_id: user.user_id,
    job_status: 'SUCCESS',
    progress: 100,
    explanation: null,
    reason: null,
    _version_: 3,
    created_at: run.created_at,
    started_at: run.started_at,
    completed_at: run.completed_at,
  });
  expect(run.completed_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+\d\d:\d\d$/);
});

test('a report without a zone runs in the zone of its user', async () => {
  const { admin } = await startService({ timezone: 'Asia/Tokyo' });

  expect((await ran(admin, await reportOf(admin, {}))).timezone).toBe('Asia/Tokyo');
});

test('runs are seen by their user and by unrestricted roles only, newest first; latest is the newest of them', async () => {
  const { admin, given } = await startService();
  const [one, two] = [await given.user({ permissions: [...rights] }), await given.user({ permissions: [...rights] })];
  const report = await reportOf(one, {});
  const [first, second] = [await ran(one, report), await ran(two, report)];
  const third = await ran(one, report, { name: 'Third' });
  const latest = runsOf(report).replace('.json', '/latest.json');
  const listed = async (caller: Caller, query = '') =>
    (await caller.get(`${runsOf(report)}${query}`)).body.report_runs.map(({ run_id }: ReportRun) => run_id);

  expect(await listed(one)).toEqual([third.run_id, first.run_id]);
  expect(await listed(two)).toEqual([second.run_id]);
  expect(await listed(admin)).toEqual([third, second, first].map(({ run_id }) => run_id));
  expect(await listed(admin, '?limit=1&start=1')).toEqual([second.run_id]);
  expect((await two.get(latest)).body.report_run.run_id).toBe(second.run_id);
  expect((await admin.get(latest)).body.report_run.run_id).toBe(third.run_id);
  expect((await two.get(dataOf(latest))).body.report_data.run_id).toBe(second.run_id);
  const foreign = [
    await two.get(first.url),
    await two.get(dataOf(first.url)),
    await two.get(dataOf(first.url, 'csv')),
    await two.put(first.url, { report_run: { job_status: 'REVOKED' } }),
    await two.delete(first.url),
    await one.get(latest.replace(report.split('/').at(-1)?.replace('.json', '') ?? '', randomUUID())),
  ];
  expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
});

test('a run is stopped for good, and keeps no data', async () => {
  const { admin, report, isHeld } = await withLongRun(untilCancelled);
  const [{ url }, waiting] = [
    (await admin.post(runsOf(report), { report_run: {} })).body,
    (await admin.post(runsOf(report), { report_run: {} })).body,
  ];
  const revoke = { report_run: { job_status: 'REVOKED' } };
  await isHeld();

  const wrong = await admin.put(url, { report_run: { job_status: 'SUCCESS' } });
  const stopped = [await admin.put(waiting.url, revoke), await admin.put(url, revoke)];
  const again = await admin.put(url, revoke);
  const data = await admin.get(dataOf(url));
  // The next run begins when the stopped one has left its thread.
  const next = await ran(admin, report);

  expect([wrong.status, Object.keys(wrong.body.details)]).toEqual([400, ['job_status']]);
  for (const { status, body } of stopped) {
    expect([status, body.report_run.job_status]).toEqual([200, 'REVOKED']);
    expect(body.report_run.completed_at).not.toBeNull();
  }
  expect([again.status, data.status, data.body.explanation]).toEqual([409, 404, expect.stringContaining('no data')]);
  expect(next.job_status).toBe('SUCCESS');
  expect((await admin.get(url)).body.report_run).toEqual(stopped[1]?.body.report_run);
});

test('the progress of a run never falls, and is 100 once it has succeeded', async () => {
  const { admin, report, isHeld, letGo, service } = await withLongRun((...marks) =>
    firstHeldAt('reports.figures', ...marks),
  );
  const { url } = (await admin.post(runsOf(report), { report_run: {} })).body;
  await isHeld();
  const { run_id } = (await admin.get(url)).body.report_run;
  const seen: number[] = [];
  for (const progress of [40, 30, 55, 0]) {
    await service.store.write(keepProgress, { run_id, progress }, byEarshot(0));
    seen.push((await admin.get(url)).body.report_run.progress);
  }
  letGo();
  const done = await ended(admin, url);
  await service.store.write(keepProgress, { run_id, progress: 60 }, byEarshot(0));

  expect(seen).toEqual([40, 40, 55, 55]);
  expect([done.job_status, done.progress, (await admin.get(url)).body.report_run.progress]).toEqual([
    'SUCCESS',
    100,
    100,
  ]);
});

test('a run that was not finished when Earshot ended has failed after the next start', async () => {
  const started = await startService();
  const { admin, given } = started;
  const report = await reportOf(admin, {});
  const { url } = await ran(admin, report);
  given.database((db) => db.exec("UPDATE report_runs SET job_status = 'STARTED', completed_at = NULL, progress = 40"));

  await started.service.close();
  const { report_run } = (await (await startService({ dataFolder: started.dataFolder })).admin.get(url)).body;

  const why = { code: 'run_interrupted', values: {} };
  expect(report_run).toMatchObject({ job_status: 'FAILURE', progress: 40, _version_: 4, reason: why });
  expect([report_run.explanation, report_run.completed_at]).toEqual([
    expect.stringContaining('closed'),
    expect.any(String),
  ]);
});

test('the data is read in pages, and as a CSV that is the same table', async () => {
  const { admin, given } = await startService();
  const field_id = field({ given }, 'string');
  const texts = ['=1+1', '-x', '@a', 'a "quoted" text', 'two\r\nlines', 'a,b', '\ttab', 'Ünï'];
  await given.calls(...texts.map((value) => ({ custom_values: [{ field_id, value }] })), {});
  const name = `custom_field_${field_id}`;
  const report = await reportOf(admin, {
    column_settings: [
      { name, header: '=Text' },
      { name: 'count_calls', header: 'Calls' },
      { name: 'duration_average', header: '' },
    ],
    summary_settings: [{ name: 'n_rows' }, { name: 'count_calls' }],
  });
  const { url } = await ran(admin, report);

  const whole = (await admin.get(dataOf(url))).body;
  const pages = [];
  for (let next = `${dataOf(url)}?limit=4`; next; next = pages.at(-1).next_url)
    pages.push((await admin.get(next)).body);
  const response = await admin.raw(dataOf(url, 'csv'));
  const bytes = Buffer.from(await response.arrayBuffer()).toString();

  const { rows, ...rest } = whole.report_data;
  expect([rows.length, rest.total_rows, rest.truncated, whole.next_url]).toEqual([9, 9, false, null]);
  expect(rest.summary).toEqual({ n_rows: 9, count_calls: 9 });
  expect(rows.at(-1)).toEqual({ [name]: null, [`${name}_id`]: null, count_calls: 1, duration_average: 0 });
  expect(pages.map(({ report_data }) => report_data.rows.length)).toEqual([4, 4, 1]);
  expect(pages.flatMap(({ report_data }) => report_data.rows)).toEqual(rows);
  for (const { report_data } of pages) expect(report_data).toEqual({ ...rest, rows: report_data.rows });
  const headers = ['content-type', 'content-disposition'].map((one) => response.headers.get(one));
  expect(headers).toEqual(['text/csv; charset=utf-8', expect.stringMatching(/^attachment; filename="Calls\.csv"/)]);
  const guarded = (text: string | null) => (text === null ? '' : text.replace(/^(?=[=+\-@\t\r])/, "'"));
  const cells = rows.map((row: Record<string, string | null>) => [guarded(row[name] ?? null), '1', '0']);
  expect(parse(bytes)).toEqual([["'=Text", 'Calls', ''], ...cells]);
  expect(bytes).toMatch(/^'=Text,Calls,\r\n/);
});

test('a file is named after its report, whatever the name has in it', async () => {
  const { admin } = await startService();
  const { url } = await ran(admin, await reportOf(admin, { name: 'a"; x="5\\6" Ü' }));

  const response = await admin.raw(dataOf(url, 'csv'));

  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="a_; x=_5_6_ _.csv"; filename*=UTF-8''a%22%3B%20x%3D%225%5C6%22%20%C3%9C.csv`,
  );
});

test('a CSV ends early when its user may no longer read it', async () => {
  const { admin, given } = await startService();
  const user = await given.user({ permissions: [...rights] });
  const { url, run_id } = await ran(user, await reportOf(user, {}));
  const rows = JSON.stringify(Array.from({ length: 1_000 }, () => ({ count_calls: 1 })));
  given.database((db) => {
    db.prepare('UPDATE report_runs SET total_rows = 3000 WHERE run_id = ?').run(run_id);
    db.prepare('DELETE FROM report_run_rows WHERE run_id = ?').run(run_id);
    const insert = db.prepare('INSERT INTO report_run_rows (run_id, page, rows) VALUES (?, ?, ?)');
    for (const page of [0, 1, 2]) insert.run(run_id, page, rows);
  });
  const whole = await user.raw(dataOf(url, 'csv'));
  const cut = await user.raw(dataOf(url, 'csv'));
  const reader = (cut.body as ReadableStream<Uint8Array>).getReader();
  const parts = [await reader.read(), await reader.read()];

  expect((await whole.text()).split('\r\n')).toHaveLength(3_002);
  await admin.put(`/api/v2/users/${user.user_id}.json`, { user: { is_active: false } });

  expect(parts.map(({ done }) => done)).toEqual([false, false]);
  await expect(reader.read()).rejects.toThrow();
});

test('data.json refuses a wrong page', async () => {
  const { admin } = await startService();
  const { url } = await ran(admin, await reportOf(admin, {}));

  for (const query of ['limit=0', 'limit=1001', 'start=-1', 'after=x']) {
    const { status, body } = await admin.get(`${dataOf(url)}?${query}`);
    expect([status, Object.keys(body.details)]).toEqual([400, [query.split('=')[0]]]);
  }
});

test('a run counts what its user may see', async () => {
  const { given, admin } = await startService();
  const group_id = await given.group();
  const agent = await given.user({ permissions: [...rights], access_level: 'user' });
  const peer = await given.user({ group_id });
  const lead = await given.user({
    permissions: [...rights],
    access_level: 'managed_groups',
    managed_groups: [group_id],
  });
  const tenant = await given.user({ permissions: [...rights] });
  const foreigner = await given.user({ permissions: [...rights], tenant_id: await given.tenant() });
  const [own, others] = [[party(agent.user_id)], [party(peer.user_id)]];
  await given.calls({ participants: own }, { participants: [...own, ...others] }, { participants: others }, {});
  await given.calls({ confidential: 1, participants: own });
  const countFor = async (caller: Caller) => (await figures(caller, {})).rows[0]?.count_calls;
  const removed = (await admin.get('/api/v2/calls.json?sort_order=asc')).body.calls[0].call_id;
  await admin.delete(`/api/v2/calls/${removed}.json`);

  const counts = [];
  for (const caller of [agent, lead, tenant, foreigner, admin]) counts.push(await countFor(caller));

  expect(counts).toEqual([2, 2, 3, 0, 4]);
});

test('a run is deleted, also while it is going on', async () => {
  const { admin, report, isHeld } = await withLongRun(untilCancelled);
  const { url } = (await admin.post(runsOf(report), { report_run: {} })).body;
  await isHeld();

  const gone = await admin.delete(url);
  const next = await ran(admin, report);

  expect([gone.status, (await admin.get(url)).status, next.job_status]).toEqual([200, 404, 'SUCCESS']);
});

test('the chart of a run is sent as it is stored, and the CSV does without it', async () => {
  const { admin, given } = await startService();
  const chart_settings = { chart_style: 'bar', dimensions: [{ name: 'day' }], metrics: [{ name: 'count_calls' }] };
  const { url } = await ran(admin, await reportOf(admin, { chart_settings }));
  const stored = '{ "chart_style":"bar",  "series":[] }';
  given.database((db) => db.prepare('UPDATE report_runs SET chart = ?').run(stored));

  const text = await (await admin.raw(dataOf(url))).text();
  given.database((db) => db.exec("UPDATE report_runs SET chart = 'not JSON'"));
  const csv = await admin.raw(dataOf(url, 'csv'));

  expect(text).toContain(`"chart":${stored}`);
  expect([csv.status, await csv.text()]).toEqual([200, 'count_calls\r\n0\r\n']);
});

test('a report that is deleted while a run of it is asked for is not found', async () => {
  const { admin, service } = await startService();
  const report = await reportOf(admin, {});
  const { report_id: parent, ...definition } = (await admin.get(report)).body.report;
  await admin.delete(report);

  const asked = { id: randomUUID(), parent, record: definition, scope: scope('root') };
  const run = service.store.write(
    insertRun,
    { ...asked, holder: { access_level: 'root', permissions: {} }, unmet: {} },
    byEarshot(0),
  );

  await expect(run).rejects.toMatchObject({ code: 'NotFound' });
});

test('a person has at most ten unfinished runs, and gets the next one when one has ended', async () => {
  const held = (...marks: [string, string]) => firstHeldAt('reports.figures', ...marks);
  const { admin, given, report, isHeld, letGo } = await withLongRun(held);
  const other = await given.user({ permissions: [...rights] });
  const begin = (caller: Caller) => caller.post(runsOf(report), { report_run: {} });
  const begun = await Promise.all(Array.from({ length: 10 }, () => begin(admin)));
  await isHeld();

  const [refused, ofOther] = [await begin(admin), await begin(other)];
  await admin.delete(begun[9]?.body.url);
  const next = await begin(admin);
  letGo();

  expect(begun.map(({ status }) => status)).toEqual(begun.map(() => 201));
  expect([refused.status, refused.body.reason.code, ofOther.status, next.status]).toEqual([
    429,
    'too_many_runs',
    201,
    201,
  ]);
  // The run of the other person has its turn after the one that waited first.
  const theirs = await ended(other, ofOther.body.url);
  await ended(admin, next.body.url);
  const { report_runs } = (await admin.get(`${runsOf(report)}?limit=20`)).body;
  const isEarlier = ({ completed_at }: ReportRun) =>
    Date.parse(completed_at ?? '') < Date.parse(theirs.completed_at ?? '');
  expect(theirs.job_status).toBe('SUCCESS');
  expect([report_runs.length, report_runs.filter(isEarlier).length <= 2]).toEqual([11, true]);
});

test('an old run is read only by those who still see all that it shows', async () => {
  const { admin, given } = await startService();
  const rights: Permission[] = ['reports:view', 'reports:edit', 'reports:run', 'calls:view', 'calls:confidential'];
  const person = await given.user({ permissions: rights });
  await given.calls({}, {});
  const url = (await ran(person, await reportOf(person, columns('count_calls')))).url;
  const { role_id } = (await admin.get(`/api/v2/users/${person.user_id}.json`)).body.user;
  const read = async (access_level: string, permissions: Permission[] = rights) => {
    person.may(permissions);
    given.database((db) =>
      db.prepare('UPDATE roles SET access_level = ? WHERE role_id = ?').run(access_level, role_id),
    );
    const [data, csv] = [await person.get(dataOf(url)), await person.raw(dataOf(url, 'csv'))];
    await csv.text();
    return [data.status, csv.status];
  };

  const seen = {
    before: await read('tenant'),
    more: await read('tenant', [...rights, 'clients:view']),
    narrowed: await read('user'),
    managing: await read('managed_groups'),
    withoutConfidential: await read('tenant', rights.slice(0, -1)),
    again: await read('tenant'),
  };

  const [open, closed] = [
    [200, 200],
    [404, 404],
  ];
  expect(seen).toEqual({
    before: open,
    more: open,
    narrowed: closed,
    managing: closed,
    withoutConfidential: closed,
    again: open,
  });
  await read('user');
  expect((await person.get(dataOf(url))).body.explanation).toBe(
    'This run shows more than your role sees now. Run the report again.',
  );
  expect((await admin.get(dataOf(url))).status).toBe(200);
});
