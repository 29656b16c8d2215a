import { extname } from 'node:path';
import { task } from '../../jobs/task';
import { type CsvPlace, readCsv } from './metadata/csv';
import type { ReadOptions } from './metadata/headers';
import { readJson } from './metadata/json';
import type { FileRecord } from './metadata/record';

export type Records = { records: FileRecord[]; next: CsvPlace | null; fault?: string };
type Part = { path: string; options: ReadOptions; from: CsvPlace | null };

/** Reads a part of a file of call records. In parts, since what a thread hands over stops the main loop while it arrives. */
export const readRecords = task('imports.records', (part: Part, alive) => readPart(part, alive));

/**
 * Call records of a file: `next` says where to go on. A file that is none gives no records, or says why it cannot be
 * read.
 */
export async function readPart({ path, options, from }: Part, alive: () => void): Promise<Records> {
  try {
    if (extname(path).toLowerCase() === '.json') return await readJson(path, options, alive);
    return await readCsv(path, options, alive, from ?? undefined);
  } catch (cause) {
    alive();
    const fault = cause instanceof Error ? cause.message.slice(0, 200) : 'cannot be read';
    return { records: [], next: null, fault };
  }
}
