import { randomUUID } from 'node:crypto';
import type { Report } from '@shared/contract/reports';
import { expect, test } from 'vitest';
import { readyMade } from '../../electron/service/resources/judgement/reports/ready-made/definitions';
import { field } from '../support/advanced-search';
import type { Caller } from '../support/caller';
import { collection, columns, everything, ran, reportOf, runsOf } from '../support/reports';
import { startService } from '../support/start-service';

test('a report is created, read as it was sent, changed in part, listed and deleted', async () => {
  const { admin } = await startService();
  const made = await admin.post(collection, { report: everything });
  const { url } = made.body;

  const { report } = (await admin.get(url)).body;
  const again = await admin.put(url, { report });
  const chart_settings = { chart_style: 'line' };
  const changed = (await admin.put(url, { report: { name: 'Support', description: null, chart_settings } })).body
    .report;
  const listed = (await admin.get(`${collection}?search_term=SUPP`)).body;
  const gone = await admin.delete(url);

  expect([made.status, made.headers.get('location')]).toEqual([201, url]);
  expect(report).toEqual({ report_id: report.report_id, ...everything });
  expect(again.body.report).toEqual(report);
  expect(changed).toEqual({
    ...report,
    name: 'Support',
    description: null,
    chart_settings: { ...everything.chart_settings, chart_style: 'line' },
  });
  expect([listed.reports, listed.total]).toEqual([[changed], 1]);
  expect([gone.status, (await admin.get(url)).status]).toEqual([200, 404]);
});

test('settings that are left out have defaults', async () => {
  const { admin } = await startService();
  const url = await reportOf(admin, { name: 'Short', ...columns('user', 'count_calls') });

  const { report } = (await admin.get(url)).body;

  expect(report).toEqual({
    report_id: report.report_id,
    name: 'Short',
    description: null,
    timezone: '',
    filters: [],
    period_begin: null,
    period_end: null,
    summary_settings: [],
    sort_settings: [],
    chart_settings: { chart_style: 'none', dimensions: [], metrics: [] },
    column_settings: [
      { name: 'user', header: 'user', text_align: 'left' },
      { name: 'count_calls', header: 'count_calls', text_align: 'right' },
    ],
    intervals: false,
    email_report: false,
    email_report_settings: { send_to_emails: [] },
  });
});

const filter = { param: 'direction', param2: '', op: 'equal_to', val: '1' };
const custom = { param: 'custom_field', param2: randomUUID(), op: 'equal_to', val: 'a' };
const chart = (settings: object) => ({ chart_settings: settings });
const mails = (...send_to_emails: unknown[]) => ({ email_report_settings: { send_to_emails } });

const wrong: [object, ...string[]][] = [
  [{ filters: [filter, { ...filter, param: 'nobody' }] }, 'filters.1.param'],
  [{ filters: [{ ...filter, param: `custom_field_${randomUUID()}` }] }, 'filters.0.param'],
  [{ filters: [{ ...filter, op: 'includes' }] }, 'filters.0.op'],
  [{ filters: [{ ...filter, op: '' }] }, 'filters.0.op'],
  [{ filters: [{ ...filter, val: '7' }] }, 'filters.0.val'],
  [{ filters: [{ ...filter, val: '' }] }, 'filters.0.val'],
  [{ filters: [{ ...filter, val: 1 }] }, 'filters.0.val'],
  [{ filters: [{ ...filter, param2: randomUUID() }] }, 'filters.0.param2'],
  [{ filters: [{ ...custom, param2: '' }] }, 'filters.0.param2'],
  [{ filters: [custom] }, 'filters.0.param2'],
  [{ filters: 'direction' }, 'filters'],
  [{ summary_settings: [{ name: 'user' }] }, 'summary_settings.0.name'],
  [{ summary_settings: [{ name: 'n_rows' }, { name: 'n_rows' }] }, 'summary_settings.1.name'],
  [chart({ chart_style: 'cake' }), 'chart_settings.chart_style'],
  [chart({ dimensions: [{ name: 'count_calls' }] }), 'chart_settings.dimensions.0.name'],
  [chart({ metrics: [{ name: 'count_calls' }, { name: 'n_rows' }] }), 'chart_settings.metrics.1.name'],
  [{ column_settings: [] }, 'column_settings'],
  [{ column_settings: [{ name: 'n_rows' }] }, 'column_settings.0.name'],
  [columns('day', 'custom_field_x'), 'column_settings.1.name'],
  [columns(`custom_field_${randomUUID()}`), 'column_settings.0.name'],
  [columns('day', 'day'), 'column_settings.1.name'],
  [{ column_settings: [{ name: 'day', text_align: 'top' }] }, 'column_settings.0.text_align'],
  [{ sort_settings: [{ name: 'user' }] }, 'sort_settings.0.name'],
  [{ sort_settings: [{ name: 'count_calls', sort: 'down' }] }, 'sort_settings.0.sort'],
  [mails('a@example.com', 'nobody'), 'email_report_settings.send_to_emails.1'],
  [{ email_report: true }, 'email_report_settings.send_to_emails'],
  [{ period_begin: '2026-11-20' }, 'period_begin'],
  [{ period_begin: '2026-11-20T12:00:00Z', period_end: '2026-11-20T12:00:00+01:00' }, 'period_end'],
  [{ timezone: 'Mars/Phobos' }, 'timezone'],
  [{ name: ' ' }, 'name'],
  [{ nobody_knows: 1 }, 'nobody_knows'],
  [{ filters: [{ ...filter, op: '-' }], sort_settings: [{ name: 'a' }] }, 'filters.0.op', 'sort_settings.0.name'],
];

