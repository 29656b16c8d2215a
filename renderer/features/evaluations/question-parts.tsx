import type { Call } from '@shared/contract/calls';
import type { FormQuestion } from '@shared/contract/evaluation-forms';
import { longestText } from '@shared/contract/evaluation-reports';
import { Diamond, Play, X } from 'lucide-react';
import { useContext } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useKeysOf } from '../../core/shortcuts';
import { lengthText } from '../../i18n/times';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { KeyCap } from '../../ui/key-cap';
import { TextField } from '../../ui/text-field';
import { momentText, playMoment, usePlayer } from '../player';
import { type Answer, missingOf } from '../scorecard';
import styles from './question-parts.module.css';
import { StageCall, StageDraft, useStageDraft } from './stage-context';

type Props = { question: FormQuestion; answer: Answer; isCurrent: boolean };

/** The position of the player in the call of the stage, for an answer; null while another call is in the deck. */
export function momentNow(call: Call | null): number | null {
  const { call_id, position_ms } = usePlayer.getState();
  return call_id !== null && call_id === call?.call_id ? Math.round(position_ms) : null;
}

/** The moment that an answer is linked to, which can be heard, or a button that links the current one. */
export function Moment({ question, answer, isCurrent }: Props) {
  const { t } = useTranslation();
  const draft = useContext(StageDraft);
  const call = useContext(StageCall);
  const link = (position: number | null) => draft?.answer(question.form_question_id, { position });
  const { position } = answer;
  if (position === null && !draft) return null;
  const isMissing = missingOf(question, answer) === 'moment';
  if (position === null)
    return (
      <>
        {isMissing && <span className={styles.needed}>{t('evaluations.momentNeeded')}</span>}
        {isCurrent && <LinkButton onLink={link} />}
      </>
    );
  return (
    <span className={styles.moment}>
      <AriaButton
        className={styles.play ?? ''}
        aria-label={t('evaluations.playMoment', { time: momentText(position) })}
        onPress={() => playMoment(call, position)}
      >
        <Play size={10} fill="currentColor" aria-hidden="true" />
        {momentText(position)}
      </AriaButton>
      {isCurrent && draft && (
        <IconButton label={t('evaluations.unlink')} size={24} placement="left" onPress={() => link(null)}>
          <Icon of={X} size={13} />
        </IconButton>
      )}
    </span>
  );
}

/** Links the position of the deck, while it has the call of the stage. */
function LinkButton({ onLink }: { onLink: (position: number) => void }) {
  const keysOf = useKeysOf();
  const { t } = useTranslation();
  const call = useContext(StageCall);
  const seconds = usePlayer((player) =>
    player.call_id === call?.call_id ? Math.floor(player.position_ms / 1000) : null,
  );
  if (seconds === null) return null;
  const link = () => {
    const position = momentNow(call);
    if (position !== null) onLink(position);
  };
  return (
    <AriaButton className={styles.link ?? ''} onPress={link}>
      <Icon of={Diamond} size={12} />
      {t('evaluations.link', { time: lengthText(seconds) })}
      <KeyCap keys={keysOf('momentLink')} />
    </AriaButton>
  );
}

/** Shown below an answer while it is given: why its last change is not stored, and the comment. */
export const Below = (props: Props) => (
  <>
    <Refused {...props} />
    <Comment {...props} />
  </>
);

function Refused({ question }: Props) {
  const refused = useStore(useStageDraft().store, (draft) => draft.refused[question.form_question_id]);
  return refused && <Reason error={refused.error} />;
}

/** Its own component: the text follows the state of the machine, which would render every question of a form again. */
function Reason({ error }: { error: unknown }) {
  const refusalText = useRefusalText();
  return <FormMessage>{refusalText(error)}</FormMessage>;
}

/** The comment on an answer: a field at the current question, otherwise its text. */
export function Comment({ question, answer, isCurrent }: Props) {
  const { t } = useTranslation();
  const draft = useContext(StageDraft);
  const isMissing = missingOf(question, answer) === 'comment';
  if (!draft || !(isCurrent || isMissing))
    return answer.comment === '' ? null : <p className={styles.comment}>{answer.comment}</p>;
  return (
    <TextField
      label={t('evaluations.commentOn', { title: question.title })}
      labelHidden
      placeholder={t('evaluations.comment')}
      hint={isMissing ? t('evaluations.neededForAnswer') : undefined}
      long
      lines={1}
      spellCheck
      max={longestText}
      stops
      value={answer.comment}
      onChange={(comment) => draft.answer(question.form_question_id, { comment })}
    />
  );
}
