import type { Definition, Report } from '@shared/contract/reports';
import type { Period } from '@shared/periods';
import type { Metric } from '@shared/report-names';

type Headed<N> = { name: N; header: string };
type Chart = Definition['chart_settings'];

/** The settings of a report as the fields of its form. */
export type ReportValues = Omit<Definition, 'description' | 'period' | 'summary_settings' | 'chart_settings'> & {
  period: Period | null;
  description: string;
  summary_settings: Headed<Metric | 'n_rows'>[];
  chart_settings: Omit<Chart, 'metrics'> & { metrics: Headed<Metric>[] };
};

/** The settings of a report as the values of its form. The API returns only names that it accepts. */
export const reportValuesOf = ({ report_id: _, ...report }: Report): ReportValues =>
  ({ ...report, period: report.period ?? null, description: report.description ?? '' }) as ReportValues;

/** A report that counts all calls. `header` is the name of that figure. */
export const newReport = (header: string): ReportValues => ({
  name: '',
  description: '',
  timezone: '',
  period: null,
  period_begin: null,
  period_end: null,
  filters: [],
  column_settings: [{ name: 'count_calls', header, text_align: 'right' }],
  summary_settings: [{ name: 'count_calls', header }],
  chart_settings: { chart_style: 'none', dimensions: [], metrics: [] },
  sort_settings: [],
  intervals: false,
  email_report: false,
  email_report_settings: { send_to_emails: [] },
});

/** The fields whose parts are fields of their own. */
export const sections = ['chart_settings', 'email_report_settings'] as const;
