import type { Definition } from '@shared/contract/reports';
import { fold } from '@shared/fold';
import { isOneOf } from '@shared/one-of';
import { reason } from '@shared/reasons/reasons';
import {
  type Dimension,
  type IntervalMetric,
  intervalMetrics,
  intervalParts,
  isDimension,
  type Metric,
} from '@shared/report-names';
import { type TalkFigure, talkFigureNames, talkFigures, talkUnit } from '@shared/talk-figures';
import { Refusal } from '../../../../refusal';
import { roundedTo } from '../../../../statistics';
import {
  type Interval,
  meanInterval,
  rateInterval,
  type Stratum,
  type Values,
  weightedInterval,
  weightedMean,
} from './intervals';

/** The id of a value of a dimension: a code, a time, an id or a text; null for calls without one. */
export type Id = string | number | null;
/** The counts and sums that the metrics of a group are computed from. Those of groups without a common call can be added up. */
export type Sums = {
  shortest: number | null;
  longest: number | null;
} & Record<Added, number>;
type Added = (typeof added)[number];
/** What is added up where groups are put together. */
const added = [
  ...(['calls', 'total'] as const),
  ...(['evaluations', 'scores', 'scored', 'squares_of_scores', 'passed', 'judged'] as const),
  // Evaluations that others are compared with. The pairs are counted from both sides, which does not change averages.
  ...(['compared', 'differences', 'differing', 'agreeing', 'verdicts'] as const),
  // The points of answers in hundredths, and the per cent that they are of the most points.
  ...(['answers', 'na', 'points', 'pointed', 'squares_of_points'] as const),
  ...(['percents', 'percented', 'squares_of_percents'] as const),
  ...talkFigureNames.flatMap((name) => [`sum_of_${name}`, `count_of_${name}`, `squares_of_${name}`] as const),
] as const;
const nothing: Sums = {
  shortest: null,
  longest: null,
  ...(Object.fromEntries(added.map((name) => [name, 0])) as Record<Added, number>),
};

/** The evaluations of a group that are in a stratum of a plan's draw, by their scores and by their verdicts. */
export type Drawn = { score: Stratum; verdict: Stratum };
/** What is counted in a group; `shared` is the number of answers of which `answers` are a share. */
type Counted = Sums & { drawn: Map<string, Drawn>; shared: number };
type Group = { ids: Id[]; sums: Counted };
type Value = string | number | null;
type Row = Record<string, Value>;

/** The readable value of an id, and the place of a question and of an answer, possibly to this question, in the form. */
export type Names = {
  label(dimension: Dimension, id: Id): string | null;
  placeOf(dimension: 'question' | 'answer', id: Id, question: Id | undefined): number;
};

/** The rows of a page of stored data. */
export const rowsPerPage = 1_000;
const maxRows = 50_000;
const maxGroups = 500_000;

const lesser = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);
const greater = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.max(one, other);

const together = (one: Stratum, other: Stratum): Stratum => ({
  ...one,
  n: one.n + other.n,
  sum: one.sum + other.sum,
  squares: one.squares + other.squares,
});

/** The groups of calls by some dimensions, and what was counted in each. */
export class Tally {
  private readonly groups = new Map<string, Group>();

  constructor(readonly dimensions: readonly Dimension[]) {
    // Without a dimension there is one group, even of no calls.
    if (dimensions.length === 0) this.add([], nothing);
  }

  add(ids: Id[], more: Partial<Sums> & { drawn?: ReadonlyMap<string, Drawn> }): void {
    const place = JSON.stringify(ids);
    const { sums } = this.groups.get(place) ?? this.begin(place, ids);
    for (const name of added) sums[name] += more[name] ?? 0;
    sums.shortest = lesser(sums.shortest, more.shortest ?? null);
    sums.longest = greater(sums.longest, more.longest ?? null);
    for (const [stratum, drawn] of more.drawn ?? []) {
      const known = sums.drawn.get(stratum);
      const both = known && {
        score: together(known.score, drawn.score),
        verdict: together(known.verdict, drawn.verdict),
      };
      sums.drawn.set(stratum, both ?? drawn);
    }
  }

