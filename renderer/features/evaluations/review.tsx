import { type EvaluationReport, evaluationReportApi, longestText } from '@shared/contract/evaluation-reports';
import type { BodyOf } from '@shared/contract/operation';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check, MessageSquareReply, MessageSquareWarning } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { versioned } from '../../api/api';
import { changedByEvaluation, evaluationKeys } from '../../api/cache/evaluations';
import { refresh } from '../../core/query-client';
import { useHolds, useSignedIn } from '../../core/session';
import { keptOf, type Staying, useKept } from '../../core/session-restore';
import { useReadingOnly } from '../../core/view-as';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { TextField } from '../../ui/text-field';
import styles from './review.module.css';

type Sent = BodyOf<typeof evaluationReportApi.update>['evaluation_report'];

function useChange(report_id: string) {
  const client = useQueryClient();
  return useMutation({
    gcTime: 0,
    mutationFn: (evaluation_report: Sent) =>
      versioned(evaluationReportApi.update, { params: { report_id }, body: { evaluation_report } }),
    onSuccess: async ({ answer, version }) => {
      client.setQueryData(evaluationKeys.one(report_id), { report: answer.evaluation_report, version });
      await refresh(changedByEvaluation);
    },
  });
}

const yours = { pending: 'yours', acknowledged: 'youAcknowledged', disputed: 'youDisputed' } as const;

/** The review of a result by its agent, who acknowledges or disputes it, and what its evaluator can do after a dispute. */
export function Review({ report }: { report: EvaluationReport }) {
  const { t } = useTranslation();
  const { user } = useSignedIn();
  const reading = useReadingOnly();
  const mayEdit = useHolds('evaluation_reports:edit');
  const { agent_review_status: review, agent_comment, dispute_reply } = report;
  if (review === null) return null;
  const isAgent = report.agent_user_id === user.user_id;
  const isDisputed = review === 'disputed';
  const mayReply = isDisputed && mayEdit && !isAgent;
  const mayReopen = isDisputed && mayEdit && report.evaluator_user_id === user.user_id;
  return (
    <section className={styles.review} aria-label={t('evaluations.review')}>
      <p className={styles.state}>
        {review !== 'pending' && (review === 'disputed' ? <Icon of={MessageSquareWarning} /> : <Icon of={Check} />)}
        {t(`evaluations.reviewed.${isAgent ? yours[review] : review}`)}
      </p>
      {agent_comment !== '' && <p className={styles.comment}>{agent_comment}</p>}
      {isAgent && review === 'pending' && <Answer key={report.report_id} report={report} reading={reading} />}
      {dispute_reply !== '' && (
        <>
          <p className={styles.state}>
            <Icon of={MessageSquareReply} />
            {t('evaluations.replyOf')}
          </p>
          <p className={styles.comment}>{dispute_reply}</p>
        </>
      )}
      {(mayReply || mayReopen) && (
        <Reply key={report.report_id} report={report} mayReply={mayReply} mayReopen={mayReopen} reading={reading} />
      )}
    </section>
  );
}

/** A text that its author can put aside, and which is kept while the window is locked. */
function useWritten(part: string, { isSent, stays }: { isSent: boolean; stays: Staying }) {
  const [before] = useState(() => keptOf<string>(part));
  const [isOpen, setOpen] = useState(before !== undefined);
  const [text, setText] = useState(before ?? '');
  useKept(part, () => (isOpen && !isSent && text !== '' ? text : undefined), { stays });
  return { isOpen, setOpen, text, setText };
}

type AnswerProps = { report: EvaluationReport; reading: string | undefined };

