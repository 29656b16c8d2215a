import type { ReportRun } from '@shared/contract/report-runs';
import type { Definition } from '@shared/contract/reports';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '../../../core/session';
import { useFormat } from '../../../i18n/use-format';
import { useRefusalText } from '../../../i18n/use-refusal-text';
import { useSaid } from '../../../i18n/use-said';
import { Button } from '../../../ui/button';
import { useHalves } from '../../../ui/halves';
import { Icon } from '../../../ui/icon';
import { PaneError } from '../../../ui/pane-error';
import { ProgressRing } from '../../../ui/progress-ring';
import { toast } from '../../../ui/toast';
import { useAdvancedTexts } from '../../calls';
import { oneForm } from '../../evaluation-forms';
import { advancedOf } from '../builder/definition-filters';
import { Chart } from '../chart/chart';
import { useMark } from '../chart/use-mark';
import { useHeaderText } from '../use-name-text';
import { comparedWith } from './compare';
import comparedNote from './compared-note.module.css';
import { differencesOf } from './differences';
import { FiguresTable } from './figures-table';
import progress from './progress.module.css';
import styles from './run-page.module.css';
import { SettingsPane } from './settings-pane';
import { Summary } from './summary';
import { useDrillDown } from './use-drill-down';
import { usePeriodText } from './use-period-text';
import { useFigures, useRun, useStop } from './use-run';
import { useRunName } from './use-run-name';

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
  const drillDown = useDrillDown(run);
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
        drillDown={(metric, label) => drillDown({}, metric, label)}
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
        <FiguresTable
          label={run.name}
          data={data}
          rows={rows}
          drillDown={drillDown}
          compared={comparison}
          mark={mark}
        />
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

/** A run that has not ended, with Cancel. */
function Progress({ run }: { run: ReportRun }) {
  const { t } = useTranslation();
  const mayRun = useHolds('reports:run');
  const refusalText = useRefusalText();
  const stop = useStop(run);
  const text = run.job_status === 'PENDING' ? t('reports.waiting') : t('reports.running', { percent: run.progress });
  return (
    <div className={progress.progress}>
      <ProgressRing value={run.progress / 100} label={run.name} />
      <span data-figures>{text}</span>
      <Button
        busy={stop.isPending}
        unavailable={mayRun ? undefined : t('reports.mayNotRun')}
        onPress={() => stop.mutate(undefined, { onError: (error) => toast(refusalText(error), 'note') })}
      >
        {t('reports.cancel')}
      </Button>
    </div>
  );
}

/**
 * The pass mark in per cent, if a report is about one evaluation form that has one and that the role sees. The form has
 * it now: runs do not keep it.
 */
function usePassMark({ filters }: Pick<Definition, 'filters'>): number | null {
  const maySee = useHolds('evaluation_forms:view');
  const forms = filters.filter(({ param, op }) => param === 'evaluation_form_id' && op === 'equal_to');
  const [form_id = ''] = forms.map(({ val }) => val);
  const isOne = forms.length === 1 && !form_id.includes(',');
  const { data } = oneForm.useRecord(maySee && isOne ? form_id : null);
  return data?.record.pass_threshold ?? null;
}

type ComparedNoteProps = {
  run: ReportRun;
  /** The run that it is compared with. */
  before: ReportRun;
  /** The number of rows that only the other run has. */
  gone: number;
};

/** Which run the figures are compared with, and in what that run counted other calls. */
function ComparedNote({ run, before, gone }: ComparedNoteProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const nameOf = useRunName(run.report_id);
  const differences = useDifferenceTexts(run, before);
  return (
    <div className={comparedNote.note} role="status">
      <p>
        {t('reports.comparedWith', { time: nameOf.within(before) })}
        {gone > 0 && ` ${t('reports.gone', { count: gone, shown: format.figure(gone) })}`}
      </p>
      {differences.length > 0 && (
        <div className={comparedNote.warning}>
          <Icon of={TriangleAlert} size={14} />
          <div>
            <p className={comparedNote.title}>{t('reports.otherCalls')}</p>
            <ul>
              {differences.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </div>
  );
}

function useDifferenceTexts(run: ReportRun, before: ReportRun): string[] {
  const { t } = useTranslation();
  const periodText = usePeriodText();
  const [now, then] = [useAdvancedTexts(advancedOf(run.filters)), useAdvancedTexts(advancedOf(before.filters))];
  const { period, timezone, filters, person } = differencesOf(run, before);
  const differs = (name: string, here: string, there: string) => t('reports.differs', { name, here, there });
  const zone = (one: ReportRun) => one.timezone.replaceAll('_', ' ');
  const none = t('reports.notFiltered');
  return [
    ...(period ? [differs(t('reports.period'), periodText(run), periodText(before))] : []),
    ...filters.map((filter) => {
      const [here, there] = [now.get(filter), then.get(filter)];
      // A filter by a field that this user does not see has no text.
      if (here === undefined && there === undefined) return t('reports.fieldUnseen');
      return differs((here ?? there)?.name ?? '', here?.value ?? none, there?.value ?? none);
    }),
    ...(timezone ? [differs(t('reports.timezone'), zone(run), zone(before))] : []),
    ...(person ? [t('reports.otherPerson')] : []),
  ];
}
