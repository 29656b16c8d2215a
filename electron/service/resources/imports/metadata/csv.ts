import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { asteriskColumns, type ReadOptions, type Row, readerOf } from './headers';
import type { CallRecord } from './record';

const recordBytes = 1024 * 1024;
const mostColumns = 512;

const recordsAtOnce = 2_000;

/** Where the next records begin, in bytes, and the columns that the header named. */
export type CsvPlace = { bytes: number; columns: string[] };
export type CsvPage = { records: CallRecord[]; next: CsvPlace | null };

/**
 * Call records of a CSV file, 2,000 at a time: Earshot's columns, a FreePBX export, or Asterisk's Master.csv, which has
 * no header. Comma, semicolon or tab; UTF-8. Empty when no column names a file or a time. Throws on a file that is no
 * CSV.
 */
export async function readCsv(path: string, options: ReadOptions, from?: CsvPlace): Promise<CsvPage> {
  const stream = createReadStream(path, { start: from?.bytes ?? 0 });
  const parser = stream.pipe(
    parse({
      bom: true,
      info: true,
      delimiter: [',', ';', '\t'],
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: recordBytes,
      skip_empty_lines: true,
    }),
  );
  stream.once('error', (cause) => parser.destroy(cause));
  const records: CallRecord[] = [];
  let columns = from?.columns;
  let read = columns && readerOf(columns, options);
  try {
    for await (const { record: cells, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      if (!columns) {
        if (cells.length > mostColumns) break;
        const headless = isAsterisk(cells);
        columns = headless ? asteriskColumns : cells.map((cell) => cell.trim());
        read = readerOf(columns, options);
        if (!headless && read) continue;
      }
      if (!read) break;
      const row: Row = Object.fromEntries(columns.map((column, place) => [column, cells[place] ?? '']));
      records.push(read(row, options));
      if (records.length === recordsAtOnce) {
        return { records, next: { bytes: (from?.bytes ?? 0) + info.bytes, columns } };
      }
    }
  } finally {
    stream.destroy();
  }
  return { records, next: null };
}

/** `bytes` that were read up to the end of a record. */
type Info = { bytes: number };

/** Master.csv has 16 to 18 columns and a date-time in the tenth. */
const isAsterisk = (cells: string[]) =>
  cells.length >= 16 &&
  cells.length <= asteriskColumns.length &&
  /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(cells[9] ?? '');
