import { type AnsweredQuestion, neededBy, scoreForm } from '@shared/evaluation/scores';
import { expect, test } from 'vitest';
import { diceOf } from '../support/dice';
import { plainOption, usualQuestion } from '../support/questions';
import { seed } from '../support/seed';

type Q = AnsweredQuestion;
type More = Partial<Q>;
const question = (more: More): Q => ({
  ...usualQuestion,
  type: 'numeric',
  weight: 1,
  max_points: 10,
  options: [],
  answer: null,
  na: false,
  ...more,
});
const number = (answer: number | null, more: More = {}) => question({ answer, ...more });
const failing = (label: string, points: number, what: 'fails_form' | 'fails_section') => ({
  ...plainOption(label, points),
  [what]: true,
});
const yesNo = (answer: 'yes' | 'no' | null, more: More = {}) =>
  question({ type: 'yes_no', answer, options: [plainOption('yes', 10), plainOption('no', 0)], ...more });
const multi = (answer: string[] | null, more: More = {}) =>
  question({
    type: 'multi',
    max_points: 4,
    answer,
    options: [plainOption('P', 2), plainOption('Q', 2), plainOption('R', 1)],
    ...more,
  });
const choice = (answer: string | null, more: More = {}) =>
  question({ type: 'choice', answer, options: [plainOption('A', 10), plainOption('B', 4)], ...more });
const unscored = (answer: string | null, more: More = {}) =>
  choice(answer, { is_scored: false, max_points: 0, options: [plainOption('A', 0), plainOption('B', 0)], ...more });
const on = (key: string, ...any_of: (string | number)[]) => ({ show_if: { key, any_of } });
const k = (key: string) => ({ key });
const lost = failing('no', 0, 'fails_section');
const failsSection = (answer: 'yes' | 'no', more: More = {}) =>
  yesNo(answer, { options: [plainOption('yes', 10), lost], ...more });

