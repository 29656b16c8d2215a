import { z } from 'zod';
import { operation, wholeNumber } from './operation';
import { definition, unsavedReport } from './reports';

const value = z.union([z.string(), z.number(), z.null()]);
const heading = z.object({ name: z.string(), header: z.string() });

/**
 * A table, its summary and its chart. A row has the value of each column, the code or id of each dimension as `<name>_id`, and with
 * intervals `<metric>_n`, `<metric>_low` and `<metric>_high`; a point of the chart then has `n`, `low` and `high`.
 */
export const figures = {
  columns: definition.column_settings,
  rows: z.array(z.record(z.string(), value)),
  summary: z.record(z.string(), value),
  chart: z.object({
    chart_style: z.string(),
    dimensions: z.array(heading),
    metrics: z.array(heading),
    series: z.array(heading.extend({ data: z.array(z.record(z.string(), value)) })),
  }),
  total_rows: z.number().int().meta({ description: 'The number of rows on all pages' }),
  truncated: z.boolean().meta({ description: 'There were more rows than are kept' }),
};

/** The figures of settings that belong to no report. */
export const ReportFigures = z.object(figures).meta({ id: 'ReportFigures' });
export type ReportFigures = z.infer<typeof ReportFigures>;

/** Computes figures while the caller waits: for a preview, or for a page that shows them as they are now. */
export const computeReportFigures = operation({
  summary: 'Compute figures without a report',
  description:
    'Stores neither a report nor a run. Counts what the caller may see. The end of the request ends the computation, and so does a newer request of the same view.',
  method: 'post',
  path: '/api/v2/reports/figures.json',
  permission: 'reports:run',
  audited: { action: 'read', resource: 'report' },
  query: z.strictObject({
    limit: wholeNumber(1, 1000).default(1000).meta({ description: 'The most rows that are returned' }),
  }),
  body: z.strictObject({ report: unsavedReport }),
  response: z.object({ report_figures: ReportFigures }),
  extension: true,
});
