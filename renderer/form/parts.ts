import { get, set } from 'react-hook-form';

type Values = Readonly<Record<string, unknown>>;

/** The fields in the values of a form, in order. Those of a section have dotted paths: `fieldset_login.login`. */
export const fieldsIn = (values: Values, sections: readonly string[] = []): string[] =>
  Object.entries(values).flatMap(([name, value]) =>
    sections.includes(name) ? Object.keys(value as Values).map((part) => `${name}.${part}`) : [name],
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
