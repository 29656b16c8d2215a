import { hundredthsOf, maxPoints, maxQuestions, maxWeight } from '@shared/evaluation/points';
import { type AnsweredQuestion, type AnsweredSection, isPassed, scoreForm } from '@shared/evaluation/scores';
import { expect, test } from 'vitest';
import { plainOption, usualQuestion } from '../support/questions';

const option = (label: string, points: number, fails_form: boolean) => ({ ...plainOption(label, points), fails_form });

/** A choice of this many points, of at most `max_points`. */
const choice = (points: number, max_points: number, weight = 1, fails_form = false): AnsweredQuestion => ({
  ...usualQuestion,
  type: 'choice',
  weight,
  max_points,
  answer: 'chosen',
  na: false,
  options: [option('chosen', points, fails_form), option('other', 0, !fails_form)],
});
const numeric = (answer: number | null, max_points: number, weight = 1): AnsweredQuestion => ({
  ...usualQuestion,
  type: 'numeric',
  weight,
  max_points,
  answer,
  na: false,
  options: [],
});
const yesNo = (
  answer: 'yes' | 'no' | null,
  max_points: number,
  weight = 1,
  fails: 'yes' | 'no' | '' = '',
): AnsweredQuestion => ({
  ...usualQuestion,
  type: 'yes_no',
  weight,
  max_points,
  answer,
  na: false,
  options: [option('yes', max_points, fails === 'yes'), option('no', 0, fails === 'no')],
});
const text = (answer: string | null): AnsweredQuestion => ({
  ...usualQuestion,
  type: 'text',
  weight: 1,
  max_points: 0,
  answer,
  na: false,
  options: [],
});
const na = (question: AnsweredQuestion): AnsweredQuestion => ({ ...question, na: true });
const section = (weight: number, ...questions: AnsweredQuestion[]): AnsweredSection => ({ weight, questions });
const one = (...questions: AnsweredQuestion[]) => [section(1, ...questions)];

type Case = [about: string, form: AnsweredSection[], points: number, max: number, score: number | null];

