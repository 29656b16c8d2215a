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

/** What the settings of the form give, as they are now, saved or not. */
export function Preview({ settings }: { settings: ReportValues }) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const mayCount = useMayCount();
  const rested = useRested(JSON.stringify(settings), restMs);
  const {
    data: figures,
    error,
    isFetching,
  } = useQuery({
    queryKey: reportKeys.preview(settingsOf(JSON.parse(rested))),
    enabled: mayCount,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      figuresFor(settingsOf(JSON.parse(rested)), { limit: shownRows, signal, view: 'report preview' }),
  });
  if (!mayCount) return <p className={styles.note}>{t('reports.previewMayNot')}</p>;
  if (error) return <p className={styles.note}>{refusalText(error)}</p>;
  if (!figures) return <p className={styles.note}>{t('reports.counting')}</p>;
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