/** Computed by hand: points and maximum of the form, its score, and which questions are hidden. */
type Case = [about: string, form: Q[][], points: number, max: number, score: number | null, hidden: string];
const cases: Case[] = [
  ['a condition that holds', [[yesNo('yes', k('a')), number(5, on('a', 'yes'))]], 15, 20, 75, '00'],
  ['a condition that does not hold', [[yesNo('no', k('a')), number(5, on('a', 'yes'))]], 0, 10, 0, '01'],
  ['an unanswered source hides', [[yesNo(null, k('a')), number(5, on('a', 'yes'))]], 0, 0, null, '01'],
  [
    'a source that is N/A hides',
    [[yesNo('yes', { ...k('a'), na: true }), number(5, on('a', 'yes'))]],
    0,
    0,
    null,
    '01',
  ],
  ['one of two answers', [[choice('B', k('a')), number(5, on('a', 'A', 'B'))]], 9, 20, 45, '00'],
  ['none of the answers', [[choice('B', k('a')), number(5, on('a', 'A'))]], 4, 10, 40, '01'],
  ['a number that is named', [[number(3, k('a')), yesNo('yes', on('a', 3))]], 13, 20, 65, '00'],
  ['a number is no label', [[choice('A', k('a')), yesNo('yes', on('a', 1))]], 10, 10, 100, '01'],
  [
    'at least, at the bound',
    [[number(5, k('a')), yesNo('yes', { show_if: { key: 'a', at_least: 5 } })]],
    15,
    20,
    75,
    '00',
  ],
  [
    'at least, below',
    [[number(4.99, k('a')), yesNo('yes', { show_if: { key: 'a', at_least: 5 } })]],
    4.99,
    10,
    49,
    '01',
  ],
  [
    'at most, at the bound',
    [[number(5, k('a')), yesNo('yes', { show_if: { key: 'a', at_most: 5 } })]],
    15,
    20,
    75,
    '00',
  ],
  ['at most, above', [[number(5.01, k('a')), yesNo('yes', { show_if: { key: 'a', at_most: 5 } })]], 5.01, 10, 50, '01'],
  [
    'within both bounds',
    [[number(5, k('a')), yesNo('no', { show_if: { key: 'a', at_least: 4, at_most: 6 } })]],
    5,
    20,
    25,
    '00',
  ],
  [
    'outside of both',
    [[number(7, k('a')), yesNo('no', { show_if: { key: 'a', at_least: 4, at_most: 6 } })]],
    7,
    10,
    70,
    '01',
  ],
  [
    'a number of 0 is an answer',
    [[number(0, k('a')), yesNo('yes', { show_if: { key: 'a', at_most: 0 } })]],
    10,
    20,
    50,
    '00',
  ],
  ['one of several labels', [[multi(['Q', 'R'], k('a')), number(10, on('a', 'Q'))]], 13, 14, 92, '00'],
  ['none of several labels', [[multi(['Q', 'R'], k('a')), number(10, on('a', 'P'))]], 3, 4, 75, '01'],
  ['“none of them” is no label', [[multi([], k('a')), number(10, on('a', 'P', 'Q', 'R'))]], 0, 4, 0, '01'],
  [
    'a hidden source hides',
    [[yesNo('no', k('a')), yesNo('yes', { ...k('b'), ...on('a', 'yes') }), number(9, on('b', 'yes'))]],
    0,
    10,
    0,
    '011',
  ],
  [
    'a chain that holds',
    [[yesNo('yes', k('a')), yesNo('yes', { ...k('b'), ...on('a', 'yes') }), number(9, on('b', 'yes'))]],
    29,
    30,
    96,
    '000',
  ],
  [
    'the end of a chain is hidden',
    [[yesNo('yes', k('a')), yesNo('no', { ...k('b'), ...on('a', 'yes') }), number(9, on('b', 'yes'))]],
    10,
    20,
    50,
    '001',
  ],
  ['a source in an earlier section', [[yesNo('no', k('a'))], [number(9, on('a', 'no'))]], 9, 20, 45, '00'],
  [
    'two questions on one source',
    [[yesNo('no', k('a')), number(9, on('a', 'no')), number(8, on('a', 'yes'))]],
    9,
    20,
    45,
    '001',
  ],
  ['an unscored source', [[unscored('A', k('a')), number(9, on('a', 'A'))]], 9, 10, 90, '00'],
  ['a key that does not exist', [[number(9, on('x', 'yes'))]], 0, 0, null, '1'],
  ['a later source', [[number(9, on('a', 'yes')), yesNo('yes', k('a'))]], 10, 10, 100, '10'],
  [
    'an answer of a hidden question does not fail',
    [
      [
        yesNo('yes', k('a')),
        yesNo('no', { ...on('a', 'no'), options: [plainOption('yes', 10), failing('no', 0, 'fails_form')] }),
      ],
    ],
    10,
    10,
    100,
    '01',
  ],
  ['several choices add up', [[multi(['P', 'R'])]], 3, 4, 75, '0'],
  ['several choices are capped', [[multi(['P', 'Q', 'R'])]], 4, 4, 100, '0'],
  ['none of several choices', [[multi([])]], 0, 4, 0, '0'],
  ['unanswered several choices', [[multi(null)]], 0, 0, null, '0'],
  ['several choices that are N/A', [[multi([], { na: true })]], 0, 0, null, '0'],
  ['several choices with a weight', [[multi(['P'], { weight: 3 })]], 6, 12, 50, '0'],
  ['several choices that subtract', [[number(10), multi(['P', 'Q'], { weight: -1 })]], 6, 10, 60, '00'],
  [
    'decimals of several choices',
    [[multi(['P', 'Q'], { options: [plainOption('P', 0.1), plainOption('Q', 0.2)], max_points: 0.3 })]],
    0.3,
    0.3,
    100,
    '0',
  ],
  ['a choice without points', [[unscored('B'), number(7)]], 7, 10, 70, '00'],
  ['only without points', [[unscored('A')]], 0, 0, null, '0'],
  ['several choices without points', [[multi(['P'], { is_scored: false, max_points: 0 }), number(7)]], 7, 10, 70, '00'],
  ['a weight without points', [[unscored('B', { weight: 9 }), number(7)]], 7, 10, 70, '00'],
  ['a section that fails keeps its maximum', [[failsSection('no'), number(8)]], 0, 20, 0, '00'],
  ['a section that does not fail', [[failsSection('yes'), number(8)]], 18, 20, 90, '00'],
  ['another section keeps its points', [[failsSection('no'), number(8)], [number(9)]], 9, 30, 30, '000'],
  [
    'two sections fail',
    [
      [failsSection('no'), number(8)],
      [failsSection('no'), number(6)],
    ],
    0,
    40,
    0,
    '0000',
  ],
  [
    'a section below 0 stays below',
    [[failsSection('no'), number(5, { weight: -1 })], [number(9)]],
    -5 + 9,
    20,
    20,
    '000',
  ],
  ['a failing answer that is N/A', [[failsSection('no', { na: true }), number(8)]], 8, 10, 80, '00'],
  ['a failing answer that is hidden', [[yesNo('yes', k('a')), failsSection('no', on('a', 'no'))]], 10, 10, 100, '01'],
  [
    'a failing answer that is shown',
    [[yesNo('no', k('a')), failsSection('no', on('a', 'no')), number(8)]],
    0,
    30,
    0,
    '000',
  ],
  [
    'one failing label of several',
    [[multi(['R'], { options: [plainOption('P', 2), failing('R', 1, 'fails_section')] }), number(8)]],
    0,
    14,
    0,
    '00',
  ],
  [
    'a failing answer without points',
    [[unscored('B', { options: [plainOption('A', 0), failing('B', 0, 'fails_section')] }), number(8)]],
    0,
    10,
    0,
    '00',
  ],
  [
    'an unscored section that fails',
    [[unscored('B', { options: [plainOption('A', 0), failing('B', 0, 'fails_section')] })], [number(8)]],
    8,
    10,
    80,
    '00',
  ],
  [
    'failing the form keeps the points',
    [[yesNo('no', { options: [plainOption('yes', 10), failing('no', 0, 'fails_form')] }), number(8)]],
    8,
    20,
    40,
    '00',
  ],
  [
    'the first of two equal keys counts',
    [[yesNo('yes', k('a')), yesNo('no', k('a')), number(9, on('a', 'yes'))]],
    19,
    30,
    63,
    '000',
  ],
  [
    'a condition on a whole section',
    [[yesNo('no', k('a'))], [number(9, on('a', 'yes')), multi(['P'], on('a', 'yes'))]],
    0,
    10,
    0,
    '011',
  ],
  [
    'a text is hidden as well',
    [[yesNo('no', k('a')), question({ type: 'text', max_points: 0, answer: 'x', ...on('a', 'yes') })]],
    0,
    10,
    0,
    '01',
  ],
  ['a key alone hides nothing', [[number(9, k('a'))]], 9, 10, 90, '0'],
  [
    'half points of several',
    [[multi(['R'], { options: [plainOption('R', 0.5)], max_points: 1 }), number(9)]],
    9.5,
    11,
    86,
    '00',
  ],
  [
    'three questions in turn',
    [
      [
        choice('A', k('a')),
        choice('B', { ...k('b'), ...on('a', 'A') }),
        number(1, on('b', 'B')),
        number(2, on('b', 'A')),
      ],
    ],
    15,
    30,
    50,
    '0001',
  ],
  [
    'bounds of a hidden number',
    [
      [
        yesNo('no', k('a')),
        number(5, { ...k('b'), ...on('a', 'yes') }),
        number(3, { show_if: { key: 'b', at_least: 0 } }),
      ],
    ],
    0,
    10,
    0,
    '011',
  ],
  [
    'bounds of a label never hold',
    [[choice('A', k('a')), number(3, { show_if: { key: 'a', at_least: 0 } })]],
    10,
    10,
    100,
    '01',
  ],
  [
    'N/A of a shown question',
    [[yesNo('yes', k('a')), number(null, { ...on('a', 'yes'), na: true })]],
    10,
    10,
    100,
    '00',
  ],
];