// Computed by hand: points = Σ w·p and max = Σ w·m, with w = section weight × question weight.
const cases: Case[] = [
  ['75 of 95 is cut to 78 (78.94…)', one(choice(75, 95)), 75, 95, 78],
  ['78 of 100', one(choice(78, 100)), 78, 100, 78],
  ['all points', one(choice(10, 10)), 10, 10, 100],
  ['no points', one(choice(0, 10)), 0, 10, 0],
  ['one third is cut to 33', one(numeric(1, 3)), 1, 3, 33],
  ['two thirds are cut to 66', one(numeric(2, 3)), 2, 3, 66],
  ['199 of 200 is cut to 99 (99.5)', one(numeric(199, 200)), 199, 200, 99],
  ['1 of 101 is cut to 0 (0.99…)', one(numeric(1, 101)), 1, 101, 0],
  ['29 of 100 is 29, where a binary 0.29 · 100 is 28.99…', one(numeric(29, 100)), 29, 100, 29],
  ['0.29 of 1 is 29', one(numeric(0.29, 1)), 0.29, 1, 29],
  ['0.57 of 1 is 57', one(numeric(0.57, 1)), 0.57, 1, 57],
  ['0.58 of 1 is 58', one(numeric(0.58, 1)), 0.58, 1, 58],
  ['1.15 of 1.15', one(numeric(1.15, 1.15)), 1.15, 1.15, 100],
  ['0.1 + 0.2 of 0.3', one(numeric(0.1, 0.1), numeric(0.2, 0.2)), 0.3, 0.3, 100],
  ['ten times 0.1 of 1', one(...Array.from({ length: 10 }, () => numeric(0.1, 0.1))), 1, 1, 100],
  ['0.01 of 0.03', one(numeric(0.01, 0.03)), 0.01, 0.03, 33],
  ['4.35 of 5, where 4.35 · 100 is 434.99…', one(numeric(4.35, 5)), 4.35, 5, 87],
  ['two questions add up: 5 of 10 and 3 of 5', one(choice(5, 10), numeric(3, 5)), 8, 15, 53],
  ['three kinds: 4 of 5, yes of 10, 2.5 of 5', one(choice(4, 5), yesNo('yes', 10), numeric(2.5, 5)), 16.5, 20, 82],
  ['yes has all points', one(yesNo('yes', 7)), 7, 7, 100],
  ['no has none', one(yesNo('no', 7)), 0, 7, 0],
  ['a text is not scored', one(choice(3, 4), text('Well done')), 3, 4, 75],
  ['only texts: nothing to get', one(text('a'), text(null)), 0, 0, null],
  ['no answer at all', one(numeric(null, 10), yesNo(null, 5)), 0, 0, null],
  ['an unanswered question does not count', one(choice(5, 10), numeric(null, 90)), 5, 10, 50],
  ['a numeric 0 is an answer', one(numeric(0, 10), choice(10, 10)), 10, 20, 50],
  ['N/A does not count', one(choice(5, 10), na(choice(0, 90))), 5, 10, 50],
  ['N/A wins over an answer', one(choice(1, 2), na(numeric(98, 98))), 1, 2, 50],
  ['all N/A', one(na(choice(5, 10)), na(yesNo('yes', 5))), 0, 0, null],
  ['question weight 2', one(choice(5, 10, 2)), 10, 20, 50],
  ['weights 3 and 1: 3·10 + 1·0 of 40', one(choice(10, 10, 3), choice(0, 10)), 30, 40, 75],
  ['weights 7 and 2: 7·3 + 2·4 of 7·5 + 2·5', one(choice(3, 5, 7), choice(4, 5, 2)), 29, 45, 64],
  ['section weight 3', [section(3, choice(5, 10))], 15, 30, 50],
  ['section weights 3 and 1', [section(3, choice(10, 10)), section(1, choice(0, 10))], 30, 40, 75],
  ['both weights: 2 · 3 · 4 of 2 · 3 · 5', [section(2, choice(4, 5, 3))], 24, 30, 80],
  ['weights 1000 and 1000', [section(1000, numeric(0.01, 1, 1000))], 10_000, 1_000_000, 1],
  [
    'decimals and weights: 3 · 1.25 + 2 · 0.75 of 3 · 2.5 + 2 · 1',
    one(numeric(1.25, 2.5, 3), numeric(0.75, 1, 2)),
    5.25,
    9.5,
    55,
  ],
  ['a negative weight subtracts: 10 − 3 of 10', one(choice(10, 10), choice(3, 5, -1)), 7, 10, 70],
  ['a negative weight without points', one(choice(10, 10), choice(0, 5, -1)), 10, 10, 100],
  ['a weight of −2: 10 − 2 · 2.5 of 10', one(choice(10, 10), numeric(2.5, 5, -2)), 5, 10, 50],
  ['less than nothing is 0 percent', one(choice(2, 10), choice(5, 5, -1)), -3, 10, 0],
  ['only negative weights: max 0', one(choice(5, 5, -1)), -5, 0, null],
  ['only negative weights without points', one(choice(0, 5, -1)), 0, 0, null],
  ['a negative section subtracts', [section(1, choice(10, 10)), section(-1, choice(4, 5))], 6, 10, 60],
  ['two negatives add: 10 + 4 of 15', [section(1, choice(10, 10)), section(-1, choice(4, 5, -1))], 14, 15, 93],
  ['two negatives alone', [section(-2, choice(4, 5, -3))], 24, 30, 80],
  ['a negative section with both signs', [section(-1, choice(4, 5, -1), choice(1, 5))], 3, 5, 60],
  ['a negative decimal: 1 − 0.33 of 1', one(numeric(1, 1), numeric(0.33, 1, -1)), 0.67, 1, 67],
  ['a negative question that is N/A', one(choice(8, 10), na(choice(5, 5, -1))), 8, 10, 80],
  ['a yes that subtracts', one(choice(8, 10), yesNo('yes', 3, -1)), 5, 10, 50],
  ['a no that subtracts nothing', one(choice(8, 10), yesNo('no', 3, -1)), 8, 10, 80],
  ['a failing answer keeps the points', one(choice(10, 10, 1, true), choice(8, 10)), 18, 20, 90],
  [
    'sections add up: 3 + 2.5 + 0 of 4 + 5 + 1',
    [section(1, choice(3, 4)), section(1, numeric(2.5, 5)), section(1, yesNo('no', 1))],
    5.5,
    10,
    55,
  ],
  ['one section is N/A', [section(5, na(choice(0, 10))), section(1, choice(9, 10))], 9, 10, 90],
  ['one section is unanswered', [section(5, numeric(null, 10)), section(1, choice(9, 10))], 9, 10, 90],
  ['one section has only texts', [section(5, text('a')), section(1, choice(9, 10))], 9, 10, 90],
  ['the lowest points: 0.01 of 100,000', one(numeric(0.01, 100_000)), 0.01, 100_000, 0],
  ['one hundredth short of all: 99,999.99 of 100,000', one(numeric(99_999.99, 100_000)), 99_999.99, 100_000, 99],
  ['49.99 of 100 is cut to 49', one(numeric(49.99, 100)), 49.99, 100, 49],
  ['79.995 cannot be reached with two decimals: 15.99 of 20 is 79.95', one(numeric(15.99, 20)), 15.99, 20, 79],
];

