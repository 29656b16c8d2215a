import { realpath, stat } from 'node:fs/promises';
import { fileSource } from '../../../../audio/byte-source';
import { probe } from '../../../../audio/probe';
import { task } from '../../../../jobs/task';
import { sourceKey } from '../origin';
import { scan, sourceGone } from '../scan-job';

/** A file in the watch folder. `version` changes whenever its content may have. `name` is its path in the folder. */
export type Watched = {
  path: string;
  name: string;
  kind: 'audio' | 'records';
  size: number;
  version: string;
  source_key: string;
};

/** The recordings and files of call details in a folder. Refused with NotFound when it is gone or cannot be read. */
export const lookAtFolder = task(
  'imports.look-at-folder',
  async ({ folder, dataFolder }: { folder: string; dataFolder: string }, alive): Promise<Watched[]> => {
    const { audio, records } = await scan({ paths: [folder], dataFolder }, alive);
    const root = await realpath(folder);
    // A folder that cannot be read is listed like a file.
    if (audio.some(({ path }) => path === root)) throw sourceGone();
    const all = [
      ...audio.map(({ path, name }) => ({ path, name, kind: 'audio' as const })),
      ...records.map(({ path, name }) => ({ path, name, kind: 'records' as const })),
    ];
    const seen: Watched[] = [];
    for (const one of all) {
      alive();
      const known = await stat(one.path).catch(() => undefined);
      if (!known?.isFile()) continue;
      const { size, mtimeMs } = known;
      seen.push({ ...one, size, version: `${size} ${mtimeMs}`, source_key: sourceKey(one) });
    }
    return seen;
  },
);

/** A recording; `isOld`: it counts as whole even if it ends too early. */
type Candidate = { path: string; isOld: boolean };
type Wanted = { files: Candidate[]; most: number };

/**
 * The first `most` of these recordings that are whole, and those before them that end before their header says: their
 * recorder may only have paused. One that cannot be read counts as whole, so that the import lists why.
 */
export const findWhole = task(
  'imports.find-whole',
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
