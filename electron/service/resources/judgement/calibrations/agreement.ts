import { roundedTo, tQuantile975 } from '../../../statistics';

/** An answer of an evaluator: N/A, a number of points, or an answer without points, by its text. */
export type Rating = { na: true } | { na: false; points: number } | { na: false; label: string };
/** A question: the most points that an answer gives, and the ratings of each call by its evaluators. */
export type Rated = { max_points: number; units: readonly (readonly Rating[])[] };

export type Agreement = { alpha: number | null; low: number | null; high: number | null };

/** The squared difference of two ratings: of points by their size, otherwise whether they are the same. */
function difference(one: Rating, other: Rating, max_points: number): number {
  if (one.na || other.na) return one.na === other.na ? 0 : 1;
  if ('points' in one && 'points' in other) return ((one.points - other.points) / max_points) ** 2;
  return 'label' in one && 'label' in other && one.label === other.label ? 0 : 1;
}

const keyOf = (rating: Rating): string =>
  rating.na ? 'na' : 'points' in rating ? `${rating.points}` : `=${rating.label}`;

/** The ratings of a question by their values, each once with its count, from which expected differences follow. */
type Counts = Map<string, { rating: Rating; count: number }>;

function countsOf(ratings: readonly Rating[]): Counts {
  const counts: Counts = new Map();
  for (const rating of ratings) {
    const key = keyOf(rating);
    counts.set(key, { rating, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return counts;
}

/** The sum of differences over all ordered pairs of ratings. */
function pairsOf(counts: Counts, max_points: number): number {
  const all = [...counts.values()].filter(({ count }) => count > 0);
  let sum = 0;
  for (const [at, one] of all.entries()) {
    for (const other of all.slice(at + 1))
      sum += 2 * one.count * other.count * difference(one.rating, other.rating, max_points);
  }
  return sum;
}

/** A question as it is counted: its observed difference by call, and how often it has each value in all and by call. */
class Question {
  private readonly observed: number[];
  private readonly counts: Counts;
  private readonly ratings: number;

  constructor(private readonly rated: Rated) {
    const { units, max_points } = rated;
    const counted = units.map((unit) => (unit.length < 2 ? [] : unit));
    this.observed = counted.map((unit) =>
      unit.length === 0 ? 0 : pairsOf(countsOf(unit), max_points) / (unit.length - 1),
    );
    this.counts = countsOf(counted.flat());
    this.ratings = counted.flat().length;
  }

  /** Whether a call has a rating of at least two evaluators. */
  has(call: number): boolean {
    return (this.rated.units[call]?.length ?? 0) >= 2;
  }

  /** The observed and the expected difference, of all calls or without one. */
  differences(without?: number): { observed: number; expected: number } {
    const left = without !== undefined && this.has(without) ? (this.rated.units[without] ?? []) : [];
    const observed = this.observed.reduce((sum, one, call) => (call === without ? sum : sum + one), 0);
    const n = this.ratings - left.length;
    if (n < 2) return { observed, expected: 0 };
    const counts: Counts = new Map(this.counts);
    for (const rating of left) {
      const key = keyOf(rating);
      const known = counts.get(key);
      if (known) counts.set(key, { ...known, count: known.count - 1 });
    }
    return { observed, expected: pairsOf(counts, this.rated.max_points) / (n - 1) };
  }
}

function alphaOf(questions: readonly Question[], without?: number): number | null {
  let [observed, expected] = [0, 0];
  for (const question of questions) {
    const own = question.differences(without);
    observed += own.observed;
    expected += own.expected;
  }
  return expected === 0 ? null : 1 - observed / expected;
}

/**
 * Krippendorff's α of some questions together, and its 95 % interval by jackknife over the calls, with three decimals. Null
 * if no answer varies; no interval for fewer than three calls, or if no answer varies without one of them.
 */
export function agreementOf(rated: readonly Rated[]): Agreement {
  const questions = rated.map((one) => new Question(one));
  const alpha = alphaOf(questions);
  if (alpha === null) return { alpha: null, low: null, high: null };
  const calls = Math.max(0, ...rated.map(({ units }) => units.length));
  const counted = Array.from({ length: calls }, (_, call) => call).filter((call) =>
    questions.some((question) => question.has(call)),
  );
  const without = counted.length < 3 ? [null] : counted.map((call) => alphaOf(questions, call));
  const rounded = roundedTo(alpha, 3);
  if (without.some((one) => one === null)) return { alpha: rounded, low: null, high: null };
  const alphas = without as number[];
  const mean = alphas.reduce((sum, one) => sum + one, 0) / alphas.length;
  const squares = alphas.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const error = Math.sqrt(((alphas.length - 1) / alphas.length) * squares);
  const reach = tQuantile975(alphas.length - 1) * error;
  const cut = (value: number) => roundedTo(Math.min(1, Math.max(-1, value)), 3);
  return { alpha: rounded, low: cut(alpha - reach), high: cut(alpha + reach) };
}
