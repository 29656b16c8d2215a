import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';
import { useMessage } from '../i18n/use-message';

export type FormOf<T extends FieldValues> = { control: Control<T> };

/** What every field takes; its value in the form is a `Value`. */
export type FieldProps<T extends FieldValues, Value> = {
  form: FormOf<T>;
  name: FieldPathByValue<T, Value>;
  label: string;
  hint?: string;
  /** Only shown: this person may not change it. */
  readOnly?: boolean;
};

/** A field's value, and what is wrong with it in the person's language. */
export function useField<T extends FieldValues, Value>({ control }: FormOf<T>, name: FieldPathByValue<T, Value>) {
  const { field, fieldState } = useController({ control, name });
  const message = useMessage();
  const { ref, onChange, onBlur } = field;
  return {
    ref,
    value: field.value as Value,
    onChange: onChange as (value: Value) => void,
    onBlur,
    message: message(fieldState.error?.message),
  };
}
