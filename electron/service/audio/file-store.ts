import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, realpath, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freeBytes, insufficientStorage, isDiskFull } from '../disk';
import { Refusal } from '../refusal';
import { type ByteSource, fileSource } from './byte-source';

/** A file on its way into the archive. */
export interface NewFile {
  /** Names the file; a side file is created with the same one. */
  readonly uuid: string;
  /** Where it lies until it is committed, relative to the root. Whoever wants it back after a crash keeps this. */
  readonly temporaryPath: string;
  write(bytes: Buffer): Promise<void>;
  /** Makes what was written survive a power cut. */
  sync(): Promise<void>;
  /** Moves it to `yyyy/mm/dd/<uuid><suffix>` by the UTC date of `setupMs`, durably; returns that path. */
  commit(setupMs: number): Promise<string>;
  /** Removes it. Does nothing once it is committed. */
  abort(): Promise<void>;
}

/** The encrypted files of an archive. Every path is relative to its root, with `/`. */
export interface FileStore {
  /**
   * A new file, readable by its owner alone; a side file by the `uuid` of its file and another `suffix`. Refused with
   * InsufficientStorage when there is no room for `lengthBytes` beside what the database needs; so is every step of a
   * file for which there is no room.
   */
  create(options?: { uuid?: string; suffix?: string; lengthBytes?: number }): Promise<NewFile>;
  /** Refused with NotFound when it is missing, with IntegrityError when the path does not belong to the archive. */
  open(path: string): Promise<ByteSource>;
  /** Removes a file; that it is already gone is no error. */
  remove(path: string): Promise<void>;
  /** Removes what is left of a file whose writer was cut off, or failed: wherever it had come to. */
  discard(file: { uuid: string; suffix?: string; setupMs: number }): Promise<void>;
  /**
   * At start, before anything is written: removes the temporary files, and lists the others of which `known` says no.
   * With `removeOrphans` these go too; with `since` (ms) days to which nothing was added from then on are passed over.
   * Not to be used with a database that may be older than the files.
   */
  sweep(known: (path: string) => boolean, options?: { removeOrphans?: boolean; since?: number }): Promise<Swept>;
}

/** `temporary` counts removed files; `orphans` are paths. */
export type Swept = { temporary: number; orphans: string[] };

const temporaryFolder = 'tmp';
const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const suffixPattern = '\\.[a-z]{1,12}';
const committed = new RegExp(`^\\d{4}/\\d{2}/\\d{2}/${uuidPattern}${suffixPattern}$`);
const temporary = new RegExp(`^${temporaryFolder}/${uuidPattern}${suffixPattern}$`);
// Antivirus programs on Windows hold new files open for a moment (security.md 1, write-file-atomic).
/** Room that audio leaves to the database, so that sign-ins and the audit log go on. */
const keptFreeBytes = 16 * 1024 * 1024;
const renameAttempts = 10;
const longestPauseMs = 1000;

