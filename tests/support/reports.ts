import type { ReportData, ReportRun } from '@shared/contract/report-runs';
import { vi } from 'vitest';
import type { Caller } from './caller';

export const collection = '/api/v2/reports.json';

/** The columns of a table by their names. */
export const columns = (...names: string[]) => ({ column_settings: names.map((name) => ({ name })) });

/** Creates a report and returns its address. */
export async function reportOf(caller: Caller, report: object): Promise<string> {
  const { body } = await caller.post(collection, { report: { name: 'Calls', ...columns('count_calls'), ...report } });
  if (!body.url) throw new Error(JSON.stringify(body));
  return body.url;
}

export const runsOf = (report: string) => report.replace('.json', '/runs.json');
export const dataOf = (run: string, kind = 'json') => run.replace('.json', `/data.${kind}`);

/** Waits until a run has ended. */
export const ended = (caller: Caller, url: string): Promise<ReportRun> =>
  vi.waitUntil(
    async () => {
      const { report_run } = (await caller.get(url)).body;
      return report_run.completed_at === null ? undefined : report_run;
    },
    { timeout: 60_000 },
  );

/** Runs a report with these changes, and waits for its end. */
export async function ran(
  caller: Caller,
  report: string,
  report_run: object = {},
): Promise<{ url: string } & ReportRun> {
  const { body } = await caller.post(runsOf(report), { report_run });
  if (!body.url) throw new Error(JSON.stringify(body));
  return { url: body.url, ...(await ended(caller, body.url)) };
}

/** The data of a new run of a new report. */
export async function figures(caller: Caller, report: object): Promise<ReportData> {
  const run = await ran(caller, await reportOf(caller, report));
  if (run.job_status !== 'SUCCESS') throw new Error(`${run.job_status}: ${run.explanation}`);
  return (await caller.get(dataOf(run.url))).body.report_data;
}

/** A report as its author wrote it, with every setting. */
export const everything = {
  name: 'Calls of the support',
  description: 'By day and direction',
  timezone: 'Europe/Oslo',
  period_begin: '2026-11-01T00:00:00+01:00',
  period_end: '2026-12-01T00:00:00Z',
  filters: [
    { param: 'duration', param2: '', op: 'duration_greater_than', val: '1:00' },
    { param: 'direction', param2: '', op: 'equal_to', val: '1,2' },
    { param: 'agent_name', param2: '', op: 'is_empty', val: '' },
  ],
  summary_settings: [
    { name: 'count_calls', header: 'Calls' },
    { name: 'n_rows', header: '' },
  ],
  chart_settings: {
    chart_style: 'bar',
    dimensions: [{ name: 'day', header: 'Day' }],
    metrics: [{ name: 'minutes_total', header: 'Minutes' }],
  },
  column_settings: [
    { name: 'day', header: 'Day', text_align: 'left' },
    { name: 'direction', header: 'Direction', text_align: 'center' },
    { name: 'count_calls', header: 'Calls', text_align: 'right' },
  ],
  sort_settings: [{ name: 'count_calls', header: 'Calls', sort: 'DESC' }],
  intervals: false,
  email_report: true,
  email_report_settings: { send_to_emails: ['ingrid@example.com'] },
};
