import { csvLine } from '@shared/csv';

/** A negative whole number is no formula. */
const value = (text: string): string | number => (/^-\d{1,15}$/.test(text) ? Number(text) : text);

/** Records as CSV with these columns. It starts with a mark, by which spreadsheets know that it is UTF-8. */
export const csvOf = <T>(
  columns: readonly { name: string; text: (record: T) => string }[],
  records: readonly T[],
): string =>
  [columns.map(({ name }) => name), ...records.map((record) => columns.map(({ text }) => value(text(record))))]
    .map(csvLine)
    .join('')
    .replace(/^/, '\ufeff');
