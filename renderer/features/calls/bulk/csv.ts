import type { Call } from '@shared/contract/calls';
import type { CallColumn } from '../columns/call-columns';

const isFigure = (text: string) => /^-?\d+$/.test(text);

/** A text that a spreadsheet would take for a formula gets ' in front. */
const harmless = (text: string) => (/^[=+\-@\t\r]/.test(text) && !isFigure(text) ? `'${text}` : text);

const cell = (text: string): string => {
  const safe = harmless(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Calls as CSV (RFC 4180) with these columns. It starts with a mark, by which spreadsheets know that it is UTF-8. */
export const csvOf = (columns: readonly Pick<CallColumn, 'name' | 'text'>[], calls: readonly Call[]): string =>
  [columns.map(({ name }) => name), ...calls.map((call) => columns.map(({ text }) => text(call)))]
    .map((row) => `${row.map(cell).join(',')}\r\n`)
    .join('')
    .replace(/^/, '\ufeff');
