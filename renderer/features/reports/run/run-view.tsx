import type { ReportRun } from '@shared/contract/report-runs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format';
import { useSaid } from '../../../i18n/use-said';
import { Button } from '../../../ui/button';
import { useHalves } from '../../../ui/halves';
import { PaneError } from '../../../ui/pane-error';
import { Chart } from '../chart/chart';
import { useMark } from '../chart/use-mark';
import { useHeaderText } from '../use-name-text';
import { comparedWith } from './compare';
import { ComparedNote } from './compared-note';
import { FiguresTable } from './figures-table';
import { Progress } from './progress';
import styles from './run-page.module.css';
import { SettingsPane } from './settings-pane';
import { Summary } from './summary';
import { useBehind } from './use-behind';
import { usePassMark } from './use-pass-mark';
import { usePeriodText } from './use-period-text';
import { useFigures, useRun } from './use-run';

type Props = { run: ReportRun /** The run to compare with. */; other: string | null };

/** One run: its progress, its end, or its figures. */
export function RunView({ run, other }: Props) {
  const { t } = useTranslation();
  const say = useSaid();
  const figures = useFigures(run);
  const [style, setStyle] = useState<string>(run.chart_settings.chart_style);
  const shown = style === 'table' ? 'none' : style;
  const halves = useHalves(t('reports.show'), { first: t('reports.figures'), second: t('reports.settingsOfRun') });
  const look = halves.lookOf('first', styles.figures);
  return (
    <>
      {halves.choice}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which keys can only do where the focus is */}
      <section className={look} aria-label={t('reports.figures')} data-pane tabIndex={0}>
        {run.completed_at === null && <Progress run={run} />}
        {run.job_status === 'REVOKED' && <p role="status">{t('reports.revoked')}</p>}
        {run.job_status === 'FAILURE' && (
          <p role="alert">{say({ text: run.explanation ?? '', reason: run.reason ?? undefined })}</p>
        )}
        {run.job_status === 'SUCCESS' && figures.error && (
          <PaneError title={t('reports.failedRun')} error={figures.error} onRetry={() => void figures.refetch()} />
        )}
        {run.job_status === 'SUCCESS' && figures.data && (
          <Figures run={run} other={other} figures={figures} style={shown} />
        )}
      </section>
      <SettingsPane run={run} style={shown} onStyle={setStyle} className={halves.lookOf('second')} />
    </>
  );
}

type FiguresProps = Props & { figures: ReturnType<typeof useFigures>; style: string };

function Figures({ run, other, figures, style }: FiguresProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const headerText = useHeaderText();
  const behind = useBehind(run);
  const periodText = usePeriodText();
  const period = run.period_begin || run.period_end ? periodText(run) : '';
  const passMark = usePassMark(run);
  const markOf = useMark();
  const before = useRun(run.report_id, other ?? run.run_id).data;
  const compared = useFigures(before).data;
  const comparison = other !== null && compared?.run_id === other ? comparedWith(compared) : undefined;
  const { data } = figures;
  if (!data) return null;
  const { rows, total_rows, truncated } = data;
  const charted = data.chart.metrics.map(headerText).join(', ');
  const groups = data.chart.dimensions.map(headerText).join(', ');
  // The chart can have groups of its own: the table below may have others.
  const what = groups === '' ? charted : t('reports.chartedBy', { figures: charted, groups });
  const title = [what, period].filter(Boolean).join(', ');
  const isOfScores = data.chart.metrics.every(({ name }) => name === 'score_average');
  const mark = markOf(passMark);
  const gone = comparison && rows.length === total_rows ? comparison.gone(rows) : 0;
  return (
    <>
      <h2 className={styles.printed}>{run.name}</h2>
      <Summary
        settings={run.summary_settings}
        data={data}
        behind={(metric, label) => behind({}, metric, label)}
        compared={comparison}
      />
      {comparison && before && <ComparedNote run={run} before={before} gone={gone} />}
      {style !== 'none' && data.chart.metrics.length > 0 && (
        <div>
          <h2 className={styles.title}>{title}</h2>
          <Chart
            chart={{ ...data.chart, chart_style: style }}
            label={title}
            mark={isOfScores && style !== 'pie' ? mark : undefined}
          />
        </div>
      )}
      {total_rows === 0 ? (
        <p role="status">{t('reports.noRows')}</p>
      ) : (
        <FiguresTable label={run.name} data={data} rows={rows} behind={behind} compared={comparison} mark={mark} />
      )}
      {figures.hasNextPage && (
        <div className={styles.more}>
          <Button busy={figures.isFetchingNextPage} onPress={() => void figures.fetchNextPage()}>
            {t('reports.showMore')}
          </Button>
          <span>{t('reports.rowsShown', { shown: format.figure(rows.length), total: format.figure(total_rows) })}</span>
        </div>
      )}
      {truncated && <p className={styles.note}>{t('reports.truncated', { shown: format.figure(total_rows) })}</p>}
    </>
  );
}
