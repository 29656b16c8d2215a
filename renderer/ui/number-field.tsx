import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField, type TextFieldProps } from './text-field';

type Props = Omit<TextFieldProps, 'value' | 'onChange' | 'type' | 'inputMode' | 'max' | 'long'> & {
  value: number | null;
  onChange: (value: number | null) => void;
  /** Takes decimals as well, after a point or a comma. */
  decimals?: boolean;
};

const whole = /^\s*[-−]?\d+\s*$/;
const decimal = /^\s*[-−]?\d+([.,]\d*)?\s*$/;

/** The typed text as a number: null for nothing, NaN for what is none. */
const read = (text: string, form: RegExp): number | null =>
  text.trim() === '' ? null : form.test(text) ? Number(text.replace('−', '-').replace(',', '.')) : Number.NaN;

/**
 * A number, whole by default. React Aria's own field keeps what is typed to itself until it is left, so that the save
 * bar would not appear, and Ctrl S would save the number before.
 */
export function NumberField({ value, onChange, decimals = false, ...props }: Props) {
  const [typed, setTyped] = useState('');
  const { i18n } = useTranslation();
  const form = decimals ? decimal : whole;
  const written = (number: number) => String(number).replace('.', i18n.language === 'de' ? ',' : '.');
  const shown = Object.is(read(typed, form), value)
    ? typed
    : value === null || Number.isNaN(value)
      ? ''
      : written(value);
  const onText = (text: string) => {
    setTyped(text);
    onChange(read(text, form));
  };
  return <TextField {...props} value={shown} onChange={onText} inputMode={decimals ? 'decimal' : 'numeric'} />;
}
