import type { Dirent } from 'node:fs';
import { lstat, opendir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, relative } from 'node:path';
import { detailEndings } from '@shared/import-fields';
import { reason } from '@shared/reasons/reasons';
import { soundEndings } from '@shared/sound-formats';
import { fileSource } from '../../../audio/byte-source';
import { firstFrame, frameHeader } from '../../../audio/mp3';
import { Refusal } from '../../../refusal';
import { identitiesOf, identity, type OwnFolder, ownFolder } from '../../../store/own-folder';
import { recordingsWithin } from './metadata/vcon';

const recordFiles = new Set(detailEndings.map((ending) => `.${ending}`));
/** Endings of recordings, also of kinds that cannot be played. */
export const audioFiles: ReadonlySet<string> = new Set(
  [...soundEndings, 'wma', 'aif', 'aiff', 'caf', 'ac3', 'spx', 'g722', 'g729'].map((ending) => `.${ending}`),
);

/** A file by its real path; `name` is for display, `size` in bytes, 0 if it could not be read. */
export type Found = { path: string; name: string; size: number };
/** A file that is left alone: no recording and no file of call details, a link, something other than a file, or hidden. */
export type Other = Found & {
  why:
    | 'other_kind'
    | 'other_transcript'
    | 'other_link'
    | 'other_device'
    | 'other_hidden'
    | 'other_own'
    | 'other_no_rows';
};
export type Scan = { audio: Found[]; records: Found[]; others: Other[] };

/** The refusal when the chosen paths no longer exist. */
export const sourceGone = () => new Refusal('NotFound', reason('source_gone'));

/** The refusal when everything chosen is in the data folder. */
export const inDataFolder = () => new Refusal('InvalidRecord', reason('own_data_folder'));

const describedAtOnce = 64;

/** `areReal`: the paths are those of a listing, in which no link leads to a file. `skipped`: folders that are passed over. */
export type Chosen = { paths: string[]; dataFolder: string; areReal?: boolean; skipped?: string[] };
/**
 * Walks files and folders for audio, recognised by name or content, and for files that may hold call records. A file
 * that was chosen twice, with its folder or through a link, is listed once. Everything else is listed as left alone, and so
 * is the data folder. Refused when none of the chosen paths exists, or all of them are in the data folder.
 */
export async function scan(
  { paths, dataFolder, areReal = false, skipped = [] }: Chosen,
  alive: () => void,
): Promise<Scan> {
  const walk = new Walk(await ownFolder(dataFolder), await identitiesOf(skipped), alive);
  for (const path of paths) await walk.choose(path, areReal);
  if (paths.length > 0 && walk.gone.length === paths.length) throw sourceGone();
  if (walk.inside.length > 0 && walk.gone.length + walk.inside.length === paths.length) throw inDataFolder();
  const audio = [...walk.audio.values(), ...walk.gone, ...walk.inside];
  return { audio, records: [...walk.records.values()], others: [...walk.others.values()] };
}

class Walk {
  readonly audio = new Map<string, Found>();
  readonly records = new Map<string, Found>();
  readonly others = new Map<string, Other>();
  /** Chosen paths that no longer exist. If others remain, these are refused during the import. */
  readonly gone: Found[] = [];
  /** Chosen paths inside the data folder, which are refused the same way. */
  readonly inside: Found[] = [];

  constructor(
    private readonly own: OwnFolder,
    private readonly skipped: ReadonlySet<string>,
    private readonly alive: () => void,
  ) {}

  async choose(path: string, isReal: boolean): Promise<void> {
    this.alive();
    const name = basename(path);
    const isFolder = await stat(path).then(
      (kind) => kind.isDirectory(),
      () => undefined,
    );
    if (isFolder === undefined) this.gone.push({ path, name, size: 0 });
    else if (await this.own.holds(path)) this.inside.push({ path, name, size: 0 });
    else if (isFolder) await this.folder(await realpath(path), basename(path));
    else if (isReal) this.add(await described({ path, name, size: 0 }), path);
    else {
      // A link that was chosen is refused when it is opened; one on the way to it is followed once, here.
      const opened = join(await realpath(dirname(path)), name);
      this.add(await described({ path: opened, name, size: 0 }), await realpath(path));
    }
  }

