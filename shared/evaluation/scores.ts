import { type Conditional, hiddenIn, isAmong } from './conditions';
import { hundredthsOf } from './points';

export type QuestionType = 'choice' | 'multi' | 'numeric' | 'yes_no' | 'text';
type Option = {
  label: string;
  points: number;
  fails_form: boolean;
  fails_section: boolean;
  comment_required: boolean;
};

/** A question of a form with its answer: a label, a list of labels, a number or a text; null when unanswered. */
export type AnsweredQuestion = Conditional & {
  type: QuestionType;
  weight: number;
  max_points: number;
  is_scored: boolean;
  options: readonly Option[];
};
export type AnsweredSection = { weight: number; questions: readonly AnsweredQuestion[] };

/**
 * Points with their weights, in hundredths, and the percentage; null without points to get. `fails`: an answer fails the
 * form.
 */
export type Score = { hundredths: number; max_hundredths: number; score: number | null; fails: boolean };
/**
 * `na`: all questions are N/A or hidden. `fails_section`: an answer fails the section. `questions`: the hundredths of each
 * without weights, null if it is not scored. `hidden`: whether the condition of each does not hold.
 */
export type SectionScore = Score & {
  na: boolean;
  fails_section: boolean;
  questions: (number | null)[];
  hidden: boolean[];
};
export type FormScore = Score & { sections: SectionScore[] };

/**
 * Adds up a form, whose sections are in its order. A question counts with the product of its weight and that of its
 * section; a negative product subtracts its points and adds nothing to the maximum. Hidden and unanswered questions, N/A,
 * texts and questions without points do not count.
 */
export function scoreForm(sections: readonly AnsweredSection[]): FormScore {
  const hidden = hiddenIn(sections);
  const scored = sections.map((section) => scoreSection(section, hidden));
  return { ...total(scored), sections: scored };
}

/** Whether a result passes; null when there is nothing to compare. A failing answer keeps the score, and does not pass. */
export function isPassed({ score, fails }: Pick<Score, 'score' | 'fails'>, threshold: number | null): boolean | null {
  if (fails) return false;
  return score === null || threshold === null ? null : score >= threshold;
}

type Hidden = ReadonlySet<Conditional>;

function scoreSection({ weight, questions }: AnsweredSection, hidden: Hidden): SectionScore {
  const each = questions.map((question) => {
    const isHidden = hidden.has(question);
    return { question, isHidden, hundredths: isHidden ? null : hundredthsOfAnswer(question) };
  });
  const parts = each.map(({ question, isHidden, hundredths }) => {
    const by = weight * question.weight;
    const counts = hundredths !== null && by > 0;
    return {
      hundredths: hundredths === null ? 0 : by * hundredths,
      max_hundredths: counts ? by * (hundredthsOf(question.max_points) ?? 0) : 0,
      fails: !isHidden && fails(question, 'fails_form'),
      fails_section: !isHidden && fails(question, 'fails_section'),
    };
  });
  const fails_section = parts.some((part) => part.fails_section);
  const sums = total(parts);
  const hundredths = fails_section ? Math.min(sums.hundredths, 0) : sums.hundredths;
  return {
    ...sums,
    hundredths,
    score: percentage(hundredths, sums.max_hundredths),
    fails_section,
    na: each.every(({ question, isHidden }) => isHidden || question.na),
    questions: each.map((one) => one.hundredths),
    hidden: each.map(({ isHidden }) => isHidden),
  };
}

/** The points of an answer without weights, in hundredths; null when it is not scored. */
function hundredthsOfAnswer(question: AnsweredQuestion): number | null {
  const { type, answer, na, is_scored, max_points } = question;
  if (na || answer === null || type === 'text' || !is_scored) return null;
  if (type === 'numeric') return hundredthsOf(Number(answer)) ?? 0;
  const points = sum(chosenOf(question).map((option) => hundredthsOf(option.points) ?? 0));
  return type === 'multi' ? Math.min(points, hundredthsOf(max_points) ?? 0) : points;
}

type Chosen = Pick<AnsweredQuestion, 'options' | 'answer' | 'na'>;

/** The options that were chosen; none of a number, a text or N/A. */
export const chosenOf = ({ options, answer, na }: Chosen): Option[] =>
  na ? [] : options.filter(({ label }) => isAmong(answer, label));

/** Whether the answer that was given fails the form or its section. */
export const fails = (question: Chosen, what: 'fails_form' | 'fails_section'): boolean =>
  chosenOf(question).some((option) => option[what]);

type Needing = Chosen & { comment_below: number | null; moment_required: boolean };

/** What an answer needs besides itself before it is complete: a comment, or a moment of the audio. */
export function neededBy(question: Needing): { comment: boolean; position: boolean } {
  const { answer, na, comment_below, moment_required } = question;
  if (na || answer === null) return { comment: false, position: false };
  const isLow = comment_below !== null && typeof answer === 'number' && answer < comment_below;
  return { comment: isLow || chosenOf(question).some((one) => one.comment_required), position: moment_required };
}

function total(parts: readonly Omit<Score, 'score'>[]): Score {
  const hundredths = sum(parts.map((part) => part.hundredths));
  const max_hundredths = sum(parts.map((part) => part.max_hundredths));
  return {
    hundredths,
    max_hundredths,
    score: percentage(hundredths, max_hundredths),
    fails: parts.some((part) => part.fails),
  };
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** floor(100 · points / max) of hundredths within 0…100. In big integers, because the product exceeds 2^53. */
function percentage(points: number, max: number): number | null {
  if (max === 0) return null;
  const whole = Number((100n * BigInt(points)) / BigInt(max));
  return Math.min(100, Math.max(0, whole));
}
