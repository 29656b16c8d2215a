import type { QueueEntry } from '@shared/contract/evaluation-queue';
import { Blend, ClockAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSignedIn } from '../../core/session';
import { useIsOver } from '../../core/use-now';
import { lengthText } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import { Icon } from '../../ui/icon';
import { StatusMark, shownStatus, useStatusText } from '../assignments';
import { useCall } from '../call';
import { useCallName } from '../parties';
import styles from './queue-cells.module.css';

/** The sign of the status. The column of states has its word. */
export const Mark = (entry: Pick<QueueEntry, 'status' | 'agent_review_status' | 'dispute_replied_at'>) => (
  <span className={styles.mark}>
    <StatusMark status={shownStatus(entry)} />
  </span>
);

/** The outside party of the call; the time of a call that the user does not reach. */
export function Customer({ call_id, setup_time }: Pick<QueueEntry, 'call_id' | 'setup_time'>) {
  const format = useFormat();
  const callName = useCallName();
  const { data: call, isPending } = useCall(call_id);
  if (call) return callName(call);
  return isPending ? '' : format.started(setup_time);
}

/** The same with the sign of a purpose other than quality. */
export function QueuedCustomer(entry: QueueEntry) {
  const { t } = useTranslation();
  if (entry.purpose === 'quality') return <Customer {...entry} />;
  return (
    <span className={styles.queued} title={t('evaluations.purpose.calibration')}>
      <Icon of={Blend} size={14} />
      <span className="visually-hidden">{t('evaluations.purpose.calibration')} </span>
      <span className={styles.when}>
        <Customer {...entry} />
      </span>
    </span>
  );
}

export const Length = ({ duration }: QueueEntry) => (duration === null ? '–' : lengthText(duration));

/** When it is due; late ones also have a sign and a word. */
export function Due({ evaluation_deadline, status }: Pick<QueueEntry, 'evaluation_deadline' | 'status'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const isOver = useIsOver();
  if (evaluation_deadline === null) return '–';
  const isOpen = status === 'assigned' || status === 'in_progress';
  const text = format.due(evaluation_deadline);
  if (!isOpen || !isOver(evaluation_deadline)) return text;
  return (
    <span className={styles.late}>
      <Icon of={ClockAlert} size={14} />
      <span className={styles.when}>
        <span className="visually-hidden">{t('evaluations.late')} </span>
        {text}
      </span>
    </span>
  );
}

/** How far it is: 4 of 9 answers, the score, or the word of the status. */
export function State(entry: QueueEntry) {
  const { t } = useTranslation();
  const format = useFormat();
  const statusText = useStatusText();
  const { status, answered, questions, score } = entry;
  const shown = shownStatus(entry);
  if (shown === 'disputed' || shown === 'answered') return statusText(shown);
  if (status === 'completed' && score !== null) return format.percent(score);
  if (status !== 'in_progress') return statusText(status);
  const share = { inlineSize: `${(100 * answered) / Math.max(1, questions)}%` };
  return (
    <span className={styles.progress}>
      <span className={styles.bar} aria-hidden="true">
        <span style={share} />
      </span>
      {t('evaluations.answeredOf', { answered: format.figure(answered), questions: format.figure(questions) })}
    </span>
  );
}

/** Where the call comes from: a sample, or the person who assigned it. */
export function From(entry: QueueEntry) {
  const { t } = useTranslation();
  return entry.sample_id === null ? <AssignedBy {...entry} /> : (entry.sample_name ?? t('evaluations.sample'));
}

/** Who has assigned it. */
export function AssignedBy({ assigner_user_id, assigner_name }: QueueEntry) {
  const { t } = useTranslation();
  const { user } = useSignedIn();
  return assigner_user_id === user.user_id ? t('evaluations.myself') : (assigner_name ?? '–');
}
