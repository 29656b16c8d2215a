import type { ImportReading } from '@shared/contract/import-reading';
import type { ImportPreview } from '@shared/contract/imports';
import { recordedAt } from '../../../audio/probe';
import { task } from '../../../jobs/task';
import { openSound } from './metadata/vcon';
import type { How } from './reading/plan';
import { type Asked, read } from './reading/reading';
import { type Found, scan } from './scan-job';
import { neededBytes } from './space';

type Input = { paths: string[]; dataFolder: string; how: How } & Omit<Asked, 'isSent'>;
/** The part of a preview that does not depend on the archive's disk. */
type Preview = Omit<ImportPreview, 'free_bytes'>;

/** Scans and reads the chosen files, entirely in the thread: a hundred thousand files come back as a few numbers and examples. */
export const previewPaths = task(
  'imports.preview',
  async ({ how, limit, metadata_only, ...chosen }: Input, alive): Promise<Preview> => {
    const found = await scan(chosen, alive);
    const { reading, counts, timed } = await read(found, how, { limit, metadata_only, isSent: false }, alive);
    const transcripts = found.others.filter(({ why }) => why === 'other_transcript').length;
    return {
      recordings: found.audio.length,
      recording_bytes: found.audio.reduce((sum, { size }) => sum + size, 0),
      record_files: counts.files,
      rows: counts.rows,
      rows_without_audio: counts.without_audio,
      other_files: found.others.length - transcripts + counts.empty,
      transcript_files: transcripts,
      needs_timezone: counts.isLocal || (await hasTimes(found.audio, timed, alive)),
      needed_bytes: neededBytes(found.audio),
      reading,
    };
  },
);

type Trial = { names: string[]; details: { name: string; text: string }[]; how: How } & Omit<Asked, 'isSent'>;

/** Reads names and call details that were sent. */
export const tryReading = task(
  'imports.try',
  async ({ names, details, how, limit, metadata_only }: Trial, alive): Promise<ImportReading> => {
    const found = (name: string) => ({ path: name, name, size: 0 });
    const records = details.map(({ name, text }) => ({ ...found(name), sent: Buffer.from(text) }));
    const files = { audio: names.map(found), records };
    return (await read(files, how, { limit, metadata_only, isSent: true }, alive)).reading;
  },
);

/** Whether the tags of a recording contain a time, when no record dates the recording. */
async function hasTimes(audio: Found[], timed: ReadonlySet<Found>, alive: () => void): Promise<boolean> {
  for (const file of audio) {
    if (timed.has(file)) continue;
    alive();
    if (await hasTime(file.path)) return true;
  }
  return false;
}

async function hasTime(path: string): Promise<boolean> {
  const source = await openSound(path).catch(() => undefined);
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
