import { CalendarDate, CalendarDateTime, parseDate, toZoned } from '@internationalized/date';
import { unusedValue } from '@shared/call-filters/table';
import type { CustomField } from '@shared/contract/custom-fields';
import type { Definition } from '@shared/contract/reports';
import { msOf } from '@shared/moments';
import { isOneOf } from '@shared/one-of';
import {
  agreementMetrics,
  answerMetrics,
  callMetrics,
  evaluationMetrics,
  fieldOf,
  isDimension,
} from '@shared/report-names';
import type { Advanced } from '../../calls';
import { advancedOf } from '../builder/definition-filters';
import type { Row } from '../use-value-text';

type Settings = Pick<Definition, 'filters' | 'period_begin' | 'period_end' | 'timezone'>;
/** The context of the filters of a row: the custom fields, and the time zone of the user. */
type Known = { fields: readonly Pick<CustomField, 'field_id' | 'type' | 'search_options'>[]; zone: string };

/** The search name of each dimension whose values are ids or codes. */
const searchNames: Readonly<Record<string, string>> = {
  user: 'user_id',
  group: 'group_id',
  tenant: 'tenant_id',
  category: 'category_id',
  client: 'client_id',
  direction: 'direction',
  evaluation_form: 'evaluation_form_id',
  evaluation_section: 'evaluation_section_id',
  evaluator: 'evaluator_id',
  question: 'evaluation_question_id',
};
/** The dimensions of an evaluation itself, by the parameters of the list of evaluations. */
const ofEvaluation = {
  user: 'user_id',
  group: 'group_id',
  evaluation_form: 'evaluation_form_id',
  evaluation_section: 'form_section_id',
  evaluator: 'evaluator_user_id',
} as const;
type Parameter = (typeof ofEvaluation)[keyof typeof ofEvaluation];

/** Whether a figure counts calls, and not evaluations of calls or rows of the table. */
export const isOfCalls = (metric: string): boolean => isOneOf(callMetrics, metric);
/** Evaluations that plans drew, and what is N/A in them, are found by no search. */
export const isOfEvaluations = (metric: string): boolean =>
  isOneOf(evaluationMetrics, metric) || (isOneOf(answerMetrics, metric) && metric !== 'count_na');
/** Whether a row is under questions, so that its figures of evaluations lead to their calls. */
export const isUnderQuestions = (row: Row): boolean => 'question_id' in row || 'answer_id' in row;

/**
 * The filters of the advanced search that find exactly the calls of a row, or of all rows for a row without dimensions.
 * Null if the search has no such filters.
 */
export function callsBehind(settings: Settings, row: Row, metric: string, known: Known): Advanced[] | null {
  const isAsked = isUnderQuestions(row);
  // A question is of one section of one form.
  const names = dimensionsIn(row).filter((name) => !(row.question_id && name.startsWith('evaluation_')));
  const ofOne = names.filter((name) => name.startsWith('evaluation_') || name === 'question' || name === 'answer');
  // One evaluation is on the form and by the evaluator; the search finds calls with one of each.
  if (names.includes('evaluator') && ofOne.length > 0) return null;
  // The agent of an evaluation need not be a user of the call.
  if (isAsked && !isOfCalls(metric) && names.some((name) => name === 'user' || name === 'group')) return null;
  const all = filtersOf(settings, row, names, known);
  // The list of calls has one filter of each name.
  return all && isOnce(all.map(({ name }) => name)) ? all : null;
}

/** The query of the list of evaluations: parameters of its own, and filters of the calls. */
export type EvaluationFilters = { own: { [P in Parameter | 'compared']?: string }; advanced: Advanced[] };

