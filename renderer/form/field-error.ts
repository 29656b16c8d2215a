import type { FieldError } from 'react-hook-form';
import type { Said } from '../api/refusal';

/** The error of a field, as react-hook-form stores it. It includes the reason, so that it can be shown in any language. */
export const errorOf = ({ text, reason }: Said): FieldError & Pick<Said, 'reason'> => ({
  type: reason?.code ?? 'refused',
  message: text,
  reason,
});

/** The input of `errorOf`. Errors of the parts of a field are not errors of the field. */
export const saidOf = (
  error: { message?: string | undefined; reason?: Said['reason'] } | undefined,
): Said | undefined => (error?.message === undefined ? undefined : { text: error.message, reason: error.reason });

/** The same, or the error of the first wrong part, for a field that shows its parts as one. */
export const saidWithin = (error: Parameters<typeof saidOf>[0]): Said | undefined =>
  saidOf(error) ?? (Array.isArray(error) ? saidOf(error.find(Boolean)) : undefined);
