/** The probability below t by Simpson's rule, over the angle whose tangent is t / √df. */
export function probability(t: number, df: number): number {
  const integral = (to: number) => {
    const steps = 4_000;
    let sum = 0;
    for (let at = 0; at <= steps; at += 1)
      sum += Math.cos((to * at) / steps) ** (df - 1) * (at === 0 || at === steps ? 1 : at % 2 === 0 ? 2 : 4);
    return (sum * to) / steps / 3;
  };
  return 0.5 + integral(Math.atan(t / Math.sqrt(df))) / integral(Math.PI / 2) / 2;
}

const known = new Map<number, number>();

/** The 0.975 quantile of t by bisection. */
export function bisected(df: number): number {
  let [low, high] = [1.9, 13];
  while (!known.has(df)) {
    const middle = (low + high) / 2;
    if (high - low < 1e-12) known.set(df, middle);
    else if (probability(middle, df) < 0.975) low = middle;
    else high = middle;
  }
  return known.get(df) as number;
}

export const sumOf = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0);
const cut = (value: number, most: number) => Math.min(Math.max(value, 0), most);

/** A mean and its interval over each value. */
export function meanByValue(values: readonly number[], most = Number.POSITIVE_INFINITY) {
  const n = values.length;
  const mean = n === 0 ? null : sumOf(values) / n;
  if (mean === null || new Set(values).size < 2) return { mean, low: null, high: null };
  const deviation = Math.sqrt(sumOf(values.map((y) => (y - mean) ** 2)) / (n - 1));
  const half = (bisected(n - 1) * deviation) / Math.sqrt(n);
  return { mean, low: cut(mean - half, most), high: cut(mean + half, most) };
}

/** A rate in per cent, and its interval: the rates whose distance from it is z times their own error. */
export function rateByBisection(counted: number, n: number) {
  if (n === 0) return { mean: null, low: null, high: null };
  const rate = counted / n;
  const isInside = (p: number) => (p - rate) ** 2 <= (1.959964 ** 2 * p * (1 - p)) / n;
  const end = (outside: number) => {
    if (rate === outside) return outside;
    let [out, inside] = [outside, rate];
    for (let step = 0; step < 60; step += 1) {
      const middle = (out + inside) / 2;
      if (isInside(middle)) inside = middle;
      else out = middle;
    }
    return inside;
  };
  return { mean: 100 * rate, low: 100 * end(0), high: 100 * end(1) };
}

/** The formulas over each value, with t by bisection. */
export function weightedByValue(strata: { calls: number; values: number[]; counted: boolean[] }[]) {
  const rows = strata.filter(({ counted }) => counted.includes(true));
  const weight = (one: (typeof rows)[number]) => one.calls / one.values.length;
  const weights = sumOf(rows.flatMap((one) => one.values.map((_, at) => (one.counted[at] ? weight(one) : 0))));
  const none = { mean: null, low: null, high: null };
  if (weights === 0) return none;
  const mean =
    sumOf(rows.flatMap((one) => one.values.map((y, at) => (one.counted[at] ? weight(one) * y : 0)))) / weights;
  const zs = rows.map((one) => one.values.map((y, at) => (one.counted[at] ? weight(one) * (y - mean) : 0)));
  const spread = (all: number[]) => sumOf(all.map((one) => (one - sumOf(all) / all.length) ** 2));
  let [variance, df] = [0, 0];
  const singles: number[] = [];
  for (const [at, { calls, values }] of rows.entries()) {
    const z = zs[at] ?? [];
    if (values.length === calls) continue;
    if (values.length === 1) singles.push(z[0] ?? 0);
    else {
      variance += (1 - values.length / calls) * (values.length / (values.length - 1)) * spread(z);
      df += values.length - 1;
    }
  }
  if (rows.every(({ calls, values }) => values.length === calls)) return { mean, low: mean, high: mean };
  if (singles.length === 1) return { ...none, mean };
  if (singles.length > 1) {
    variance += (singles.length / (singles.length - 1)) * spread(singles);
    df += singles.length - 1;
  }
  if (variance < 1e-12) return { ...none, mean };
  const half = (bisected(df) * Math.sqrt(variance)) / weights;
  return { mean, low: cut(mean - half, 100), high: cut(mean + half, 100) };
}
