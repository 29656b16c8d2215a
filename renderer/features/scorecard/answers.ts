import type { EvaluationForm, FormQuestion } from '@shared/contract/evaluation-forms';
import { type FormScore, failsForm, scoreForm } from '@shared/evaluation/scores';

/** The form that a scorecard shows and adds up: a revision of a form, or the draft of one. */
export type ScoredForm = Pick<EvaluationForm, 'pass_threshold' | 'sections'>;

/** The answer of an evaluator to a question. `position` is a moment of the audio in ms. */
export type Answer = { answer: string | number | null; na: boolean; comment: string; position: number | null };
/** Answers by `form_question_id`. A question that is not in it is unanswered. */
export type Answers = Readonly<Record<string, Answer>>;

export const unanswered: Answer = { answer: null, na: false, comment: '', position: null };

export const answerOf = (answers: Answers, { form_question_id }: FormQuestion): Answer =>
  answers[form_question_id] ?? unanswered;

/** Whether a question needs nothing more before the report is completed. A text may stay empty. */
export const isComplete = ({ type }: FormQuestion, { answer, na }: Answer): boolean =>
  type === 'text' || na || answer !== null;

/** The points of a form with these answers, as the service adds them up. */
export const scoreAnswers = ({ sections }: ScoredForm, answers: Answers): FormScore =>
  scoreForm(
    sections.map(({ weight, questions }) => ({
      weight,
      questions: questions.map((question) => {
        const { answer, na } = answerOf(answers, question);
        return { ...question, answer, na };
      }),
    })),
  );

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

/** Whether an answer to the question fails the call. */
export const isCritical = ({ options }: FormQuestion): boolean => options.some(({ fails_form }) => fails_form);

/** Whether the answer that was given fails the call. */
export const isFailing = ({ options }: FormQuestion, { answer, na }: Answer): boolean =>
  failsForm({ options, answer, na });
