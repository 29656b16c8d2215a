import { csvLine } from '@shared/csv';

/** A negative whole number is no formula. */
const value = (text: string): string | number => (/^-\d{1,15}$/.test(text) ? Number(text) : text);

type Columns<T> = readonly { name: string; text: (record: T) => string }[];

/** The names of columns as CSV. It starts with a mark, by which spreadsheets know that the file is UTF-8. */
export const csvHead = <T>(columns: Columns<T>): string => `\ufeff${csvLine(columns.map(({ name }) => name))}`;

/** Records as lines of CSV. */
export const csvLines = <T>(columns: Columns<T>, records: readonly T[]): string =>
  records.map((record) => csvLine(columns.map(({ text }) => value(text(record))))).join('');

/** Records as CSV with these columns. */
export const csvOf = <T>(columns: Columns<T>, records: readonly T[]): string =>
  csvHead(columns) + csvLines(columns, records);
