import { type Report, reportApi } from '@shared/contract/reports';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { changedByReport, reportKeys } from '../../../api/cache/reports';
import { idIn } from '../../../api/id-in';
import type { Stored } from '../../../api/record';
import { isRefusal } from '../../../api/refusal';
import { refresh } from '../../../core/query-client';
import { useMay } from '../../../core/session';
import { FormPage } from '../../../form/form-page';
import { isWithin } from '../../../form/parts';
import { placed } from '../../../form/record';
import { RecordPending } from '../../../form/record-pending';
import { useApiForm } from '../../../form/use-api-form';
import { useFormValues } from '../../../form/use-form-values';
import { useFormat } from '../../../i18n/use-format';
import { useRefusalText } from '../../../i18n/use-refusal-text';
import { useMessage } from '../../../i18n/use-said';
import { toast } from '../../../ui/toast';
import { useRested } from '../../../ui/use-rested';
import { Chart } from '../chart/chart';
import { figuresFor } from '../figures-for';
import { oneReport } from '../reports';
import { FiguresTable } from '../run/figures-table';
import { Summary } from '../run/summary';
import { useMayCount } from '../use-may-count';
import { useReadyMadeText } from '../use-name-text';
import { DeleteReport } from './delete-report';
import { changeRules, endsEarly, endsTooEarly, newRules } from './period';
import { ReportFields } from './report-fields';
import styles from './report-page.module.css';
import { newReport, type ReportValues, reportValuesOf, sections } from './values';

const list = '/reports';

/** The page of a new report, or of a copy of another one (`?of=`). */
export function NewReportPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const of = params.get('of');
  const { data, error, refetch } = oneReport.useRecord(of);
  if (of === null) return <NewReport />;
  if (data) return <NewReport of={data.record} />;
  return <RecordPending error={error} failed={t('reports.failedOne')} onRetry={() => void refetch()} />;
}

function NewReport({ of }: { of?: Report }) {
  const { t } = useTranslation();
  const readyMadeText = useReadyMadeText();
  const navigate = useNavigate();
  const labels = useLabels();
  const mayEdit = useMay(reportApi.create);
  const form = useApiForm(reportApi.create, {
    values: newReport(t('reports.names.count_calls')),
    start: of && { ...reportValuesOf(of), name: t('reports.copyOf', { name: readyMadeText(of.name) }) },
    draft: 'new report',
    rules: newRules,
    sections,
    onSaved: async ({ answer }, { name }) => {
      toast(t('reports.added', { name }));
      await refresh(changedByReport);
      void navigate(`${list}/${idIn(answer.url)}`, { replace: true });
    },
  });
  const values = useFormValues(form);
  return (
    <FormPage
      form={form}
      crumb={{ name: t('reports.title'), to: list }}
      title={t('reports.new')}
      labels={labels}
      save={t('reports.save')}
      unavailable={mayEdit ? undefined : t('reports.mayNotEdit')}
      preview={<Preview settings={values} />}
    >
      <ReportFields form={form} readOnly={!mayEdit} />
    </FormPage>
  );
}

/** The settings of an existing report, with the figures that they give. */
export function EditReportPage() {
  const { t } = useTranslation();
  const { report_id = '' } = useParams();
  const { data, error, refetch } = oneReport.useRecord(report_id);
  if (data) return <Editor key={report_id} {...data} />;
  return <RecordPending error={error} failed={t('reports.failedOne')} onRetry={() => void refetch()} />;
}

function Editor({ record: report, version }: Stored<Report>) {
  const { t } = useTranslation();
  const readyMadeText = useReadyMadeText();
  const labels = useLabels();
  const mayEdit = useMay(reportApi.update);
  const { report_id } = report;
  const form = useApiForm(reportApi.update, {
    values: reportValuesOf(report),
    params: { report_id },
    version,
    stored: { options: oneReport.options(report_id), valuesOf: reportValuesOf },
    draft: `report ${report_id}`,
    rules: changeRules,
    sections,
    onSaved: (_, { name }) => {
      toast(t('reports.saved', { name }));
      void refresh(changedByReport);
    },
  });
  const values = useFormValues(form);
  return (
    <FormPage
      form={form}
      crumb={{ name: readyMadeText(report.name), to: `${list}/${report_id}` }}
      title={t('reports.settings')}
      labels={labels}
      save={t('reports.save')}
      unavailable={mayEdit ? undefined : t('reports.mayNotEdit')}
      actions={<DeleteReport report={report} list={list} />}
      preview={<Preview settings={values} />}
    >
      <ReportFields form={form} readOnly={!mayEdit} />
    </FormPage>
  );
}

