import type { ReportRun } from '@shared/contract/report-runs';
import { useTranslation } from 'react-i18next';
import { countedAddress, withReport } from '../../../core/counted';
import { useCustomFields } from '../../../core/custom-fields';
import { useHolds, useSignedIn, useZone } from '../../../core/session';
import { parameterOf, paramsOf } from '../../calls';
import type { Row } from '../use-value-text';
import {
  callsBehind,
  type EvaluationFilters,
  evaluationsBehind,
  isOfCalls,
  isOfEvaluations,
  isUnderQuestions,
} from './drill-down';

/** Where the calls or evaluations behind a figure of a row are listed, or why they cannot be. */
export type DrillDown = { to: string; of: 'calls' | 'evaluations' } | { why: string };

/** Leads from a figure of a run to what it counts. `label` is what the figure is called. */
export function useDrillDown(run: ReportRun): (row: Row, metric: string, label: string) => DrillDown {
  const { t } = useTranslation();
  const known = { fields: useCustomFields(), zone: useZone() };
  const [maySearch, mayEvaluate] = [useHolds('calls:view'), useHolds('evaluation_reports:view')];
  const { user } = useSignedIn();
  return (row, metric, label) => {
    if (metric === 'n_rows') return { why: t('reports.behind.ofRows') };
    if (!maySearch) return { why: t('reports.behind.mayNot') };
    if (run.run_user_id !== user.user_id) return { why: t('reports.behind.notOwn') };
    if (!isOfCalls(metric) && !isOfEvaluations(metric)) return { why: t('reports.behind.noSearch') };
    if (isOfEvaluations(metric) && !isUnderQuestions(row)) {
      if (!mayEvaluate) return { why: t('reports.behind.mayNotEvaluate') };
      const found = evaluationsBehind(run, row, metric, known);
      if (found === null) return { why: t('reports.behind.noSearch') };
      return { to: withReport(countedAddress({ of: label, parameters: parametersOf(found) }), run), of: 'evaluations' };
    }
    const advanced = callsBehind(run, row, metric, known);
    if (advanced === null) return { why: t('reports.behind.noSearch') };
    const found = `/review?${paramsOf({ search: '', date: null, advanced, sort: 'desc' })}`;
    return { to: withReport(found, run), of: 'calls' };
  };
}

const parametersOf = ({ own, advanced }: EvaluationFilters) => ({
  ...own,
  ...Object.fromEntries(advanced.map((filter) => [parameterOf(filter), filter.text])),
});
