import { type Reason, reason } from '@shared/reasons/reasons';
import type { ByteSource } from '../../../../audio/byte-source';
import { invalid } from '../../../../refusal';
import { type CsvForm, type CsvRow, longestRow, rowAt } from './csv-rows';
import { isTimeText } from './dates';
import { type DetailsFile, type Encoding, encodingOf, encodings, noteOfEncoding, openDetails } from './encoding';
import { type Columns, columnsOf, noteOfUnused, type ReadOptions } from './headers';
import { type FileRecord, type RecordPage, refusedRecord, withoutNul } from './record';
import { isTime, readSeconds } from './values';

const maxColumns = 512;
const recordsAtOnce = 2_000;
const pieceBytes = 256 * 1024;
/** The start of a file, which decides how it is written. */
const headBytes = 64 * 1024;
const headRows = 50;

/** How a file is written. Without a header line, each row has the columns of its length. */
type CsvFile = CsvForm & { encoding: Encoding; header: string[] | null };
/** The position of the next records, in bytes and as a line. */
export type CsvPlace = { bytes: number; line: number; file: CsvFile };
export type CsvPage = RecordPage & { next: CsvPlace | null };
/** A row with its columns, if it has them; or why it cannot be read. */
export type CsvRecordRow = {
  place: CsvPlace;
  cells: string[];
  columns: Columns | undefined;
  fault?: Reason;
  hasOddQuotes?: true;
};

/**
 * Call records of a CSV file, 2,000 at a time: with a header line, or with the columns that a preset knows for a file without
 * one. A row that cannot be read is a refused record. Throws when no column names a recording or a time.
 */
export async function readCsv(
  details: DetailsFile,
  options: ReadOptions,
  alive: () => void,
  from?: CsvPlace,
): Promise<CsvPage> {
  const records: FileRecord[] = [];
  let notes: Reason[] | undefined;
  for await (const { place, cells, columns, fault, hasOddQuotes } of csvRows(details, options, alive, from)) {
    const { line, file } = place;
    notes ??= [...noteOfUnused(file.header ? (columns?.unused ?? []) : []), ...noteOfEncoding(file.encoding)];
    if (records.length === recordsAtOnce) return { records, notes, next: place };
    if (fault) {
      records.push({ ...refusedRecord({ row: fault }), line });
      continue;
    }
    const record = columns?.read(cells) ?? refusedRecord({ row: reason('row_no_columns') });
    if (hasOddQuotes) record.notes.push(reason('note_quotes'));
    records.push({ ...record, line });
  }
  return { records, notes: notes ?? [], next: null };
}

/** The rows of a CSV file that are not empty, from a place on. Throws when no column names a recording or a time. */
export async function* csvRows(
  details: DetailsFile,
  options: ReadOptions,
  alive: () => void,
  from?: CsvPlace,
): AsyncGenerator<CsvRecordRow> {
  const source = await openDetails(details);
  try {
    const begin = from ?? (await beginningOf(source, options, alive));
    if (!begin) return;
    const { file } = begin;
    const known = file.header ? columnsOf(file.header, options) : undefined;
    const headless = file.header ? undefined : headlessColumns(options);
    const columns = (cells: readonly string[]) => known ?? headless?.(cells);
    for await (const row of rowsFrom(source, begin, (cells) => columns(cells)?.fits(cells) ?? false, alive)) {
      const place = { bytes: row.bytes, line: row.line, file };
      if (row.fault) yield { place, cells: [], columns: known, fault: row.fault };
      else if (row.cells.some((cell) => cell.trim() !== ''))
        yield { place, cells: row.cells, columns: columns(row.cells), ...(row.hasOddQuotes && { hasOddQuotes: true }) };
    }
  } finally {
    await source.close();
  }
}

/**
 * The columns of the rows of a file without a header: those of the first list of the preset that has as many, whose time is a
 * time, and whose id is one. Rows may differ, because options of a phone system add columns.
 */
