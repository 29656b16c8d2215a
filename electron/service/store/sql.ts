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
