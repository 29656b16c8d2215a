import { tQuantile975 } from '../../../../statistics';

/** The ends of an interval that covers the figure of all calls in 95 of 100 cases; null where it cannot be computed. */
export type Interval = { low: number | null; high: number | null };
const none: Interval = { low: null, high: null };

/** The 0.975 quantile of the normal distribution. */
const z = 1.959964;

/** The values of a mean: their number, their sum, and the sum of their squares. */
export type Values = { n: number; sum: number; squares: number };

/** Sums of binary fractions are not exact: what is left of equal values is no spread, and no error. */
const leastShare = 1e-12;
const leastError = 1e-9;

/** The sum of the squared distances of values from their mean. */
function spreadOf({ n, sum, squares }: Values): number {
  const spread = squares - (sum * sum) / n;
  return spread > leastShare * squares ? spread : 0;
}

/** The sums of the distances of values from a mean, and of their squares. */
function distancesOf({ n, sum, squares }: Values, mean: number): Omit<Values, 'n'> {
  const around = squares - 2 * mean * sum + n * mean * mean;
  return around > leastShare * squares ? { sum: sum - n * mean, squares: around } : { sum: 0, squares: 0 };
}

const cut = (low: number, high: number, most = Number.POSITIVE_INFINITY): Interval => ({
  low: Math.min(Math.max(low, 0), most),
  high: Math.min(Math.max(high, 0), most),
});

/** The interval of a mean, by Student's t. */
export function meanInterval(values: Values, most?: number): Interval {
  const { n, sum } = values;
  const spread = n < 2 ? 0 : spreadOf(values);
  if (spread === 0) return none;
  const half = tQuantile975(n - 1) * Math.sqrt(spread / (n - 1) / n);
  return cut(sum / n - half, sum / n + half, most);
}

/** The interval of a rate in per cent, by Wilson (1927), which also says something when all or none are counted. */
export function rateInterval(counted: number, n: number): Interval {
  if (n === 0) return none;
  const rate = counted / n;
  const middle = rate + (z * z) / (2 * n);
  const half = z * Math.sqrt((rate * (1 - rate)) / n + (z * z) / (4 * n * n));
  const whole = 1 + (z * z) / n;
  return cut((100 * (middle - half)) / whole, (100 * (middle + half)) / whole, 100);
}

/**
 * A part of the calls that a plan draws from, and those of its evaluations that a figure counts: all of its calls, all of its
 * evaluations with a value, whether they are counted or not, and the values of those that are.
 */
export type Stratum = Values & { calls: number; evaluations: number };

/** The figure of all calls that were drawn from: each evaluation stands for as many calls as its stratum has for each of its. */
export function weightedMean(strata: readonly Stratum[]): number | null {
  const weighted = (of: 'n' | 'sum') =>
    strata.reduce((sum, one) => sum + (one[of] === 0 ? 0 : (one.calls / one.evaluations) * one[of]), 0);
  const whole = weighted('n');
  return whole === 0 ? null : weighted('sum') / whole;
}

/**
 * The interval of a weighted figure: that of a ratio in a stratified sample without replacement (Cochran, Sampling Techniques,
 * chapters 5 and 5A), in which an evaluation that is not counted adds nothing. Strata with one evaluation are taken together.
 */
export function weightedInterval(all: readonly Stratum[], most: number): Interval {
  const strata = all.filter(({ n }) => n > 0);
  const mean = weightedMean(strata);
  if (mean === null) return none;
  const open = strata.filter(({ calls, evaluations }) => evaluations < calls);
  if (open.length === 0) return { low: mean, high: mean };
  const [single, several] = [open.filter((one) => one.evaluations === 1), open.filter((one) => one.evaluations > 1)];
  const k = single.length;
  if (k === 1) return none;
  const parts = several.map((one) => {
    const { calls, evaluations: m, n } = one;
    const weight = calls / m;
    // Of all values counted, the distance from the mean of all strata does not matter, and is left out for its rounding.
    const spread = n === m ? spreadOf(one) : spreadOf({ n: m, ...distancesOf(one, mean) });
    return (1 - m / calls) * (m / (m - 1)) * weight * weight * spread;
  });
  const distances = single.map(({ calls, sum }) => calls * (sum - mean));
  if (k > 1) {
    const total = distances.reduce((sum, one) => sum + one, 0);
    const squares = distances.reduce((sum, one) => sum + one * one, 0);
    parts.push((k / (k - 1)) * spreadOf({ n: k, sum: total, squares }));
  }
  const df = several.reduce((sum, { evaluations }) => sum + evaluations - 1, 0) + Math.max(0, k - 1);
  const weights = strata.reduce((sum, { calls, evaluations, n }) => sum + (calls / evaluations) * n, 0);
  const error = Math.sqrt(parts.reduce((sum, one) => sum + one, 0)) / weights;
  if (error < leastError) return none;
  const half = tQuantile975(df) * error;
  return cut(mean - half, mean + half, most);
}
