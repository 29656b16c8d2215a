import { type Comparison, type Test, testOf } from '@shared/call-filters/comparison';
import type { Filter } from '@shared/call-filters/filter';
import { typeOfField, typeOfQuestion } from '@shared/call-filters/table';
import { chosenFrom, day, readSearchedText, readWholeNumber } from '@shared/call-filters/values';
import { fold } from '@shared/fold';
import { reason } from '@shared/reasons/reasons';
import { foldForSearch } from '@shared/search-text';
import { binding, type Making } from '../../../../access/list';
import { invalid } from '../../../../refusal';
import { contains, containsDigits, endsWith, folded, keyParameter, startsWith } from '../../../../store/fragments';
import { startOfDay } from '../../../../zones';
import { searchedField } from '../../custom-fields';
import { firstKeyAt, nextSecond } from '../rules';
import { searchedQuestion } from './questions.queries';
import { answered, anyOf, rows, type Subject, subjects } from './subjects';

type Custom = Extract<Filter, { field_id: string }>;
type OfAnswer = Extract<Filter, { form_question_id: string }>;

/** What a filter compares, and how. */
function parsed(filter: Filter, making: Making): { subject: Subject; test: Test } {
  if ('name' in filter) return { subject: subjects[filter.name], test: filter };
  return 'field_id' in filter ? custom(filter, making) : ofAnswer(filter, making);
}

/** SQL condition: the call passes every filter. Refuses a custom field that the caller cannot search. */
export function passes(filters: readonly Filter[], given: Making): string {
  const making = { ...given, zone: onlyValue(filters, 'timezone') ?? given.zone };
  return filters
    .map((filter) => {
      const { subject, test } = parsed(filter, making);
      const any = subject.any(holds(test, subject, making), making);
      return test.negated ? `(${any}) IS NOT TRUE` : any;
    })
    .join(' AND ');
}

const readers = { string: readSearchedText, date: day, integer: readWholeNumber };

/** The values of a custom field, and the test by the type of the field. */
function custom({ parameter, field_id, operator, text }: Custom, { db, scope, bind }: Making) {
  const field = searchedField(db, { field_id, text, scope });
  if (!field) throw invalid({ [parameter]: reason('unknown_parameter') });
  if (!field.search_options.includes('advanced')) throw invalid({ [parameter]: reason('field_not_advanced') });
  const read = field.type === 'option' ? chosenFrom(field.options) : readers[field.type];
  const test = testOf(typeOfField[field.type], operator, text, read);
  if ('code' in test) throw invalid({ [parameter]: test });
  const subject: Subject = {
    ...rows({
      from: 'call_custom_values v',
      key: 'v.call_pk',
      where: `v.field_id = ${bind(field_id)}`,
      column: columnOf[field.type],
    }),
    ...(field.type === 'string' && { isFolded: true }),
  };
  return { subject, test };
}

/** The answers to a question, and the test by the type of the question. */
function ofAnswer({ parameter, form_question_id, operator, text }: OfAnswer, making: Making) {
  const question = searchedQuestion(making.db, { form_question_id, scope: making.scope });
  if (!question) throw invalid({ [parameter]: reason('unknown_parameter') });
  const type = typeOfQuestion[question.type];
  const read = { set: chosenFrom(question.labels), number: readWholeNumber, string: readSearchedText }[type];
  const test = testOf(type, operator, text, read);
  if ('code' in test) throw invalid({ [parameter]: test });
  return { subject: answered(question, making), test };
}

/** The value of a custom field, in the form that each type compares. */
const columnOf: Record<keyof typeof typeOfField, string> = {
  string: 'v.value_folded',
  date: 'v.value',
  option: 'v.value',
  integer: 'CAST(v.value AS BIGINT)',
};

const compared: Record<Comparison, (value: string, first: string, last: string) => string> = {
  equal_to: (value, operand) => `${value} = ${operand}`,
  includes: contains,
  starts_with: startsWith,
  ends_with: endsWith,
  greater_than: (value, operand) => `${value} > ${operand}`,
  lower_than: (value, operand) => `${value} < ${operand}`,
  greater_or_equal: (value, operand) => `${value} >= ${operand}`,
  lower_or_equal: (value, operand) => `${value} <= ${operand}`,
  between: (value, first, last) => `${value} BETWEEN ${first} AND ${last}`,
  is_not_empty: (value) => `${value} IS NOT NULL`,
};

const areDigits = /^\d+$/;

