import { hundredthsOf } from '@shared/evaluation/points';
import type { AnsweredQuestion } from '@shared/evaluation/scores';
import type { ReportStatus } from '@shared/evaluation/statuses';
import { type Reason, reason } from '@shared/reasons/reasons';
import { invalid, Refusal } from '../../../../refusal';

/** The properties that make up the status of a report. */
export type State = {
  status: ReportStatus;
  evaluator_user_id: string;
  agent_user_id: string;
  agent_can_view: 0 | 1;
  agent_can_dispute: 0 | 1;
  agent_review_status: 'pending' | 'acknowledged' | 'disputed' | null;
  agent_comment: string;
  dispute_reply: string;
  dispute_replied_at: number | null;
  evaluation_started_at: number | null;
  evaluation_completed_at: number | null;
  agent_review_started_at: number | null;
  agent_review_completed_at: number | null;
};

/** The caller of a change, and its time in ms. */
type Caller = { user_id: string; at: number };

/** The statuses that follow each one. A completed report is only opened again after a dispute. */
const following: Record<ReportStatus, readonly ReportStatus[]> = {
  assigned: ['in_progress', 'completed', 'cancelled'],
  in_progress: ['completed', 'cancelled'],
  completed: ['in_progress'],
  cancelled: [],
};

/** Refuses everyone but the evaluator with PermissionError. */
export function mustBeEvaluator({ evaluator_user_id }: Pick<State, 'evaluator_user_id'>, user_id: string): void {
  if (evaluator_user_id !== user_id) throw new Refusal('PermissionError', reason('evaluator_only'));
}

/** Whether a report is completed or cancelled. */
export const isClosed = ({ status }: Pick<State, 'status'>): boolean =>
  status === 'completed' || status === 'cancelled';

/** Refuses with Conflict to score or to reassign a report that is completed or cancelled. */
export function mustBeOpen(state: Pick<State, 'status'>): void {
  if (isClosed(state)) throw new Refusal('Conflict', reason('report_closed'));
}

/** The report in another status; the same status changes nothing. Refused with PermissionError or Conflict. */
export function become<S extends State>(state: S, status: ReportStatus, caller: Caller): S {
  if (status === state.status) return state;
  if (status === 'in_progress' || status === 'completed') mustBeEvaluator(state, caller.user_id);
  const isDisputed = state.agent_review_status === 'disputed';
  if (!following[state.status].includes(status) || (state.status === 'completed' && !isDisputed)) {
    throw new Refusal('Conflict', reason('report_status', { from: state.status, to: status }));
  }
  if (status === 'cancelled') return { ...state, status };
  const begun = { ...state, status, evaluation_started_at: state.evaluation_started_at ?? caller.at };
  // The comment on a disputed result stays until the report is completed again.
  if (status === 'in_progress') return { ...begun, evaluation_completed_at: null, ...withoutReview };
  const unanswered = { agent_comment: '', dispute_reply: '', dispute_replied_at: null };
  const complete = { ...begun, evaluation_completed_at: caller.at, ...withoutReview, ...unanswered };
  return offered(complete, caller.at);
}

const withoutReview = {
  agent_review_status: null,
  agent_review_started_at: null,
  agent_review_completed_at: null,
} as const;

/** A completed report waits for its agent if the agent can see it. */
export function offered<S extends State>(state: S, at: number): S {
  const { status, agent_can_view, agent_review_status } = state;
  if (status !== 'completed') return state;
  if (agent_can_view && agent_review_status === null) {
    return { ...state, agent_review_status: 'pending', agent_review_started_at: at };
  }
  return !agent_can_view && agent_review_status === 'pending' ? { ...state, ...withoutReview } : state;
}

/** The answers that an agent can give to a review. */
const answers = ['acknowledged', 'disputed'] as const;
type Review = { status?: 'pending' | 'acknowledged' | 'disputed' | null | undefined; comment?: string | undefined };

/**
 * The report with what its agent sends, if anything. Refused with PermissionError, Conflict, or InvalidRecord at
 * `agent_comment` or `agent_review_status`.
 */
export function reviewed<S extends State>(state: S, { status, comment }: Review, { user_id, at }: Caller): S {
  // The review as it is read can be sent back.
  const isSame = status === 'pending' && state.agent_review_status === 'pending';
  if (!status || isSame) {
    if (comment === undefined || comment === state.agent_comment) return state;
    throw invalid({ agent_review_status: reason('required') });
  }
  if (status === 'pending') throw invalid({ agent_review_status: reason('one_of', { options: [...answers] }) });
  if (user_id !== state.agent_user_id) throw new Refusal('PermissionError', reason('agent_only'));
  if (state.agent_review_status !== 'pending') throw new Refusal('Conflict', reason('review_not_pending'));
  if (status === 'disputed') {
    if (!state.agent_can_dispute) throw new Refusal('PermissionError', reason('dispute_not_allowed'));
    if (!comment?.trim()) throw invalid({ agent_comment: reason('required') });
  }
  return { ...state, agent_review_status: status, agent_comment: comment ?? '', agent_review_completed_at: at };
}

/**
 * The report with an answer to its dispute, if one is sent; the result stays. Refused with PermissionError for the agent,
 * with Conflict unless the result is disputed, or InvalidRecord at `dispute_reply`.
 */
export function replied<S extends State>(state: S, reply: string | undefined, { user_id, at }: Caller): S {
  if (reply === undefined || reply === state.dispute_reply) return state;
  if (user_id === state.agent_user_id) throw new Refusal('PermissionError', reason('reply_not_by_agent'));
  if (state.status !== 'completed' || state.agent_review_status !== 'disputed') {
    throw new Refusal('Conflict', reason('not_disputed'));
  }
  if (reply.trim() === '') throw invalid({ dispute_reply: reason('required') });
  return { ...state, dispute_reply: reply, dispute_replied_at: at };
}

/** The answers that a form allows to a question. */
export type Asked = Pick<AnsweredQuestion, 'type' | 'max_points' | 'options'> & { allow_na: boolean };
export type Given = Pick<AnsweredQuestion, 'answer' | 'na'>;

/** The errors of an answer, by field. A hidden question has none, but is N/A when it is read. */
export function faultsOf(asked: Asked, { answer, na }: Given, isHidden: boolean): { answer?: Reason; na?: Reason } {
  if (isHidden) return answer === null ? {} : { answer: reason('question_hidden') };
  const fault = answer === null ? undefined : faultOf(asked, answer);
  return {
    ...(fault && { answer: fault }),
    ...(na && !asked.allow_na && { na: reason('na_not_allowed') }),
  };
}

function faultOf({ type, max_points, options }: Asked, answer: NonNullable<Given['answer']>): Reason | undefined {
  if (type === 'text') return typeof answer === 'string' ? undefined : reason('wrong_type', { type: 'string' });
  if (type === 'numeric') {
    if (typeof answer !== 'number') return reason('wrong_type', { type: 'number' });
    if (answer < 0 || answer > max_points) return reason('number_range', { least: 0, most: max_points });
    return hundredthsOf(answer) === undefined ? reason('two_decimals') : undefined;
  }
  const labels = options.map(({ label }) => label);
  if (type !== 'multi')
    return typeof answer === 'string' && labels.includes(answer) ? undefined : reason('one_of', { options: labels });
  if (typeof answer !== 'object') return reason('wrong_type', { type: 'array' });
  if (!answer.every((label) => labels.includes(label))) return reason('one_of', { options: labels });
  return new Set(answer).size === answer.length ? undefined : reason('given_twice');
}
