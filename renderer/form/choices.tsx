import type { FieldValues } from 'react-hook-form';
import { CheckboxGroup } from '../ui/checkbox-group';
import { ChoiceField } from '../ui/choice-field';
import { Segments } from '../ui/segments';
import { type FieldProps, type FormOf, useField } from './use-field';

/** The choices: a list, or every option of the rules with a name for each. */
type From<Id> =
  | { choices: readonly { id: Id; name: string; locked?: boolean }[] }
  | { nameOf: (option: string) => string };

const choicesOf = <T extends FieldValues, Id>(form: FormOf<T>, name: string, from: From<Id>) =>
  'choices' in from
    ? from.choices
    : (form.limits[name]?.options ?? []).map((id) => ({ id: id as Id, name: from.nameOf(id) }));

type Choice<T extends FieldValues> = FieldProps<T, string | null> & From<string | null>;
/** React Aria does not accept null as a key. */
const none = '';

/** A choice in the form that React Aria accepts: with a key for "none". */
function useChoice<T extends FieldValues>({ form, name, ...shown }: Choice<T>) {
  const { value, onChange, ...field } = useField<T, string | null>(form, name);
  const all = choicesOf(form, name, shown);
  return {
    ...field,
    ...shown,
    value: value ?? none,
    onChange: (id: string) => onChange(all.find((one) => (one.id ?? none) === id)?.id ?? null),
    choices: all.map(({ id, ...choice }) => ({ ...choice, id: id ?? none })),
  };
}

/** A choice among many, found by typing a part of its name. The id null means "none". */
export const OneOf = <T extends FieldValues>(props: Choice<T>) => <ChoiceField {...useChoice(props)} opensOn="input" />;

/** A choice among a few, side by side. */
export function OneOfFew<T extends FieldValues>(props: Choice<T>) {
  const { ref: _, ...field } = useChoice(props);
  return <Segments {...field} />;
}

/** Several choices. */
export function ManyOf<T extends FieldValues>({ form, name, ...shown }: FieldProps<T, string[]> & From<string>) {
  const { ref: _, ...field } = useField<T, string[]>(form, name);
  return <CheckboxGroup {...field} {...shown} choices={choicesOf(form, name, shown)} />;
}
