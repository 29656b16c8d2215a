import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { asteriskColumns, type ReadOptions, type Row, readerOf } from './headers';
import type { CallRecord } from './record';

const recordBytes = 1024 * 1024;
const mostColumns = 512;

/**
 * Call records of a CSV file: Earshot's columns, a FreePBX export, or Asterisk's Master.csv, which has no header.
 * Comma, semicolon or tab; UTF-8. Empty when no column names a file or a time. Throws on a file that is no CSV.
 */
export async function readCsv(path: string, options: ReadOptions): Promise<CallRecord[]> {
  const parser = createReadStream(path).pipe(
    parse({
      bom: true,
      delimiter: [',', ';', '\t'],
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: recordBytes,
      skip_empty_lines: true,
    }),
  );
  const records: CallRecord[] = [];
  let columns: string[] | undefined;
  let read: ReturnType<typeof readerOf>;
  for await (const cells of parser as AsyncIterable<string[]>) {
    if (!columns) {
      if (cells.length > mostColumns) return [];
      const headless = isAsterisk(cells);
      columns = headless ? asteriskColumns : cells.map((cell) => cell.trim());
      read = readerOf(columns, options);
      if (!read) return [];
      if (!headless) continue;
    }
    const row: Row = Object.fromEntries(columns.map((column, place) => [column, cells[place] ?? '']));
    if (read) records.push(read(row, options));
  }
  return records;
}

/** Master.csv has 16 to 18 columns and a date-time in the tenth. */
const isAsterisk = (cells: string[]) =>
  cells.length >= 16 &&
  cells.length <= asteriskColumns.length &&
  /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(cells[9] ?? '');
