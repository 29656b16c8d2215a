import { realpath, stat } from 'node:fs/promises';
import { fileSource } from '../../../../audio/byte-source';
import { probe } from '../../../../audio/probe';
import { task } from '../../../../jobs/task';
import { sourceKey } from '../origin';
import { scan, sourceGone } from '../scan-job';

/** A file in a watch folder. `version` changes whenever its content may have. `name` is its path in the folder. */
export type Watched = {
  path: string;
  name: string;
  kind: 'audio' | 'records' | 'transcript';
  size: number;
  version: string;
  source_key: string;
};

type Looking = { folder: string; dataFolder: string; skipped: string[] };

/**
 * The recordings, files of call details and transcripts in a folder, without what is in its folders `skipped`. Refused with
 * NotFound when it is gone or cannot be read.
 */
export const lookAtFolder = task(
  'watch-folders.look',
  async ({ folder, dataFolder, skipped }: Looking, alive): Promise<Watched[]> => {
    const { audio, records, others } = await scan({ paths: [folder], dataFolder, skipped }, alive);
    const root = await realpath(folder);
    // A folder that cannot be read is listed like a file.
    if (audio.some(({ path }) => path === root)) throw sourceGone();
    const all = [
      ...audio.map(({ path, name }) => ({ path, name, kind: 'audio' as const })),
      ...records.map(({ path, name }) => ({ path, name, kind: 'records' as const })),
      ...others.flatMap(({ path, name, why }) =>
        why === 'other_transcript' ? [{ path, name, kind: 'transcript' as const }] : [],
      ),
    ];
    const seen: Watched[] = [];
    for (const one of all) {
      alive();
      const known = await stat(one.path).catch(() => undefined);
      if (!known?.isFile()) continue;
      seen.push({ ...one, size: known.size, version: versionOf(known), source_key: sourceKey(one) });
    }
    return seen;
  },
);

/** What changes whenever the content of a file may have. */
export const versionOf = ({ size, mtimeMs }: { size: number; mtimeMs: number }): string => `${size} ${mtimeMs}`;

/** A recording; `isOld`: it counts as whole even if it ends too early. */
type Candidate = { path: string; isOld: boolean };
type Wanted = { files: Candidate[]; most: number };

/**
 * The first `most` of these recordings that are whole, and those before them that end before their header says: their
 * recorder may only have paused. One that cannot be read counts as whole, so that the import lists why.
 */
export const findWhole = task(
  'watch-folders.find-whole',
  async ({ files, most }: Wanted, alive): Promise<{ whole: string[]; cut: string[] }> => {
    const [whole, cut]: [string[], string[]] = [[], []];
    for (const { path, isOld } of files) {
      if (whole.length === most) break;
      alive();
      if (!isOld && (await isCutOff(path))) cut.push(path);
      else whole.push(path);
    }
    return { whole, cut };
  },
);

async function isCutOff(path: string): Promise<boolean> {
  try {
    const source = await fileSource(path);
    try {
      return (await probe(source)).truncated;
    } finally {
      await source.close();
    }
  } catch {
    return false;
  }
}