test.each(cases)('%s', (_about, form, points, max, score, hidden) => {
  const result = scoreForm(form.map((questions) => ({ weight: 1, questions })));

  expect([result.hundredths / 100, result.max_hundredths / 100, result.score]).toEqual([points, max, score]);
  const flags = result.sections.flatMap((section) => section.hidden).map(Number);
  expect(flags.join('')).toBe(hidden);
});

test('there are sixty cases', () => {
  expect(cases).toHaveLength(60);
});

test.each([
  ['a low number', number(3), { comment_below: 4 }, true, false],
  ['a number at the bound', number(4), { comment_below: 4 }, false, false],
  ['no answer', number(null), { comment_below: 4, moment_required: true }, false, false],
  ['N/A', number(3, { na: true }), { comment_below: 4, moment_required: true }, false, false],
  ['an answer with a moment', number(9), { moment_required: true }, false, true],
  [
    'an option',
    choice('B', { options: [plainOption('A', 1), { ...plainOption('B', 0), comment_required: true }] }),
    {},
    true,
    false,
  ],
  [
    'another option',
    choice('A', { options: [plainOption('A', 1), { ...plainOption('B', 0), comment_required: true }] }),
    {},
    false,
    false,
  ],
  ['one of several', multi(['R'], { options: [{ ...plainOption('R', 0), comment_required: true }] }), {}, true, false],
  [
    'none of several',
    multi([], { options: [{ ...plainOption('R', 0), comment_required: true }] }),
    { moment_required: true },
    false,
    true,
  ],
] as const)('%s needs what the form asks for', (_about, answered, more, comment, position) => {
  const needs = neededBy({ ...answered, moment_required: false, comment_below: null, ...more });

  expect(needs).toEqual({ comment, position });
});

