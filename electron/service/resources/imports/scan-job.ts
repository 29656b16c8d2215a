import { lstat, opendir, realpath, stat } from 'node:fs/promises';
import { basename, extname, join, relative } from 'node:path';
import { reason } from '@shared/reasons/reasons';
import { fileSource } from '../../audio/byte-source';
import { firstFrame, frameHeader } from '../../audio/mp3';
import { task } from '../../jobs/task';
import { Refusal } from '../../refusal';
import { type OwnFolder, ownFolder } from '../../store/own-folder';

const recordFiles = new Set(['.csv', '.json']);
const audioFiles = new Set(
  '.wav .wave .mp3 .ogg .oga .opus .flac .m4a .mp4 .aac .wma .amr .gsm .au .aif .aiff .webm .ulaw .alaw .sln'.split(
    ' ',
  ),
);

/** A file by its real path; `name` is for display, `size` in bytes, 0 if it could not be read. */
export type Found = { path: string; name: string; size: number };
export type Scan = { audio: Found[]; records: Found[] };

/** The refusal when the chosen paths no longer exist. */
export const sourceGone = () => new Refusal('NotFound', reason('source_gone'));

/** The refusal when everything chosen is in the data folder. */
export const inDataFolder = () => new Refusal('InvalidRecord', reason('own_data_folder'));

const describedAtOnce = 64;

type Chosen = { paths: string[]; dataFolder: string };
export const scanPaths = task('imports.scan', (chosen: Chosen, alive) => scan(chosen, alive));

/**
 * Walks files and folders for audio, recognised by name or content, and for files that may hold call records. A file
 * that was chosen twice, with its folder or through a link, is listed once. Skips the data folder. Refused when none of
 * the chosen paths exists, or all of them are in the data folder.
 */
export async function scan({ paths, dataFolder }: Chosen, alive: () => void): Promise<Scan> {
  const walk = new Walk(await ownFolder(dataFolder), alive);
  for (const path of paths) await walk.choose(path);
  if (paths.length > 0 && walk.gone.length === paths.length) throw sourceGone();
  if (walk.inside.length > 0 && walk.gone.length + walk.inside.length === paths.length) throw inDataFolder();
  return { audio: [...walk.audio.values(), ...walk.gone, ...walk.inside], records: [...walk.records.values()] };
}

class Walk {
  readonly audio = new Map<string, Found>();
  readonly records = new Map<string, Found>();
  /** Chosen paths that no longer exist. If others remain, these are refused during the import. */
  readonly gone: Found[] = [];
  /** Chosen paths inside the data folder, which are refused the same way. */
  readonly inside: Found[] = [];

  constructor(
    private readonly own: OwnFolder,
    private readonly alive: () => void,
  ) {}

  async choose(path: string): Promise<void> {
    this.alive();
    const name = basename(path);
    const isFolder = await stat(path).then(
      (kind) => kind.isDirectory(),
      () => undefined,
    );
    if (isFolder === undefined) this.gone.push({ path, name, size: 0 });
    else if (await this.own.holds(path)) this.inside.push({ path, name, size: 0 });
    else if (isFolder) await this.folder(await realpath(path), basename(path));
    else this.add(await described({ path, name, size: 0 }), await realpath(path));
  }

  /**
   * Adds the files below a folder, with names relative to `root`. A folder that cannot be read is refused like a file.
   */
  private async folder(folder: string, name: string, root = folder): Promise<void> {
    try {
      const entries = await namesIn(folder);
      for (let place = 0; place < entries.length; place += describedAtOnce) {
        this.alive();
        const some = entries.slice(place, place + describedAtOnce).map((entry) => {
          const path = join(folder, entry.name);
          return { path, name: relative(root, path), size: 0, isFolder: entry.isFolder };
        });
        const files = await Promise.all(some.map((one) => this.look(one)));
        for (const [n, { path, name, isFolder }] of some.entries()) {
          const file = files[n];
          if (!file) continue;
          if (isFolder) await this.folder(path, name, root);
          else this.add(file, path);
        }
      }
    } catch (cause) {
      if (!isFromSystem(cause)) throw cause;
      this.audio.set(folder, { path: folder, name, size: 0 });
    }
  }

  /** Describes an entry; undefined for the data folder and its databases, which only SQLite may open. */
  private async look(entry: Found & { isFolder: boolean }): Promise<Described | undefined> {
    if (await this.own.is(entry.path)) return undefined;
    return entry.isFolder ? { kind: undefined, found: entry } : described(entry);
  }

  /** A link that was chosen itself is refused during the import, unless its target was found too. */
  private add({ kind, found }: Described, real: string): void {
    if (!kind) return;
    const known = this[kind].get(real);
    if (!known) this[kind].set(real, found);
    else if (known.path !== real && found.path === real) Object.assign(known, found);
  }
}

async function namesIn(folder: string): Promise<{ name: string; isFolder: boolean }[]> {
  const names: { name: string; isFolder: boolean }[] = [];
  for await (const entry of await opendir(folder)) {
    if (entry.name.startsWith('.') || !(entry.isDirectory() || entry.isFile())) continue;
    names.push({ name: entry.name, isFolder: entry.isDirectory() });
  }
  return names.sort((a, b) => (a.name < b.name ? -1 : 1));
}

const isFromSystem = (cause: unknown) => cause instanceof Error && 'syscall' in cause;

type Described = { kind: 'audio' | 'records' | undefined; found: Found };

async function described({ path, name }: Found): Promise<Described> {
  const extension = extname(name).toLowerCase();
  const kind = recordFiles.has(extension)
    ? 'records'
    : audioFiles.has(extension) || (await looksLikeAudio(path))
      ? 'audio'
      : undefined;
  const size = await lstat(path).then(
    (known) => (known.isFile() ? known.size : 0),
    () => 0,
  );
  return { kind, found: { path, name, size } };
}

async function looksLikeAudio(path: string): Promise<boolean> {
  const source = await fileSource(path).catch(() => undefined);
  if (!source) return false;
  try {
    const head = await source.read(0, 12);
    if (/^(RIFF.{4}WAVE|ID3)/s.test(head.toString('latin1'))) return true;
    return frameHeader(head, 0) !== undefined && (await firstFrame(source, 0))?.position === 0;
  } finally {
    await source.close();
  }
}
