import { get, set } from 'react-hook-form';

type Values = Readonly<Record<string, unknown>>;

const isSection = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields in the values of a form, in order. Those of a section have dotted paths: `fieldset_login.login`. */
export const fieldsIn = (values: Values, above = ''): string[] =>
  Object.entries(values).flatMap(([name, value]) =>
    isSection(value) ? fieldsIn(value, `${above}${name}.`) : [`${above}${name}`],
  );

/** A record with only these fields, as far as the values have them. */
export function only(fields: readonly string[], values: Values): Record<string, unknown> {
  const record = {};
  for (const field of fields) {
    const value: unknown = get(values, field);
    if (value !== undefined) set(record, field, value);
  }
  return record;
}

/** Whether a path leads to a field or to a part of it. */
export const isWithin = (path: string, field: string): boolean => path === field || path.startsWith(`${field}.`);
