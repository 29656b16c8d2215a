import type { z } from 'zod';
import { isReasonCode, type Reason, type ReasonCode, reason } from './reasons';

type Issue = z.core.$ZodIssue;
export type Fault = { path: PropertyKey[]; reason: Reason };

/**
 * The reason that a rule of a schema gives for a value that breaks it. Values come with a `refine` only: other rules
 * lose them.
 */
export const says = <C extends ReasonCode>(...given: Parameters<typeof reason<C>>) => {
  const { code, values } = reason(...given);
  return { error: code, params: values };
};

/** The parsed value, or its errors. If a path has several errors, the first one is reported. */
export function checked<S extends z.ZodType>(schema: S, value: unknown): { data: z.output<S> } | { faults: Fault[] } {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return { data: result.data };
  const faults = result.error.issues.flatMap((issue): Fault[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...issue.path, key], reason: reason('unknown_property') }))
      : [{ path: issue.path, reason: reasonOf(issue) }],
  );
  return { faults };
}

/** The reason given by the schema, otherwise the one for the kind of error and its bound. */
const reasonOf = (issue: Issue): Reason => named(issue) ?? usual(issue) ?? reason('not_valid');

const named = (issue: Issue): Reason | undefined =>
  isReasonCode(issue.message)
    ? { code: issue.message, values: (issue.code === 'custom' && issue.params) || {} }
    : undefined;

function usual(issue: Issue): Reason | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return reason('required');
      return issue.expected === 'int' ? reason('whole_number') : reason('wrong_type', { type: issue.expected });
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum));
    case 'too_big':
      return tooLarge(issue.origin, Number(issue.maximum));
    case 'invalid_value':
      if (issue.input === undefined) return reason('required');
      return reason('one_of', { options: issue.values.map(String) });
    case 'invalid_format':
      return issue.format === 'uuid' ? reason('not_uuid') : undefined;
    case 'invalid_union': {
      // Uses the branch that is not a fixed value, such as the empty text.
      const all = issue.errors.flat().map(reasonOf);
      return all.find(({ code }) => code !== 'one_of') ?? all[0];
    }
    default:
      return undefined;
  }
}

function tooSmall(origin: string, least: number): Reason | undefined {
  if (origin === 'string') return least === 1 ? reason('required') : reason('too_short', { least });
  if (origin === 'array' || origin === 'set') return reason('too_few_entries', { least });
  return origin === 'number' ? reason('number_too_small', { least }) : undefined;
}

function tooLarge(origin: string, most: number): Reason | undefined {
  if (origin === 'string') return reason('too_long', { most });
  if (origin === 'array' || origin === 'set') return reason('too_many_entries', { most });
  return origin === 'number' ? reason('number_too_large', { most }) : undefined;
}
