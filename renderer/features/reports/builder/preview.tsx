import { createReportRun, deleteReportRun, readReportData, readReportRun } from '@shared/contract/report-runs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/api';
import { reportKeys } from '../../../api/cache/reports';
import { useHolds } from '../../../core/session';
import { useRefusalText } from '../../../i18n/use-refusal-text';
import { useRested } from '../../../ui/use-rested';
import { Chart } from '../chart/chart';
import { idIn } from '../reports';
import { FiguresTable } from '../run/figures-table';
import { Summary } from '../run/summary';
import styles from './preview.module.css';
import type { ReportValues } from './values';

const restMs = 600;
const askAgainMs = 250;
const shownRows = 8;

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The figures of a run with these settings, which is deleted again. */
async function figuresFor(report_id: string, settings: ReportValues, signal: AbortSignal) {
  const { name: _, email_report: __, email_report_settings: ___, ...report_run } = settings;
  const { url } = await api(createReportRun, { params: { report_id }, body: { report_run }, signal });
  const params = { report_id, run_id: idIn(url) };
  try {
    for (;;) {
      const { report_run: run } = await api(readReportRun, { params, signal });
      if (run.job_status === 'SUCCESS') break;
      if (run.completed_at !== null) return { explanation: run.explanation, data: null };
      await later(askAgainMs);
    }
    const { report_data } = await api(readReportData, { params, query: { limit: shownRows }, signal });
    return { explanation: null, data: report_data };
  } finally {
    // Without the right to delete runs, it stays among them.
    await api(deleteReportRun, { params }).catch(() => undefined);
  }
}

/** What the settings of the form give, as they are now. */
export function Preview({ report_id, settings }: { report_id: string; settings: ReportValues }) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const mayRun = useHolds('reports:run');
  const mayDelete = useHolds('reports:delete');
  const rested = useRested(JSON.stringify(settings), restMs);
  const { data, error, isFetching } = useQuery({
    queryKey: reportKeys.preview(report_id, JSON.parse(rested)),
    enabled: mayRun && mayDelete,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => figuresFor(report_id, JSON.parse(rested), signal),
  });
  if (!mayRun || !mayDelete) return <p className={styles.note}>{t('reports.previewMayNot')}</p>;
  if (error) return <p className={styles.note}>{refusalText(error)}</p>;
  if (!data) return <p className={styles.note}>{t('reports.counting')}</p>;
  if (data.data === null) return <p className={styles.note}>{data.explanation}</p>;
  const { data: figures } = data;
  return (
    <div className={styles.preview} aria-busy={isFetching}>
      <Summary settings={settings.summary_settings} data={figures} />
      <Chart chart={figures.chart} label={settings.name} low />
      <FiguresTable label={t('reports.table')} data={figures} rows={figures.rows} />
      {figures.total_rows > figures.rows.length && (
        <p className={styles.note}>{t('reports.moreRows', { count: figures.total_rows - figures.rows.length })}</p>
      )}
    </div>
  );
}
