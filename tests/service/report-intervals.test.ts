import { expect, test } from 'vitest';
import {
  meanInterval,
  rateInterval,
  type Stratum,
  weightedInterval,
  weightedMean,
} from '../../electron/service/resources/judgement/reports/engine/intervals';
import { tQuantile975 } from '../../electron/service/statistics';
import { diceOf } from '../support/dice';
import { meanByValue, probability, sumOf, weightedByValue } from '../support/intervals';
import { seed } from '../support/seed';

const simulated = Number(process.env.EARSHOT_DRAWS ?? 400);

const valuesOf = (all: readonly number[]) => ({
  n: all.length,
  sum: sumOf(all),
  squares: sumOf(all.map((y) => y * y)),
});
/** A stratum of so many calls with these values, of which some are counted. */
const stratum = (
  calls: number,
  values: readonly number[],
  isCounted: (place: number) => boolean = () => true,
): Stratum => ({
  calls,
  evaluations: values.length,
  ...valuesOf(values.filter((_, place) => isCounted(place))),
});
const cents = (value: number | null) => (value === null ? null : Math.round(value * 100) / 100);

const cases: Record<number, Stratum[]> = {
  1: [stratum(10, [80, 60])],
  2: [stratum(4, [50, 70]), stratum(16, [90, 80])],
  3: [stratum(1, [40]), stratum(9, [80, 90, 70])],
  4: [stratum(2, [55, 65])],
  5: [stratum(6, [10, 20, 30, 40])],
  // The evaluation of a fourth call is open.
  6: [stratum(6, [10, 20, 30])],
  7: [stratum(6, [60]), stratum(14, [90, 80])],
  8: [stratum(20, [80, 90]), stratum(5, [50, 60, 70])],
};
const passedFrom = (least: number) => [
  stratum(
    4,
    [50, 70].map((score) => (score >= least ? 100 : 0)),
  ),
  stratum(
    16,
    [90, 80].map((score) => (score >= least ? 100 : 0)),
  ),
];

test.each([
  ['1', cases[1], 70, 0, 100],
  ['2', cases[2], 80, 62.79, 97.21],
  ['3', cases[3], 76, 57.75, 94.25],
  ['4', cases[4], 60, 60, 60],
  ['5', cases[5], 25, 13.14, 36.86],
  ['6', cases[6], 20, 2.43, 37.57],
  ['7', cases[7], 77.5, null, null],
  ['8', cases[8], 80, 67.7, 92.3],
  ['9: 2, 3, 4 and 5 together', [2, 3, 4, 5].flatMap((n) => cases[n] ?? []), 69.21, 63.41, 75.01],
  ['10: the passed of 2, from 75', passedFrom(75), 80, null, null],
])('the weighted figure of case %s was computed by hand', (_, strata = [], mean, low, high) => {
  const interval = weightedInterval(strata, 100);

  expect([cents(weightedMean(strata)), cents(interval.low), cents(interval.high)]).toEqual([mean, low, high]);
});

test('two strata with one evaluation each are taken together, and a value that is not counted adds nothing', () => {
  // z = 4 · (60 − 72) and 6 · (80 − 72): 2 · Σ (z − z̄)² = 2 · (48² + 48²), one degree of freedom.
  const single = weightedInterval([stratum(4, [60]), stratum(6, [80])], 100);
  expect([cents(single.low), cents(single.high)]).toEqual([0, 100]);
  // Of three values of 9 calls, 80 and 90 are counted: z = 3 · (−5), 3 · 5 and 0, V = 2/3 · 3/2 · 450, Σ w = 6.
  const domain = weightedInterval([stratum(9, [80, 90, 10], (place) => place < 2)], 100);
  expect([cents(domain.low), cents(domain.high)]).toEqual([cents(85 - (4.302653 * Math.sqrt(450)) / 6), 100]);
});

test('there is no interval of too few values, or of equal ones; a rate always has one', () => {
  const none = { low: null, high: null };
  expect(meanInterval(valuesOf([]))).toEqual(none);
  expect(meanInterval(valuesOf([80]))).toEqual(none);
  expect(meanInterval(valuesOf(Array.from({ length: 30 }, () => 0.1)))).toEqual(none);
  expect(rateInterval(0, 0)).toEqual(none);
  expect([5, 0].map((counted) => Object.values(rateInterval(counted, 5)).map(cents))).toEqual([
    [56.55, 100],
    [0, 43.45],
  ]);
  expect(weightedInterval([stratum(7, [80, 80, 60], (place) => place < 2), stratum(3, [80])], 100)).toEqual(none);
  // One value of a stratum, whose weight is no binary fraction.
  for (let y = 1; y <= 100; y += 1)
    expect(weightedInterval([stratum(7, [y, 50, 50], (place) => place === 0)], 100)).toEqual(none);
});

const close = (one: number | null, other: number | null) =>
  one === null || other === null ? one === other : Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(other));

