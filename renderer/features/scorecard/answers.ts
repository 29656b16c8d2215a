import type { EvaluationForm, FormQuestion } from '@shared/contract/evaluation-forms';
import { type Answer as GivenAnswer, hiddenIn } from '@shared/evaluation/conditions';
import { type FormScore, fails, neededBy, scoreForm } from '@shared/evaluation/scores';

/** The form that a scorecard shows and adds up: a revision of a form, or the draft of one. */
export type ScoredForm = Pick<EvaluationForm, 'pass_threshold' | 'sections'>;

/** The answer of an evaluator to a question. `position` is a moment of the audio in ms. */
export type Answer = { answer: GivenAnswer; na: boolean; comment: string; position: number | null };
/** Answers by `form_question_id`. A question that is not in it is unanswered. */
export type Answers = Readonly<Record<string, Answer>>;

export const unanswered: Answer = { answer: null, na: false, comment: '', position: null };

export const answerOf = (answers: Answers, { form_question_id }: FormQuestion): Answer =>
  answers[form_question_id] ?? unanswered;

/** What is missing of a question before the report is completed; null if nothing is. A text may stay empty. */
export function missingOf(question: FormQuestion, given: Answer): 'answer' | 'comment' | 'moment' | null {
  if (question.type !== 'text' && !given.na && given.answer === null) return 'answer';
  const needs = neededBy({ ...question, ...given });
  if (needs.comment && given.comment.trim() === '') return 'comment';
  return needs.position && given.position === null ? 'moment' : null;
}

const answered = ({ sections }: ScoredForm, answers: Answers) =>
  sections.map(({ weight, questions }) => ({
    weight,
    questions: questions.map((question) => {
      const { answer, na } = answerOf(answers, question);
      return { ...question, answer, na };
    }),
  }));

/** The points of a form with these answers, as the service adds them up. */
export const scoreAnswers = (form: ScoredForm, answers: Answers): FormScore => scoreForm(answered(form, answers));

/** The ids of the questions whose condition does not hold with these answers. */
export const hiddenWith = (form: ScoredForm, answers: Answers): ReadonlySet<string> =>
  new Set([...hiddenIn(answered(form, answers))].map(({ form_question_id }) => form_question_id));

/** Scales up to this are chosen from buttons, longer ones are typed. */
const longestScale = 10;

/**
 * The answers that are chosen from buttons, in their order; undefined for a question that is answered by typing. An
 * answer between the steps of a scale is one of them while it is given.
 */
export function choicesOf(
  { type, max_points, options }: FormQuestion,
  answer: Answer['answer'],
): (string | number)[] | undefined {
  if (type === 'text') return undefined;
  if (type !== 'numeric') return options.map(({ label }) => label);
  if (!Number.isInteger(max_points) || max_points < 1 || max_points > longestScale) return undefined;
  const steps = Array.from({ length: max_points + 1 }, (_, step) => step);
  if (typeof answer !== 'number' || steps.includes(answer)) return steps;
  return [...steps, answer].sort((one, other) => one - other);
}

/** The choice that a digit means: its number on a scale, otherwise its place, from 1. */
export function choiceOf(question: FormQuestion, digit: number): string | number | undefined {
  const choices = choicesOf(question, null);
  return question.type === 'numeric' ? choices?.find((choice) => choice === digit) : choices?.[digit - 1];
}

/** Whether an answer to the question fails the call. */
export const isCritical = ({ options }: FormQuestion): boolean => options.some(({ fails_form }) => fails_form);

/** Whether the answer that was given fails the call. */
export const isFailing = ({ options }: FormQuestion, { answer, na }: Answer): boolean =>
  fails({ options, answer, na }, 'fails_form');

/** The answer once a choice is pressed: of several choices it is added or taken away, otherwise it is the answer. */
export function withChoice({ type, options }: FormQuestion, answer: GivenAnswer, choice: string | number): GivenAnswer {
  if (type !== 'multi') return choice;
  const chosen = new Set<string | number>(Array.isArray(answer) ? answer : []);
  if (!chosen.delete(choice)) chosen.add(choice);
  const labels = options.flatMap(({ label }) => (chosen.has(label) ? [label] : []));
  return labels.length === 0 ? null : labels;
}