/** The file store in the folder `root`, which is made when missing. Folders 0700, files 0600. */
export function fileStore(root: string): FileStore {
  const folders = new Folders(root);
  const remove = async (path: string) => {
    try {
      await unlink(await folders.locate(path));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  };

  return {
    async create({ uuid = randomUUID(), suffix = '.cra', lengthBytes = 0 } = {}) {
      const needed = lengthBytes + keptFreeBytes;
      if (freeBytes(await folders.root()) < needed) throw insufficientStorage(await folders.root(), needed);
      return refusingFullDisk(folders, () => newFile(folders, uuid, suffix));
    },
    open: async (path) => fileSource(await folders.locate(path)),
    remove,
    async discard({ uuid, suffix = '.cra', setupMs }) {
      await remove(`${temporaryFolder}/${uuid}${suffix}`);
      await remove(dayPath(uuid, suffix, setupMs));
    },
    async sweep(known, { removeOrphans = false, since = 0 } = {}) {
      const swept: Swept = { temporary: 0, orphans: [] };
      const base = await folders.root();
      for await (const path of filesBelow(base, base, since)) {
        if (known(path)) continue;
        if (temporary.test(path)) swept.temporary += 1;
        else if (committed.test(path)) swept.orphans.push(path);
        else continue;
        if (removeOrphans || temporary.test(path)) await unlink(join(base, path));
      }
      return swept;
    },
  };
}

const isMissing = (error: unknown) =>
  ['ENOENT', 'ENOTDIR', 'NotFound'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Where the files lie, and which folders are known to be on disk. */
class Folders {
  private base: Promise<string> | undefined;
  private readonly durable = new Set<string>();

  constructor(private readonly given: string) {}

  /** The real path of the root. */
  root(): Promise<string> {
    this.base ??= mkdir(join(this.given, temporaryFolder), folderMode).then(() => realpath(this.given));
    return this.base;
  }

  /** The full path of `path`. Refused when it has another form than we give it, or a link leads elsewhere. */
  async locate(path: string): Promise<string> {
    if (!committed.test(path) && !temporary.test(path)) throw outside();
    const full = join(await this.root(), path);
    if ((await this.realFolder(full)) !== dirname(full)) throw outside();
    return full;
  }

  /** Moves a file to its day; it is there after a power cut once this returns. */
  async move(from: string, path: string): Promise<void> {
    const root = await this.root();
    const full = join(root, path);
    const folder = dirname(full);
    await mkdir(folder, folderMode);
    await this.locate(path);
    await renameSoon(from, full);
    try {
      await this.sync(folder, root);
    } catch (error) {
      await unlink(full);
      throw error;
    }
  }

  private async sync(folder: string, root: string): Promise<void> {
    await syncFolder(folder);
    if (this.durable.has(folder)) return;
    // Whether just made, or by a commit that is still under way: the folders above must last as well.
    for (let above = dirname(folder); above.length >= root.length; above = dirname(above)) await syncFolder(above);
    this.durable.add(folder);
  }

  private async realFolder(full: string): Promise<string> {
    try {
      return await realpath(dirname(full));
    } catch (error) {
      if (isMissing(error)) throw new Refusal('NotFound', 'The file of this recording is missing.', {}, 'FILE_MISSING');
      throw error;
    }
  }
}

const folderMode = { recursive: true, mode: 0o700 };

const outside = () =>
  new Refusal('IntegrityError', 'The place of this file is not in the archive.', {}, 'PATH_OUTSIDE');

const dayPath = (uuid: string, suffix: string, setupMs: number) =>
  `${new Date(setupMs).toISOString().slice(0, 10).replaceAll('-', '/')}/${uuid}${suffix}`;

async function newFile(folders: Folders, uuid: string, suffix: string): Promise<NewFile> {
  const temporaryPath = `${temporaryFolder}/${uuid}${suffix}`;
  const place = await folders.locate(temporaryPath);
  const file = await open(place, 'wx', 0o600);
  let isCommitted = false;
  const step = <T>(work: () => Promise<T>) => refusingFullDisk(folders, work);
  return {
    uuid,
    temporaryPath,
    write: (bytes) =>
      step(async () => {
        for (let done = 0; done < bytes.length; ) done += (await file.write(bytes, done)).bytesWritten;
      }),
    sync: () => step(() => file.sync()),
    async commit(setupMs) {
      const path = dayPath(uuid, suffix, setupMs);
      await step(async () => {
        await file.sync();
        await file.close();
        await folders.move(place, path);
      });
      isCommitted = true;
      return path;
    },
    async abort() {
      if (isCommitted) return;
      await file.close();
      // It may have been moved already, and what came after that failed.
      await rm(place, { force: true });
    },
  };
}

/** What fails for want of room is refused with InsufficientStorage. */
async function refusingFullDisk<T>(folders: Folders, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw isDiskFull(cause) ? insufficientStorage(await folders.root()) : cause;
  }
}

async function renameSoon(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await rename(from, to);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (attempt === renameAttempts || !['EPERM', 'EACCES', 'EBUSY'].includes(code)) throw error;
      await pause(Math.min(longestPauseMs, 10 * 2 ** attempt));
    }
  }
}

/** A rename or a new folder lasts only when the folder that holds it is on disk. */
async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder, and keeps a journal by itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

const dayFolder = /^\d{4}\/\d{2}\/\d{2}$/;

async function* filesBelow(folder: string, root: string, since: number): AsyncGenerator<string> {
  for await (const entry of await opendir(folder)) {
    const full = join(folder, entry.name);
    const path = relative(root, full).replaceAll(sep, '/');
    if (entry.isFile()) yield path;
    else if (entry.isDirectory() && !(dayFolder.test(path) && (await stat(full)).mtimeMs < since))
      yield* filesBelow(full, root, since);
  }
}