/** Random forms, against an evaluator that decides each question by itself, in fractions of BigInt. */
test('5,000 random forms are added up as by hand', () => {
  const dice = diceOf(seed);
  const random = () => dice(1_000_000) / 1_000_000;
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const labels = ['A', 'B', 'C'];
  const made = (at: number, keys: string[]): Q => {
    const type = pick(['numeric', 'yes_no', 'choice', 'multi', 'text'] as const);
    const own = type === 'yes_no' ? ['yes', 'no'] : type === 'choice' || type === 'multi' ? labels : [];
    const options = own.map((label) => ({
      ...plainOption(label, Math.floor(random() * 500) / 100),
      fails_form: random() < 0.05,
      fails_section: random() < 0.05,
    }));
    const hasChoices = type === 'choice' || type === 'multi';
    const answers = {
      numeric: () => Math.floor(random() * 1001) / 100,
      yes_no: () => pick(own),
      choice: () => pick(own),
      multi: () => own.filter(() => random() < 0.5),
      text: () => 'words',
    };
    const source = pick(['', ...keys]);
    const bounds = { at_least: random() < 0.7 ? 3 : undefined, at_most: random() < 0.7 ? 7 : undefined };
    const condition = random() < 0.5 ? { any_of: [pick(['yes', 'A', 'B', 5]), pick(['no', 'C'])] } : bounds;
    return question({
      type,
      options,
      weight: pick([1, 1, 2, -1, 3]),
      max_points: type === 'text' ? 0 : 10,
      is_scored: !(hasChoices && random() < 0.2),
      key: random() < 0.7 ? `k${at}` : null,
      show_if: source === '' || random() < 0.3 ? null : { key: source, ...condition },
      answer: random() < 0.15 ? null : answers[type](),
      na: random() < 0.1,
    });
  };
  for (let n = 0; n < 5_000; n++) {
    const keys: string[] = [];
    const form = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, s) => ({
      weight: pick([1, 2, -1]),
      questions: Array.from({ length: 1 + Math.floor(random() * 5) }, (_, q) => {
        const one = made(s * 10 + q, keys);
        if (one.key) keys.push(one.key);
        return one;
      }),
    }));
    const all = form.flatMap(({ questions }) => questions);
    const isShown = (at: number): boolean => {
      const { show_if } = all[at] as Q;
      if (!show_if) return true;
      const from = all.findIndex((one) => one.key === show_if.key);
      const source = all[from];
      if (!source || from >= at || !isShown(from) || source.na || source.answer === null) return false;
      const given = [source.answer].flat();
      if (show_if.any_of) return show_if.any_of.some((one) => given.includes(one as string));
      return (
        typeof source.answer === 'number' &&
        !(source.answer < (show_if.at_least ?? Number.NEGATIVE_INFINITY)) &&
        !(source.answer > (show_if.at_most ?? Number.POSITIVE_INFINITY))
      );
    };
    const exact = (points: number) => BigInt(Math.round(points * 100));
    const [sums, maxima, failed, hidden] = [[] as bigint[], [] as bigint[], [] as boolean[], [] as boolean[]];
    let at = 0;
    for (const { weight, questions } of form) {
      let [points, max, fails] = [0n, 0n, false];
      for (const one of questions) {
        const shown = isShown(at++);
        hidden.push(!shown);
        if (!shown || one.na || one.answer === null) continue;
        const chosen = one.options.filter(({ label }) => [one.answer].flat().includes(label));
        fails ||= chosen.some(({ fails_section }) => fails_section);
        if (one.type === 'text' || !one.is_scored) continue;
        const earned =
          one.type === 'numeric'
            ? exact(one.answer as number)
            : chosen.reduce((sum, option) => sum + exact(option.points), 0n);
        const capped = one.type === 'multi' && earned > exact(one.max_points) ? exact(one.max_points) : earned;
        const by = BigInt(weight * one.weight);
        points += by * capped;
        if (by > 0n) max += by * exact(one.max_points);
      }
      sums.push(fails && points > 0n ? 0n : points);
      maxima.push(max);
      failed.push(fails);
    }
    const [points, max] = [sums, maxima].map((each) => each.reduce((sum, one) => sum + one, 0n)) as [bigint, bigint];
    const result = scoreForm(form);
    const floor = max === 0n ? null : Number((100n * points) / max);
    expect(result.sections.flatMap((section) => section.hidden)).toEqual(hidden);
    expect(result.sections.map((section) => section.fails_section)).toEqual(failed);
    expect([BigInt(result.hundredths), BigInt(result.max_hundredths)]).toEqual([points, max]);
    expect(result.score).toBe(floor === null ? null : Math.min(100, Math.max(0, floor)));
  }
});
