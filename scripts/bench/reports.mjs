import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { openArchive } from './archive.mjs';
import { ask, median, quantile } from './measure.mjs';

const rounds = 5;
const [hour, day] = ['c.call_pk / 3686400000 % 24', 'c.call_pk / 88473600000'];
const weekday = `(${day} + 3) % 7`;
const month = "strftime('%Y-%m', c.call_pk / 1024000, 'unixepoch')";
const figures = 'count(*) AS calls, sum(c.duration) AS total';
const by = (values, joins = '', where = '') =>
  `SELECT ${values}, ${figures} FROM calls c ${joins} WHERE c.removed_at IS NULL ${where}
   GROUP BY ${values.split(', ').map((_, place) => place + 1)}`;
const users = 'LEFT JOIN call_users u ON u.call_pk = c.call_pk';
const groups = `LEFT JOIN (SELECT DISTINCT u.call_pk, g.group_id FROM call_users u JOIN user_groups g USING (user_id)) g
  ON g.call_pk = c.call_pk`;
const categories = 'LEFT JOIN call_categories k ON k.call_pk = c.call_pk';
const clients = `LEFT JOIN (SELECT DISTINCT f.call_pk, k.client_id FROM client_contacts k JOIN call_numbers f USING (number_key)) k
  ON k.call_pk = c.call_pk`;
const values = (field) => `LEFT JOIN call_custom_values v ON v.field_id = '${field}' AND v.call_pk = c.call_pk`;
const september = ['2026-09-01T00:00:00Z', '2026-10-01T00:00:00Z'];
const inSeptember = september.map((at) => `${BigInt(Date.parse(at)) * 1024n}`);
const filter = (param, op, val) => ({ filters: [{ param, op, val }] });

/** Ordinary reports: their dimensions, further settings, and the best SQL by hand for the same figures. */
const reports = (field) => [
  { dimensions: [], sql: `SELECT ${figures} FROM calls c WHERE c.removed_at IS NULL` },
  { dimensions: ['hour'], sql: by(hour) },
  { dimensions: ['weekday'], sql: by(weekday) },
  { dimensions: ['day'], sql: by(day) },
  { dimensions: ['week'], sql: by(`(${day} + 3) / 7`) },
  { dimensions: ['month'], sql: by(month.replaceAll(', ', ',')) },
  { dimensions: ['direction'], sql: by('c.protocol_call_direction') },
  { dimensions: ['tenant'], sql: by('c.tenant_id') },
  { dimensions: ['user'], sql: by('u.user_id', users) },
  { dimensions: ['group'], sql: by('g.group_id', groups) },
  { dimensions: ['category'], sql: by('k.category_id', categories) },
  { dimensions: ['client'], sql: by('k.client_id', clients) },
  { dimensions: [`custom_field_${field}`], sql: by('v.value', values(field)) },
  { dimensions: ['day', 'direction'], sql: by(`${day}, c.protocol_call_direction`) },
  { dimensions: ['hour', 'weekday'], sql: by(`${hour}, ${weekday}`) },
  { dimensions: ['user', 'day'], sql: by(`u.user_id, ${day}`, users) },
  { dimensions: ['category', 'direction'], sql: by('k.category_id, c.protocol_call_direction', categories) },
  {
    dimensions: ['user'],
    more: filter('duration', 'greater_than', '10:00'),
    sql: by('u.user_id', users, 'AND c.duration > 600'),
  },
  {
    dimensions: ['day'],
    more: filter('phone_number', 'includes', '555'),
    sql: by(day, '', "AND (instr(c.from_number, '555') OR instr(c.to_number, '555'))"),
  },
  {
    dimensions: ['user'],
    more: { period_begin: september[0], period_end: september[1] },
    sql: by('u.user_id', users, `AND c.call_pk >= ${inSeptember[0]} AND c.call_pk < ${inSeptember[1]}`),
  },
];