/** The condition on one value. */
function holds(test: Test, subject: Subject, making: Making): (value: string) => string {
  if (subject.isTime) return inTimes(test, making);
  if (test.type === 'set' && test.comparison === 'equal_to') {
    const any = anyOf(subject.stored ? test.values.map(subject.stored) : test.values, making);
    return (value) => `${value} ${any}`;
  }
  const { units } = subject;
  if (units !== undefined && units > 1 && test.comparison !== 'is_not_empty') return inUnits(test, units, making);
  const isText = test.type === 'string';
  if (isText && test.comparison === 'is_not_empty') return (value) => `${value} <> ''`;
  const [first = '', last = ''] = test.values.map((value) => making.bind(isText ? fold(String(value)) : value));
  if (isText && !subject.isFolded && test.comparison === 'includes' && areDigits.test(String(test.values[0])))
    return (value) => containsDigits(value, first);
  const compare = compared[test.comparison];
  return (value) => compare(isText && !subject.isFolded ? folded(value) : value, first, last);
}

/**
 * The condition on a stored value that counts smaller units than the value of a filter: a length in ms is equal to the
 * seconds that it is cut to.
 */
function inUnits({ comparison, values, type }: Test, units: number, { bind }: Making): (value: string) => string {
  const step = type === 'duration' ? units : 1;
  const first = bind(Math.round(Number(values[0]) * units));
  const next = bind(Math.round(Number(values[0]) * units) + step);
  const conditions: { [C in Comparison]?: (value: string) => string } = {
    greater_than: (value) => `${value} >= ${next}`,
    greater_or_equal: (value) => `${value} >= ${first}`,
    lower_than: (value) => `${value} < ${first}`,
    lower_or_equal: (value) => `${value} < ${next}`,
  };
  return conditions[comparison] ?? ((value) => `(${value} >= ${first} AND ${value} < ${next})`);
}

/** The condition on the key of a call, which is its time: each value is the span of a day or of a second. */
function inTimes({ comparison, values }: Test, { bind, zone }: Making): (key: string) => string {
  const limits = values.flatMap((value) => spanOf(value, zone)).map((ms) => bind(keyParameter(firstKeyAt(ms))));
  const [begin, end] = [limits[0], limits.at(-1)];
  const conditions: { [C in Comparison]?: (key: string) => string } = {
    greater_than: (key) => `${key} >= ${end}`,
    greater_or_equal: (key) => `${key} >= ${begin}`,
    lower_than: (key) => `${key} < ${begin}`,
    lower_or_equal: (key) => `${key} < ${end}`,
  };
  return conditions[comparison] ?? ((key) => `(${key} >= ${begin} AND ${key} < ${end})`);
}

/** The first ms of a day or of a second, and the first ms after it. */
function spanOf(value: string | number, zone: string): [number, number] {
  if (typeof value === 'number') return [nextSecond(value) - 1_000, nextSecond(value)];
  // The contract has checked that the day exists.
  return [startOfDay(value, zone) as number, startOfDay(value, zone, 1) as number];
}

/** The filters whose values are in the searched text of a call. */
const inText = /^(phone_(number|name)(_(from|to))?|agent_name|acd_(number|name)|original_name)$/;

/** The pieces that the searched text of a call must contain for these filters. */
export const piecesOf = (filters: readonly Filter[]): string[] =>
  filters.flatMap((filter) => {
    if (!('name' in filter) || filter.type !== 'string' || filter.negated || !inText.test(filter.name)) return [];
    return filter.values.map(foldForSearch).filter((piece) => piece.trim() !== '');
  });

/** A filter that finds more calls than this does not narrow a list: a page is full after walking some calls. */
const few = 2_000;

/** The keys of the calls, and possibly of some others, that one of these filters finds, if it finds few. */
export function fewFound(filters: readonly Filter[], making: Making): number[] | undefined {
  for (const filter of filters) {
    const { params, bind } = binding({ ...making.scope.params });
    const own = { ...making, bind };
    const { subject, test } = parsed(filter, own);
    const keys = test.negated ? undefined : subject.keys?.(holds(test, subject, own), own);
    if (keys === undefined) continue;
    const rows = making.db.prepare<typeof params, { call_pk: number }>(`${keys} LIMIT ${few + 1}`).all(params);
    if (rows.length <= few) return rows.map(({ call_pk }) => call_pk);
  }
  return undefined;
}

/** The only value that a set must contain; undefined without such a filter. */
export function onlyValue(filters: readonly Filter[], name: keyof typeof subjects): string | undefined {
  const only = filters.find(
    (one) =>
      'name' in one &&
      one.name === name &&
      !one.negated &&
      (one.type === 'set' || one.type === 'zone') &&
      one.values.length === 1,
  );
  return only && 'name' in only ? String(only.values[0]) : undefined;
}

/** A custom field that a call must have a value of. */
export const fieldWanted = (filters: readonly Filter[]): string | undefined =>
  filters.find((one): one is Custom => 'field_id' in one && !/^(not_|is_empty$)/.test(one.operator))?.field_id;
