import type { CallScore, CallTotals } from '@shared/contract/call-scores';
import type { CallFilters } from '@shared/contract/calls';
import { completedInScope, evaluationsInScope, type Scope } from '../../../../access/scope';
import { flag, jsonObject, valuesOf } from '../../../../store/fragments';
import { query } from '../../../../store/query';
import { columnsOf } from '../../../../store/sql';
import { callList } from '../../../calls/calls';
import { failsForm } from '../reports/critical';

/**
 * SQL: the evaluation that the score of the call `c` is taken from. People who have to score a call do not see what
 * others gave it before they are done.
 */
const scoreOf = (scope: Scope): string => `(
  SELECT o.report_id FROM evaluation_reports o
  WHERE o.call_pk = c.call_pk AND o.status <> 'cancelled' AND ${evaluationsInScope(scope, 'o')}
  ORDER BY
    CASE WHEN o.status = 'completed' THEN 1 WHEN o.evaluator_user_id = @scope_user THEN 0 ELSE 2 END,
    coalesce(o.evaluation_completed_at, 0) DESC, o.created_at DESC, o.report_id
  LIMIT 1)`;

/** The scores of calls, in one statement. */
export const selectScores = query(
  'evaluation-scores.select',
  (db, { ids, scope }: { ids: readonly string[]; scope: Scope }) =>
    db
      .prepare<Record<string, string>, { json: string }>(`
        SELECT ${jsonObject<CallScore>({
          call_id: 'c.call_id',
          ...columnsOf('e', ['report_id', 'status', 'score']),
          is_passed: flag('e.is_passed'),
          answer_fail_form: failsForm('e'),
        })} AS json
        FROM calls c JOIN evaluation_reports e ON e.report_id = ${scoreOf(scope)}
        WHERE c.call_id IN ${valuesOf('@ids', 'text')}`)
      .all({ ...scope.params, ids: JSON.stringify(ids) })
      .map(({ json }): CallScore => JSON.parse(json)),
);

type Asked = { filters: CallFilters; scope: Scope; zone: string; views_evaluations: boolean };

/** The totals of the calls of a search. Its reader walks all of them, until its deadline. */
export const selectTotals = query(
  'evaluation-scores.totals',
  (db, { filters, scope, zone, views_evaluations }: Asked): CallTotals => {
    const isScored = `EXISTS (
      SELECT 1 FROM evaluation_reports e WHERE e.call_pk = c.call_pk AND ${completedInScope(scope, 'e')})`;
    const isDraft = `EXISTS (
      SELECT 1 FROM evaluation_reports e
      WHERE e.call_pk = c.call_pk AND e.status = 'in_progress' AND ${evaluationsInScope(scope, 'e')})`;
    const sum = (condition: string) => `coalesce(sum(CASE WHEN ${condition} THEN 1 ELSE 0 END), 0)`;
    const ofEvaluations = {
      scored: sum(isScored),
      drafts: sum(`${isDraft} AND NOT ${isScored}`),
    };
    const { scored, drafts } = views_evaluations ? ofEvaluations : { scored: 'NULL', drafts: 'NULL' };
    const asked = { values: { ...filters, sort_order: 'desc' as const }, scope, zone };
    const [totals] = callList.each<CallTotals>(db, asked, {
      columns: `count(*) AS count, coalesce(sum(c.duration), 0) AS duration, ${scored} AS scored, ${drafts} AS drafts`,
      where: 'TRUE',
    });
    return totals as CallTotals;
  },
);