test('a wrong setting is refused at its place: on create, on update and for a run', async () => {
  const { admin } = await startService();
  const url = await reportOf(admin, {});

  for (const [settings, ...places] of wrong) {
    const report = { name: 'Calls', ...columns('count_calls'), ...settings };
    const refused = [
      await admin.post(collection, { report }),
      await admin.put(url, { report: settings }),
      await admin.post(runsOf(url), { report_run: settings }),
    ];
    const seen = refused.map(({ status, body }) => [status, Object.keys(body.details ?? {})]);
    expect([settings, seen]).toEqual([settings, Array.from({ length: 3 }, () => [400, places])]);
  }
});

test('a report without columns or name is refused', async () => {
  const { admin } = await startService();

  const { status, body } = await admin.post(collection, { report: {} });

  expect([status, body.details]).toEqual([400, { name: 'Required', column_settings: 'Required' }]);
});

test('a filter and a column by a custom field need a field that the caller sees and that is searched', async () => {
  const { given, admin } = await startService();
  const [seen, hidden] = [field({ given }, 'string'), field({ given }, 'string', { enable: 0 })];
  const plain = field({ given }, 'integer', { search_options: '[]' });
  const person = await given.user({ permissions: ['reports:view', 'reports:edit'] });
  const withField = (param2: string, op = 'equal_to', val = 'a') => ({
    ...columns(`custom_field_${param2}`),
    filters: [{ param: 'custom_field', param2, op, val }],
  });
  const placesOf = async (caller: typeof admin, settings: object) =>
    Object.keys((await caller.post(collection, { report: { name: 'a', ...settings } })).body.details ?? {});

  expect(await placesOf(person, withField(seen))).toEqual([]);
  expect(await placesOf(person, withField(seen, 'greater_than'))).toEqual(['filters.0.op']);
  expect(await placesOf(person, withField(hidden))).toEqual(['filters.0.param2', 'column_settings.0.name']);
  expect(await placesOf(admin, withField(hidden))).toEqual([]);
  expect(await placesOf(person, withField(plain))).toEqual(['filters.0.param2']);
});

test('two changes of a report at once are both kept', async () => {
  const { admin } = await startService();
  const url = await reportOf(admin, everything);

  const both = await Promise.all([
    admin.put(url, { report: { chart_settings: { chart_style: 'pie' } } }),
    admin.put(url, { report: { chart_settings: { metrics: [] } } }),
    admin.put(url, { report: { description: 'New' } }),
  ]);
  const { report } = (await admin.get(url)).body;

  expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(report.description).toBe('New');
  expect(report.chart_settings).toEqual({ ...everything.chart_settings, chart_style: 'pie', metrics: [] });
});

test('a report belongs to its tenant, whose users with the right to view see it, and changes are audited', async () => {
  const { admin, given } = await startService();
  const tenant_id = await given.tenant();
  const maker = await given.user({ tenant_id, permissions: ['reports:view', 'reports:edit', 'reports:delete'] });
  const colleague = await given.user({ tenant_id, permissions: ['reports:view'], access_level: 'user' });
  const stranger = await given.user({ tenant_id: await given.tenant(), permissions: ['reports:view'] });
  const url = await reportOf(maker, everything);
  const names = async (caller: Caller) =>
    (await caller.get(`${collection}?search_term=support`)).body.reports.map(({ name }: Report) => name);

  const seen = [await names(colleague), await names(stranger), await names(admin)];
  const refused = [await colleague.put(url, { report: {} }), await stranger.get(url)];
  await maker.put(url, { report: { name: 'New' } });
  await maker.delete(url);
  const { audit_log } = (await admin.get('/api/v2/audit_log.json?resource=report')).body;

  expect(seen).toEqual([[everything.name], [], [everything.name]]);
  expect(refused.map(({ status }) => status)).toEqual([403, 404]);
  const done = audit_log.filter(({ outcome }: { outcome: string }) => outcome === 'done');
  expect(done.map(({ action }: { action: string }) => action)).toEqual(['delete', 'update', 'create']);
  expect(done[1].details.changes).toEqual({ name: [everything.name, 'New'] });
});