export function headlessColumns(options: ReadOptions): (cells: readonly string[]) => Columns | undefined {
  const { details, ...others } = options;
  const lists = details ? [details, ...(details.more ?? [])] : [];
  const forms = lists.flatMap((one) => {
    const columns =
      one.columns && columnsOf(one.columns, { ...others, details: { ...one, timezone: details?.timezone ?? null } });
    return columns ? [{ count: one.columns?.length, columns }] : [];
  });
  return (cells) => forms.find(({ count, columns }) => cells.length === count && isRow(columns, cells))?.columns;
}

/** Whether cells hold what their columns are for: a time of the call, other times, lengths and an id, if they are not empty. */
function isRow({ all }: Columns, cells: readonly string[]): boolean {
  return all.every(({ field, place }) => {
    const cell = cells[place]?.trim() ?? '';
    if (field === 'setup_time') return isTimeText(cell);
    if (cell === '' || field === undefined) return true;
    if (isTime(field)) return isTimeText(cell);
    if (/duration$/.test(field)) return readSeconds(cell) !== null;
    return field !== 'protocol_call_id' || /^[^\s,\\/]*\d[^\s,\\/]*$/.test(cell);
  });
}

/** The rows from a place in a file, each with its own place. Of a line that is too long, only its start is kept. */
async function* rowsFrom(
  source: ByteSource,
  place: CsvPlace,
  fits: (cells: string[]) => boolean,
  alive: () => void,
): AsyncGenerator<CsvRow & { bytes: number; line: number }> {
  const { width, raw, decode } = encodings[place.file.encoding];
  let { bytes, line } = place;
  let [text, at, read, dropped] = ['', 0, bytes, 0];
  for (;;) {
    const isWhole = read >= source.size;
    const row = at < text.length ? rowAt(text, at, place.file, isWhole, fits) : undefined;
    if (row) {
      yield { ...row, ...(!row.fault && { cells: row.cells.map((cell) => withoutNul(decode(cell))) }), bytes, line };
      bytes += (row.end - at + dropped) * width;
      line += row.lines;
      [at, dropped] = [row.end, 0];
      continue;
    }
    alive();
    const piece = await source.read(read, pieceBytes);
    // It is also empty when the file has become shorter.
    if (piece.length === 0) return;
    const kept = text.slice(at, at + longestRow + 1);
    dropped += text.length - at - kept.length;
    [text, at, read] = [kept + raw(piece), 0, read + piece.length];
  }
}

/**
 * How a file is written, and where its records begin; undefined for an empty file. Of the delimiters, the one whose
 * header names most of the known columns, and then the one by which most rows fit, counts for the whole file.
 */
async function beginningOf(source: ByteSource, options: ReadOptions, alive: () => void): Promise<CsvPlace | undefined> {
  const start = await headOf(source, alive);
  if (start.isEmpty) return undefined;
  const headless = headlessColumns(options);
  const starts = start.tables.flatMap(({ delimiter, rows }) => {
    const header = headerIn(rows, options);
    const isHeadless = rows.some(({ cells }) => headless(cells));
    const [first] = rows;
    if (!first || (!header && !isHeadless)) return [];
    const columns = isHeadless ? headless(first.cells) : header && columnsOf(header.cells, options);
    const fitting = rows.filter((row) => columns?.fits(row.cells)).length;
    return [
      { delimiter, row: isHeadless ? first : (header ?? first), isHeadless, known: columns?.known ?? 1, fitting, rows },
    ];
  });
  const [best] = starts.sort((a, b) => b.known - a.known || b.fitting - a.fitting);
  if (!best) throw invalid({}, reason('records_no_column'));
  const { delimiter, row, isHeadless, rows } = best;
  const types = rows[rows.indexOf(row) + 1];
  const end = isHeadless ? row.at : types && isTypes(types.cells) ? types.end : row.end;
  const { head, lineEnd, encoding, markBytes } = start;
  return {
    bytes: markBytes + end * encodings[encoding].width,
    line: head.slice(0, end).split(lineEnd).length,
    file: {
      encoding,
      delimiter,
      lineEnd,
      hasBackslashes: isEscaping(head, delimiter),
      header: isHeadless ? null : row.cells.map((cell) => cell.trim()),
    },
  };
}

