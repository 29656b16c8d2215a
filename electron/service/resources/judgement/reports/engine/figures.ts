import type { Definition } from '@shared/contract/reports';
import { fold } from '@shared/fold';
import { reason } from '@shared/reasons/reasons';
import { type Dimension, isDimension, type Metric } from '@shared/report-names';
import { type TalkFigure, talkFigureNames, talkUnit } from '@shared/talk-figures';
import { Refusal } from '../../../../refusal';

/** The id of a value of a dimension: a code, a time, an id or a text; null for calls without one. */
export type Id = string | number | null;
/** The counts and sums that the metrics of a group are computed from. Those of groups without a common call can be added up. */
export type Sums = {
  calls: number;
  total: number;
  shortest: number | null;
  longest: number | null;
  evaluations: number;
  scores: number;
  scored: number;
  passed: number;
  judged: number;
  /** Evaluations that others are compared with. The pairs are counted from both sides, which does not change averages. */
  compared: number;
  differences: number;
  differing: number;
  agreeing: number;
  verdicts: number;
} & Record<`${'sum' | 'count'}_of_${TalkFigure}`, number>;
const ofTalk = talkFigureNames.flatMap((name) => [`sum_of_${name}` as const, `count_of_${name}` as const]);
const nothing: Sums = {
  calls: 0,
  total: 0,
  shortest: null,
  longest: null,
  evaluations: 0,
  scores: 0,
  scored: 0,
  passed: 0,
  judged: 0,
  compared: 0,
  differences: 0,
  differing: 0,
  agreeing: 0,
  verdicts: 0,
  ...(Object.fromEntries(ofTalk.map((name) => [name, 0])) as Pick<Sums, (typeof ofTalk)[number]>),
};
const added = [
  ...(['calls', 'total', 'evaluations', 'scores', 'scored', 'passed', 'judged'] as const),
  ...(['compared', 'differences', 'differing', 'agreeing', 'verdicts'] as const),
  ...ofTalk,
];
type Group = { ids: Id[]; sums: Sums };
type Value = string | number | null;
type Row = Record<string, Value>;

/** The readable value of an id. */
export type Label = (dimension: Dimension, id: Id) => string | null;

/** The rows of a page of stored data. */
export const rowsPerPage = 1_000;
const maxRows = 50_000;
const maxGroups = 500_000;

const lesser = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);
const greater = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.max(one, other);

/** The groups of calls by some dimensions, and what was counted in each. */
export class Tally {
  private readonly groups = new Map<string, Group>();

  constructor(readonly dimensions: readonly Dimension[]) {
    // Without a dimension there is one group, even of no calls.
    if (dimensions.length === 0) this.add([], nothing);
  }

  add(ids: Id[], more: Partial<Sums>): void {
    const place = JSON.stringify(ids);
    const { sums } = this.groups.get(place) ?? this.begin(place, ids);
    for (const name of added) sums[name] += more[name] ?? 0;
    sums.shortest = lesser(sums.shortest, more.shortest ?? null);
    sums.longest = greater(sums.longest, more.longest ?? null);
  }

  private begin(place: string, ids: Id[]): Group {
    if (this.groups.size === maxGroups) {
      throw new Refusal('InvalidRecord', reason('too_many_groups', { most: maxGroups }));
    }
    const group = { ids, sums: { ...nothing } };
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

const metricOf: Record<Metric, (sums: Sums) => number | null> = {
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
};

/** Times and directions are sorted by their ids, all else as text. */
const sortedById = /^(hour|weekday|day|week|month|direction)$/;

/** The value that a group is sorted by in a column. */
function sortKey(name: string, { ids, sums }: Group, { dimensions }: Tally, label: Label): Value {
  if (!isDimension(name)) return metricOf[name as Metric](sums);
  const id = ids[dimensions.indexOf(name)] as Id;
  const text = sortedById.test(name) ? id : label(name, id);
  return typeof text === 'string' ? fold(text) : text;
}

/** Null comes last in either direction. */
function compared(one: Value, other: Value, isDescending: boolean): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? 1 : -1;
  return one < other === isDescending ? 1 : -1;
}

/** The groups as a report sorts them: by the settings that name a column, then by the dimensions, ascending. */
function sorted(tally: Tally, names: readonly string[], sort: Definition['sort_settings'], label: Label): Group[] {
  const order = [
    ...sort
      .filter(({ name }) => names.includes(name))
      .map(({ name, sort }) => ({ name, isDescending: sort === 'DESC' })),
    ...tally.dimensions.map((name) => ({ name, isDescending: false })),
  ];
  return tally
    .values()
    .map((group) => ({
      group,
      keys: order.map(({ name }) => sortKey(name, group, tally, label)),
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

const dimensionsOf = ({ ids }: Group, { dimensions }: Tally, label: Label): Row =>
  Object.fromEntries(
    dimensions.flatMap((name, place): [string, Value][] => {
      const id = ids[place] as Id;
      return [
        [name, label(name, id)],
        [`${name}_id`, id],
      ];
    }),
  );

const metricsIn = (names: readonly { name: string }[], sums: Sums): Row =>
  Object.fromEntries(
    names.flatMap(({ name }) => (Object.hasOwn(metricOf, name) ? [[name, metricOf[name as Metric](sums)]] : [])),
  );

/** The groups of the table, of the chart, and all calls, each of them once. */
export type Tallies = { table: Tally; chart: Tally; all: Tally };

/** The table of a report, its summary and its chart, as they are stored. */
export function figuresOf(
  { column_settings, summary_settings, chart_settings, sort_settings }: Definition,
  { table, chart, all }: Tallies,
  label: Label,
): { pages: string[]; summary: string; chart: string; total_rows: number; truncated: number } {
  const names = column_settings.map(({ name }) => name);
  const rows = sorted(table, names, sort_settings, label)
    .slice(0, maxRows)
    .map((group) => ({ ...dimensionsOf(group, table, label), ...metricsIn(column_settings, group.sums) }));
  const pages = Array.from({ length: Math.ceil(rows.length / rowsPerPage) }, (_, page) =>
    JSON.stringify(rows.slice(page * rowsPerPage, (page + 1) * rowsPerPage)),
  );
  const [whole] = all.values();
  const summary = {
    ...metricsIn(summary_settings, whole?.sums as Sums),
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
          label,
        );
  const points = shown.slice(0, maxRows).map((group) => ({ group, at: dimensionsOf(group, chart, label) }));
  const series = metrics.map(({ name, header }) => ({
    name,
    header,
    data: points.map(({ group, at }) => ({ ...at, value: metricOf[name as Metric](group.sums) })),
  }));
  return {
    pages,
    summary: JSON.stringify(summary),
    chart: JSON.stringify({ ...chart_settings, series }),
    total_rows: rows.length,
    truncated: Number(table.size > maxRows),
  };
}
