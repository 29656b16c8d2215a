import { dayMs } from '@shared/duration';
import type { By } from '../../../../store/audit';
import type { Connection } from '../../../../store/connection';
import { change, query } from '../../../../store/query';
import { notify } from '../../notices';
import type { State } from './rules';

type Report = State & { report_id: string; purpose: string; calibration_id: string | null };

/** The agent may see the result of their call. */
const isShown = ({ purpose, status, agent_can_view }: Report): boolean =>
  purpose === 'quality' && status === 'completed' && agent_can_view === 1;

/** Tells a new evaluator, the evaluator of a result that is now disputed, and the agent of a new result. */
export function tellChanged(db: Connection, by: By, was: Report, now: Report): void {
  const { report_id, evaluator_user_id, agent_user_id, calibration_id } = now;
  const about = { report_ids: [report_id], calibration_id };
  const isDisputed = now.agent_review_status === 'disputed' && was.agent_review_status !== 'disputed';
  if (evaluator_user_id !== was.evaluator_user_id)
    notify(db, by, { user_id: evaluator_user_id, kind: 'assigned', ...about });
  if (isDisputed) notify(db, by, { user_id: evaluator_user_id, kind: 'disputed', ...about });
  if (isShown(now) && !isShown(was)) notify(db, by, { user_id: agent_user_id, kind: 'result', ...about });
}

/** SQL condition: the deadline of the open evaluation is near or over, and its evaluator was not told. Led by an index. */
const isDue = `is_due_told = 0 AND status IN ('assigned', 'in_progress') AND evaluation_deadline < @at + ${dayMs}`;

/** Whether there is somebody to tell of a deadline. */
export const selectIsDue = query(
  'evaluation-reports.is-due',
  (db, { at }: { at: number }): boolean =>
    db.prepare<object>(`SELECT 1 FROM evaluation_reports WHERE ${isDue} LIMIT 1`).get({ at }) !== undefined,
);

type Due = Pick<Report, 'report_id' | 'evaluator_user_id' | 'calibration_id'>;

/** Tells evaluators, once for each evaluation, of deadlines that are near or over. */
export const tellDue = change('evaluation-reports.tell-due', (db, _: undefined, by): void => {
  const due = db
    .prepare<object, Due>(`
      UPDATE evaluation_reports SET is_due_told = 1 WHERE ${isDue}
      RETURNING report_id, evaluator_user_id, calibration_id`)
    .all({ at: by.at });
  for (const { report_id, evaluator_user_id: user_id, calibration_id } of due)
    notify(db, by, { user_id, kind: 'due', report_ids: [report_id], calibration_id });
});
