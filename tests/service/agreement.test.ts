import { expect, test } from 'vitest';
import {
  agreementOf,
  type Rated,
  type Rating,
} from '../../electron/service/resources/judgement/calibrations/agreement';
import { tQuantile975 } from '../../electron/service/statistics';
import { diceOf } from '../support/dice';
import { probability } from '../support/intervals';
import { seed } from '../support/seed';

/** Calls by `;`, evaluators by `,`: N is N/A, – a missing report, a number points; otherwise an answer without points. */
const rated = (max_points: number, data: string): Rated => ({
  max_points,
  units: data.split(';').map((call) =>
    call.split(',').flatMap((text): Rating[] => {
      const value = text.trim();
      if (value === '–') return [];
      if (value === 'N') return [{ na: true }];
      if (max_points > 0)
        return [{ na: false, points: value === 'y' ? max_points : value === 'n' ? 0 : Number(value) }];
      return [{ na: false, label: value }];
    }),
  ),
});

const cases: Record<string, Rated> = {
  a: rated(10, 'y,y; y,n; n,n; n,n'),
  b: rated(10, '8,8; N,6; N,N; 2,2'),
  c: rated(10, 'y,y; y,y; y,y; y,y'),
  d: rated(10, 'y,y; n,n; y,y; n,n'),
  e: rated(10, 'y,n; n,y; y,n; n,y'),
  f: rated(10, 'y,y; n,N; N,N; N,N'),
  g: rated(5, '2,4,3; 4,4,4; 5,5,5'),
  h: rated(0, 'A,A,B; B,B,B; C,C,A'),
  i: rated(10, '10,6,10; 10,10,10; 6,6,0'),
  j: rated(4, '2,4,2; 4,4,4; 0,1,0'),
  k: rated(0, 'X,X,XY; Y,Y,Y; none,none,X'),
  l: rated(5, '5,4,3; 2,2,–; –,–,4'),
};

const of = (names: string) => [...names].map((name) => cases[name] as Rated);

test.each([
  ['a', 0.533],
  ['b', 0.584],
  ['c', null],
  ['d', 1],
  ['e', -0.75],
  ['f', 0.588],
  ['g', 0.667],
  ['h', 0.385],
  ['i', 0.509],
  ['j', 0.815],
  ['k', 0.448],
  ['l', 0.647],
])('question %s has the α that was computed by hand', (name, alpha) => {
  expect(agreementOf(of(name)).alpha).toBe(alpha);
});

test.each([
  ['abcdef', 0.394, -0.554, 1],
  ['ghijk', 0.504, -0.539, 1],
])('the questions %s together have an α and an interval', (names, alpha, low, high) => {
  expect(agreementOf(of(names))).toEqual({ alpha, low, high });
});

/** α, its jackknife and its interval from the formulas, pair by pair. */
function byPairs(questions: readonly Rated[]) {
  const delta = (one: Rating, other: Rating, max: number) => {
    if (one.na || other.na) return one.na && other.na ? 0 : 1;
    if ('points' in one && 'points' in other) return ((one.points - other.points) / max) ** 2;
    return 'label' in one && 'label' in other && one.label === other.label ? 0 : 1;
  };
  const pairs = (ratings: readonly Rating[], max: number) => {
    let sum = 0;
    for (let i = 0; i < ratings.length; i += 1)
      for (let j = 0; j < ratings.length; j += 1)
        if (i !== j) sum += delta(ratings[i] as Rating, ratings[j] as Rating, max);
    return sum;
  };
  const alpha = (without = -1) => {
    let [observed, expected] = [0, 0];
    for (const { units, max_points } of questions) {
      const counted = units.filter((unit, call) => unit.length >= 2 && call !== without);
      for (const unit of counted) observed += pairs(unit, max_points) / (unit.length - 1);
      const all = counted.flat();
      if (all.length > 1) expected += pairs(all, max_points) / (all.length - 1);
    }
    return expected === 0 ? null : 1 - observed / expected;
  };
  const calls = Math.max(...questions.map(({ units }) => units.length));
  const counted = Array.from({ length: calls }, (_, call) => call).filter((call) =>
    questions.some(({ units }) => (units[call]?.length ?? 0) >= 2),
  );
  const all = alpha();
  const without = counted.map((call) => alpha(call));
  if (all === null || counted.length < 3 || without.includes(null)) return { alpha: all, low: null, high: null };
  const values = without as number[];
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
  const variance = ((values.length - 1) / values.length) * values.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const reach = tQuantile975(values.length - 1) * Math.sqrt(variance);
  return { alpha: all, low: Math.max(-1, all - reach), high: Math.min(1, all + reach) };
}

test('2,000 random rounds have the α and the interval of the formulas', () => {
  const dice = diceOf(seed);
  const close = (one: number | null, other: number | null) =>
    one === null || other === null ? one === other : Math.abs(one - other) <= 0.0005 + 1e-9;
  for (let n = 0; n < 2_000; n += 1) {
    const [calls, people] = [1 + dice(6), 2 + dice(4)];
    const questions = Array.from({ length: 1 + dice(4) }, (): Rated => {
      const max_points = dice(4) === 0 ? 0 : 5;
      const rating = (): Rating => {
        if (dice(8) === 0) return { na: true };
        return max_points === 0 ? { na: false, label: 'AB'[dice(2)] ?? '' } : { na: false, points: dice(6) };
      };
      const unit = () => Array.from({ length: people }, () => dice(6) > 0).flatMap((is) => (is ? [rating()] : []));
      return { max_points, units: Array.from({ length: calls }, unit) };
    });
    const [own, other] = [agreementOf(questions), byPairs(questions)];
    for (const name of ['alpha', 'low', 'high'] as const)
      expect(close(own[name], other[name]), JSON.stringify([name, own, other, questions])).toBe(true);
  }
});

test('the quantiles of t have their probability, and those of the tables', () => {
  for (let df = 1; df <= 200; df += 1) expect(Math.abs(probability(tQuantile975(df), df) - 0.975)).toBeLessThan(1e-9);
  expect([1, 2, 5, 10, 30, 120].map((df) => tQuantile975(df).toFixed(3))).toEqual([
    '12.706',
    '4.303',
    '2.571',
    '2.228',
    '2.042',
    '1.980',
  ]);
});
