/** The key of a record in its list: values of its order columns. */
export type Key = readonly (string | number)[];
/** A column of a list's order, and what it holds. */
export type KeyColumn = { column: string; is: 'integer' | 'text' };

export const integer = (column: string): KeyColumn => ({ column, is: 'integer' });
export const text = (column: string): KeyColumn => ({ column, is: 'text' });

/**
 * A value of a key, as a parameter. Integers as a bigint, because better-sqlite3 binds numbers as reals and the text index
 * seeks to integers only: with a real it walks all newer hits.
 */
export const keyParameter = (value: string | number): string | bigint =>
  typeof value === 'number' ? BigInt(value) : value;

/** SQL condition: the text of a column contains a text. */
export const contains = (column: string, part: string): string => `instr(${column}, ${part}) > 0`;

/**
 * Holds of every row, and ends the statement past its deadline. By an integer it is asked for about one row in 127, since a
 * call from SQL into JavaScript costs more than passing over the row.
 */
export function inTime(columns: readonly string[], key: readonly KeyColumn[]): string {
  const place = key.findIndex(({ is }) => is === 'integer');
  return place === -1 ? `in_time(${columns[0]})` : `(${columns[place]} % 127 OR in_time(${columns[place]}))`;
}

/** The SQL expression of each field of a record; nested records are JSON. */
export type Fields<T> = { [K in keyof T]-?: string };

/** A record as JSON text. */
export const jsonObject = <T>(fields: Fields<T>): string =>
  `json_object(${Object.entries(fields).map(([name, sql]) => `'${name}', ${sql}`)})`;

/** The records of `from`, in order, as a JSON array. */
export const jsonList = <T>(fields: Fields<T>, from: string, order: string): string =>
  // Through a subquery SQLite forgets that a text is JSON.
  `json((SELECT json_group_array(${jsonObject<T>(fields)} ORDER BY ${order}) FROM ${from}))`;

/** 1, 0 and NULL as true, false and null. */
export const flag = (column: string): string => `CASE ${column} WHEN 1 THEN json('true') WHEN 0 THEN json('false') END`;

/** Milliseconds as ISO 8601 in the caller's zone; NULL stays null. */
export const isoTime = (column: string): string => `iso_time(${column}, @zone)`;

/** Columns of one alias as fields of the same name. */
export const columnsOf = <K extends string>(alias: string, names: readonly K[]): Record<K, string> =>
  Object.fromEntries(names.map((name) => [name, `${alias}.${name}`])) as Record<K, string>;
