import type { ReportRun } from '@shared/contract/report-runs';
import { useTranslation } from 'react-i18next';
import { useCustomFields } from '../../../core/custom-fields';
import { useHolds, useSignedIn } from '../../../core/session';
import { paramsOf } from '../../calls';
import type { Row } from '../use-value-text';
import { callsBehind, isOfCalls } from './drill-down';

/** Where the calls behind a figure of a row are listed, or why they cannot be. */
export type Behind = { to: string } | { why: string };

/** Leads from a figure of a run to the calls that it counts. */
export function useBehind(run: ReportRun): (row: Row, metric: string) => Behind {
  const { t } = useTranslation();
  const fields = useCustomFields();
  const maySearch = useHolds('calls:view');
  const { user } = useSignedIn();
  return (row, metric) => {
    if (!maySearch) return { why: t('reports.behind.mayNot') };
    if (run.run_user_id !== user.user_id) return { why: t('reports.behind.notOwn') };
    if (!isOfCalls(metric)) return { why: t('reports.behind.notCalls') };
    const advanced = callsBehind(run, row, fields);
    if (advanced === null) return { why: t('reports.behind.noSearch') };
    return { to: `/review?${paramsOf({ search: '', date: null, advanced, sort: 'desc' })}` };
  };
}