  private begin(place: string, ids: Id[]): Group {
    if (this.groups.size === maxGroups) {
      throw new Refusal('InvalidRecord', reason('too_many_groups', { most: maxGroups }));
    }
    const group = { ids, sums: { ...nothing, drawn: new Map(), shared: 0 } };
    this.groups.set(place, group);
    return group;
  }

  /** The same calls by fewer dimensions. Right only if a call has one value of each dimension that is left out. */
  by(dimensions: readonly Dimension[]): Tally {
    const places = dimensions.map((name) => this.dimensions.indexOf(name));
    const fewer = new Tally(dimensions);
    for (const { ids, sums } of this.groups.values()) {
      fewer.add(
        places.map((place) => ids[place] as Id),
        sums,
      );
    }
    return fewer;
  }

  /** Compares the answers of each group with those of `whole`: the same groups, whatever the answer is. */
  share(whole: Tally): void {
    const places = whole.dimensions.map((name) => this.dimensions.indexOf(name));
    for (const { ids, sums } of this.groups.values()) {
      const place = JSON.stringify(places.map((place) => ids[place]));
      sums.shared = whole.groups.get(place)?.sums.answers ?? 0;
    }
  }

  get size(): number {
    return this.groups.size;
  }

  /** The ids of a dimension that occur. */
  idsOf(dimension: Dimension): Set<Id> {
    const place = this.dimensions.indexOf(dimension);
    return place === -1 ? new Set() : new Set([...this.groups.values()].map(({ ids }) => ids[place] as Id));
  }

  values(): Group[] {
    return [...this.groups.values()];
  }
}

/** A quotient of whole numbers with two decimals, rounded half up. Exact: 201 / 200 is less than 1.005 in binary. */
function inHundredths(dividend: number, divisor: number): number {
  const twice = 2 * divisor;
  const whole = 200 * dividend + divisor;
  return (whole - (whole % twice)) / twice / 100;
}

/** The average of a figure of talk, of calls that have one. */
const talkAverage =
  (name: TalkFigure) =>
  (sums: Sums): number | null => {
    const count = sums[`count_of_${name}`];
    return count === 0 ? null : inHundredths(sums[`sum_of_${name}`], count * talkUnit(name));
  };

/** The strata of a group, by their scores or by their verdicts in per cent. */
const strataOf = ({ drawn }: Counted, of: keyof Drawn): Stratum[] => [...drawn.values()].map((both) => both[of]);

const weighted =
  (of: keyof Drawn) =>
  (sums: Counted): number | null => {
    const mean = weightedMean(strataOf(sums, of));
    return mean === null ? null : roundedTo(mean, 2);
  };

const metricOf: Record<Metric, (sums: Counted) => number | null> = {
  count_calls: ({ calls }) => calls,
  minutes_total: ({ total }) => inHundredths(total, 60),
  duration_total: ({ total }) => total,
  duration_average: ({ total, calls }) => (calls === 0 ? null : inHundredths(total, calls)),
  duration_shortest: ({ shortest }) => shortest,
  duration_longest: ({ longest }) => longest,
  count_evaluations: ({ evaluations }) => evaluations,
  score_average: ({ scores, scored }) => (scored === 0 ? null : inHundredths(scores, scored)),
  pass_rate: ({ passed, judged }) => (judged === 0 ? null : inHundredths(100 * passed, judged)),
  count_compared: ({ compared }) => compared,
  score_difference: ({ differences, differing }) => (differing === 0 ? null : inHundredths(differences, differing)),
  talk_share_agent_average: talkAverage('talk_share_agent'),
  talk_share_customer_average: talkAverage('talk_share_customer'),
  silence_share_average: talkAverage('silence_share'),
  overlap_share_average: talkAverage('overlap_share'),
  longest_silence_average: talkAverage('longest_silence'),
  longest_monologue_average: talkAverage('longest_monologue'),
  interruptions_average: talkAverage('interruptions'),
  interruptions_total: ({ sum_of_interruptions }) => sum_of_interruptions,
  verdict_agreement: ({ agreeing, verdicts }) => (verdicts === 0 ? null : inHundredths(100 * agreeing, verdicts)),
  count_answers: ({ answers }) => answers,
  count_na: ({ na }) => na,
  answer_share: ({ answers, shared }) => (shared === 0 ? null : inHundredths(100 * answers, shared)),
  points_average: ({ points, pointed }) => (pointed === 0 ? null : inHundredths(points, 100 * pointed)),
  points_percent: ({ percents, percented }) => (percented === 0 ? null : roundedTo(percents / percented, 2)),
  score_weighted: weighted('score'),
  pass_rate_weighted: weighted('verdict'),
};

