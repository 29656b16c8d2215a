import {
  type AgreedAnswer,
  type Calibration,
  type CalibrationResults,
  commentCalibration,
} from '@shared/contract/calibrations';
import type { Call } from '@shared/contract/calls';
import type { FormQuestion } from '@shared/contract/evaluation-forms';
import { longestText } from '@shared/contract/evaluation-reports';
import { useMutation } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useId } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { changedByComment } from '../../api/cache/calibrations';
import { refresh } from '../../core/query-client';
import { useSignedIn } from '../../core/session';
import { useKeysOf } from '../../core/shortcuts';
import { useCommand } from '../../core/use-command';
import { useReadingOnly } from '../../core/view-as';
import { lengthText } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Avatar } from '../../ui/avatar';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { KeyCap } from '../../ui/key-cap';
import { TextField } from '../../ui/text-field';
import { beforeMoment_ms, momentText, playMoment } from '../player';
import { AnswerInput, choiceOf, unanswered, useGivenText, withChoice } from '../scorecard';
import { type ComparedQuestion, useComments } from './calibrations';
import styles from './compared-pane.module.css';
import { heard_ms, momentsOf } from './use-hear-all';

type Props = {
  round: Calibration;
  call: Call | null;
  call_id: string;
  question: ComparedQuestion;
  people: CalibrationResults['evaluators'];
  place: { number: string; section: string } | undefined;
  /** The question as the form asks it; undefined for people who do not see forms. */
  asked: FormQuestion | undefined;
  /** How many questions differ, and which of them this is; -1 for another one. */
  differing: number;
  at: number;
  /** Plays the linked moments; undefined without one. */
  hear: (() => void) | undefined;
  /** In a narrow window it may be behind another tab, and then has no keys. */
  isShown: boolean;
  /** What is typed here and not saved. */
  written: Written;
  onWrite: (change: Written) => void;
  isBusy: boolean;
  onAgree: (agreed: AgreedAnswer) => void;
};

/** What was typed about a question and is not saved: a comment, and what is to be agreed on. */
export type Written = { comment?: string; agreed?: AgreedAnswer | undefined };

/** What each person answered to a question and why, what was said about it since, and what is agreed on. */
export function ComparedPane(props: Props) {
  const { round, call, question, people, place, asked, differing, at, hear } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const { user } = useSignedIn();
  const moments = momentsOf(question);
  return (
    <div className={styles.pane}>
      <div className={styles.content} data-pane-focus tabIndex={-1}>
        <header className={styles.head}>
          <p className={styles.quiet}>
            {[
              place?.section,
              at >= 0 && t('calibrations.differingPlace', { place: format.figure(at + 1), count: differing }),
            ]
              .filter(Boolean)
              .join(', ')}
          </p>
          <h2 className={styles.title}>
            <span className={styles.number} data-figures>
              {place?.number}
            </span>
            {question.title}
          </h2>
          {asked && asked.description !== '' && <p className={styles.quiet}>{asked.description}</p>}
        </header>
        <ul className={styles.voices} aria-label={t('calibrations.answers')}>
          {people.map((person) => (
            <Voice key={person.user_id} person={person} question={question} call={call} />
          ))}
        </ul>
        {hear && moments.length > 1 && (
          <p className={styles.hear}>
            <Button icon={<Icon of={Play} />} onPress={hear}>
              {t('calibrations.hearAll', {
                count: moments.length,
                length: lengthText((moments.length * heard_ms) / 1000),
              })}
            </Button>
            <span className={styles.quiet}>{t('calibrations.before', { count: beforeMoment_ms / 1000 })}</span>
          </p>
        )}
        <Comments {...props} />
      </div>
      {round.leader_user_id === user.user_id && asked ? (
        <Agree {...props} asked={asked} />
      ) : (
        <Agreed question={question} mayAgree={round.leader_user_id === user.user_id} />
      )}
    </div>
  );
}

type VoiceProps = Pick<Props, 'question' | 'call'> & { person: Props['people'][number] };

/** A person, their answer, the moment that it is linked to, and their comment. */
function Voice({ person, question, call }: VoiceProps) {
  const { t } = useTranslation();
  const givenText = useGivenText();
  const given = question.answers.find((one) => one.user_id === person.user_id);
  return (
    <li className={styles.voice}>
      <p className={styles.who}>
        <Avatar name={person.name} size={22} />
        <span className={styles.name}>{person.name}</span>
        {person.is_baseline && <span className={styles.quiet}>{t('calibrations.isExpert')}</span>}
        {given && given.position !== null && call && (
          <AriaButton
            className={styles.play ?? ''}
            aria-label={t('calibrations.playMoment', { time: momentText(given.position), name: person.name })}
            onPress={() => playMoment(call, given.position ?? 0)}
          >
            <Play size={10} fill="currentColor" aria-hidden="true" />
            {momentText(given.position)}
          </AriaButton>
        )}
        <strong className={styles.answer} data-figures>
          {given === undefined
            ? t('calibrations.leftOut')
            : given.hidden
              ? t('calibrations.notAsked')
              : givenText(question.type, given)}
        </strong>
      </p>
      {given && given.comment !== '' && <p className={styles.comment}>{given.comment}</p>}
    </li>
  );
}

