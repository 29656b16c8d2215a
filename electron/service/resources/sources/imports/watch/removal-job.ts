import { constants, copyFile, link, lstat, mkdir, open, realpath, unlink } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { soundEndings } from '@shared/sound-formats';
import { fileSource, lively, sha256Of } from '../../../../audio/byte-source';
import { type LockedFile, withPlain } from '../../../../audio/file-store';
import { syncFolder } from '../../../../durable';
import { codeOf } from '../../../../error-code';
import { task } from '../../../../jobs/task';
import { isRefusal } from '../../../../refusal';
import { isTree } from '../metadata/json';
import { sourceKey } from '../origin';
import { type How, optionsOf, planOf } from '../reading/plan';
import { readPart } from '../records-job';
import { versionOf } from './watch-job';
import { isWithin } from './within';

type Source = { path: string; version: string };

/** The SHA-256 of a source that still has this version; otherwise whether it changed or is gone. */
export const hashSource = task(
  'watch-folders.hash-source',
  async ({ path, version }: Source, alive): Promise<{ sha256: string } | 'changed' | 'gone'> => {
    const source = await fileSource(path).catch((cause: unknown) => {
      if (!isRefusal(cause, 'NotFound')) throw cause;
    });
    if (!source) return 'gone';
    try {
      if (versionOf(source) !== version) return 'changed';
      const sha256 = await sha256Of(lively(source, alive));
      const known = await lstat(path).catch(ifGone);
      if (!known) return 'gone';
      return versionOf(known) === version ? { sha256 } : 'changed';
    } catch (cause) {
      // It became shorter while it was read.
      if (isRefusal(cause, 'InvalidRecord')) return 'changed';
      throw cause;
    } finally {
      await source.close();
    }
  },
);

/** Whether a stored copy opens and has this SHA-256. Refused with IntegrityError when it is damaged. */
export const compareCopy = task(
  'watch-folders.compare-copy',
  ({ sha256, ...locked }: LockedFile & { sha256: string }, alive): Promise<boolean> =>
    withPlain(locked, alive, async (source) => (await sha256Of(source)) === sha256),
);

/** `done`: the folder that they go to, by its name; null: they are deleted. */
type Removing = { folder: string; done: string | null; files: (Source & { name: string })[] };
export type Removed = 'moved' | 'deleted' | 'gone' | 'changed' | 'error';

/** Moves or deletes files of a folder that still have these versions. A crash leaves each of them in at least one place. */
export const removeSources = task(
  'watch-folders.remove-sources',
  async ({ folder, done, files }: Removing, alive): Promise<Removed[]> => {
    const removed: Removed[] = [];
    for (const file of files) {
      alive();
      removed.push(await removeSource(folder, done, file).catch((): Removed => 'error'));
    }
    return removed;
  },
);

async function removeSource(
  folder: string,
  done: string | null,
  { path, name, version }: Removing['files'][number],
): Promise<Removed> {
  const known = await lstat(path).catch(ifGone);
  if (!known) return 'gone';
  if (!known.isFile() || versionOf(known) !== version) return 'changed';
  if (done === null) {
    await unlink(path);
    return 'deleted';
  }
  const wanted = join(folder, done, name);
  await mkdir(dirname(wanted), { recursive: true });
  const root = await realpath(folder);
  // A link in the folder must not lead files out of it.
  if (!isWithin(await realpath(dirname(wanted)), root)) return 'error';
  await placed(path, wanted);
  await syncFolder(dirname(wanted));
  await unlink(path);
  return 'moved';
}

/** Gives a file a second name that no other file has: the wanted one, or one with a number. */
async function placed(path: string, wanted: string): Promise<void> {
  const ending = extname(wanted);
  for (let number = 0; ; number++) {
    const name = number === 0 ? wanted : `${wanted.slice(0, wanted.length - ending.length)}-${number}${ending}`;
    try {
      await link(path, name);
      return;
    } catch (cause) {
      const code = codeOf(cause);
      if (code === 'EEXIST') {
        // Put there by a run that was killed before it removed the other name.
        if (await isSame(path, name)) return;
        continue;
      }
      if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL'].includes(code ?? '')) throw cause;
    }
    // This file system has one name for each file.
    try {
      await copyFile(path, name, constants.COPYFILE_EXCL);
      const copied = await open(name, 'r+');
      return await copied.sync().finally(() => copied.close());
    } catch (cause) {
      if (codeOf(cause) !== 'EEXIST') throw cause;
    }
  }
}

async function isSame(one: string, other: string): Promise<boolean> {
  const [a, b] = [await lstat(one, { bigint: true }), await lstat(other, { bigint: true })];
  return a.dev === b.dev && a.ino === b.ino;
}

function ifGone(cause: unknown): undefined {
  if (!['ENOENT', 'ENOTDIR'].includes(codeOf(cause) ?? '')) throw cause;
}

/** Files of call details and transcripts. */
type Asked = { paths: string[]; how: How };

/** More rows than this are no file of a few recordings. */
const mostRecords = 1_000;

/**
 * For each of these files, the recordings that it is about, each as the keys of the paths that it may have; null when it
 * names something else, so that it stays.
 */
export const recordingsOf = task(
  'watch-folders.recordings-of',
  async ({ paths, how }: Asked, alive): Promise<(string[][] | null)[]> => {
    const found: (string[][] | null)[] = [];
    for (const path of paths) {
      alive();
      found.push(isTree(path) ? await namedBy(path, how, alive) : [keysOf(withoutEnding(path))]);
    }
    return found;
  },
);

async function namedBy(path: string, how: How, alive: () => void): Promise<string[][] | null> {
  const details = { path, name: basename(path), size: 0 };
  const plan = await planOf({ audio: [], records: [details] }, how, alive);
  const options = optionsOf(plan, details, how);
  const { records, fault, next } = await readPart({ path, options, from: null }, alive);
  if (fault || next || records.length === 0 || records.length > mostRecords) return null;
  const [only] = records;
  if (records.length === 1 && only && !only.refused && only.file === null) return [keysOf(withoutEnding(path))];
  const keys: string[][] = [];
  for (const { file: named, refused } of records) {
    if (refused || named === null) return null;
    const last = named.split(/[\\/]/).at(-1) ?? '';
    const whole = join(dirname(path), last);
    keys.push([sourceKey({ path: whole }), ...keysOf(withoutEnding(whole))]);
  }
  return keys;
}

const withoutEnding = (path: string): string => join(dirname(path), basename(path, extname(path)));

/** The keys of a recording whose path, without its ending or with it, is this. */
function keysOf(path: string): string[] {
  const endings = [...soundEndings].flatMap((ending) => [`.${ending}`, `.${ending.toUpperCase()}`]);
  return ['', ...endings].map((ending) => sourceKey({ path: `${path}${ending}` }));
}
