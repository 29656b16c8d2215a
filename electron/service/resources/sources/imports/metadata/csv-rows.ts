import { type Reason, reason } from '@shared/reasons/reasons';

/** The longest row, in characters. */
export const longestRow = 1024 * 1024;

/**
 * How a CSV file is written. `lineEnd` is CR only in a file without LF; a CR before LF belongs to the line end. With
 * `hasBackslashes`, quotation marks are rather escaped by a backslash than doubled.
 */
export type CsvForm = { delimiter: string; lineEnd: '\n' | '\r'; hasBackslashes?: boolean };

/** A row, `end` where the next one begins, and the number of its lines. A broken row has a fault instead of cells. */
export type CsvRow = { end: number; lines: number } & (
  | { cells: string[]; hasOddQuotes?: true; fault?: undefined }
  | { fault: Reason }
);

/**
 * The row at a place in the text; undefined while its end is not in the text yet. `fits` tells whether it has as many
 * cells as other rows.
 *
 * Quotation marks are doubled or escaped by a backslash; the reading that fits counts, the shorter one first. A row of
 * several lines must fit: otherwise one mark that never closes would take the rows after it. In one line, marks may also
 * stand as they are. What cannot be read is one broken line, and the next row begins after it.
 */
export function rowAt(
  text: string,
  at: number,
  form: CsvForm,
  isWhole: boolean,
  fits: (cells: string[]) => boolean,
): CsvRow | undefined {
  const found = text.indexOf(form.lineEnd, at);
  if (found === -1 && !isWhole) return undefined;
  const lineEnd = found === -1 ? text.length : found;
  const one = { end: Math.min(lineEnd + 1, text.length), lines: 1 };
  if (lineEnd - at > longestRow) return { ...one, fault: reason('row_long', { most: longestRow }) };
  const line = text.slice(at, form.lineEnd === '\n' && text[lineEnd - 1] === '\r' ? lineEnd - 1 : lineEnd);
  if (!line.includes('"')) return { ...one, cells: line.split(form.delimiter) };
  const readings = (form.hasBackslashes ? backslashFirst : doubledFirst).map((escaping) => ({
    escaping,
    read: read(line, 0, form, escaping),
  }));
  for (const { read } of readings)
    if (typeof read === 'object' && fits(read.cells)) return { ...one, cells: read.cells };
  for (const { escaping } of readings.filter(({ read }) => read === 'open')) {
    const several = read(text, at, form, escaping, isWhole);
    if (several === 'open' && !isWhole && text.length - at <= longestRow) return undefined;
    if (typeof several !== 'object' || several.end - at > longestRow || !fits(several.cells)) continue;
    return { ...several, lines: text.slice(at, several.end).split(form.lineEnd).length - 1 };
  }
  for (const { read } of readings) if (typeof read === 'object') return { ...one, cells: read.cells };
  const loose = read(line, 0, form, 'none');
  if (typeof loose === 'object' && fits(loose.cells)) return { ...one, cells: loose.cells, hasOddQuotes: true };
  return { ...one, fault: reason('row_quotes') };
}

const doubledFirst = ['doubled', 'backslash'] as const;
const backslashFirst = ['backslash', 'doubled'] as const;

type Escaping = 'doubled' | 'backslash' | 'none';

/** The cells up to the end of a line; `open` if a quotation mark does not close in this text. */
function read(
  text: string,
  at: number,
  form: CsvForm,
  escaping: Escaping,
  isWhole = true,
): { cells: string[]; end: number } | 'open' | 'broken' {
  const cells: string[] = [];
  for (let place = at; ; place++) {
    const start = afterSpaces(text, place, form);
    const bare = text[start] !== '"' || escaping === 'none' ? bareCell(text, start, form) : undefined;
    if (bare !== undefined && isComplete(bare)) {
      cells.push(bare.startsWith('"') && bare.endsWith('"') ? bare.slice(1, -1) : bare);
      place = start + bare.length;
    } else {
      const close = closing(text, start + 1, form, escaping, isWhole);
      if (typeof close === 'string') return close;
      cells.push(unescaped(text.slice(start + 1, close.quote), escaping));
      place = close.after;
    }
    if (place >= text.length && !isWhole) return 'open';
    if (text[place] !== form.delimiter) return { cells, end: Math.min(place + 1, text.length) };
  }
}

/** The text up to the next delimiter or line end. */
function bareCell(text: string, start: number, { delimiter, lineEnd }: CsvForm): string {
  let end = start;
  while (end < text.length && text[end] !== delimiter && text[end] !== lineEnd) end++;
  return text.slice(start, end);
}

/** Whether a cell does not begin with a quotation mark, or all of its marks are pairs. */
const isComplete = (cell: string): boolean => !cell.startsWith('"') || cell.split('"').length % 2 === 1;

/** The quotation mark that closes a cell, and the place of what follows it. */
function closing(text: string, from: number, form: CsvForm, escaping: Escaping, isWhole: boolean) {
  for (let place = from; ; ) {
    const quote = text.indexOf('"', place);
    if (quote === -1) return 'open';
    const isDoubled = escaping === 'doubled' && text[quote + 1] === '"';
    place = quote + (isDoubled ? 2 : 1);
    if (isDoubled || (escaping === 'backslash' && isAfterBackslash(text, from, quote))) continue;
    const next = afterSpaces(text, quote + 1, form);
    if (next >= text.length && !isWhole) return 'open';
    const after = text[next] === '\r' && form.lineEnd === '\n' ? next + 1 : next;
    if (after >= text.length || text[after] === form.delimiter || text[after] === form.lineEnd) return { quote, after };
    if (escaping !== 'none') return 'broken';
  }
}

function afterSpaces(text: string, at: number, { delimiter }: CsvForm): number {
  let place = at;
  while (text[place] === ' ' || (text[place] === '\t' && delimiter !== '\t')) place++;
  return place;
}

function isAfterBackslash(text: string, from: number, quote: number): boolean {
  let first = quote;
  while (first > from && text[first - 1] === '\\') first--;
  return (quote - first) % 2 === 1;
}

function unescaped(cell: string, escaping: Escaping): string {
  if (escaping === 'doubled') return cell.replaceAll('""', '"');
  return escaping === 'backslash' ? cell.replace(/\\(["\\])/g, '$1') : cell;
}
