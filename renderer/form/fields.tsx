import type { ComponentProps } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/use-format';
import { ColourField } from '../ui/colour-field';
import { DateField } from '../ui/date-field';
import { NumberField } from '../ui/number-field';
import { PasswordField } from '../ui/password-field';
import { Switch } from '../ui/switch';
import { TextField, type TextFieldProps } from '../ui/text-field';
import './texts';
import { useColours } from './use-colours';
import { type FieldProps, useField } from './use-field';

type Line<T extends FieldValues> = FieldProps<T, string> &
  Pick<TextFieldProps, 'type' | 'inputMode' | 'autoFocus' | 'autoComplete' | 'size' | 'max'>;

/** A line of text. Text that is not prose, such as a login, is not spell-checked. */
export const TextLine = <T extends FieldValues>({ form, name, ...shown }: Line<T>) => (
  <TextField
    {...useField<T, string>(form, name)}
    spellCheck={shown.autoComplete === undefined}
    max={shown.size === 'page' ? undefined : form.limits[name]?.length}
    {...shown}
  />
);

/** A text with several lines. */
export const LongText = <T extends FieldValues>({
  form,
  name,
  ...shown
}: FieldProps<T, string> & Pick<TextFieldProps, 'autoFocus'>) => (
  <TextField {...useField<T, string>(form, name)} long spellCheck max={form.limits[name]?.length} {...shown} />
);

/** A password, which the user can show. */
export const Password = <T extends FieldValues>({ form, name, ...shown }: Omit<Line<T>, 'type'>) => (
  <PasswordField {...useField<T, string>(form, name)} {...shown} />
);

/** A whole number; null if empty. The default hint is the range that the rules allow. */
export function WholeNumber<T extends FieldValues>({ form, name, ...shown }: FieldProps<T, number | null>) {
  const { t } = useTranslation();
  const format = useFormat();
  const { min, max } = form.limits[name] ?? {};
  const range = min !== undefined &&
    max !== undefined && { hint: t('form.range', { min: format.figure(min), max: format.figure(max) }) };
  return <NumberField {...useField<T, number | null>(form, name)} {...range} {...shown} />;
}

/** A date, such as `2026-11-16`; null if empty. */
export const Day = <T extends FieldValues>({ form, name, ...shown }: FieldProps<T, string | null>) => (
  <DateField {...useField<T, string | null>(form, name)} {...shown} />
);

/** A switch. */
export const OnOff = <T extends FieldValues>({
  form,
  name,
  ...shown
}: FieldProps<T, boolean> & Pick<ComponentProps<typeof Switch>, 'unavailable' | 'atEnd'>) => (
  <Switch {...useField<T, boolean>(form, name)} {...shown} />
);

/** A colour, such as `#3a84ca`. */
export const Colour = <T extends FieldValues>({ form, name, ...shown }: FieldProps<T, string>) => (
  <ColourField {...useField<T, string>(form, name)} {...useColours()} {...shown} />
);
