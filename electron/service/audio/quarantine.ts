import { access, mkdir, opendir, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { soon } from '../durable';
import { type Folders, forms, quarantineFolder, temporaryFolder } from './folders';

/** Committed files that the database does not know. They keep their path, under a separate folder. */
export type Quarantine = {
  /**
   * Moves files for which `known` returns false into the quarantine, and files for which it returns true back out of
   * it, since a database may be exchanged for an older or a newer one. The only files it deletes are peaks whose
   * recording does not exist. Runs at start, before anything is written.
   */
  separate(known: (path: string) => Promise<boolean>): Promise<void>;
  /** The recordings in quarantine, sorted by their original path. */
  quarantined(): Promise<Quarantined[]>;
  /** The path that opens and removes a file in quarantine. */
  inQuarantine(path: string): string;
  /** Moves a file back to its place. The move is durable once this returns. */
  release(path: string): Promise<void>;
  /** Moves a file into the quarantine. */
  setAside(path: string): Promise<void>;
};

/** `size` of the container in bytes. */
export type Quarantined = { path: string; size: number };

const drawing = '.peaks';
const recordingOf = (path: string) => path.replace(/\.[a-z]+$/, '.cra');

export function quarantine(folders: Folders): Quarantine {
  const inQuarantine = (path: string) => `${quarantineFolder}/${path}`;

  /** Without syncing: after a power cut, the file is in one place or the other. */
  async function setAside(path: string): Promise<void> {
    const base = await folders.root();
    const to = join(base, inQuarantine(path));
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    await soon(() => rename(join(base, path), to));
  }

  async function release(path: string): Promise<void> {
    await folders.move(join(await folders.root(), inQuarantine(path)), path);
  }

  return {
    inQuarantine,
    release,
    setAside,
    async separate(known) {
      const base = await folders.root();
      const unknown: string[] = [];
      for await (const path of filesBelow(base, [temporaryFolder, quarantineFolder])) {
        if (forms.committed.test(path) && !(await known(path))) unknown.push(path);
      }
      // Recordings first, because the peaks follow their recording.
      for (const path of unknown.filter((one) => !one.endsWith(drawing))) await setAside(path);
      for (const path of unknown.filter((one) => one.endsWith(drawing))) {
        if (await exists(join(base, inQuarantine(recordingOf(path))))) await setAside(path);
        else await soon(() => unlink(join(base, path)));
      }
      for await (const path of filesBelow(join(base, quarantineFolder))) {
        const isOurs = forms.committed.test(path) && (await known(path));
        if (isOurs && !(await exists(join(base, path)))) await release(path);
      }
    },
    async quarantined() {
      const found: Quarantined[] = [];
      const base = join(await folders.root(), quarantineFolder);
      for await (const path of filesBelow(base)) {
        if (!forms.committed.test(path) || path.endsWith(drawing)) continue;
        found.push({ path, size: (await stat(join(base, path))).size });
      }
      return found.sort((a, b) => (a.path < b.path ? -1 : 1));
    },
  };
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Files below `root`, as relative paths with `/`; none when the folder does not exist. */
async function* filesBelow(root: string, without: string[] = [], folder = root): AsyncGenerator<string> {
  if (!(await exists(folder))) return;
  for await (const entry of await opendir(folder)) {
    const full = join(folder, entry.name);
    const path = relative(root, full).replaceAll(sep, '/');
    if (entry.isFile()) yield path;
    else if (entry.isDirectory() && !without.includes(path)) yield* filesBelow(root, without, full);
  }
}
