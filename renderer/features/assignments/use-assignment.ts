import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { oneAtATime } from '../../core/one-at-a-time';
import { useSignedIn, useZone } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import { toast } from '../../ui/toast';
import { assignmentsOf, type CallToAssign, withoutAgent } from './assigned-calls';
import { endOfDay } from './end-of-day';
import { useAssign } from './use-evaluations';

/** As the choice of an agent: the one of the call, or for calls without one, that they are left out. */
export const nobodyElse = '';

type Props = {
  calls: readonly CallToAssign[];
  forms: readonly { form_id: string }[];
  onDone: () => void;
  /** The sample that the calls were drawn in. */
  sample_id?: string | undefined;
};

/** What the agent may do with the result, and the last day to respond to it. */
export type ReviewTerms = { agent_can_view: boolean; agent_can_dispute: boolean; until: string | null };

/** The values of the form of an assignment, and the function that sends them. */
export function useAssignment({ calls, forms, onDone, sample_id }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const zone = useZone();
  const navigate = useNavigate();
  const { user } = useSignedIn();
  const [form_id, setForm] = useState(forms[0]?.form_id);
  const [evaluator_user_id, setEvaluator] = useState(user.user_id);
  const [agent, setAgent] = useState(nobodyElse);
  const [day, setDay] = useState<string | null>(null);
  const [review, setReview] = useState<ReviewTerms>({ agent_can_view: true, agent_can_dispute: true, until: null });
  const [refused, setRefused] = useState<readonly string[]>([]);
  const without = new Set([...withoutAgent(calls), ...refused]);
  const [alone] = useState(oneAtATime);
  const { mutateAsync, isPending, error, reset } = useAssign();
  const named = agent === nobodyElse ? null : agent;
  // A single call may be assigned for another agent than the one on it. Of several calls, each keeps its own agent.
  const isOne = calls.length === 1 && calls[0]?.agent_user_id !== null;
  const agentless = isOne ? [] : calls.map(({ call_id }) => call_id).filter((id) => without.has(id));
  const sent =
    isOne && named
      ? calls.map(({ call_id }) => ({ call_id, agent_user_id: named }))
      : assignmentsOf(calls, agentless, named);
  const count = sent.length;
  const assign = (opens: boolean) => {
    const form = form_id ?? forms[0]?.form_id;
    if (form === undefined || count === 0) return;
    const { agent_can_view, agent_can_dispute, until } = review;
    const terms = {
      agent_can_view,
      agent_can_dispute: agent_can_view && agent_can_dispute,
      ...(day !== null && { evaluation_deadline: endOfDay(day, zone) }),
      ...(agent_can_view && until !== null && { agent_review_deadline: endOfDay(until, zone) }),
    };
    const done = ({ report_ids: [first] }: { report_ids: string[] }) => {
      onDone();
      if (opens && first) void navigate(`/evaluations/${first}`);
      else toast(t('assignments.assigned', { count, shown: format.figure(count) }));
    };
    const refuse = (refusal: unknown) => setRefused((known) => [...known, ...withoutAgent(sent, refusal)]);
    void alone(() =>
      mutateAsync({ form_id: form, evaluator_user_id, calls: sent, sample_id, ...terms }).then(done, refuse),
    );
  };
  // The agent of a call may be known by name and be no user.
  const [{ agent_name = null } = {}] = calls.length === 1 ? calls : [];
  const agentMissing =
    agent_name === null
      ? t('assignments.noAgentKnown', { count: calls.length })
      : t('assignments.noUser', { name: agent_name });
  const choose = (set: (id: string) => void) => (id: string) => {
    reset();
    set(id);
  };
  return {
    isOne,
    count,
    assign,
    isPending,
    error,
    agentless,
    isSingle: calls.length === 1,
    form_id: form_id ?? forms[0]?.form_id ?? '',
    evaluator_user_id,
    agent,
    day,
    setForm: choose(setForm),
    setEvaluator: choose(setEvaluator),
    setAgent: choose(setAgent),
    setDay,
    review,
    setReview,
    /** Why nothing can be assigned. */
    why: count > 0 ? undefined : agentMissing,
    agentMissing,
    isOwn: evaluator_user_id === user.user_id,
  };
}
