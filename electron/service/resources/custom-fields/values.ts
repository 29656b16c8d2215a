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
): string | undefined {
  if (type === 'string')
    return [...value].length > str_max_len ? `Longer than maximum length ${str_max_len}` : undefined;
  if (type === 'date') return isDay(value) ? undefined : `"${value}" is not a date (YYYY-MM-DD)`;
  if (type === 'option') return options.includes(value) ? undefined : `"${value}" is not one of ${options.join(', ')}`;
  if (!/^-?\d{1,15}$/.test(value)) return `"${value}" is not a number`;
  if (typeof int_min === 'number' && Number(value) < int_min) return `${value} is less than minimum value ${int_min}`;
  if (typeof int_max === 'number' && Number(value) > int_max)
    return `${value} is greater than maximum value ${int_max}`;
  return undefined;
}

function isDay(text: string): boolean {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
