import type { EvaluationEvent } from '@shared/contract/events';
import { holds } from '@shared/permissions';
import { followed } from '../../../../access/followed';
import { reportsInScope, type Scope } from '../../../../access/scope';
import { Announcer } from '../../../../store/announce';
import type { Connection } from '../../../../store/connection';
import { valuesOf } from '../../../../store/fragments';
import { query } from '../../../../store/query';

const columns = [
  ...(['tenant_id', 'evaluator_user_id', 'agent_user_id', 'status', 'agent_can_view'] as const),
  ...(['purpose', 'calibration_id'] as const),
] as const;
/** The same columns from parameters, which have no type of their own. */
const parameters = columns.map((name) => {
  const type = name === 'agent_can_view' ? 'INTEGER' : 'TEXT';
  return `CAST(@${name} AS ${type}) AS ${name}`;
});

/** The properties that decide who reaches an evaluation. */
type EvaluationReach = {
  tenant_id: string;
  evaluator_user_id: string;
  agent_user_id: string;
  status: string;
  agent_can_view: 0 | 1;
  purpose: string;
  calibration_id: string | null;
};

/** The changes of evaluations. Who reached one before is known from the first; `was` is null for a new one. */
export const evaluationChanges = new Announcer<{ change: 'created' | 'changed'; was: EvaluationReach | null }>(
  'evaluation',
);

/** The properties that decide who reaches an evaluation; null if there is none. */
export const reachOf = (db: Connection, report_id: string): EvaluationReach | null =>
  db
    .prepare<{ report_id: string }, EvaluationReach>(
      `SELECT ${columns} FROM evaluation_reports WHERE report_id = @report_id`,
    )
    .get({ report_id }) ?? null;

type Asked = { ids: readonly string[]; before: readonly (EvaluationReach & { id: string })[]; scope: Scope };

/** The evaluations among `ids` that are in the caller's reach, and those of `before` that were. */
export const selectReachedReports = query('evaluation-reports.reached', (db, { ids, before, scope }: Asked) => {
  const now = db
    .prepare<Record<string, string>, { report_id: string }>(`
      SELECT e.report_id FROM evaluation_reports e
      WHERE e.report_id IN ${valuesOf('@ids', 'text')} AND ${reportsInScope(scope, 'e')}`)
    .all({ ...scope.params, ids: JSON.stringify(ids) });
  const was = db.prepare<Record<string, string | number | null>, { one: number }>(`
    SELECT 1 AS one FROM (SELECT ${parameters}) e WHERE ${reportsInScope(scope, 'e')}`);
  return {
    now: new Set(now.map(({ report_id }) => report_id)),
    // Few, because each evaluation is taken from a user by a request of its own.
    before: new Set(before.filter(({ id: _, ...reach }) => was.get({ ...scope.params, ...reach })).map(({ id }) => id)),
  };
});

followed(evaluationChanges, (db, reports, { permissions, scope }) => {
  if (!holds(permissions, 'evaluation_reports:view')) return [];
  const before = reports.flatMap(({ id, was }) => (was ? [{ id, ...was }] : []));
  const reached = selectReachedReports.run(db, { ids: reports.map(({ id }) => id), before, scope });
  // Who reached one before, and no longer does, is told that it was removed.
  return reports
    .filter(({ id }) => reached.now.has(id) || reached.before.has(id))
    .map(({ id, change }) => ({
      id,
      data: { report_id: id, change: reached.now.has(id) ? change : 'removed' } satisfies EvaluationEvent,
    }));
});