test.each(cases)('%s', (_about, form, points, max, score) => {
  const { hundredths, max_hundredths, sections, ...scored } = scoreForm(form);

  expect([hundredths / 100, max_hundredths / 100, scored.score]).toEqual([points, max, score]);
  const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);
  expect(sum(sections.map((one) => one.hundredths))).toBe(hundredths);
  expect(sum(sections.map((one) => one.max_hundredths))).toBe(max_hundredths);
});

test('there are sixty cases', () => {
  expect(cases).toHaveLength(60);
});

test.each([
  ['at the threshold', 80, false, 80, true],
  ['below the threshold', 78, false, 80, false],
  ['at threshold 0', 0, false, 0, true],
  ['at threshold 100', 100, false, 100, true],
  ['without a threshold', 100, false, null, null],
  ['without a score', null, false, 50, null],
  ['with a failing answer above the threshold', 90, true, 80, false],
  ['with a failing answer and no threshold', 90, true, null, false],
  ['with a failing answer and no score', null, true, null, false],
] as const)('a result %s', (_about, score, fails, threshold, passed) => {
  expect(isPassed({ score, fails }, threshold)).toBe(passed);
});

test('an answer fails the form unless it is N/A, and only the section that has it', () => {
  const failing = choice(10, 10, 1, true);
  const form = scoreForm([section(1, failing), section(1, choice(1, 1))]);
  const noAnswer = scoreForm(one(na(failing), yesNo('yes', 1, 1, 'no')));

  expect([form.fails, ...form.sections.map(({ fails }) => fails)]).toEqual([true, true, false]);
  expect(noAnswer.fails).toBe(false);
  expect(scoreForm(one(yesNo('no', 1, 1, 'no'))).fails).toBe(true);
});

test('a section is N/A only if all of its questions are', () => {
  const { sections } = scoreForm([
    section(1, na(choice(1, 1)), na(text(null))),
    section(1, na(choice(1, 1)), text(null)),
  ]);
  expect(sections.map(({ na }) => na)).toEqual([true, false]);
});

test('the points of a question have no weight; unanswered, N/A and texts have none', () => {
  const [first] = scoreForm([section(3, choice(2.5, 5, 4), numeric(null, 1), na(yesNo('yes', 1)), text('a'))]).sections;
  expect(first?.questions).toEqual([250, null, null, null]);
});

test('decimals with more than two places are no points, and the largest form is added up exactly', () => {
  expect([0.07, 1.005, 0.001, 99_999.99, 1e-9].map(hundredthsOf)).toEqual([
    7,
    undefined,
    undefined,
    9_999_999,
    undefined,
  ]);

  const most = Array.from({ length: maxQuestions }, () => numeric(maxPoints - 0.01, maxPoints, maxWeight));
  const { hundredths, max_hundredths, score } = scoreForm([section(maxWeight, ...most)]);

  expect(BigInt(hundredths)).toBe(9_999_999n * 1_000_000n * 500n);
  expect([Number.isSafeInteger(max_hundredths), score]).toEqual([true, 99]);
});
