import { operations } from '@shared/contract/operations';
import { checked, says } from '@shared/reasons/check';
import { asMessage, asText, english, type ReasonCode, reason, reasons } from '@shared/reasons/reasons';
import { expect, test } from 'vitest';
import { z } from 'zod';

const kinds = ['text', 'quoted', 'number', 'bytes', 'field', 'records', 'kind', 'right', 'status', 'list', 'fields'];

test('the values of each sentence have existing kinds and unique names', () => {
  for (const [code, sentence] of Object.entries(reasons)) {
    const slots = [...sentence.matchAll(/\{(\w+)(?::(\w+))?\}/g)];
    const odd = slots.filter(([, , kind = 'text']) => !kinds.includes(kind));
    expect([code, odd, new Set(slots.map(([, name]) => name)).size]).toEqual([code, [], slots.length]);
    expect(sentence.replace(/\{\w+(:\w+)?\}/g, '')).not.toMatch(/[{}]/);
  }
});

test('the service writes values into its sentences', () => {
  expect([
    english(reason('number_range', { least: 0, most: 10_000 })),
    english(reason('body_too_large', { most: 1_048_576 })),
    english(reason('no_category', { name: 'A {name:quoted} $& of "one"' })),
    english(reason('one_of', { options: ['asc', 'desc'] })),
    english(reason('audio_kind', { kind: 'aiff' })),
  ]).toEqual([
    'Enter a number from 0 to 10,000',
    'The body may hold at most 1,048,576 bytes.',
    'There is no category "A {name:quoted} $& of "one""',
    'Use asc or desc',
    'This is an AIFF file, which Earshot cannot play.',
  ]);
});

test('a sentence has no full stop at a field, and one in a text', () => {
  expect([asMessage('Is taken.'), asMessage('Is taken'), asText(['One', 'Two.', 'Three?'])]).toEqual([
    'Is taken',
    'Is taken',
    'One. Two. Three?',
  ]);
});

const record = z.strictObject({
  name: z.string().min(3).max(5),
  login: z.string().min(1, says('new_login_missing')).max(4),
  age: z.number().int().min(1).max(9),
  kind: z.enum(['a', 'b']),
  id: z.uuid(),
  tags: z.array(z.string()).min(1).max(2),
  even: z.number().refine((value) => value % 2 === 0, says('number_range', { least: 2, most: 4 })),
  url: z.url(),
  mail: z.union([z.literal(''), z.email(says('email_wrong'))]),
});
const good = { name: 'four', login: 'ada', age: 4, kind: 'a', tags: ['x'], even: 2, url: 'http://x', mail: '' };
const id = '3f8e8f2a-6f59-4bb1-9a3e-0f7f5b1f2c3d';

test.each<[string, unknown, ReasonCode, object]>([
  ['name', undefined, 'required', {}],
  ['name', null, 'wrong_type', { type: 'string' }],
  ['name', 'ab', 'too_short', { least: 3 }],
  ['name', 'abcdef', 'too_long', { most: 5 }],
  ['login', '', 'new_login_missing', {}],
  ['login', 'abcde', 'too_long', { most: 4 }],
  ['age', 1.5, 'whole_number', {}],
  ['age', 0, 'number_too_small', { least: 1 }],
  ['age', 10, 'number_too_large', { most: 9 }],
  ['kind', 'c', 'one_of', { options: ['a', 'b'] }],
  ['id', 'no', 'not_uuid', {}],
  ['tags', [], 'too_few_entries', { least: 1 }],
  ['tags', ['x', 'y', 'z'], 'too_many_entries', { most: 2 }],
  ['even', 3, 'number_range', { least: 2, most: 4 }],
  ['url', 'no', 'not_valid', {}],
  ['mail', 'no', 'email_wrong', {}],
  ['more', 1, 'unknown_property', {}],
])('%s: %j is refused by the kind of fault and its bound: %s', (field, value, code, values) => {
  expect(checked(record, { ...good, id, [field]: value })).toEqual({
    faults: [{ path: [field], reason: { code, values } }],
  });
});

/** Every schema inside a schema. */
function* within(
  schema: z.core.$ZodType,
  seen = new Set<unknown>(),
): Generator<z.core.$ZodTypeDef & Record<string, unknown>> {
  if (seen.has(schema)) return;
  seen.add(schema);
  const def = schema._zod.def as z.core.$ZodTypeDef & Record<string, unknown>;
  yield def;
  for (const part of Object.values(def).flatMap((one) =>
    one && typeof one === 'object' ? [one, ...Object.values(one)] : [],
  ))
    if (part && typeof part === 'object' && '_zod' in part) yield* within(part as z.core.$ZodType, seen);
}

test('every rule of the contract gives a reason, with values only if zod keeps them', () => {
  const rules = operations
    .flatMap(({ body, query }) => [body, query])
    .flatMap((schema) => (schema ? [...within(schema)] : []))
    .flatMap(({ error, check }) =>
      typeof error === 'function' ? [[String(error({ code: 'custom', input: '', message: '' } as never)), check]] : [],
    );
  const sentences: Record<string, string> = reasons;
  const wrong = rules.filter(
    ([code = '', check]) =>
      !Object.hasOwn(reasons, code as string) || (check !== 'custom' && /\{/.test(sentences[code as string] ?? '')),
  );
  expect(rules.length).toBeGreaterThan(10);
  expect(wrong).toEqual([]);
});
