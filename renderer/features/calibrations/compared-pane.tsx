import {
  agreeOnAnswer,
  type Calibration,
  type CalibrationResults,
  commentCalibration,
} from '@shared/contract/calibrations';
import type { Call } from '@shared/contract/calls';
import type { FormQuestion } from '@shared/contract/evaluation-forms';
import { longestText } from '@shared/contract/evaluation-reports';
import { useMutation } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { changedByCalibration } from '../../api/cache/calibrations';
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
import { beforeMoment_ms, momentText, playMoment, usePlayer } from '../player';
import { type Answer, AnswerInput, choiceOf, unanswered, useGivenText, withChoice } from '../scorecard';
import { type ComparedQuestion, useComments } from './calibrations';
import styles from './compared-pane.module.css';

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
  onNext: (() => void) | undefined;
};

/** What each person answered to a question and why, what was said about it since, and what is agreed on. */
export function ComparedPane(props: Props) {
  const { round, call, question, people, place, asked, differing, at } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const { user } = useSignedIn();
  const moments = question.answers.flatMap(({ position }) => (position === null ? [] : [position]));
  const hear = useHearAll(call, moments);
  useCommand('momentPlay', hear);
  useCommand('questionDown', hear && ((chord) => chord === 'Enter' && hear()));
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

/** How long each moment is heard: two seconds before it and six after. */
const heard_ms = 8_000;

/** Plays moments one after another; undefined without one. A seek elsewhere or another call in the deck ends it. */
function useHearAll(call: Call | null, moments: readonly number[]): (() => void) | undefined {
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  if (!call || moments.length === 0) return undefined;
  return () => {
    stop.current?.();
    let at = 0;
    const start = () => playMoment(call, moments[at] ?? 0);
    start();
    stop.current = usePlayer.subscribe(({ call_id, position_ms, playing }) => {
      const from = Math.max(0, (moments[at] ?? 0) - beforeMoment_ms);
      const isElsewhere = call_id !== call.call_id || position_ms < from || position_ms > from + heard_ms + 1_000;
      if (isElsewhere) stop.current?.();
      else if (playing && position_ms >= from + heard_ms) {
        at += 1;
        if (at < moments.length) return start();
        stop.current?.();
        usePlayer.getState().pause();
      }
    });
  };
}

/** What people said about this question after the round, and a field for more. */
function Comments({ round, call_id, question }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const refusalText = useRefusalText();
  const reading = useReadingOnly();
  const { data } = useComments(round.calibration_id);
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const { calibration_id } = round;
  const { form_question_id } = question;
  const send = useMutation({
    gcTime: 0,
    mutationFn: () =>
      api(commentCalibration, {
        params: { calibration_id },
        body: { comment: { call_id, form_question_id, text: text.trim() } },
      }),
    onSuccess: () => {
      setText('');
      return refresh(changedByCalibration);
    },
  });
  useCommand('commentWrite', reading === undefined ? () => field.current?.focus() : undefined, reading);
  const own = (data ?? []).filter((one) => one.call_id === call_id && one.form_question_id === form_question_id);
  return (
    <section className={styles.comments} aria-label={t('calibrations.comments')}>
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
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '') send.mutate();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          if (text.trim() !== '') send.mutate();
        }}
      >
        <TextField
          ref={field}
          label={t('calibrations.writeComment')}
          long
          lines={1}
          spellCheck
          max={longestText}
          value={text}
          onChange={setText}
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
function Agree({ round, call_id, question, asked, onNext }: Props & { asked: FormQuestion }) {
  const { t } = useTranslation();
  const keysOf = useKeysOf();
  const refusalText = useRefusalText();
  const reading = useReadingOnly();
  const labelled = useId();
  const { calibration_id } = round;
  const { form_question_id, agreed, is_alike } = question;
  const [first] = question.answers;
  const [given, setGiven] = useState<Answer>(() => ({
    ...unanswered,
    ...(agreed ?? (is_alike && first ? { answer: first.answer, na: first.na } : {})),
  }));
  const [note, setNote] = useState(agreed?.note ?? '');
  const [asGuidance, setAsGuidance] = useState(agreed?.as_guidance ?? false);
  const save = useMutation({
    gcTime: 0,
    mutationFn: () =>
      api(agreeOnAnswer, {
        params: { calibration_id, call_id, form_question_id },
        body: { agreed: { answer: given.answer, na: given.na, note, as_guidance: asGuidance } },
      }),
    onSuccess: async () => {
      onNext?.();
      await refresh(changedByCalibration);
    },
  });
  const isMissing = given.answer === null && !given.na;
  const whyNot = reading ?? (isMissing && note.trim() === '' ? t('calibrations.agreedMissing') : undefined);
  useCommand('scoreNext', whyNot === undefined ? () => !save.isPending && save.mutate() : undefined, whyNot);
  const change = (changed: Partial<Answer>) => setGiven({ ...given, ...changed });
  useCommand('answerGive', (chord) => {
    const choice = choiceOf(asked, Number(chord));
    if (choice !== undefined) change({ answer: withChoice(asked, given.answer, choice), na: false });
  });
  useCommand('answerNotApplicable', asked.allow_na ? () => change({ answer: null, na: true }) : undefined);
  return (
    <footer className={styles.agree}>
      <p className={styles.label}>
        <strong id={labelled}>{t('calibrations.agreedAnswer')}</strong>
        <span className={styles.quiet}>{t('calibrations.scoresStay')}</span>
      </p>
      <AnswerInput
        question={asked}
        answer={given}
        onAnswer={change}
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
        onChange={setNote}
      />
      <Checkbox isSelected={asGuidance} onChange={setAsGuidance}>
        {t('calibrations.asGuidance')}
      </Checkbox>
      {save.error && <FormMessage>{refusalText(save.error)}</FormMessage>}
      <div className={styles.acts}>
        <Button look="ink" busy={save.isPending} unavailable={whyNot} onPress={() => save.mutate()}>
          {t('calibrations.agreeNext')} <KeyCap keys={keysOf('scoreNext')} />
        </Button>
      </div>
    </footer>
  );
}
