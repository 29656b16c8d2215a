import type { Sought } from '@shared/search-text';
import { type Fields, type KeyColumn, presentFields } from './sql';

/*
 * The SQL that differs between engines, as SQLite understands it; everything else in a statement is portable. A test
 * prepares each statement on PostgreSQL with fragments of the same names (docs/data-folder.md).
 */

/**
 * The value of a key as a parameter. Integers are bound as a bigint: better-sqlite3 binds numbers as reals, and the
 * text index seeks only to integers. With a real it walks all newer hits.
 */
export const keyParameter = (value: string | number): string | bigint =>
  typeof value === 'number' ? BigInt(value) : value;

/** SQL condition: the text of a column contains a text. */
export const contains = (column: string, part: string): string => `instr(${column}, ${part}) > 0`;

/** SQL condition: the text of a column begins with a text. */
export const startsWith = (column: string, part: string): string => `substr(${column}, 1, length(${part})) = ${part}`;

/** SQL condition: the text of a column ends with a text, which is not empty. */
export const endsWith = (column: string, part: string): string => `substr(${column}, -length(${part})) = ${part}`;

/**
 * A text without case, as `fold` returns it; NULL stays NULL. Printable ASCII, of which most numbers and names consist, is
 * folded without a call into JavaScript.
 */
export const folded = (column: string): string =>
  `CASE WHEN ${column} GLOB '*[^ -~]*' THEN fold(${column}) ELSE lower(${column}) END`;

/** SQL condition: the text of a column contains these ASCII digits, also written in another form such as full width. */
export const containsDigits = (column: string, digits: string): string =>
  `(${contains(column, digits)} OR (${column} GLOB '*[^ -~]*' AND ${contains(folded(column), digits)}))`;

/** A phone number in the form in which numbers are compared, as `numberKey` returns it; NULL without digits. */
export const numberKeyOf = (column: string): string => `number_key(${column})`;

/**
 * A condition that is true for every row and ends the statement after its deadline. With an integer column, `in_time`
 * is called for about one row in 127, because a call from SQL into JavaScript costs more than skipping the row.
 */
export function inTime(columns: readonly string[], key: readonly KeyColumn[]): string {
  const place = key.findIndex(({ is }) => is === 'integer');
  return place === -1 ? `in_time(${columns[0]})` : `(${columns[place]} % 127 OR in_time(${columns[place]}))`;
}

/** A record as JSON text. */
export const jsonObject = <T>(fields: Fields<T>): string =>
  `json_object(${presentFields(fields).map(([name, sql]) => `'${name}', ${sql}`)})`;

/** The records of `from`, in order, as a JSON array. */
export const jsonList = <T>(fields: Fields<T>, from: string, order: string): string =>
  jsonValues(`${jsonObject<T>(fields)} ORDER BY ${order}`, from);

/** The values of a column of `from` as a JSON array. */
export const jsonValues = (column: string, from: string): string =>
  // SQLite loses the JSON type of a text that passes through a subquery.
  `json((SELECT json_group_array(${column}) FROM ${from}))`;

/**
 * JSON that is stored as text, as a part of a record. `damaged` takes the place of a text that is not JSON: one such row
 * must not break the list of all others.
 */
export const storedJson = (column: string, damaged: 'null' | '{}' | '[]' = 'null'): string =>
  `CASE WHEN json_valid(${column}) THEN json(${column}) ELSE json('${damaged}') END`;

/** A public key (SPKI DER) as PEM. */
export const publicPem = (column: string): string => `public_pem(${column})`;

/** 1, 0 and NULL as true, false and null. */
export const flag = (column: string): string => `CASE ${column} WHEN 1 THEN json('true') WHEN 0 THEN json('false') END`;

/** Milliseconds as ISO 8601 in the caller's zone; NULL stays null. */
export const isoTime = (column: string): string => `iso_time(${column}, @zone)`;

/** Milliseconds as ISO 8601 with microseconds in the caller's zone; NULL stays null. */
export const isoMicroseconds = (column: string): string => `iso_microseconds(${column}, @zone)`;

/** The values in a JSON array, as a subquery with the column `value`. */
export const valuesOf = (array: string, _is: KeyColumn['is']): string => `(SELECT value FROM json_each(${array}))`;

/** The same values as a source `alias` that joins them to the row whose array it is; none of NULL. */
export const joinedValues = (array: string, alias: string): string => `json_each(${array}) AS ${alias}`;

/** The searchable text, built from JSON arrays of numbers and of texts. */
export const searchText = (numbers: readonly string[], texts: readonly string[]): string =>
  `search_text(json_array(${numbers}), json_array(${texts}))`;

/** Searches the index of texts, as `alias`: its FROM clause, the key of the calls found, and the condition to match. */
export function searched(alias: string, sought: Sought, bind: (value: string) => string) {
  return {
    from: `call_text_index ${alias}`,
    key: `${alias}.rowid`,
    condition: `${alias}.call_text_index MATCH ${bind(phrases(sought))}`,
  };
}

/** The search as an FTS5 expression. */
function phrases(sought: Sought): string {
  if (typeof sought === 'string') return `"${sought.replaceAll('"', '""')}"`;
  return 'all' in sought ? `(${sought.all.map(phrases).join(' AND ')})` : `(${sought.any.map(phrases).join(' OR ')})`;
}

/** A table that is read through this index only. */
export const byIndex = (table: string, index: string): string => `${table} INDEXED BY ${index}`;

/** Joins two tables and walks the first; `on` is the join condition. */
export const joinedInOrder = (first: string, second: string, on: string): string =>
  `${first} CROSS JOIN ${second} ${on}`;

/** A column whose index must not be used. */
export const unwalked = (column: string): string => `+${column}`;