/** A line below the header that names the types of its columns. */
const isTypes = (cells: readonly string[]): boolean =>
  cells.every((cell) => /^(?:[A-Z]+(?: ?\(\d+(?:,\d+)?\))?)?$/.test(cell.trim())) &&
  cells.some((cell) =>
    /^(?:INTEGER|INT|BIGINT|VARCHAR|NVARCHAR|CHAR|TEXT|UNIQUEIDENTIFIER|DATETIME)\b/.test(cell.trim()),
  );

const headerLines = 20;

/** The first of the first lines that names two columns, else the first line if it names one. */
function headerIn(rows: readonly TableRow[], options: ReadOptions): TableRow | undefined {
  const named = rows
    .slice(0, headerLines)
    .filter(({ cells }) => cells.length <= maxColumns)
    .flatMap((row) => {
      const names = row.cells.map((cell) => cell.trim());
      const known = columnsOf(names, options)?.known ?? 0;
      return known > 0 ? [{ row, known }] : [];
    });
  return named.find(({ known }) => known > 1)?.row ?? named.find(({ row }) => row === rows[0])?.row;
}

/**
 * The names of the columns of a table that nothing identifies as one of calls, and its first rows, so that a person can say what
 * they are: the first row of the delimiter that gives most cells, if each is a name of its own and the next rows are as long.
 */
export function likelyColumns({ tables }: CsvHead): { names: string[]; rows: string[][] } | undefined {
  const likely = tables.flatMap(({ rows: [first, ...rest] }) => {
    const names = first?.cells.map((cell) => cell.trim()) ?? [];
    const isNamed = names.every((name) => /\p{L}/u.test(name)) && new Set(names).size === names.length;
    const rows = rest.map(({ cells }) => cells).filter(({ length }) => length === names.length);
    return names.length > 1 && names.length <= maxColumns && isNamed && rows.length * 2 > rest.length
      ? [{ names, rows }]
      : [];
  });
  return likely.sort((a, b) => b.names.length - a.names.length)[0];
}

type TableRow = { cells: string[]; at: number; end: number };
/** The start of a CSV file, as a table by each delimiter that it may have. */
export type CsvHead = { isEmpty: boolean; tables: { delimiter: string; rows: TableRow[] }[] };

/** The rows at the start of a CSV file. */
export async function csvHead(file: DetailsFile, alive: () => void): Promise<CsvHead> {
  const source = await openDetails(file);
  try {
    return await headOf(source, alive);
  } finally {
    await source.close();
  }
}

async function headOf(source: ByteSource, alive: () => void) {
  const { encoding, markBytes } = await encodingOf(source, alive);
  const { raw, decode } = encodings[encoding];
  const head = raw(await source.read(markBytes, headBytes));
  const lineEnd: CsvForm['lineEnd'] = head.includes('\n') || !head.includes('\r') ? '\n' : '\r';
  const isWhole = markBytes + headBytes >= source.size;
  const [said, named] = head.match(/^"?sep=([^\w"\\])"?\r?[\r\n]/i) ?? [];
  const tables = (named ? [named] : delimiters).map((delimiter) => ({
    delimiter,
    rows: rowsIn(head, said?.length ?? 0, { delimiter, lineEnd }, isWhole).map((row) => ({
      ...row,
      cells: row.cells.map((cell) => withoutNul(decode(cell))),
    })),
  }));
  return { encoding, markBytes, head, lineEnd, tables, isEmpty: isWhole && head.trim() === '' };
}

/** Whether a quotation mark after a backslash stands where none could close a cell. */
const isEscaping = (text: string, delimiter: string): boolean =>
  [...text.matchAll(/\\" *([^"\s])/g)].some(([, next]) => next !== delimiter);

const delimiters = [',', ';', '\t', '|'];

/** The first rows of a text that are not empty. */
function rowsIn(text: string, from: number, form: CsvForm, isWhole: boolean) {
  const rows: { cells: string[]; at: number; end: number }[] = [];
  for (let at = from; at < text.length && rows.length < headRows; ) {
    const row = rowAt(text, at, form, isWhole, ({ length }) => length === (rows[0]?.cells.length ?? length));
    if (!row) break;
    if (!row.fault && row.cells.some((cell) => cell.trim() !== '')) rows.push({ cells: row.cells, at, end: row.end });
    at = row.end;
  }
  return rows;
}