test('2,000 random inputs have the intervals of the formulas over each value', () => {
  const dice = diceOf(seed);
  for (let n = 0; n < 2_000; n += 1) {
    const values = Array.from({ length: dice(12) }, () => dice(4) * 25 + dice(2));
    const [own, byValue] = [meanInterval(valuesOf(values), 100), meanByValue(values, 100)];
    for (const name of ['low', 'high'] as const)
      expect(close(own[name], byValue[name]), JSON.stringify([own, values])).toBe(true);

    // The ends of Wilson's interval are the rates p whose distance from the counted one is z · √(p (1 − p) / n).
    const [counted, of] = [dice(values.length + 1), values.length + 1];
    const rate = rateInterval(counted, of);
    for (const end of [rate.low, rate.high]) {
      const p = (end ?? 0) / 100;
      const distance = (p - counted / of) ** 2 - (1.959964 ** 2 * p * (1 - p)) / of;
      const isCut = end === 0 || end === 100;
      expect(isCut || Math.abs(distance) < 1e-9, JSON.stringify([rate, counted, of])).toBe(true);
    }

    const strata = Array.from({ length: 1 + dice(4) }, () => {
      const m = 1 + dice(4);
      const values = Array.from({ length: m }, () => dice(5) * 25);
      const isWhole = dice(2) === 0;
      return { calls: m + dice(6), values, counted: values.map(() => isWhole || dice(3) > 0) };
    });
    const summed = strata.map(({ calls, values, counted }) =>
      stratum(calls, values, (place) => counted[place] === true),
    );
    const [all, wanted] = [{ mean: weightedMean(summed), ...weightedInterval(summed, 100) }, weightedByValue(strata)];
    for (const name of ['mean', 'low', 'high'] as const)
      expect(close(all[name], wanted[name]), JSON.stringify([name, all, wanted, strata])).toBe(true);
  }
});

test('t of many degrees of freedom goes on from that of few', () => {
  for (const df of [999, 1_000, 1_001, 1_500, 3_000])
    expect(Math.abs(probability(tQuantile975(df), df) - 0.975)).toBeLessThan(1e-9);
  expect(Math.abs(tQuantile975(1_000_000) - 1.959966)).toBeLessThan(1e-6);
});

/**
 * Calls of agents, some of them with a risk, which are scored lower. A plan draws two calls with a risk and two of the rest of each
 * agent, so that the plain mean is too low.
 */
test(`${simulated} draws: the weighted mean is right, and the interval covers the truth as often as it says`, () => {
  const dice = diceOf(seed);
  /** Roughly normal: the mean of three dice. */
  const near = (mean: number, reach: number) =>
    Math.round(Math.min(100, Math.max(0, mean + ((dice(1_001) + dice(1_001) + dice(1_001)) / 1_500 - 1) * reach)));
  const agents = Array.from({ length: 12 }, () => {
    const level = 70 + dice(16);
    const risky = 14 + dice(8);
    const rest = 24 + dice(12);
    return [
      Array.from({ length: risky }, () => near(level - 34, 45)),
      Array.from({ length: rest }, () => near(level, 30)),
    ];
  });
  const drawn = (calls: readonly number[], amount: number) => {
    const left = [...calls];
    return Array.from({ length: amount }, () => left.splice(dice(left.length), 1)[0] as number);
  };
  const truth = (all: readonly (readonly number[])[]) => sumOf(all.flat()) / all.flat().length;
  const site = truth(agents.flat());
  let [covered, ofAgents, weighted, plain] = [0, 0, 0, 0];
  const isIn = (value: number, { low, high }: ReturnType<typeof weightedInterval>) =>
    low !== null && high !== null && low <= value && value <= high;
  for (let n = 0; n < simulated; n += 1) {
    const samples = agents.map((strata) => strata.map((calls) => ({ calls: calls.length, values: drawn(calls, 2) })));
    const strata = samples.flat().map(({ calls, values }) => stratum(calls, values));
    covered += Number(isIn(site, weightedInterval(strata, 100)));
    for (const [place, calls] of agents.entries()) {
      const own = strata.slice(2 * place, 2 * place + 2);
      ofAgents += Number(isIn(truth(calls), weightedInterval(own, 100))) / agents.length;
    }
    weighted += (weightedMean(strata) ?? 0) / simulated;
    plain += truth(samples.flat().map(({ values }) => values)) / simulated;
  }

  const isFull = simulated >= 10_000;
  const bias = Math.abs(weighted - site);
  expect(bias).toBeLessThan(isFull ? 0.1 : 0.5);
  expect(site - plain).toBeGreaterThanOrEqual(3);
  expect(covered / simulated).toBeGreaterThanOrEqual(isFull ? 0.93 : 0.9);
  expect(ofAgents / simulated).toBeGreaterThanOrEqual(isFull ? 0.9 : 0.87);
  if (isFull) console.info({ bias, plain: plain - site, site: covered / simulated, agent: ofAgents / simulated });
});
