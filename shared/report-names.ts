import { isOneOf } from './one-of';
import { type TalkFigure, talkFigureNames } from './talk-figures';
import { isUuid } from './uuid';

/** The dimensions of a report that come from the time of a call, in the time zone of the run. */
export const timeDimensions = ['hour', 'weekday', 'day', 'week', 'month'] as const;
export type TimeDimension = (typeof timeDimensions)[number];

/** The dimensions whose values are records. */
export const recordDimensions = [
  'user',
  'group',
  'tenant',
  'category',
  'client',
  'evaluation_form',
  'evaluation_section',
  'evaluator',
  'question',
] as const;
export type RecordDimension = (typeof recordDimensions)[number];

/** The dimensions of a report. Each custom field is one more: `custom_field_<field_id>`. */
export const dimensions = [...timeDimensions, ...recordDimensions, 'direction', 'answer'] as const;
export type Dimension = (typeof dimensions)[number] | `custom_field_${string}`;

/** The metrics of evaluations that are compared with those of other evaluators: of the same call, form and agent. */
export const agreementMetrics = ['count_compared', 'score_difference', 'verdict_agreement'] as const;

/** The metrics of completed evaluations; scores, their differences and rates are per cent. */
export const evaluationMetrics = ['count_evaluations', 'score_average', 'pass_rate', ...agreementMetrics] as const;

/** The metrics of the talk of calls: averages of those that are measured, lengths in seconds. */
export const talkMetrics = [
  ...talkFigureNames.map((name) => `${name}_average` as const),
  'interruptions_total',
] as const;
export type TalkMetric = `${TalkFigure}_average` | 'interruptions_total';

const lengthMetrics = [
  'count_calls',
  'minutes_total',
  'duration_total',
  'duration_average',
  'duration_shortest',
  'duration_longest',
] as const;
/** The metrics of calls, with or without an evaluation. */
export const callMetrics = [...lengthMetrics, ...(talkMetrics as readonly TalkMetric[])] as const;

/** The metrics of the answers of completed evaluations. */
export const answerMetrics = ['count_answers', 'count_na', 'answer_share', 'points_average', 'points_percent'] as const;

/** The metrics of completed evaluations that plans drew, weighted to stand for all calls that were drawn from. */
export const weightedMetrics = ['score_weighted', 'pass_rate_weighted'] as const;

/** The metrics of a report; durations are in seconds. */
export const metrics = [
  ...lengthMetrics,
  ...evaluationMetrics,
  ...(talkMetrics as readonly TalkMetric[]),
  ...answerMetrics,
  ...weightedMetrics,
] as const;
export type Metric = (typeof metrics)[number];

/** The metrics that have an interval. */
export const intervalMetrics = [
  'score_average',
  'pass_rate',
  ...weightedMetrics,
  'points_average',
  'points_percent',
  'answer_share',
  ...talkFigureNames.map((name) => `${name}_average` as const),
] as const satisfies readonly Metric[];
export type IntervalMetric = (typeof intervalMetrics)[number];
/** What an interval adds to a metric: the number of its values, and its ends. */
export const intervalParts = ['n', 'low', 'high'] as const;

const customField = 'custom_field_';

/** The id of the custom field that a dimension names; undefined for any other name. */
export function fieldOf(name: string): string | undefined {
  const id = name.slice(customField.length);
  return name.startsWith(customField) && isUuid(id) && id === id.toLowerCase() ? id : undefined;
}

export const isDimension = (name: string): name is Dimension =>
  isOneOf(dimensions, name) || fieldOf(name) !== undefined;
export const isMetric = (name: string): name is Metric => isOneOf(metrics, name);
