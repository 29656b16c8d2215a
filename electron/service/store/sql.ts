/** The key of a record in its list: values of its order columns. */
export type Key = readonly (string | number)[];
/** A column of a list's order, and what it holds. */
export type KeyColumn = { column: string; is: 'integer' | 'text' };

export const integer = (column: string): KeyColumn => ({ column, is: 'integer' });
export const text = (column: string): KeyColumn => ({ column, is: 'text' });

/** The SQL expression of each field of a record; nested records are JSON. */
export type Fields<T> = { [K in keyof T]-?: string };

/** In place of an expression: the record does not have the field. */
export const absent = '';

/** The fields that a record has, each with its SQL expression. */
export const presentFields = <T>(fields: Fields<T>): [string, string][] =>
  Object.entries<string>(fields).filter(([, sql]) => sql !== absent);

/** Columns of one alias as fields of the same name. */
export const columnsOf = <K extends string>(alias: string, names: readonly K[]): Record<K, string> =>
  Object.fromEntries(names.map((name) => [name, `${alias}.${name}`])) as Record<K, string>;

/** Hundredths as a decimal. */
export const decimal = (hundredths: string): string =>
  `CASE WHEN ${hundredths} % 100 = 0 THEN ${hundredths} / 100 ELSE ${hundredths} / 100.0 END`;
