import { extname } from 'node:path';
import { task } from '../../jobs/task';
import { type CsvPlace, readCsv } from './metadata/csv';
import type { ReadOptions } from './metadata/headers';
import { readJson } from './metadata/json';
import type { FileRecord } from './metadata/record';

export type Records = { records: FileRecord[]; next: CsvPlace | null; fault?: string };
type Part = { path: string; options: ReadOptions; from: CsvPlace | null };

/** Reads a part of a file of call records. In parts, because receiving a message from a thread blocks the main loop. */
export const readRecords = task('imports.records', (part: Part, alive) => readPart(part, alive));

/**
 * The call records of a file; `next` is the position to continue from. A file without call records returns none, or the
 * reason why it cannot be read.
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