/** The query that finds exactly the completed evaluations that a metric counts in a row; null if there is none. */
export function evaluationsBehind(
  settings: Settings,
  row: Row,
  metric: string,
  known: Known,
): EvaluationFilters | null {
  const names = dimensionsIn(row);
  const isOwn = (name: string): name is keyof typeof ofEvaluation => name in ofEvaluation;
  const own = names.filter(isOwn).map((name) => [ofEvaluation[name], row[`${name}_id`]] as const);
  // The zone of that list can be another one than that of the list of calls, so it is always given.
  const rest = names.filter((name) => !isOwn(name));
  const advanced = filtersOf(settings, row, rest, { ...known, zone: '' });
  if (advanced === null || own.some(([, id]) => typeof id !== 'string')) return null;
  if (!isOnce(advanced.map(({ name, operator }) => `${name} ${operator}`))) return null;
  return {
    own: {
      ...(Object.fromEntries(own) as EvaluationFilters['own']),
      ...(isOneOf(agreementMetrics, metric) && { compared: '1' }),
    },
    // With a filter of calls, the list leaves out the evaluations of calls that were removed. No call is older.
    advanced: advanced.length > 0 ? advanced : timeFilter({ begin: Date.UTC(1900, 0, 1), end: null }),
  };
}

const isOnce = (names: readonly string[]) => new Set(names).size === names.length;

/** The filters of the settings, of the time of a row, and of some of its dimensions. */
function filtersOf(settings: Settings, row: Row, dimensions: string[], { fields, zone }: Known): Advanced[] | null {
  const time = cellTimeOf(settings, row);
  const given = advancedOf(settings.filters);
  const cells = dimensions.map((name) => cellOf(name, row, fields));
  if (time === undefined || cells.includes(null)) return null;
  const cell = [...(cells as Advanced[][]).flat(), ...clockFilters(time)];
  const kept = given.filter((filter) => !cell.some((one) => implies(one, filter)));
  const all = [...kept, ...cell, ...timeFilter(time)];
  const needsZone = all.some(({ name }) => /^(date|hour|weekday)$/.test(name)) && settings.timezone !== zone;
  return needsZone ? [...all, { name: 'timezone', operator: 'equal_to', text: settings.timezone }] : all;
}

/** The dimensions of a row, except those that another one decides. */
function dimensionsIn(row: Row): string[] {
  const names = Object.keys(row).filter((name) => isDimension(name) && `${name}_id` in row);
  // With a user, the groups are those of that user.
  return names.filter((name) => !(name === 'group' && names.includes('user') && row.user_id !== null));
}

function cellTimeOf({ period_begin, period_end, timezone }: Settings, row: Row): CellTime | undefined {
  const time = timeOf(row, timezone);
  const edge = (moment: string | null) => (moment === null ? null : msOf(moment));
  const span = both(time, { begin: edge(period_begin), end: edge(period_end) });
  const isWhole = [span.begin, span.end].every((ms) => (ms ?? 0) % 1000 === 0);
  return isWhole ? { ...time, ...span } : undefined;
}

/** The search compares whole seconds. */
function timeFilter({ begin, end }: Span): Advanced[] {
  const at = (ms: number) => new Date(ms).toISOString();
  const filter = (operator: string, text: string) => [{ name: 'datetime', operator, text }];
  if (begin !== null && end !== null) return filter('between', `${at(begin)},${at(end - 1000)}`);
  if (begin !== null) return filter('greater_or_equal', at(begin));
  return end === null ? [] : filter('lower_than', at(end));
}

/** An hour of every day, and a weekday of every week. */
const clockFilters = ({ hour, weekday }: CellTime): Advanced[] => [
  ...(hour === undefined ? [] : [valueFilter('hour', hour)]),
  ...(weekday === undefined ? [] : [valueFilter('weekday', weekday)]),
];

/** The filter of one dimension; none for a time, which has filters of its own. */
function cellOf(dimension: string, row: Row, fields: Known['fields']): Advanced[] | null {
  const id = row[`${dimension}_id`];
  const field_id = fieldOf(dimension);
  if (field_id !== undefined) {
    const field = fields.find((one) => one.field_id === field_id);
    if (!field?.search_options.includes('advanced')) return null;
    // Texts are compared without case.
    if (field.type === 'string' && id !== null) return null;
    // No operator finds calls without a day.
    if (field.type === 'date' && id === null) return null;
    return [valueFilter(dimension, id)];
  }
  if (dimension === 'answer') {
    // Without a question, or without an answer to it; the search compares whole numbers.
    if (!row.question_id || id === null || (typeof id === 'number' && !Number.isInteger(id))) return null;
    return [valueFilter(`evaluation_answer_${row.question_id}`, id)];
  }
  // Its answer says more.
  if (dimension === 'question' && 'answer_id' in row) return [];
  const name = searchNames[dimension];
  return name === undefined ? [] : [valueFilter(name, id)];
}