function Answer({ report: { report_id, agent_can_dispute }, reading }: AnswerProps) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const { mutate, isPending, error } = useChange(report_id);
  const dispute = useWritten(`dispute of ${report_id}`, {
    isSent: isPending,
    stays: { name: t('evaluations.dispute'), address: `/evaluations/${report_id}` },
  });
  if (dispute.isOpen)
    return (
      <WrittenForm
        label={t('evaluations.whyDispute')}
        text={dispute.text}
        onChange={dispute.setText}
        keep={t('evaluations.keepResult')}
        onKeep={() => dispute.setOpen(false)}
        send={t('evaluations.dispute')}
        onSend={() => mutate({ agent_review_status: 'disputed', agent_comment: dispute.text })}
        missing={t('evaluations.sayWhy')}
        busy={isPending}
        error={error}
      />
    );
  return (
    <>
      {error && <FormMessage>{refusalText(error)}</FormMessage>}
      <div className={styles.acts}>
        <Button
          unavailable={reading ?? (agent_can_dispute ? undefined : t('evaluations.mayNotDispute'))}
          onPress={() => dispute.setOpen(true)}
        >
          {t('evaluations.disputeMore')}
        </Button>
        <Button
          look="ink"
          busy={isPending}
          unavailable={reading}
          onPress={() => mutate({ agent_review_status: 'acknowledged' })}
        >
          {t('evaluations.acknowledge')}
        </Button>
      </div>
    </>
  );
}

type ReplyProps = { report: EvaluationReport; mayReply: boolean; mayReopen: boolean; reading: string | undefined };

/**
 * Answers a dispute, whose result stays, or opens the result again to change answers. The agent reviews it again
 * afterwards.
 */
function Reply({ report: { report_id, dispute_reply }, mayReply, mayReopen, reading }: ReplyProps) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const { mutate, isPending, error } = useChange(report_id);
  const reply = useWritten(`reply of ${report_id}`, {
    isSent: isPending,
    stays: { name: t('evaluations.replied'), address: `/evaluations/${report_id}` },
  });
  if (reply.isOpen)
    return (
      <WrittenForm
        label={t('evaluations.replyLabel')}
        hint={t('evaluations.replyHint')}
        text={reply.text}
        onChange={reply.setText}
        keep={t('evaluations.keepDispute')}
        onKeep={() => reply.setOpen(false)}
        send={t('evaluations.reply')}
        onSend={() => mutate({ dispute_reply: reply.text }, { onSuccess: () => reply.setOpen(false) })}
        missing={t('evaluations.sayReply')}
        busy={isPending}
        error={error}
      />
    );
  return (
    <>
      {error && <FormMessage>{refusalText(error)}</FormMessage>}
      <div className={styles.acts}>
        {mayReply && dispute_reply === '' && (
          <Button unavailable={reading} onPress={() => reply.setOpen(true)}>
            {t('evaluations.replyMore')}
          </Button>
        )}
        {mayReopen && (
          <Button look="ink" busy={isPending} unavailable={reading} onPress={() => mutate({ status: 'in_progress' })}>
            {t('evaluations.reopen')}
          </Button>
        )}
      </div>
    </>
  );
}

type WrittenProps = {
  label: string;
  hint?: string;
  text: string;
  onChange: (text: string) => void;
  /** The buttons that leave everything as it is, and that send the text. */
  keep: string;
  onKeep: () => void;
  send: string;
  onSend: () => void;
  /** Why nothing can be sent without a text. */
  missing: string;
  busy: boolean;
  error: Error | null;
};

/** What an agent or an evaluator has to say about a result. */
function WrittenForm({ label, hint, text, onChange, keep, onKeep, send, onSend, missing, busy, error }: WrittenProps) {
  const refusalText = useRefusalText();
  const isMissing = text.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isMissing) onSend();
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label={label}
        hint={hint}
        value={text}
        onChange={onChange}
        long
        max={longestText}
        stops
        spellCheck
        autoFocus
        required
      />
      {error && <FormMessage>{refusalText(error)}</FormMessage>}
      <div className={styles.acts}>
        <Button onPress={onKeep}>{keep}</Button>
        <Button type="submit" look="ink" busy={busy} unavailable={isMissing ? missing : undefined}>
          {send}
        </Button>
      </div>
    </form>
  );
}
