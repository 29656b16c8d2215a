import type { FieldValues } from 'react-hook-form';
import { ChoiceField } from '../ui/choice-field';
import { PasswordField } from '../ui/password-field';
import { Segments } from '../ui/segments';
import { TextField, type TextFieldProps } from '../ui/text-field';
import { type FieldProps, useField } from './use-field';

type Line<T extends FieldValues> = FieldProps<T, string> &
  Pick<TextFieldProps, 'type' | 'autoFocus' | 'autoComplete' | 'size'>;

/** A line of text. Text that is not prose, such as a login, is not spell-checked. */
export const TextLine = <T extends FieldValues>({ form, name, ...shown }: Line<T>) => (
  <TextField {...useField<T, string>(form, name)} spellCheck={shown.autoComplete === undefined} {...shown} />
);

/** A password, which the user can show. */
export const Password = <T extends FieldValues>({ form, name, ...shown }: Omit<Line<T>, 'type'>) => (
  <PasswordField {...useField<T, string>(form, name)} {...shown} />
);

type Choice<T extends FieldValues> = FieldProps<T, string | null> & {
  choices: readonly { id: string | null; name: string }[];
};
/** React Aria does not accept null as a key. */
const none = '';

/** A choice in the form that React Aria accepts: with a key for "none". */
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

/** A choice among many, found by typing a part of its name. The id null means "none". */
export const OneOf = <T extends FieldValues>(props: Choice<T>) => <ChoiceField {...useChoice(props)} opensOn="input" />;

/** A choice among a few, side by side. */
export function OneOfFew<T extends FieldValues>(props: Choice<T>) {
  const { ref: _, ...field } = useChoice(props);
  return <Segments {...field} />;
}
