import { hundredthsOf } from './points';

export type QuestionType = 'choice' | 'numeric' | 'yes_no' | 'text';
type Option = { label: string; points: number; fails_form: boolean };

/** A question of a form with its answer: a label, a number or a text; null when unanswered. */
export type AnsweredQuestion = {
  type: QuestionType;
  weight: number;
  max_points: number;
  options: readonly Option[];
  answer: string | number | null;
  na: boolean;
};
export type AnsweredSection = { weight: number; questions: readonly AnsweredQuestion[] };

/** Points with their weights, in hundredths, and the percentage; null without points to get. `fails`: an answer fails the form. */
export type Score = { hundredths: number; max_hundredths: number; score: number | null; fails: boolean };
/** `na`: all questions are N/A. `questions`: the hundredths of each without weights; null if it is not scored. */
export type SectionScore = Score & { na: boolean; questions: (number | null)[] };
export type FormScore = Score & { sections: SectionScore[] };

/**
 * Adds up a form. A question counts with the product of its weight and that of its section; a negative product subtracts
 * its points and adds nothing to the maximum. Unanswered questions, N/A and texts do not count.
 */
export function scoreForm(sections: readonly AnsweredSection[]): FormScore {
  const scored = sections.map(scoreSection);
  return { ...total(scored), sections: scored };
}

/** Whether a result passes; null when there is nothing to compare. A failing answer keeps the score, and does not pass. */
export function isPassed({ score, fails }: Pick<Score, 'score' | 'fails'>, threshold: number | null): boolean | null {
  if (fails) return false;
  return score === null || threshold === null ? null : score >= threshold;
}

function scoreSection({ weight, questions }: AnsweredSection): SectionScore {
  const each = questions.map((question) => ({ question, hundredths: hundredthsOfAnswer(question) }));
  const parts = each.flatMap(({ question, hundredths }) => {
    if (hundredths === null) return [];
    const by = weight * question.weight;
    const max_hundredths = by > 0 ? by * (hundredthsOf(question.max_points) ?? 0) : 0;
    return [{ hundredths: by * hundredths, max_hundredths, fails: failsForm(question) }];
  });
  return {
    ...total(parts),
    na: questions.every(({ na }) => na),
    questions: each.map(({ hundredths }) => hundredths),
  };
}

/** The points of an answer without weights, in hundredths; null when it is not scored. */
function hundredthsOfAnswer(question: AnsweredQuestion): number | null {
  const { type, answer, na } = question;
  if (na || answer === null || type === 'text') return null;
  const points = type === 'numeric' ? Number(answer) : (optionOf(question)?.points ?? 0);
  return hundredthsOf(points) ?? 0;
}

/** Whether the answer that was given fails the form. */
export const failsForm = (question: Pick<AnsweredQuestion, 'options' | 'answer' | 'na'>): boolean =>
  !question.na && (optionOf(question)?.fails_form ?? false);

/** The chosen option. */
const optionOf = ({ options, answer }: Pick<AnsweredQuestion, 'options' | 'answer'>): Option | undefined =>
  options.find(({ label }) => label === answer);

function total(parts: readonly Omit<Score, 'score'>[]): Score {
  const hundredths = sum(parts.map((part) => part.hundredths));
  const max_hundredths = sum(parts.map((part) => part.max_hundredths));
  return {
    hundredths,
    max_hundredths,
    score: percentage(hundredths, max_hundredths),
    fails: parts.some(({ fails }) => fails),
  };
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** floor(100 · points / max) of hundredths within 0…100. In big integers, because the product exceeds 2^53. */
function percentage(points: number, max: number): number | null {
  if (max === 0) return null;
  const whole = Number((100n * BigInt(points)) / BigInt(max));
  return Math.min(100, Math.max(0, whole));
}