test('a new tenant starts with ready-made reports, which run, and are copied, changed and deleted like others', async () => {
  const { admin } = await startService();
  await admin.put('/api/v2/settings.json', { settings: { multi_tenancy: true } });
  const tenant = await admin.post('/api/v2/tenants.json', { tenant: { name: 'North' } });
  const { reports } = (await admin.get(`${collection}?limit=100`)).body;
  const urlOf = ({ report_id }: Report) => `/api/v2/reports/${report_id}.json`;

  const states = [];
  for (const report of reports.slice(0, readyMade.length)) {
    const copied = await admin.post(collection, { report });
    states.push((await ran(admin, copied.body.url)).job_status);
  }
  const gone = await admin.delete(urlOf(reports[0]));
  const emptied = await admin.delete(tenant.body.url);

  const names = readyMade.map(({ name }) => name).sort();
  expect(reports.map(({ name }: Report) => name)).toEqual(names.flatMap((name) => [name, name]));
  expect(states).toEqual(names.map(() => 'SUCCESS'));
  expect([gone.status, emptied.status]).toEqual([200, 200]);
});

test('an older archive is given the ready-made reports once, and not those again that were deleted', async () => {
  const started = await startService();
  const names = async ({ admin }: typeof started) =>
    (await admin.get(`${collection}?limit=100`)).body.reports.map(({ name }: Report) => name);
  started.given.database((db) => db.exec('DELETE FROM reports; UPDATE tenants SET ready_made_reports = 0'));
  await started.service.close();

  const first = await startService({ dataFolder: started.dataFolder });
  const [given, { reports }] = [await names(first), (await first.admin.get(`${collection}?limit=2`)).body];
  for (const { report_id } of reports) await first.admin.delete(`/api/v2/reports/${report_id}.json`);
  await first.service.close();
  const second = await startService({ dataFolder: started.dataFolder });
  const kept = await names(second);
  // A report that a newer version adds.
  second.given.database((db) =>
    db.exec("UPDATE tenants SET ready_made_reports = 8; DELETE FROM reports WHERE name = 'Evaluator agreement'"),
  );
  await second.service.close();
  const third = await startService({ dataFolder: started.dataFolder });

  const all = readyMade.map(({ name }) => name).sort();
  expect(given).toEqual(all);
  expect(kept).toEqual(all.slice(2));
  expect(await names(third)).toEqual(all.slice(2));
});

test('a tenant whose ready-made reports were never counted is given those that it never had', async () => {
  const started = await startService();
  const { admin, given } = started;
  const listed = async (caller: Caller): Promise<Report[]> =>
    (await caller.get(`${collection}?limit=100`)).body.reports;
  const named = (all: Report[]) => all.map(({ name }) => name).sort();
  // One tenant was given all and has deleted two, another one is older and only has a report of its own.
  const [one, other] = await listed(admin);
  for (const report of [one, other]) await admin.delete(`/api/v2/reports/${report?.report_id}.json`);
  const tenant_id = await given.tenant();
  const older = await given.user({
    tenant_id,
    permissions: ['reports:view', 'reports:edit'],
  });
  await reportOf(older, { name: 'Our own' });
  given.database((db) => db.exec('UPDATE tenants SET ready_made_reports = 0'));
  await started.service.close();

  const { given: next } = await startService({ dataFolder: started.dataFolder });

  const namesIn = (condition: string) =>
    next.database((db) =>
      db.prepare<[string], Report>(`SELECT name FROM reports WHERE tenant_id ${condition} ?`).all(tenant_id),
    );
  const all = readyMade.map(({ name }) => name);
  expect(named(namesIn('='))).toEqual([...all, 'Our own'].sort());
  expect(named(namesIn('<>'))).toEqual(all.filter((name) => name !== one?.name && name !== other?.name).sort());
});

test('deleting a report, a user or a tenant also deletes the runs', async () => {
  const { admin, given } = await startService();
  const tenant_id = await given.tenant();
  const url = await reportOf(admin, {});
  const person = await given.user({ permissions: ['reports:view', 'reports:run'] });
  await ran(admin, url);
  await ran(person, url);
  const count = () =>
    given.database((db) => db.prepare<[], { n: number }>('SELECT count(*) AS n FROM report_runs').get()?.n);

  await admin.delete(`/api/v2/users/${person.user_id}.json`);
  const afterUser = count();
  await admin.delete(url);
  given.insert('reports', {
    report_id: randomUUID(),
    tenant_id,
    name: 'a',
    name_folded: 'a',
    timezone: '',
    filters: '[]',
    email_report: 0,
    summary_settings: '[]',
    chart_settings: '{}',
    column_settings: '[]',
    sort_settings: '[]',
    email_report_settings: '{}',
    created_at: 0,
    updated_at: 0,
  });
  const tenant = await admin.delete(`/api/v2/tenants/${tenant_id}.json`);

  expect([afterUser, count(), tenant.status]).toEqual([1, 0, 200]);
});
