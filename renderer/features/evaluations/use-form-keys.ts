import { useContext, useLayoutEffect, useRef } from 'react';
import { useCommand } from '../../core/use-command';
import { playMoment } from '../player';
import {
  type Answers,
  answerOf,
  choiceOf,
  fieldIn,
  focusQuestion,
  questionElement,
  type ScoredForm,
  withChoice,
} from '../scorecard';
import { momentNow } from './question-parts';
import type { Change } from './saver';
import { StageCall } from './stage-context';

type Keys = {
  form: ScoredForm;
  answers: Answers;
  /** The ids of questions that are not shown. */
  hidden: ReadonlySet<string>;
  current: string | null;
  onCurrent: (form_question_id: string) => void;
  /** Null when the evaluation is only read. */
  answer: ((form_question_id: string, change: Change) => void) | null;
};

/**
 * The keys of the form: move between questions and sections, answer, link a moment and play it. Returns what makes a
 * question the current one.
 */
export function useFormKeys({
  form,
  answers,
  hidden,
  current,
  onCurrent,
  answer,
}: Keys): (form_question_id: string) => void {
  const call = useContext(StageCall);
  const sections = form.sections
    .map((section) => section.questions.filter(({ form_question_id }) => !hidden.has(form_question_id)))
    .filter((shown) => shown.length > 0);
  const firsts = sections.map(([first]) => first?.form_question_id ?? '');
  const questions = sections.flat();
  const ids = questions.map(({ form_question_id }) => form_question_id);
  // Keys arrive faster than the window renders.
  const latest = useRef(current);
  useLayoutEffect(() => {
    latest.current = current;
  }, [current]);
  const at = () => Math.max(0, ids.indexOf(latest.current ?? ''));
  const show = (id: string | undefined) => {
    if (id === undefined) return;
    latest.current = id;
    onCurrent(id);
    const shown = questionElement(id);
    shown?.scrollIntoView({ block: 'nearest' });
    // What is typed at a question in words is its answer, not a key of the player. Esc leaves the field.
    const isWithin = document.activeElement?.closest('[data-question]') != null;
    if (shown && (isWithin || (answer && fieldIn(shown)))) focusQuestion(shown);
  };
  const section = () => firsts.findLastIndex((first) => ids.indexOf(first) <= at());
  const now = () => questions[at()];
  const positionNow = () => {
    const question = now();
    return question ? answerOf(answers, question).position : null;
  };
  const give = (change: Change | undefined) => {
    const question = now();
    if (question && change) answer?.(question.form_question_id, change);
  };
  const reads = questions.length > 0;
  const scores = reads && answer !== null;
  useCommand('questionUp', reads ? () => show(ids[at() - 1]) : undefined);
  useCommand('questionDown', reads ? () => show(ids[at() + 1]) : undefined);
  useCommand('sectionUp', reads ? () => show(firsts[section() - 1]) : undefined);
  useCommand('sectionDown', reads ? () => show(firsts[section() + 1]) : undefined);
  const giveChoice = (chord?: string) => {
    const question = now();
    const choice = question && choiceOf(question, Number(chord));
    if (choice === undefined || !question) return;
    give({ answer: withChoice(question, answerOf(answers, question).answer, choice), na: false });
  };
  useCommand('answerGive', scores ? giveChoice : undefined);
  useCommand(
    'answerNotApplicable',
    scores ? () => give(now()?.allow_na ? { answer: null, na: true } : undefined) : undefined,
  );
  const linkMoment = () => {
    const position = momentNow(call);
    if (position !== null) give({ position });
  };
  useCommand('momentLink', scores ? linkMoment : undefined);
  const playLinked = () => {
    const position = positionNow();
    if (position !== null) playMoment(call, position);
  };
  useCommand('momentPlay', reads ? playLinked : undefined);
  return show;
}
