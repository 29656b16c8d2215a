import { type Reason, reason } from '../reasons/reasons';
import { type FilterType, isEmptiness, operatorsOf } from './table';

type Operator = (typeof operatorsOf)[FilterType][number];
/** The operators without their complements: `is_empty` is the complement of `is_not_empty`. */
export type Comparison = Exclude<Operator, `not_${string}` | 'is_empty'>;
/**
 * The requirement of a filter on the values of a call: that any of them compares so, or, if negated, that none of them
 * does. `between` has two values, a set any number, `is_not_empty` none.
 */
export type Test = { comparison: Comparison; negated: boolean } & (
  | { type: 'string' | 'string_exact' | 'date' | 'set' | 'zone'; values: string[] }
  | { type: 'number' | 'decimal' | 'duration' | 'datetime'; values: number[] }
);

/** Reads one value of a type, or, of a set, all values. Returns the reason to refuse it. */
export type ReadValue = (text: string) => string | number | string[] | Reason;

/** Reads an operator of a type and its value. Without the contract, because the threads of the service use it, too. */
export function testOf(type: FilterType, operator: string, text: string, read: ReadValue): Test | Reason {
  const operators: readonly string[] = operatorsOf[type];
  const asked = type === 'duration' ? operator.replace(/^duration_/, '') : operator;
  if (!operators.includes(asked)) return reason('not_operator', { options: [...operators] });
  if (text === '') return reason('required');
  const comparison = (isEmptiness(asked) ? 'is_not_empty' : asked.replace(/^not_/, '')) as Comparison;
  const negated = asked === 'is_empty' || asked.startsWith('not_');
  const values = isEmptiness(asked) ? [] : valuesIn(text, comparison, read);
  return isReason(values) ? values : ({ type, comparison, negated, values } as Test);
}

function valuesIn(text: string, comparison: Comparison, read: ReadValue): (string | number)[] | Reason {
  if (comparison !== 'between') {
    const one = read(text);
    return isReason(one) || Array.isArray(one) ? one : [one];
  }
  const both = text.split(',').map(read) as (string | number | Reason)[];
  const [first, last] = both;
  if (first === undefined || last === undefined || both.length > 2) return reason('not_two_values');
  const fault = both.find(isReason);
  if (fault) return fault;
  return first > last ? reason('ends_before_begin') : (both as (string | number)[]);
}

const isReason = (value: unknown): value is Reason => typeof value === 'object' && value !== null && 'code' in value;