/** What people said about this question after the round, and a field for more. */
function Comments({ round, call_id, question, written, onWrite }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const refusalText = useRefusalText();
  const reading = useReadingOnly();
  const { calibration_id } = round;
  const { data, error } = useComments(calibration_id);
  const { form_question_id } = question;
  const { comment: text = '' } = written;
  const send = useMutation({
    gcTime: 0,
    mutationFn: (comment: string) =>
      api(commentCalibration, {
        params: { calibration_id },
        body: { comment: { call_id, form_question_id, text: comment } },
      }),
    onSuccess: () => {
      onWrite({ comment: '' });
      return refresh(changedByComment(calibration_id));
    },
  });
  const submit = () => {
    if (text.trim() !== '' && reading === undefined && !send.isPending) send.mutate(text.trim());
  };
  const own = (data ?? []).filter((one) => one.call_id === call_id && one.form_question_id === form_question_id);
  return (
    <section className={styles.comments} aria-label={t('calibrations.comments')}>
      {error && <FormMessage>{refusalText(error)}</FormMessage>}
      {own.length > 0 && (
        <ul>
          {own.map(({ comment_id, user_name, created_at, text: said }) => (
            <li key={comment_id} className={styles.said}>
              <p className={styles.quiet} data-figures>
                {user_name ?? t('calibrations.deletedUser')} · {format.started(created_at)}
              </p>
              <p className={styles.text}>{said}</p>
            </li>
          ))}
        </ul>
      )}
      <form
        className={styles.write}
        data-own-keys="Ctrl+Enter"
        data-write-comment
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label={t('calibrations.writeComment')}
          long
          lines={1}
          spellCheck
          max={longestText}
          readOnly={send.isPending || reading !== undefined}
          value={text}
          onChange={(comment) => onWrite({ comment })}
        />
        {send.error && <FormMessage>{refusalText(send.error)}</FormMessage>}
        <Button
          type="submit"
          busy={send.isPending}
          unavailable={reading ?? (text.trim() === '' ? t('calibrations.commentEmpty') : undefined)}
        >
          {t('calibrations.comment')}
        </Button>
      </form>
    </section>
  );
}

/** The agreed answer, for those who do not lead the round. */
function Agreed({ question, mayAgree }: { question: ComparedQuestion; mayAgree: boolean }) {
  const { t } = useTranslation();
  const givenText = useGivenText();
  const { agreed } = question;
  return (
    <footer className={styles.agree}>
      <p className={styles.label}>
        <strong>{t('calibrations.agreedAnswer')}</strong>
        <span data-figures>{agreed ? givenText(question.type, agreed) : t('calibrations.notAgreed')}</span>
      </p>
      {agreed && agreed.note !== '' && <p className={styles.text}>{agreed.note}</p>}
      {agreed?.as_guidance && <p className={styles.quiet}>{t('calibrations.isGuidance')}</p>}
      {mayAgree && <p className={styles.quiet}>{t('calibrations.formUnseen')}</p>}
    </footer>
  );
}

/** What the leader writes down as agreed. It changes nobody's score. */
function Agree({ question, asked, isShown, written, onWrite, isBusy, onAgree }: Props & { asked: FormQuestion }) {
  const { t } = useTranslation();
  const keysOf = useKeysOf();
  const reading = useReadingOnly();
  const labelled = useId();
  const agreed = written.agreed ?? startOf(question);
  const { answer, na, note, as_guidance } = agreed;
  const change = (changed: Partial<AgreedAnswer>) => onWrite({ agreed: { ...agreed, ...changed } });
  const isMissing = answer === null && !na && note.trim() === '';
  const whyNot = reading ?? (isMissing ? t('calibrations.agreedMissing') : undefined);
  const keys = isShown && reading === undefined;
  useCommand('scoreNext', isShown && whyNot === undefined ? () => !isBusy && onAgree(agreed) : undefined, whyNot);
  const giveChoice = (chord?: string) => {
    const choice = choiceOf(asked, Number(chord));
    if (choice !== undefined) change({ answer: withChoice(asked, answer, choice), na: false });
  };
  useCommand('answerGive', keys ? giveChoice : undefined);
  useCommand('answerNotApplicable', keys && asked.allow_na ? () => change({ answer: null, na: true }) : undefined);
  return (
    <footer className={styles.agree}>
      <p className={styles.label}>
        <strong id={labelled}>{t('calibrations.agreedAnswer')}</strong>
        <span className={styles.quiet}>{t('calibrations.scoresStay')}</span>
      </p>
      <AnswerInput
        question={asked}
        answer={{ ...unanswered, answer, na }}
        onAnswer={({ answer: given, na: isNa }) =>
          change({ ...(given !== undefined && { answer: given }), ...(isNa !== undefined && { na: isNa }) })
        }
        readOnly={reading !== undefined}
        labelledBy={labelled}
      />
      <TextField
        label={t('calibrations.note')}
        long
        lines={2}
        spellCheck
        max={longestText}
        value={note}
        onChange={(text) => change({ note: text })}
        readOnly={reading !== undefined}
      />
      <Checkbox isSelected={as_guidance} onChange={(is) => change({ as_guidance: is })}>
        {t('calibrations.asGuidance')}
      </Checkbox>
      <div className={styles.acts}>
        <Button look="ink" busy={isBusy} unavailable={whyNot} onPress={() => onAgree(agreed)}>
          {t('calibrations.agreeNext')} <KeyCap keys={keysOf('scoreNext')} />
        </Button>
      </div>
    </footer>
  );
}

/** What is agreed on, otherwise the answer that everybody gave. */
function startOf({ agreed, is_alike, answers: [first] }: ComparedQuestion): AgreedAnswer {
  const shared = is_alike && first && !first.hidden ? first : { answer: null, na: false };
  const { answer, na } = agreed ?? shared;
  return { answer, na, note: agreed?.note ?? '', as_guidance: agreed?.as_guidance ?? false };
}
