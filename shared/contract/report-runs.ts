import { z } from 'zod';
import { readOnly } from './fields';
import { Created, operation, wholeNumber } from './operation';
import { listQuery, pageOf } from './paging';
import { SaidReason } from './refusals';
import { figures } from './report-figures';
import { changedSettings, definition } from './reports';

const jobStatus = z.enum(['PENDING', 'STARTED', 'SUCCESS', 'FAILURE', 'REVOKED']);
export type JobStatus = z.infer<typeof jobStatus>;

const microseconds = () =>
  z.iso.datetime({ offset: true, precision: 6 }).meta({ description: 'ISO 8601 with microseconds and UTC offset' });

/** An instance of a report with the settings that it ran with. */
export const ReportRun = z
  .object({
    run_id: z.uuid(),
    report_id: z.uuid(),
    ...definition,
    run_tenant_id: z.uuid(),
    run_user_id: z.uuid(),
    created_at: microseconds(),
    started_at: microseconds().nullable(),
    completed_at: microseconds().nullable(),
    job_status: jobStatus,
    _version_: z.number().int().meta({ description: 'Starts at 1 and grows by one with each stored change' }),
    progress: z.number().int().min(0).max(100).meta({ description: 'Extension: per cent, never falling' }),
    explanation: z.string().nullable().meta({ description: 'Extension: why the run failed' }),
    reason: SaidReason.nullable().meta({ description: 'Extension: what the explanation says' }),
  })
  .meta({ id: 'ReportRun' });
export type ReportRun = z.infer<typeof ReportRun>;

/** The figures of a run. */
export const ReportData = z.object({ run_id: z.uuid(), report_id: z.uuid(), ...figures }).meta({ id: 'ReportData' });
export type ReportData = z.infer<typeof ReportData>;

const own = Object.fromEntries(
  Object.keys(ReportRun.shape)
    .filter((name) => !(name in definition))
    .map((name) => [name, readOnly()]),
);

const runs = '/api/v2/reports/:report_id/runs.json';
const run = '/api/v2/reports/:report_id/runs/:run_id.json';
const latest = { run_id: 'latest' } as const;
const decision =
  'API v2 shows neither the payload nor the statuses. A run is visible to the user who started it and to users with an unrestricted role. latest is the newest run that the caller sees.';

export const listReportRuns = operation({
  summary: 'List the runs of a report',
  method: 'get',
  path: runs,
  permission: 'reports:view',
  audited: { action: 'read', resource: 'report_run' },
  query: listQuery,
  response: pageOf('report_runs', ReportRun),
  decision,
});

/** Copies the settings of the report, changes those that are sent, and runs it. */
export const createReportRun = operation({
  summary: 'Run a report',
  description: 'Settings that are sent apply to this run only. It counts what its user may see.',
  method: 'post',
  path: runs,
  permission: 'reports:run',
  audited: { action: 'create', resource: 'report_run' },
  body: z.strictObject({ report_run: z.strictObject({ ...own, ...changedSettings }) }),
  response: Created,
  status: 201,
  extension: true,
});

export const readReportRun = operation({
  summary: 'Read a run of a report',
  method: 'get',
  path: run,
  words: latest,
  permission: 'reports:view',
  audited: { action: 'read', resource: 'report_run', id: 'run_id' },
  response: z.object({ report_run: ReportRun }),
  versioned: true,
  decision,
});

/** Ends a run that has not ended. It keeps no data. */
export const revokeReportRun = operation({
  summary: 'Stop a run of a report',
  method: 'put',
  path: run,
  words: latest,
  permission: 'reports:run',
  audited: { action: 'update', resource: 'report_run', id: 'run_id' },
  body: z.strictObject({
    report_run: z.strictObject({
      ...own,
      ...Object.fromEntries(Object.keys(definition).map((name) => [name, readOnly()])),
      job_status: z.literal('REVOKED'),
    }),
  }),
  response: z.object({ report_run: ReportRun }),
  text: 'description',
  refusals: ['Conflict'],
  versioned: true,
  extension: true,
});

export const deleteReportRun = operation({
  summary: 'Delete a run of a report',
  description: 'A run that has not ended is stopped.',
  method: 'delete',
  path: run,
  words: latest,
  permission: 'reports:delete',
  audited: { action: 'delete', resource: 'report_run', id: 'run_id' },
  response: z.object({}),
  versioned: true,
  extension: true,
});

/** The figures of a run that has succeeded, page by page; everything but the rows is the same on each page. */
export const readReportData = operation({
  summary: 'Read the data of a run',
  method: 'get',
  path: '/api/v2/reports/:report_id/runs/:run_id/data.json',
  words: latest,
  permission: 'reports:view',
  audited: { action: 'read', resource: 'report_run', id: 'run_id' },
  query: z.strictObject({
    limit: wholeNumber(1, 1000).default(1000).meta({ description: 'The most rows on a page' }),
    start: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0).meta({ description: 'The position of the first row' }),
  }),
  response: z.object({ report_data: ReportData, next_url: z.string().nullable() }),
  decision,
});

/** All rows of a run as a table. */
export const exportReportData = operation({
  summary: 'Export the data of a run',
  description: 'A text that a spreadsheet would take for a formula begins with an apostrophe.',
  method: 'get',
  path: '/api/v2/reports/:report_id/runs/:run_id/data.csv',
  words: latest,
  permission: 'reports:view',
  audited: { action: 'read', resource: 'report_run', id: 'run_id' },
  produces: ['text/csv'],
  example: 'Day,Calls\r\n2026-11-19,42\r\n2026-11-20,57\r\n',
  extension: true,
});