  /**
   * Adds the files below a folder, with names relative to `root`. A folder that cannot be read is refused like a file.
   */
  private async folder(folder: string, name: string, root = folder): Promise<void> {
    try {
      const entries = await namesIn(folder);
      // Replaced by a link since its parent was listed.
      if ((await realpath(folder)) !== folder) throw new Replaced();
      for (let place = 0; place < entries.length; place += describedAtOnce) {
        this.alive();
        const some = entries.slice(place, place + describedAtOnce).map((entry) => {
          const path = join(folder, entry.name);
          return { path, name: relative(root, path), size: 0, isFolder: entry.isFolder, why: entry.why };
        });
        const files = await Promise.all(some.map((one) => this.look(one)));
        for (const [n, { path, name, isFolder }] of some.entries()) {
          const file = files[n];
          if (!file) continue;
          if ('why' in file) this.others.set(path, file);
          else if (!isFolder) this.add(file, path);
          else if (!(await this.isSkipped(path))) await this.folder(path, name, root);
        }
      }
    } catch (cause) {
      if (!(cause instanceof Replaced) && !isFromSystem(cause)) throw cause;
      this.audio.set(folder, { path: folder, name, size: 0 });
    }
  }

  /** By its identity, because some systems compare names without case. */
  private async isSkipped(path: string): Promise<boolean> {
    const found = this.skipped.size > 0 ? await identity(path) : undefined;
    return found !== undefined && this.skipped.has(found);
  }

  /** Describes an entry. The data folder and its databases are left alone: only SQLite may open these. */
  private async look({ isFolder, why, ...found }: Listed): Promise<Described | Other> {
    if (why) return { ...found, why };
    if (await this.own.is(found.path)) return { ...found, why: 'other_own' };
    return isFolder ? { kind: undefined, found } : described(found);
  }

  /** A link that was chosen itself is refused during the import, unless its target was found too. */
  private add({ kind, found, inner = [] }: Described, real: string): void {
    for (const one of inner) this.audio.set(one.path, one);
    if (!kind) {
      this.others.set(real, { ...found, why: found.path === real ? otherKind(found.name) : 'other_link' });
      return;
    }
    const known = this[kind].get(real);
    if (!known) this[kind].set(real, found);
    else if (known.path !== real && found.path === real) Object.assign(known, found);
  }
}

const transcripts = new Set(['.vtt', '.srt']);
const otherKind = (name: string) => (transcripts.has(extname(name).toLowerCase()) ? 'other_transcript' : 'other_kind');

/** A folder that is no longer where it was listed. */
class Replaced extends Error {}

type Entry = { isFolder: boolean; why: Other['why'] | undefined };
type Listed = Found & Entry;

async function namesIn(folder: string): Promise<(Entry & { name: string })[]> {
  const names: (Entry & { name: string })[] = [];
  for await (const entry of await opendir(folder)) {
    names.push({ name: entry.name, isFolder: entry.isDirectory(), why: whyLeftAlone(entry) });
  }
  return names.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function whyLeftAlone(entry: Dirent): Other['why'] | undefined {
  if (entry.isSymbolicLink()) return 'other_link';
  if (entry.name.startsWith('.')) return 'other_hidden';
  return entry.isDirectory() || entry.isFile() ? undefined : 'other_device';
}

const isFromSystem = (cause: unknown) => cause instanceof Error && 'syscall' in cause;

/** `inner`: the recordings in a vCon. */
type Described = { kind: 'audio' | 'records' | undefined; found: Found; inner?: Found[] };

async function described({ path, name }: Found): Promise<Described> {
  const extension = extname(name).toLowerCase();
  const kind = recordFiles.has(extension)
    ? 'records'
    : audioFiles.has(extension) || (await looksLikeAudio(path, extension === ''))
      ? 'audio'
      : undefined;
  const size = await lstat(path).then(
    (known) => (known.isFile() ? known.size : 0),
    () => 0,
  );
  const paths = kind === 'records' ? await recordingsWithin(path) : [];
  const inner = paths.map((one) => ({
    path: one,
    name: name + one.slice(path.length),
    size: Math.floor(size / paths.length),
  }));
  return { kind, found: { path, name, size }, ...(inner.length > 0 && { inner }) };
}

/** How files begin that are sound, and those that are sound unless their name says that they are pictures or films. */
const sounds = /^(R(IFF|F64).{4}WAVE|ID3|OggS|fLaC|\.snd|#!AMR|riff)/s;
const isContainer = (head: string) => head.startsWith('ftyp', 4) || head.startsWith('\u001aE\u00df\u00a3');

async function looksLikeAudio(path: string, isUnnamed: boolean): Promise<boolean> {
  const source = await fileSource(path).catch(() => undefined);
  if (!source) return false;
  try {
    const head = await source.read(0, 12);
    const text = head.toString('latin1');
    if (sounds.test(text) || (isUnnamed && isContainer(text))) return true;
    return frameHeader(head, 0) !== undefined && (await firstFrame(source, 0))?.position === 0;
  } catch (cause) {
    // A file that another program has locked says nothing of the folder that it is in.
    if (isFromSystem(cause)) return false;
    throw cause;
  } finally {
    await source.close();
  }
}
