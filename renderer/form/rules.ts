import { toNestErrors } from '@hookform/resolvers';
import { checked } from '@shared/reasons/check';
import { english, reason as reasonOf } from '@shared/reasons/reasons';
import { type FieldValues, get, type Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { errorOf } from './field-error';

/**
 * The rules of the contract as rules of a form, with the same reasons as the refusals of the service. Only an empty
 * choice is reported as required, where the service names the type that null does not have.
 */
export const ruledBy =
  <V extends FieldValues, O>(rules: z.ZodType<O, V>): Resolver<V, unknown, O> =>
  (values, _context, options) => {
    const result = checked(rules, values);
    if ('data' in result) return { values: result.data, errors: {} };
    const errors = result.faults.map(({ path, reason }) => {
      const said = isEmptyAt(values, path) ? reasonOf('required') : reason;
      return [path.join('.'), errorOf({ text: english(said), reason: said })];
    });
    // Reversed, so that the first of several errors of a field is kept.
    return { values: {}, errors: toNestErrors(Object.fromEntries(errors.reverse()), options) };
  };

/** Whether nothing is chosen in a field, which a form holds as null. */
const isEmptyAt = (values: FieldValues, path: PropertyKey[]): boolean => get(values, path.join('.')) === null;
