import { z } from 'zod';
import { periods } from '../periods';
import { says } from '../reasons/check';
import { dimensions, isDimension, isMetric, metrics } from '../report-names';
import { collection } from './collection';
import { moment, readOnly, recordName, searchedText, text, timezone } from './fields';

const maxEntries = 50;

/** An ISO 8601 date-time with an offset, kept as the text that was sent. */
const momentAsSent = () =>
  z
    .string()
    .refine((sent) => moment().safeParse(sent).success, says('not_moment'))
    .meta({ format: 'date-time' });

/** A name of a figure and the header that it is shown under, by default its name. */
const headed = <N extends z.ZodType<string>, T extends z.ZodRawShape>(name: N, more: T) =>
  z.strictObject({ name, header: text(256).optional(), ...more });
const withHeader = <E extends { name: string; header?: string | undefined }>(entry: E) => ({
  ...entry,
  header: entry.header ?? entry.name,
});

/** A list in which each name is used once. */
const once = <E extends z.ZodType<{ name: string }>>(entry: E) =>
  z
    .array(entry)
    .max(maxEntries)
    .superRefine((entries, { addIssue }) => {
      for (const [place, { name }] of entries.entries()) {
        const isFirst = entries.findIndex((other) => other.name === name) === place;
        if (!isFirst) addIssue({ code: 'custom', path: [place, 'name'], message: 'given_twice', input: name });
      }
    });

const metric = z.enum(metrics);
const dimension = z.string().refine(isDimension, says('not_dimension', { options: [...dimensions] }));
const column = z.string().refine((name) => isDimension(name) || isMetric(name), says('not_column'));

const chartStyle = z.enum(['bar', 'line', 'pie', 'table', 'none']);
const textAlign = z.enum(['left', 'right', 'center']);
const sorting = z.enum(['ASC', 'DESC']);

const chart = {
  chart_style: chartStyle,
  dimensions: once(headed(dimension, {}).transform(withHeader)),
  metrics: once(headed(metric, {}).transform(withHeader)),
};

/** The settings of a report, each as it is sent. */
const settings = {
  description: text(4096).nullable(),
  timezone: timezone().meta({ description: 'Empty: the zone of the user who runs it' }),
  period_begin: momentAsSent().nullable(),
  period_end: momentAsSent().nullable().meta({ description: 'The first moment after the period' }),
  period: z.enum(periods).nullable().optional().meta({
    description:
      'Extension: a period that moves with the calendar. Each run has its days in the zone of the run, as period_begin and period_end, which are null here',
  }),
  filters: z
    .array(
      z.strictObject({
        param: z.string().meta({ description: 'A name of the advanced search, or custom_field' }),
        param2: z.string().default('').meta({ description: 'The field_id of a custom_field' }),
        op: z.string().meta({ description: 'An operator of the advanced search' }),
        val: z.string(),
      }),
    )
    .max(maxEntries),
  summary_settings: once(headed(z.enum([...metrics, 'n_rows']), {}).transform(withHeader)),
  column_settings: once(
    headed(column, { text_align: textAlign.optional() }).transform((entry) => ({
      ...withHeader(entry),
      text_align: entry.text_align ?? (isMetric(entry.name) ? ('right' as const) : ('left' as const)),
    })),
  ).min(1),
  sort_settings: once(headed(z.string(), { sort: sorting.default('ASC') }).transform(withHeader)),
  intervals: z.boolean().meta({
    description:
      'Extension: rows and summary have `<metric>_n`, `<metric>_low` and `<metric>_high` for averages and rates: the number of values, and an interval that covers the figure of all calls in 95 of 100 cases',
  }),
  email_report: z.boolean().meta({ description: 'Stored only: this service sends no e-mail' }),
};
const addresses = z.array(z.email(says('email_wrong'))).max(maxEntries);

/** A report is named apart, because the name of a run may be another one. */
const name = () => recordName(256);

const headers = (more: z.ZodRawShape = {}) => z.array(z.object({ name: z.string(), header: z.string(), ...more }));

/** What a report and a run of it have in common. */
export const definition = {
  name: z.string(),
  description: z.string().nullable(),
  timezone: z.string(),
  period_begin: z.string().nullable().meta({ format: 'date-time' }),
  period_end: z.string().nullable().meta({ format: 'date-time' }),
  period: z.enum(periods).optional().meta({ description: 'Extension: absent without a moving period' }),
  filters: z.array(z.object({ param: z.string(), param2: z.string(), op: z.string(), val: z.string() })),
  summary_settings: headers(),
  chart_settings: z.object({ chart_style: chartStyle, dimensions: headers(), metrics: headers() }),
  column_settings: z.array(z.object({ name: z.string(), header: z.string(), text_align: textAlign })),
  sort_settings: z.array(z.object({ name: z.string(), header: z.string(), sort: sorting })),
  intervals: z.boolean().meta({ description: 'Extension: whether averages and rates have an interval' }),
  email_report: z.boolean(),
  email_report_settings: z.object({ send_to_emails: z.array(z.string()) }),
};

/** Figures of the calls of a period: a table, its summary and a chart. */
export const Report = z.object({ report_id: z.uuid(), ...definition }).meta({ id: 'Report' });
export type Report = z.infer<typeof Report>;
/** The settings of a report or run. */
export type Definition = Omit<Report, 'report_id' | 'period'> & { period?: Report['period'] | null | undefined };

const NewReport = z.strictObject({
  report_id: readOnly(),
  tenant_id: readOnly(),
  name: name(),
  ...settings,
  description: settings.description.default(null),
  timezone: settings.timezone.default(''),
  period_begin: settings.period_begin.default(null),
  period_end: settings.period_end.default(null),
  filters: settings.filters.default([]),
  summary_settings: settings.summary_settings.default([]),
  chart_settings: z
    .strictObject({
      chart_style: chart.chart_style.default('none'),
      dimensions: chart.dimensions.default([]),
      metrics: chart.metrics.default([]),
    })
    .prefault({}),
  sort_settings: settings.sort_settings.default([]),
  intervals: settings.intervals.default(false),
  email_report: settings.email_report.default(false),
  email_report_settings: z.strictObject({ send_to_emails: addresses.default([]) }).prefault({}),
});

/** Settings that are not stored, so that they need no name. */
export const unsavedReport = NewReport.extend({ name: readOnly() });

/** A change of some settings; those of a chart and of e-mails are merged. */
export const changedSettings = {
  name: name().optional(),
  ...z.strictObject(settings).partial().shape,
  chart_settings: z.strictObject(chart).partial().optional(),
  email_report_settings: z.strictObject({ send_to_emails: addresses.optional() }).optional(),
};
const ChangedReport = z.strictObject({ report_id: readOnly(), tenant_id: readOnly(), ...changedSettings });
export type ChangedReport = z.output<typeof ChangedReport>;

export const reportApi = collection({
  plural: 'reports',
  singular: 'report',
  id: 'report_id',
  area: 'reports',
  record: Report,
  fresh: NewReport,
  changed: ChangedReport,
  filters: { search_term: searchedText().optional().meta({ description: 'Part of the name' }) },
});
