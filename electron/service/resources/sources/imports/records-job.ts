import { type Reason, reason } from '@shared/reasons/reasons';
import { task } from '../../../jobs/task';
import { isRefusal } from '../../../refusal';
import { type CsvPlace, readCsv } from './metadata/csv';
import type { DetailsFile } from './metadata/encoding';
import type { ReadOptions } from './metadata/headers';
import { isTree, readJson } from './metadata/json';
import type { RecordPage } from './metadata/record';
import { unreadable } from './outcomes';

export type Records = RecordPage & { next: CsvPlace | null; fault?: Reason };
type Part = DetailsFile & { options: ReadOptions; from: CsvPlace | null };

/** Reads a part of a file of call records. In parts, because receiving a message from a thread blocks the main loop. */
export const readRecords = task('imports.records', (part: Part, alive) => readPart(part, alive));

/**
 * The call records of a file; `next` is the position to continue from. A file without call records returns none, or the
 * reason why it cannot be read.
 */
export async function readPart({ options, from, ...file }: Part, alive: () => void): Promise<Records> {
  try {
    if (isTree(file.path)) return await readJson(file, options, alive);
    return await readCsv(file, options, alive, from ?? undefined);
  } catch (cause) {
    alive();
    return { records: [], next: null, fault: faultOf(cause) };
  }
}

/** The message is not used: parsers quote the file, and the system quotes its path. */
function faultOf(cause: unknown): Reason {
  if (isRefusal(cause)) return cause.reason;
  if (cause instanceof SyntaxError) return reason('records_not_json');
  return unreadable(cause);
}
