import type { FieldValues } from 'react-hook-form';
import { ChoiceField } from '../ui/choice-field';
import { PasswordField } from '../ui/password-field';
import { Segments } from '../ui/segments';
import { TextField, type TextFieldProps } from '../ui/text-field';
import { type FieldProps, useField } from './use-field';

type Line<T extends FieldValues> = FieldProps<T, string> &
  Pick<TextFieldProps, 'type' | 'autoFocus' | 'autoComplete' | 'size'>;

/** A line of text. What is filled in by the system, as a login is, has no spelling. */
export const TextLine = <T extends FieldValues>({ form, name, ...shown }: Line<T>) => (
  <TextField {...useField<T, string>(form, name)} spellCheck={shown.autoComplete === undefined} {...shown} />
);

/** A password, which can be shown. */
export const Password = <T extends FieldValues>({ form, name, ...shown }: Omit<Line<T>, 'type'>) => (
  <PasswordField {...useField<T, string>(form, name)} {...shown} />
);

type Choice<T extends FieldValues> = FieldProps<T, string | null> & {
  choices: readonly { id: string | null; name: string }[];
};
/** React Aria takes no null for a key. */
const none = '';

/** A choice as React Aria takes it: with a key for "none". */
function useChoice<T extends FieldValues>({ form, name, choices, ...shown }: Choice<T>) {
  const { value, onChange, ...field } = useField<T, string | null>(form, name);
  return {
    ...field,
    ...shown,
    value: value ?? none,
    onChange: (id: string) => onChange(id === none ? null : id),
    choices: choices.map(({ id, name }) => ({ id: id ?? none, name })),
  };
}

/** One of many, found by typing a part of its name. A choice with the id null is "none". */
export const OneOf = <T extends FieldValues>(props: Choice<T>) => <ChoiceField {...useChoice(props)} opensOn="input" />;

/** One of a few, side by side. */
export function OneOfFew<T extends FieldValues>(props: Choice<T>) {
  const { ref: _, ...field } = useChoice(props);
  return <Segments {...field} />;
}
