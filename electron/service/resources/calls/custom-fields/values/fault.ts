import { isDay } from '@shared/call-filters/values';
import { type Reason, reason } from '@shared/reasons/reasons';

/** The properties of a custom field that its values are checked against. */
export type FieldRule = {
  type: 'string' | 'date' | 'option' | 'integer';
  str_max_len: number;
  options: string[];
  int_min?: number | null;
  int_max?: number | null;
};

/** The reason to refuse a value, or undefined when the field accepts it. */
export function valueFault(
  value: string,
  { type, str_max_len, options, int_min, int_max }: FieldRule,
): Reason | undefined {
  if (type === 'string')
    return [...value].length > str_max_len ? reason('value_too_long', { most: str_max_len }) : undefined;
  if (type === 'date') return isDay(value) ? undefined : reason('value_no_date', { value });
  if (type === 'option') return options.includes(value) ? undefined : noOption(value, options);
  if (!/^-?\d{1,15}$/.test(value)) return reason('value_no_number', { value });
  const number = Number(value);
  if (typeof int_min === 'number' && number < int_min)
    return reason('value_too_small', { value: number, least: int_min });
  if (typeof int_max === 'number' && number > int_max)
    return reason('value_too_large', { value: number, most: int_max });
  return undefined;
}

/** A value that the field accepts, as it is stored: a whole number in its one usual form. */
export const storedValue = (value: string, { type }: Pick<FieldRule, 'type'>): string =>
  type === 'integer' && value !== '' ? String(BigInt(value)) : value;

/** More options than this are not repeated for each wrong value. */
const maxNamed = 20;

const noOption = (value: string, options: string[]): Reason =>
  options.length > maxNamed ? reason('value_not_listed', { value }) : reason('value_no_option', { value, options });
