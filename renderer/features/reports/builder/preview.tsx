import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { reportKeys } from '../../../api/cache/reports';
import { useRefusalText } from '../../../i18n/use-refusal-text';
import { useRested } from '../../../ui/use-rested';
import { Chart } from '../chart/chart';
import { figuresFor } from '../figures-for';
import { FiguresTable } from '../run/figures-table';
import { Summary } from '../run/summary';
import { useMayCount } from '../use-may-count';
import styles from './preview.module.css';
import type { ReportValues } from './values';

const restMs = 600;
const shownRows = 8;

const settingsOf = ({ name: _, email_report: __, email_report_settings: ___, ...settings }: ReportValues) => settings;

/** What the settings of the form give, as they are now. */
export function Preview({ report_id, settings }: { report_id: string; settings: ReportValues }) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const mayCount = useMayCount();
  const rested = useRested(JSON.stringify(settings), restMs);
  const { data, error, isFetching } = useQuery({
    queryKey: reportKeys.preview(report_id, JSON.parse(rested)),
    enabled: mayCount,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => figuresFor(report_id, settingsOf(JSON.parse(rested)), shownRows, signal),
  });
  if (!mayCount) return <p className={styles.note}>{t('reports.previewMayNot')}</p>;
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
