import { z } from 'zod';
import { ids, moment, recordId, searchedText } from '../contract/fields';
import { checked, says } from '../reasons/check';
import { type Reason, reason } from '../reasons/reasons';
import { choicesOf, type FilterName, type FilterType, filterTypes, operatorsOf } from './table';

type Operator = (typeof operatorsOf)[FilterType][number];
/** The operators without their complements: `is_empty` is the complement of `is_not_empty`. */
export type Comparison = Exclude<Operator, `not_${string}` | 'is_empty'>;
/**
 * What a filter requires of the values of a call: that any of them compares so, or, if negated, that none of them does.
 * `between` has two values, a set any number, `is_not_empty` none.
 */
export type Test = { comparison: Comparison; negated: boolean } & (
  | { type: 'string' | 'string_exact' | 'date' | 'set'; values: string[] }
  | { type: 'number' | 'duration' | 'datetime'; values: number[] }
);
/** One filter. The type of a custom field is known to the service only, so its test is read there. */
export type Filter = { parameter: string } & (
  | ({ name: FilterName } & Test)
  | { field_id: string; operator: string; text: string }
);

/** Reads a parameter `NAME__OPERATOR` and its value. Returns the reason to refuse it if it is not a filter. */
export function filterOf(parameter: string, text: string): Filter | Reason {
  const [, name = '', operator = ''] = parameter.match(/^(.+?)__(.+)$/) ?? [];
  const field_id = recordId().safeParse(name.replace(/^custom_field_/, '')).data;
  if (field_id !== undefined && name.startsWith('custom_field_')) return { parameter, field_id, operator, text };
  if (!Object.hasOwn(filterTypes, name)) return reason('unknown_parameter');
  const known = name as FilterName;
  const test = testOf(filterTypes[known], operator, text, choicesOf[known]);
  return 'code' in test ? test : { parameter, name: known, ...test };
}

/** Reads an operator of a type and its value. `choices` are the values of a set, which otherwise takes ids. */
export function testOf(type: FilterType, operator: string, text: string, choices?: readonly string[]): Test | Reason {
  const operators: readonly string[] = operatorsOf[type];
  const asked = type === 'duration' ? operator.replace(/^duration_/, '') : operator;
  if (!operators.includes(asked)) return reason('not_operator', { options: [...operators] });
  if (text === '') return reason('required');
  const isEmptiness = asked === 'is_empty' || asked === 'is_not_empty';
  const comparison = (isEmptiness ? 'is_not_empty' : asked.replace(/^not_/, '')) as Comparison;
  const negated = asked === 'is_empty' || asked.startsWith('not_');
  const values = isEmptiness ? [] : valuesIn(text, type, comparison, choices);
  return Array.isArray(values) ? ({ type, comparison, negated, values } as Test) : values;
}

function valuesIn(text: string, type: FilterType, comparison: Comparison, choices?: readonly string[]) {
  if (type === 'set') return choices ? chosen(text, choices) : parsed(ids(), text);
  if (comparison !== 'between') {
    const one = parsed(valueSchemas[type], text);
    return isReason(one) ? one : [one];
  }
  const both = text.split(',').map((part) => parsed(valueSchemas[type], part));
  const [first, last] = both;
  if (first === undefined || last === undefined || both.length > 2) return reason('not_two_values');
  const fault = both.find(isReason);
  if (fault) return fault;
  return first > last ? reason('ends_before_begin') : both;
}

const isReason = (value: unknown): value is Reason => typeof value === 'object' && value !== null && 'code' in value;

function parsed<S extends z.ZodType>(schema: S, text: string): z.output<S> | Reason {
  const read = checked(schema, text);
  return 'data' in read ? read.data : (read.faults[0]?.reason ?? reason('not_valid'));
}

const wholeNumber = z
  .string()
  .regex(/^-?\d{1,15}$/, says('whole_number'))
  .transform(Number);

const duration = z
  .string()
  .regex(/^(\d{1,9}|\d{1,7}:[0-5]\d|\d{1,5}:[0-5]\d:[0-5]\d)$/, says('not_duration'))
  .transform((text) => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0));

const day = z
  .string()
  .regex(/^\d{4}([-/])\d{2}\1\d{2}$/, says('not_day'))
  .transform((text) => text.replaceAll('/', '-'))
  .pipe(z.iso.date(says('no_such_day')));

const valueSchemas = {
  string: searchedText(),
  string_exact: recordId(),
  number: wholeNumber,
  duration,
  date: day,
  datetime: moment(),
};

const mostChoices = 200;

/** The values of a set. A value may contain commas, so the longest one that fits is taken each time. */
function chosen(text: string, choices: readonly string[]): string[] | Reason {
  const longestFirst = [...choices].sort((one, other) => other.length - one.length);
  const values: string[] = [];
  for (let rest = `${text},`; rest !== ''; ) {
    const next = longestFirst.find((choice) => rest.startsWith(`${choice},`));
    if (next === undefined) return reason('one_of', { options: [...choices] });
    if (values.push(next) > mostChoices) return reason('too_many_entries', { most: mostChoices });
    rest = rest.slice(next.length + 1);
  }
  return values;
}
