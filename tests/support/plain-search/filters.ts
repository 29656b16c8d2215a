import { randomUUID } from 'node:crypto';
import { fold } from '@shared/fold';
import fc from 'fast-check';
import { type Archived, options, type Subject, subjectsOf, text, type Value, type World } from './archive';

/** A filter as a request has it, and as a plain test of one value that is not null. */
export type Filter = { parameter: string; value: string; isNegated: boolean; test: (value: Value) => boolean };

const inOrder = {
  equal_to: (a: Value, [b]: Value[]) => a === b,
  greater_than: (a: Value, [b]: Value[]) => (a as number) > (b as number),
  lower_than: (a: Value, [b]: Value[]) => (a as number) < (b as number),
  greater_or_equal: (a: Value, [b]: Value[]) => (a as number) >= (b as number),
  lower_or_equal: (a: Value, [b]: Value[]) => (a as number) <= (b as number),
  between: (a: Value, [b, c]: Value[]) => (a as number) >= (b as number) && (a as number) <= (c as number),
};
const inText = {
  equal_to: (a: string, b: string) => a === b,
  includes: (a: string, b: string) => a.includes(b),
  starts_with: (a: string, b: string) => a.startsWith(b),
  ends_with: (a: string, b: string) => a.endsWith(b),
};
const operatorsOf: Record<Subject['type'], string[]> = {
  text: [...Object.keys(inText), 'not_equal_to', 'not_includes', 'is_empty', 'is_not_empty'],
  set: ['equal_to', 'not_equal_to', 'is_empty', 'is_not_empty'],
  id: ['equal_to', 'not_equal_to'],
  number: ['equal_to', 'not_equal_to', 'greater_than', 'lower_than', 'greater_or_equal', 'lower_or_equal', 'is_empty'],
  decimal: ['equal_to', 'not_equal_to', 'greater_than', 'lower_than', 'greater_or_equal', 'lower_or_equal', 'is_empty'],
  length: ['equal_to', 'not_equal_to', 'greater_than', 'lower_than', 'greater_or_equal', 'lower_or_equal', 'is_empty'],
  day: Object.keys(inOrder),
  second: Object.keys(inOrder),
};

const two = (value: number) => String(value).padStart(2, '0');
/** A value as a request has it. */
function written(type: Subject['type'], value: Value, style: number): string {
  if (type === 'second') return new Date(Number(value) * 1000).toISOString().replace('.000', style % 2 ? '' : '.999');
  if (type === 'day') return style % 2 ? String(value) : String(value).replaceAll('-', '/');
  if (type !== 'length' || style % 3 === 0) return String(value);
  const seconds = Number(value);
  if (style % 3 === 1) return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** Which filter to make: `cut` is a piece of a text, `style` a way to write a value. */
type Choice = { operator: string; operands: Value[]; cut: [from: number, length: number]; style: number };

/** A filter whose operands are values of the archive, or pieces of them. */
export function filtersOver(calls: Archived[], world: World): fc.Arbitrary<Filter> {
  const subjects = subjectsOf(world);
  const call = fc.constantFrom(...calls);
  return fc.constantFrom(...Object.keys(subjects)).chain((name) => {
    const { type, values } = subjects[name] as Subject;
    const known = fc.tuple(call, fc.nat(1)).map(([one, nth]) => values(one)[nth] ?? values(one)[0] ?? null);
    const operand = known.chain((value) => (value === null ? otherValue(name, type, world) : fc.constant(value)));
    const choice: fc.Arbitrary<Choice> = fc.record({
      operator: fc.constantFrom(...operatorsOf[type]),
      operands: fc.array(operand, { minLength: 2, maxLength: 2 }),
      cut: fc.tuple(fc.nat(8), fc.integer({ min: 1, max: 8 })),
      style: fc.nat(5),
    });
    return choice.map((one) => filterOf(name, type, one));
  });
}

/** An operand where the chosen call has no value. */
function otherValue(name: string, type: Subject['type'], world: World): fc.Arbitrary<Value> {
  if (type === 'text') return text;
  if (type === 'day') return fc.constant('2026-03-29');
  if (type !== 'set') return fc.constant(0);
  if (name.startsWith('custom')) return fc.constantFrom(...options);
  if (name === 'confidential') return fc.constantFrom('true', 'false');
  return name.endsWith('_id') ? fc.constantFrom(...world.users, randomUUID()) : fc.constantFrom('0', '1');
}

function filterOf(name: string, type: Subject['type'], { operator, operands, cut, style }: Choice): Filter {
  const parameter = `${name}__${type === 'length' && style > 3 ? 'duration_' : ''}${operator}`;
  const isNegated = operator.startsWith('not_') || operator === 'is_empty';
  const comparison = operator.replace('not_', '');
  if (operator === 'is_empty' || operator === 'is_not_empty') {
    return { parameter, value: 'x', isNegated, test: (one) => one !== '' };
  }
  if (type === 'text') {
    const piece = comparison === 'equal_to' || style === 5 ? String(operands[0]) : pieceOf(comparison, operands, cut);
    const value = style % 3 === 0 ? piece.toUpperCase() : piece;
    const compare = inText[comparison as keyof typeof inText];
    return { parameter, value, isNegated, test: (one) => compare(fold(String(one)), fold(value)) };
  }
  if (type === 'set') {
    const chosen = operands.slice(0, 1 + (style % 2)).map(String);
    return { parameter, value: chosen.join(','), isNegated, test: (one) => chosen.includes(String(one)) };
  }
  const used = comparison === 'between' ? inAscendingOrder(operands) : operands.slice(0, 1);
  const compare = inOrder[comparison as keyof typeof inOrder];
  const value = used.map((one) => written(type, one, style)).join(',');
  return { parameter, value, isNegated, test: (one) => compare(one, used) };
}

/** A piece of the first operand: its beginning, its end or any other part. */
function pieceOf(comparison: string, [operand]: Value[], [from, length]: Choice['cut']): string {
  const points = [...String(operand)];
  if (comparison === 'ends_with') return points.slice(-length).join('');
  const first = comparison === 'includes' ? from % points.length : 0;
  return points.slice(first, first + length).join('');
}

const inAscendingOrder = ([a, b]: Value[]): Value[] => ((a as number) <= (b as number) ? [a, b] : [b, a]) as Value[];

/** The calls of a search, in JavaScript: each filter passes if any value does, and a negated one if none does. */
export const passing = (calls: Archived[], world: World, filters: Filter[]): Archived[] => {
  const subjects = subjectsOf(world);
  return calls.filter((call) =>
    filters.every(({ parameter, isNegated, test }) => {
      const { values } = subjects[parameter.slice(0, parameter.lastIndexOf('__'))] as Subject;
      return values(call).some((value) => value !== null && test(value)) !== isNegated;
    }),
  );
};
