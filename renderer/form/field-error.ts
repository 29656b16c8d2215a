import type { FieldError } from 'react-hook-form';
import type { Said } from '../api/refusal';

/** What is wrong with a field, as react-hook-form keeps it. The reason stays with it, so that any language can say it. */
export const errorOf = ({ text, reason }: Said): FieldError & Pick<Said, 'reason'> => ({
  type: reason?.code ?? 'refused',
  message: text,
  reason,
});

/** What `errorOf` was given. Errors of the parts of a field are none of its own. */
export const saidOf = (
  error: { message?: string | undefined; reason?: Said['reason'] } | undefined,
): Said | undefined => (error?.message === undefined ? undefined : { text: error.message, reason: error.reason });
