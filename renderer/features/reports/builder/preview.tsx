import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportKeys } from '../../../api/cache/reports';
import { useFormat } from '../../../i18n/use-format';
import { useRested } from '../../../ui/use-rested';
import { Chart } from '../chart/chart';
import { figuresFor } from '../figures-for';
import { FiguresTable } from '../run/figures-table';
import { Summary } from '../run/summary';
import { useMayCount } from '../use-may-count';
import { endsTooEarly } from './period';
import styles from './preview.module.css';
import { useFaultTexts } from './use-fault-texts';
import type { ReportValues } from './values';

const restMs = 600;
const shownRows = 8;

const settingsOf = ({ name: _, email_report: __, email_report_settings: ___, ...settings }: ReportValues) => settings;

/** The figures for the current settings of the form, saved or not. */
export function Preview({ settings }: { settings: ReportValues }) {
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