/**
 * Runs reports, each alternately with SQL by hand over the same archive; measures how late the main loop is meanwhile, and
 * how long it takes until a run that is stopped has freed its thread.
 */
export async function benchReports(calls, { start, signIn }) {
  const archive = await openArchive(calls);
  let service;
  const db = new Database(join(archive.data, 'earshot.db'), { readonly: true });
  try {
    service = await start(archive.data);
    const headers = { ...(await signIn(service.url)), 'content-type': 'application/json' };
    const send = (method, path, body) => fetch(service.url + path, { method, headers, body: JSON.stringify(body) });
    const read = async (path) => (await ask(service.url + path, { headers, text: true })).body;
    const make = async (path, body) => {
      const response = await send('POST', path, body);
      const { url, details } = /** @type {{ url?: string, details?: object }} */ (await response.json());
      if (!url) throw new Error(`${path}: ${JSON.stringify(details)}`);
      return url;
    };
    const reportBy = ({ dimensions, more = {} }) => {
      const column_settings = [...dimensions, 'count_calls', 'duration_total'].map((name) => ({ name }));
      return make('/api/v2/reports.json', { report: { name: 'Bench', timezone: 'UTC', column_settings, ...more } });
    };
    const run = (report) => make(report.replace('.json', '/runs.json'), { report_run: {} });
    const ended = async (url) => {
      for (;;) {
        const { report_run } = await read(url);
        if (report_run.completed_at) return report_run;
        await pause(20);
      }
    };
    const { custom_fields } = await read('/api/v2/custom_fields.json?limit=100');
    // The last one has few values, the first one nearly as many as calls.
    const { field_id } = custom_fields.at(-1);

    await service.tell('watch');
    const results = [];
    for (const { sql, ...settings } of reports(field_id)) {
      const report = await reportBy(settings);
      const statement = db.prepare(sql);
      const times = { ours: [], byHand: [] };
      for (let round = -1; round < rounds; round += 1) {
        const begun = performance.now();
        const rows = statement.all();
        const byHand = performance.now() - begun;
        // The statement has blocked this process: what the service has closed meanwhile is noticed first.
        await pause(10);
        const url = await run(report);
        const { job_status, started_at, completed_at } = await ended(url);
        const { total_rows } = (await read(url.replace('.json', '/data.json?limit=1'))).report_data;
        if (job_status !== 'SUCCESS' || total_rows !== rows.length)
          throw new Error(`${sql}: ${job_status}, ${total_rows} rows instead of ${rows.length}`);
        // The first round warms up both sides and does not count.
        if (round < 0) continue;
        times.ours.push(Date.parse(completed_at) - Date.parse(started_at));
        times.byHand.push(byHand);
      }
      const [ms, baseline_ms] = [median(times.ours), median(times.byHand)];
      const { dimensions } = settings;
      results.push({
        name: `${dimensions.join(', ') || 'all'}${'more' in settings ? ', narrowed' : ''}`,
        ms,
        baseline_ms,
        ratio: ms / baseline_ms,
      });
    }
    const lag = await service.tell('lag');

    const long = await reportBy({ dimensions: ['user', 'group', 'client', 'day'] });
    const quick = await reportBy({ dimensions: [], more: { period_end: '1950-01-01T00:00:00Z' } });
    const stops = [];
    for (let round = 0; round < rounds; round += 1) {
      const url = await run(long);
      while ((await read(url)).report_run.job_status === 'PENDING');
      const begun = performance.now();
      const { status } = await send('PUT', url, { report_run: { job_status: 'REVOKED' } });
      if (status !== 200) throw new Error(`The run ended before it was stopped: ${status}`);
      await ended(await run(quick));
      stops.push(performance.now() - begun);
    }
    await service.tell('close');
    return { results, lag, stop: { median_ms: median(stops), max_ms: quantile(stops, 1) } };
  } finally {
    db.close();
    service?.end();
    archive.close();
  }
}
