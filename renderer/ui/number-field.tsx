import { useState } from 'react';
import { TextField, type TextFieldProps } from './text-field';

type Props = Omit<TextFieldProps, 'value' | 'onChange' | 'type' | 'inputMode' | 'max' | 'long'> & {
  value: number | null;
  onChange: (value: number | null) => void;
};

/** What is typed as a whole number: null for nothing, NaN for what is none. */
const read = (text: string): number | null =>
  text.trim() === '' ? null : /^\s*[-−]?\d+\s*$/.test(text) ? Number(text.replace('−', '-')) : Number.NaN;

/**
 * A whole number. React Aria's own field keeps what is typed to itself until it is left, so that the save bar would not
 * appear, and Ctrl S would save the number before.
 */
export function NumberField({ value, onChange, ...props }: Props) {
  const [typed, setTyped] = useState('');
  const shown = Object.is(read(typed), value) ? typed : value === null || Number.isNaN(value) ? '' : String(value);
  const onText = (text: string) => {
    setTyped(text);
    onChange(read(text));
  };
  return <TextField {...props} value={shown} onChange={onText} inputMode="numeric" />;
}
