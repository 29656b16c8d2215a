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
