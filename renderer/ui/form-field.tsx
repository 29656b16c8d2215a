import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { useMessage } from '../i18n/use-message';
import { PasswordField } from './password-field';
import { TextField } from './text-field';

type Props<T extends FieldValues> = {
  control: Control<T>;
  name: FieldPath<T>;
  label: string;
  autoComplete: string;
  autoFocus?: boolean;
  type?: 'text' | 'password';
};

/** A field's value, and what is wrong with it in the person's language, as a text field takes them. */
function useField<T extends FieldValues>({ control, name, ...shown }: Props<T>) {
  const { field, fieldState } = useController({ control, name });
  const message = useMessage();
  return { ...shown, ...field, message: message(fieldState.error?.message) };
}

/** A line of text of a form that fills a page. */
export const FormField = <T extends FieldValues>(props: Props<T>) => <TextField {...useField(props)} size="page" />;

/** A password of such a form, which can be shown. */
export const FormPasswordField = <T extends FieldValues>(props: Omit<Props<T>, 'type'>) => (
  <PasswordField {...useField(props)} />
);
