import type { listQueue } from '@shared/contract/evaluation-queue';
import { list } from '../../../access/list';
import { inTenants, reportsInScope } from '../../../access/scope';
import { flag, isoTime, valuesOf } from '../../../store/fragments';
import { columnsOf, integer, text } from '../../../store/sql';
import { planOfSample, repliedIs, sampleName } from './reports/list.queries';

/** After every deadline: the last moment of a date in JavaScript. The index of the queue has the same expression. */
const due = 'coalesce(e.evaluation_deadline, 8640000000000000)';

const counted = (answered: string) => `(
  SELECT count(*) FROM evaluation_report_questions a
  JOIN evaluation_form_questions q
    ON q.form_id = e.form_id AND q.revision = e.form_revision AND q.form_question_id = a.form_question_id
  WHERE a.report_id = e.report_id AND q.type <> 'text' AND a.hidden = 0${answered})`;

/** The reports that the caller evaluates, the earliest deadline first. */
export const queueList = list<typeof listQueue>('/api/v2/evaluation_queue.json', {
  from: `evaluation_reports e
    JOIN evaluation_forms f ON f.form_id = e.form_id
    JOIN users u ON u.user_id = e.agent_user_id
    LEFT JOIN users b ON b.user_id = e.assigner_user_id
    LEFT JOIN calls c ON c.call_pk = e.call_pk`,
  record: {
    ...columnsOf('e', ['report_id', 'title', 'status', 'agent_review_status', 'form_id', 'purpose', 'calibration_id']),
    plan_id: planOfSample,
    ...columnsOf('e', ['agent_user_id', 'assigner_user_id', 'call_id', 'sample_id', 'description']),
    created_at: isoTime('e.created_at'),
    dispute_replied_at: isoTime('e.dispute_replied_at'),
    form_name: 'f.name',
    sample_name: sampleName,
    agent_name: 'u.name',
    assigner_name: 'b.name',
    setup_time: isoTime('e.call_time'),
    duration: 'c.duration',
    evaluation_deadline: isoTime('e.evaluation_deadline'),
    answered: counted(' AND (a.answer IS NOT NULL OR a.na = 1)'),
    questions: counted(''),
    score: 'e.score',
    is_passed: flag('e.is_passed'),
  },
  key: [integer(due), text('e.report_id')],
  source: () => ({ from: 'evaluation_reports e' }),
  scope: (scope) => `${inTenants(scope, 'e')} AND e.evaluator_user_id = @scope_user
    AND (e.purpose = 'quality' OR ${reportsInScope(scope, 'e')})`,
  filters: {
    status: (all, { bind }) => `e.status IN ${valuesOf(bind(JSON.stringify(all)), 'text')}`,
    agent_review_status: (status, { bind }) => `e.agent_review_status = ${bind(status)}`,
    dispute_replied: repliedIs,
  },
});