const restMs = 600;
const shownRows = 8;

const settingsOf = ({ name: _, email_report: __, email_report_settings: ___, ...settings }: ReportValues) => settings;

/** The figures for the current settings of the form, saved or not. */
function Preview({ settings }: { settings: ReportValues }) {
  const { t } = useTranslation();
  const format = useFormat();
  const faultTexts = useFaultTexts();
  const mayCount = useMayCount();
  const rested = useRested(JSON.stringify(settings), restMs);
  const current: ReportValues = JSON.parse(rested);
  const asked = settingsOf(current);
  const { data, error, isFetching } = useQuery({
    queryKey: reportKeys.preview(asked),
    enabled: mayCount && !endsTooEarly(asked),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: ({ signal }) => figuresFor(asked, { limit: shownRows, signal, view: 'report preview' }),
  });
  // The figures of the last valid settings stay while new ones are computed or the settings are wrong.
  const [last, setLast] = useState(data);
  if (data && data !== last) setLast(data);
  if (!mayCount) return <p className={styles.note}>{t('reports.previewMayNot')}</p>;
  const figures = data ?? last;
  const more = figures ? figures.total_rows - figures.rows.length : 0;
  const faults = faultTexts(current, error);
  return (
    <>
      <div role="status">
        {faults.map((fault) => (
          <p key={fault} className={styles.fault}>
            {fault}
          </p>
        ))}
        {figures && faults.length > 0 && <p className={styles.fault}>{t('reports.previewBefore')}</p>}
      </div>
      {!figures && faults.length === 0 && <p className={styles.note}>{t('reports.counting')}</p>}
      {figures && (
        <div
          className={styles.preview}
          aria-busy={isFetching}
          data-old={(data === undefined && faults.length === 0) || undefined}
        >
          <Summary settings={settings.summary_settings} data={figures} />
          <Chart chart={figures.chart} label={settings.name} low />
          {figures.total_rows === 0 ? (
            <p className={styles.note}>{t('reports.noRowsYet')}</p>
          ) : (
            <FiguresTable label={t('reports.table')} data={figures} rows={figures.rows} />
          )}
          {more > 0 && (
            <p className={styles.note}>{t('reports.moreRows', { count: more, shown: format.figure(more) })}</p>
          )}
        </div>
      )}
    </>
  );
}

/** The errors of settings, each with the label of its field; without a field, the refusal in one sentence. */
function useFaultTexts(): (settings: ReportValues, error: Error | null) => string[] {
  const labels = useLabels();
  const message = useMessage();
  const refusalText = useRefusalText();
  const fields = Object.keys(labels);
  return (settings, error) => {
    if (endsTooEarly(settings)) {
      return [`${labels.period_end}: ${message(endsEarly)}`];
    }
    if (error === null) return [];
    const { known } = placed(isRefusal(error) ? error.details : {}, 'report', fields);
    const all = known.map(([path, said]) => {
      const field = fields.find((name) => isWithin(path, name)) ?? '';
      return `${labels[field]}: ${message(said)}`;
    });
    return all.length > 0 ? [...new Set(all)] : [refusalText(error)];
  };
}

/** The labels of the fields, for the save bar. */
function useLabels(): Readonly<Record<string, string>> {
  const { t } = useTranslation();
  return {
    name: t('reports.name'),
    description: t('reports.description'),
    timezone: t('reports.timezone'),
    period_begin: t('reports.from'),
    period_end: t('reports.to'),
    filters: t('reports.filters'),
    column_settings: t('reports.columns'),
    sort_settings: t('reports.sorting'),
    summary_settings: t('reports.summaryFigures'),
    'chart_settings.chart_style': t('reports.chartStyle'),
    'chart_settings.dimensions': t('reports.chartBy'),
    'chart_settings.metrics': t('reports.chartFigures'),
    intervals: t('reports.sure'),
    email_report: t('reports.emailOn'),
    'email_report_settings.send_to_emails': t('reports.emailTo'),
  };
}
