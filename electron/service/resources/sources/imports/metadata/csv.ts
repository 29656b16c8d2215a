import { reason } from '@shared/reasons/reasons';
import { type ByteSource, fileSource } from '../../../../audio/byte-source';
import { invalid } from '../../../../refusal';
import { type CsvForm, type CsvRow, longestRow, rowAt } from './csv-rows';
import { type Encoding, encodingOf, encodings, noteOfEncoding } from './encoding';
import { columnsOf, masterColumns, noteOfUnused, type ReadOptions } from './headers';
import { type FileRecord, type RecordPage, refusedRecord, withoutNul } from './record';

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

/**
 * Call records of a CSV file, 2,000 at a time: Earshot's columns, a FreePBX export, or Asterisk's Master.csv, which has
 * no header. A row that cannot be read is a refused record. Throws when no column names a recording or a time.
 */
export async function readCsv(
  path: string,
  options: ReadOptions,
  alive: () => void,
  from?: CsvPlace,
): Promise<CsvPage> {
  const source = await fileSource(path);
  try {
    const place = from ?? (await beginningOf(source, options, alive));
    if (!place) return { records: [], next: null };
    const { file } = place;
    const known = file.header && columnsOf(file.header, options);
    const forms = new Map<string[] | undefined, ReturnType<typeof columnsOf>>();
    const columns = (cells: string[]) => {
      const form = known ? undefined : masterColumns(cells);
      if (!known && form && !forms.has(form)) forms.set(form, columnsOf(form, options));
      return known ?? forms.get(form);
    };
    const notes = [...noteOfUnused(known?.unused ?? []), ...noteOfEncoding(file.encoding)];
    const records: FileRecord[] = [];
    for await (const row of rowsFrom(source, place, (cells) => columns(cells)?.fits(cells) ?? false, alive)) {
      if (records.length === recordsAtOnce) return { records, notes, next: { ...row, file } };
      const { line } = row;
      if (row.fault) records.push({ ...refusedRecord({ row: row.fault }), line });
      else if (row.cells.some((cell) => cell.trim() !== '')) {
        const record = columns(row.cells)?.read(row.cells) ?? refusedRecord({ row: reason('row_no_columns') });
        if (row.hasOddQuotes) record.notes.push(reason('note_quotes'));
        records.push({ ...record, line });
      }
    }
    return { records, notes, next: null };
  } finally {
    await source.close();
  }
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
  const { encoding, markBytes } = await encodingOf(source, alive);
  const { width, raw, decode } = encodings[encoding];
  const head = raw(await source.read(markBytes, headBytes));
  const lineEnd = head.includes('\n') || !head.includes('\r') ? '\n' : '\r';
  const isWhole = markBytes + headBytes >= source.size;
  const [said, named] = head.match(/^"?sep=([^\w"\\])"?\r?[\r\n]/i) ?? [];
  const starts = (named ? [named] : delimiters).flatMap((delimiter) => {
    const rows = rowsIn(head, said?.length ?? 0, { delimiter, lineEnd }, isWhole);
    const [first] = rows;
    if (!first) return [];
    const cells = first.cells.map((cell) => withoutNul(decode(cell)));
    const isHeadless = masterColumns(cells) !== undefined;
    const columns = cells.length > maxColumns ? undefined : columnsOf(masterColumns(cells) ?? cells, options);
    const fitting = rows.filter((row) => columns?.fits(row.cells)).length;
    return [{ delimiter, first, isHeadless, cells, known: columns?.known ?? 0, fitting }];
  });
  const [best] = starts.sort((a, b) => b.known - a.known || b.fitting - a.fitting);
  if (isWhole && head.trim() === '') return undefined;
  if (!best?.known) throw invalid({}, reason('records_no_column'));
  const { delimiter, first, isHeadless, cells } = best;
  const end = isHeadless ? first.at : first.end;
  return {
    bytes: markBytes + end * width,
    line: head.slice(0, end).split(lineEnd).length,
    file: {
      encoding,
      delimiter,
      lineEnd,
      hasBackslashes: isEscaping(head, delimiter),
      header: isHeadless ? null : cells.map((cell) => cell.trim()),
    },
  };
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
