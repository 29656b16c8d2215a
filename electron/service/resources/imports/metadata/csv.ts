import { pipeline } from 'node:stream';
import { reason } from '@shared/reasons/reasons';
import { openFile } from '../../../audio/byte-source';
import { invalid } from '../../../refusal';
import { type Encoding, encodingOf, encodings, pairsSwapped } from './encoding';
import { asteriskColumns, type ReadOptions, type Row, readerOf } from './headers';
import { type FileRecord, withoutNul } from './record';

const recordBytes = 1024 * 1024;
const maxColumns = 512;

const recordsAtOnce = 2_000;

/** The position of the next records, in bytes and as a line, and the properties found at the start of the file. */
export type CsvPlace = { bytes: number; line: number; columns: string[]; encoding: Encoding };
export type CsvPage = { records: FileRecord[]; next: CsvPlace | null };

/**
 * Call records of a CSV file, 2,000 at a time: Earshot's columns, a FreePBX export, or Asterisk's Master.csv, which has
 * no header. Comma, semicolon or tab; UTF-8, UTF-16 with a byte order mark, otherwise Windows-1252. Throws when the
 * file is not CSV, or no column names a recording or a time.
 */
export async function readCsv(
  path: string,
  options: ReadOptions,
  alive: () => void,
  from?: CsvPlace,
): Promise<CsvPage> {
  const encoding = from?.encoding ?? (await encodingOf(path, alive));
  const text = encodings[encoding];
  // Loaded where it is used, so that no start of the main process waits for it.
  const { parse } = await import('csv-parse');
  const parser = parse({
    bom: true,
    info: true,
    encoding: text.node,
    delimiter: [',', ';', '\t'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: recordBytes,
    skip_empty_lines: true,
  });
  const { file } = await openFile(path);
  const stream = file.createReadStream({ start: from?.bytes ?? 0 });
  // The loop below throws errors of the pipeline, and closes the rest when it stops early.
  pipeline([stream, ...(text.swapped ? [pairsSwapped()] : []), parser], () => {});
  const records: FileRecord[] = [];
  /** The line where the next record begins, not counting empty lines before it. */
  let line = from?.line ?? 1;
  let columns = from?.columns;
  let read = columns && readerOf(columns, options);
  for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
    alive();
    const cells = (text.decode ? record.map(text.decode) : record).map(withoutNul);
    const begins = line + info.empty_lines;
    line += 1 + breaksIn(cells);
    if (!columns) {
      const headless = isAsterisk(cells);
      columns = headless ? asteriskColumns : cells.map((cell) => cell.trim());
      read = cells.length > maxColumns ? undefined : readerOf(columns, options);
      if (!read) throw invalid({}, reason('records_no_column'));
      if (!headless) continue;
    }
    const row: Row = Object.fromEntries(columns.map((column, place) => [column, cells[place] ?? '']));
    if (read) records.push({ ...read(row, options), line: begins });
    if (records.length === recordsAtOnce) {
      const bytes = (from?.bytes ?? 0) + info.bytes;
      return { records, next: { bytes, line: line + info.empty_lines, columns, encoding } };
    }
  }
  return { records, next: null };
}

/** The state of the parser at the end of a record. */
type Info = { bytes: number; empty_lines: number };

/** Line breaks within cells. Counted here, because the parser counts bytes that look like one, and CR LF twice. */
const breaksIn = (cells: string[]): number =>
  cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);

/** Master.csv has 16 to 18 columns and a date-time in the tenth. */
const isAsterisk = (cells: string[]) =>
  cells.length >= 16 &&
  cells.length <= asteriskColumns.length &&
  /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(cells[9] ?? '');
