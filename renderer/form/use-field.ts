import {
  type Control,
  type FieldPathByValue,
  type FieldValues,
  get,
  useController,
  useFormState,
} from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Said } from '../api/refusal';
import { useMessage } from '../i18n/use-said';
import { saidOf, type saidWithin } from './field-error';
import type { Limits } from './limits';

export type FormOf<T extends FieldValues> = { control: Control<T>; limits: Readonly<Record<string, Limits>> };

/** The props of every field; its value in the form is a `Value`. */
export type FieldProps<T extends FieldValues, Value> = {
  form: FormOf<T>;
  name: FieldPathByValue<T, Value>;
  label: string;
  hint?: string;
  /** Read-only, because this user may not change it. */
  readOnly?: boolean;
};

/** The value of a field, and its error in the user's language; `said` finds the error. */
export function useField<T extends FieldValues, Value>(
  { control, limits }: FormOf<T>,
  name: FieldPathByValue<T, Value>,
  said: typeof saidWithin = saidOf,
) {
  const { field, fieldState } = useController({ control, name });
  const message = useFieldMessage();
  const { ref, onChange, onBlur } = field;
  return {
    ref,
    value: field.value as Value,
    onChange: onChange as (value: Value) => void,
    onBlur,
    required: limits[name]?.required ?? false,
    message: message(name, said(fieldState.error)),
  };
}

/** The errors of the parts of a field, such as its rows, by their paths below it. */
export function usePartMessages<T extends FieldValues>({ control }: FormOf<T>, name: string) {
  const { errors } = useFormState({ control });
  const message = useMessage();
  return (path: string): string | undefined => message(saidOf(get(errors, `${name}.${path}`)));
}

/** The message of a field. One that is taken is named, because the window knows what it is. */
function useFieldMessage() {
  const { t } = useTranslation();
  const message = useMessage();
  return (name: string, said: Said | undefined): string | undefined => {
    if (said?.reason?.code !== 'taken') return message(said);
    const [part] = name.split('.').slice(-1);
    return part === 'login' || part === 'name' ? t(`form.taken.${part}`) : message(said);
  };
}
