import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { useMessage } from '../i18n/use-message';
import { ChoiceField } from '../ui/choice-field';
import { Segments } from '../ui/segments';
import { TextField } from '../ui/text-field';

type Props<T extends FieldValues> = {
  control: Control<T>;
  name: FieldPath<T>;
  label: string;
  hint?: string;
  /** Only shown: this person may not change it. */
  readOnly?: boolean;
};

/** A field's value, and what is wrong with it in the person's language. */
function useField<T extends FieldValues>({ control, name, label, hint, readOnly = false }: Props<T>) {
  const { field, fieldState } = useController({ control, name });
  const message = useMessage();
  const { ref, value, onChange, onBlur } = field;
  const shown = { label, readOnly, ...(hint !== undefined && { hint }) };
  return { ...shown, ref, value, onChange, onBlur, message: message(fieldState.error?.message) };
}

/** A line of text. */
export const TextLine = <T extends FieldValues>({
  autoFocus = false,
  ...props
}: Props<T> & { autoFocus?: boolean }) => <TextField {...useField(props)} autoFocus={autoFocus} spellCheck />;

type Choices = { choices: readonly { id: string | null; name: string }[] };
/** React Aria takes no null for a key. */
const none = '';

/** One of many, found by typing a part of its name. A choice with the id null is "none". */
export function OneOf<T extends FieldValues>({ choices, ...props }: Props<T> & Choices) {
  const { value, onChange, ...field } = useField(props);
  return (
    <ChoiceField
      {...field}
      opensOn="input"
      value={value ?? none}
      onChange={(id) => onChange(id === none ? null : id)}
      choices={choices.map(({ id, name }) => ({ id: id ?? none, name }))}
    />
  );
}

/** One of a few, side by side. */
export function OneOfFew<T extends FieldValues>({ choices, ...props }: Props<T> & Choices) {
  const { value, onChange, ref: _, ...field } = useField(props);
  return (
    <Segments
      {...field}
      value={value ?? none}
      onChange={(id) => onChange(id === none ? null : id)}
      choices={choices.map(({ id, name }) => ({ id: id ?? none, name }))}
    />
  );
}
