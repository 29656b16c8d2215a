import type { ImportPreview } from '@shared/contract/imports';
import { fileSource } from '../../../audio/byte-source';
import { recordedAt } from '../../../audio/probe';
import { task } from '../../../jobs/task';
import { FileIndex } from './file-index';
import { fileOf } from './match';
import { readFileName } from './metadata/file-name';
import type { ReadOptions } from './metadata/headers';
import type { FileRecord } from './metadata/record';
import { type Records, readPart } from './records-job';
import { type Found, type Scan, scan } from './scan-job';
import { neededBytes } from './space';

type Input = { paths: string[]; dataFolder: string; options: ReadOptions };
/** The part of a preview that does not depend on the archive's disk. */
type Preview = Omit<ImportPreview, 'free_bytes'>;

/** Scans and counts the chosen files, entirely in the thread: a hundred thousand files come back as eight numbers. */
export const previewPaths = task('imports.preview', async ({ options, ...chosen }: Input, alive): Promise<Preview> => {
  const found = await scan(chosen, alive);
  const counts = await countRecords(found, options, alive);
  const recording_bytes = found.audio.reduce((sum, { size }) => sum + size, 0);
  return {
    recordings: found.audio.length,
    recording_bytes,
    record_files: counts.files,
    rows: counts.rows,
    rows_without_audio: counts.without_audio,
    other_files: found.others.length + counts.empty,
    needs_timezone: counts.isLocal || (await isLocal(found.audio, counts.timed, options, alive)),
    needed_bytes: neededBytes(found.audio),
  };
});

async function countRecords({ audio, records }: Scan, options: ReadOptions, alive: () => void) {
  const index = await FileIndex.of(audio);
  /** Recordings whose records have a start time. */
  const timed = new Set<Found>();
  const counts = { files: 0, rows: 0, without_audio: 0, empty: 0, isLocal: false, timed };
  const count = (record: FileRecord, path: string) => {
    const found = fileOf(record, path, index);
    counts.rows++;
    if (!found || 'candidates' in found) counts.without_audio++;
    else if (record.setup_time !== null) timed.add(found.file);
    counts.isLocal ||= record.is_local;
  };
  for (const { path } of records) {
    const before = counts.rows;
    let isRead = true;
    let from: Records['next'] = null;
    do {
      const part: Records = await readPart({ path, options, from }, alive);
      for (const record of part.records) count(record, path);
      isRead &&= part.fault === undefined;
      from = part.next;
    } while (from);
    if (counts.rows > before) counts.files++;
    else if (isRead) counts.empty++;
  }
  return counts;
}

/** Whether the name or tags of a recording contain a time without an offset, when no record dates the recording. */
async function isLocal(
  audio: Found[],
  timed: ReadonlySet<Found>,
  { timezone }: ReadOptions,
  alive: () => void,
): Promise<boolean> {
  for (const file of audio) {
    if (timed.has(file)) continue;
    alive();
    if (readFileName(file.name, timezone).is_local || (await hasTime(file.path))) return true;
  }
  return false;
}

async function hasTime(path: string): Promise<boolean> {
  const source = await fileSource(path).catch(() => undefined);
  if (!source) return false;
  try {
    return (await recordedAt(source)) !== undefined;
  } catch {
    // Files that cannot be played are refused during the import.
    return false;
  } finally {
    await source.close();
  }
}