type WithInterval = Interval & { n: number };

/** The interval of an average of values in so many units; `most` is the highest possible average. */
const ofMean = ({ n, sum, squares }: Values, { unit = 1, most }: { unit?: number; most?: number }): WithInterval => ({
  n,
  ...meanInterval({ n, sum: sum / unit, squares: squares / unit / unit }, most),
});
const ofRate = (counted: number, n: number): WithInterval => ({ n, ...rateInterval(counted, n) });
const ofWeighted =
  (of: keyof Drawn) =>
  (sums: Counted): WithInterval => {
    const strata = strataOf(sums, of);
    return { n: strata.reduce((sum, { n }) => sum + n, 0), ...weightedInterval(strata, 100) };
  };
const ofTalk =
  (name: TalkFigure) =>
  (sums: Counted): WithInterval => {
    const values = { n: sums[`count_of_${name}`], sum: sums[`sum_of_${name}`], squares: sums[`squares_of_${name}`] };
    return ofMean(values, { unit: talkUnit(name), ...(talkFigures[name] === 'share' && { most: 100 }) });
  };

const intervalOf: Record<IntervalMetric, (sums: Counted) => WithInterval> = {
  score_average: ({ scored: n, scores: sum, squares_of_scores: squares }) => ofMean({ n, sum, squares }, { most: 100 }),
  pass_rate: ({ passed, judged }) => ofRate(passed, judged),
  score_weighted: ofWeighted('score'),
  pass_rate_weighted: ofWeighted('verdict'),
  points_average: ({ pointed: n, points: sum, squares_of_points: squares }) =>
    ofMean({ n, sum, squares }, { unit: 100 }),
  points_percent: ({ percented: n, percents: sum, squares_of_percents: squares }) =>
    ofMean({ n, sum, squares }, { most: 100 }),
  answer_share: ({ answers, shared }) => ofRate(answers, shared),
  talk_share_agent_average: ofTalk('talk_share_agent'),
  talk_share_customer_average: ofTalk('talk_share_customer'),
  silence_share_average: ofTalk('silence_share'),
  overlap_share_average: ofTalk('overlap_share'),
  longest_silence_average: ofTalk('longest_silence'),
  longest_monologue_average: ofTalk('longest_monologue'),
  interruptions_average: ofTalk('interruptions'),
};

/** The interval of a metric, with the number of values; undefined for a metric without one. */
function intervalIn(name: string, sums: Counted): WithInterval | undefined {
  if (!isOneOf(intervalMetrics, name)) return undefined;
  const { n, low, high } = intervalOf[name](sums);
  return { n, low: low === null ? null : roundedTo(low, 2), high: high === null ? null : roundedTo(high, 2) };
}

/** Times and directions are sorted by their ids, all else as text. */
const sortedById = /^(hour|weekday|day|week|month|direction)$/;

/** The value that a group is sorted by in a column. */
function sortKey(name: string, { ids, sums }: Group, { dimensions }: Tally, names: Names): Value {
  if (!isDimension(name)) return metricOf[name as Metric](sums);
  const id = ids[dimensions.indexOf(name)] as Id;
  if (id !== null && (name === 'question' || name === 'answer'))
    return names.placeOf(name, id, ids[dimensions.indexOf('question')]);
  const text = sortedById.test(name) ? id : names.label(name, id);
  return typeof text === 'string' ? fold(text) : text;
}