const valueFilter = (name: string, id: Row[string]): Advanced =>
  id === null ? { name, operator: 'is_empty', text: unusedValue } : { name, operator: 'equal_to', text: String(id) };

/** Whether calls that pass the first filter always pass the second, because it allows the same value among others. */
const implies = (one: Advanced, other: Advanced): boolean =>
  one.name === other.name &&
  one.operator === other.operator &&
  (one.operator === 'is_empty' || other.text === one.text || other.text.split(',').includes(one.text));

/** A period in ms; open where it is null. */
type Span = { begin: number | null; end: number | null };

const times = ['hour', 'weekday', 'day', 'week', 'month'] as const;

/** The time of the calls of a row: a span, and within it the hour of each day (0 to 23), and the weekday (1, Monday, to 7). */
type CellTime = Span & { hour?: number; weekday?: number };

/** The time of the calls of a row, in the time zone of the run. */
function timeOf(row: Row, zone: string): CellTime {
  const given = Object.fromEntries(
    times.flatMap((name) => (row[`${name}_id`] === undefined ? [] : [[name, row[`${name}_id`]]])),
  ) as Partial<Record<(typeof times)[number], string | number>>;
  const { hour, weekday, week, month } = given;
  const day = dayOf(given);
  if (day !== undefined) {
    return hour === undefined ? spanOfDays(day, day.add({ days: 1 }), zone) : spanOfHour(day, Number(hour), zone);
  }
  const spans = [
    ...(week === undefined ? [] : [spanOfDays(mondayOf(String(week)), mondayOf(String(week)).add({ weeks: 1 }), zone)]),
    ...(month === undefined ? [] : [spanOfMonth(String(month), zone)]),
  ];
  return {
    ...spans.reduce(both, { begin: null, end: null }),
    ...(hour !== undefined && { hour: Number(hour) }),
    ...(weekday !== undefined && { weekday: Number(weekday) }),
  };
}

/** The day of a row, which may be given as a weekday of a week. */
function dayOf({ day, week, weekday }: { [N in 'day' | 'week' | 'weekday']?: string | number }) {
  if (day !== undefined) return parseDate(String(day));
  if (week === undefined || weekday === undefined) return undefined;
  return mondayOf(String(week)).add({ days: Number(weekday) - 1 });
}

/** The time in both spans. */
const both = (one: Span, other: Span): Span => ({
  begin: one.begin === null || other.begin === null ? (one.begin ?? other.begin) : Math.max(one.begin, other.begin),
  end: one.end === null || other.end === null ? (one.end ?? other.end) : Math.min(one.end, other.end),
});

const spanOfDays = (from: CalendarDate, until: CalendarDate, zone: string): Span => ({
  begin: from.toDate(zone).getTime(),
  end: until.toDate(zone).getTime(),
});

function spanOfMonth(month: string, zone: string): Span {
  const first = parseDate(`${month}-01`);
  return spanOfDays(first, first.add({ months: 1 }), zone);
}

/** An hour by the clock, which lasts two hours when clocks are set back. */
function spanOfHour({ year, month, day }: CalendarDate, hour: number, zone: string): Span {
  const at = new CalendarDateTime(year, month, day, hour);
  const msOf = (time: CalendarDateTime) => toZoned(time, zone, 'compatible').toDate().getTime();
  return { begin: msOf(at), end: msOf(at.add({ hours: 1 })) };
}

/** The Monday of an ISO week: 4 January is always in the first one. */
function mondayOf(week: string): CalendarDate {
  const [year = 0, number = 1] = week.split('-W').map(Number);
  const fourth = new CalendarDate(year, 1, 4);
  const sinceMonday = (fourth.toDate('UTC').getUTCDay() + 6) % 7;
  return fourth.subtract({ days: sinceMonday }).add({ weeks: number - 1 });
}
