/**
 * The 0.975 quantile of Student's t with a whole number of degrees of freedom: its distribution is a finite sum (Abramowitz
 * and Stegun 26.7.3 and 26.7.4), which is inverted by Newton's method. No library is used: those that are exact to 1e-9
 * come with more than 200 packages.
 */
export function tQuantile975(df: number): number {
  if (df > 1_000) return farT(df);
  let t = 2;
  for (let step = 0; step < 100; step += 1) {
    const next = t - (centralT(t, df) - 0.95) / (2 * densityT(t, df));
    // Far out, where the tail is flat, a step may go too far.
    const bounded = Math.min(Math.max(next, t / 2), 2 * t + 1);
    if (Math.abs(bounded - t) <= 1e-14 * t) return bounded;
    t = bounded;
  }
  return t;
}

/** The same quantile of many degrees of freedom, whose sum is long: by its distance from the normal one (26.7.5). */
function farT(df: number): number {
  const z = 1.959963984540054;
  const first = (z ** 3 + z) / 4;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
  return z + first / df + second / df ** 2 + third / df ** 3;
}

/** The probability that |T| is below t. */
function centralT(t: number, df: number): number {
  const angle = Math.atan(t / Math.sqrt(df));
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const isOdd = df % 2 === 1;
  let term = isOdd ? cosine : 1;
  let sum = df === 1 ? 0 : term;
  for (let n = isOdd ? 3 : 2; n <= df - 2; n += 2) {
    term *= (cosine * cosine * (n - 1)) / n;
    sum += term;
  }
  return isOdd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum;
}

/** The density of t, by the ratio of gamma functions as a finite product. */
function densityT(t: number, df: number): number {
  const isOdd = df % 2 === 1;
  let factor = isOdd ? 1 / Math.PI : 1 / 2;
  for (let n = isOdd ? 1 : 2; n <= df - 2; n += 2) factor *= (n + 1) / n;
  return (factor / Math.sqrt(df)) * (1 + (t * t) / df) ** (-(df + 1) / 2);
}

/** Rounds half away from zero to so many decimals. */
export function roundedTo(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  const rounded = Math.round(Math.abs(value) * factor + 1e-9) / factor;
  return rounded === 0 ? 0 : Math.sign(value) * rounded;
}