/** Null comes last in either direction. */
function compared(one: Value, other: Value, isDescending: boolean): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? 1 : -1;
  return one < other === isDescending ? 1 : -1;
}

/** The groups as a report sorts them: by the settings that name a column, then by the dimensions, ascending. */
function sorted(tally: Tally, shown: readonly string[], sort: Definition['sort_settings'], names: Names): Group[] {
  const order = [
    ...sort
      .filter(({ name }) => shown.includes(name))
      .map(({ name, sort }) => ({ name, isDescending: sort === 'DESC' })),
    ...tally.dimensions.map((name) => ({ name, isDescending: false })),
  ];
  return tally
    .values()
    .map((group) => ({
      group,
      keys: order.map(({ name }) => sortKey(name, group, tally, names)),
      id: String(group.ids),
    }))
    .sort((one, other) => {
      for (const [place, { isDescending }] of order.entries()) {
        const difference = compared(one.keys[place] as Value, other.keys[place] as Value, isDescending);
        if (difference !== 0) return difference;
      }
      // Records of the same name.
      return one.id < other.id ? -1 : 1;
    })
    .map(({ group }) => group);
}

const dimensionsOf = ({ ids }: Group, { dimensions }: Tally, { label }: Names): Row =>
  Object.fromEntries(
    dimensions.flatMap((name, place): [string, Value][] => {
      const id = ids[place] as Id;
      return [
        [name, label(name, id)],
        [`${name}_id`, id],
      ];
    }),
  );

const metricsIn = (columns: readonly { name: string }[], sums: Counted, intervals: boolean): Row =>
  Object.fromEntries(
    columns.flatMap(({ name }): [string, Value][] => {
      if (!Object.hasOwn(metricOf, name)) return [];
      const interval = intervals ? intervalIn(name, sums) : undefined;
      return [
        [name, metricOf[name as Metric](sums)],
        ...(interval ? intervalParts.map((part): [string, Value] => [`${name}_${part}`, interval[part]]) : []),
      ];
    }),
  );

/** The groups of the table, of the chart, and all calls, each of them once. */
export type Tallies = { table: Tally; chart: Tally; all: Tally };

/** The table of a report, its summary and its chart, as they are stored. */
export function figuresOf(
  { column_settings, summary_settings, chart_settings, sort_settings, intervals }: Definition,
  { table, chart, all }: Tallies,
  names: Names,
): { pages: string[]; summary: string; chart: string; total_rows: number; truncated: number } {
  const columns = column_settings.map(({ name }) => name);
  const rows = sorted(table, columns, sort_settings, names)
    .slice(0, maxRows)
    .map((group) => ({ ...dimensionsOf(group, table, names), ...metricsIn(column_settings, group.sums, intervals) }));
  const pages = Array.from({ length: Math.ceil(rows.length / rowsPerPage) }, (_, page) =>
    JSON.stringify(rows.slice(page * rowsPerPage, (page + 1) * rowsPerPage)),
  );
  const [whole] = all.values();
  const summary = {
    ...metricsIn(summary_settings, whole?.sums as Counted, intervals),
    ...(summary_settings.some(({ name }) => name === 'n_rows') && { n_rows: table.size }),
  };
  const { dimensions, metrics } = chart_settings;
  const shown =
    metrics.length === 0
      ? []
      : sorted(
          chart,
          [...dimensions, ...metrics].map(({ name }) => name),
          sort_settings,
          names,
        );
  const points = shown.slice(0, maxRows).map((group) => ({ group, at: dimensionsOf(group, chart, names) }));
  const series = metrics.map(({ name, header }) => ({
    name,
    header,
    data: points.map(({ group, at }) => ({
      ...at,
      value: metricOf[name as Metric](group.sums),
      ...(intervals && intervalIn(name, group.sums)),
    })),
  }));
  return {
    pages,
    summary: JSON.stringify(summary),
    chart: JSON.stringify({ ...chart_settings, series }),
    total_rows: rows.length,
    truncated: Number(table.size > maxRows),
  };
}
