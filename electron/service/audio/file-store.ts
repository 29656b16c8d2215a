import { randomUUID } from 'node:crypto';
import { open, readdir, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { insufficientStorage, isDiskFull, mustHaveRoom } from '../disk';
import { soon } from '../durable';
import { viewOf } from '../secret';
import { type ByteSource, fileSource, lively } from './byte-source';
import { openContainer, plainSource } from './container/reader';
import { Folders, forms, isMissing, temporaryFolder } from './folders';
import { type Quarantine, quarantine } from './quarantine';

/** A file that is being written into the archive. */
export type NewFile = {
  /** The name of the file; a side file has the same one. */
  readonly uuid: string;
  /** Its path until it is committed, relative to the root. Keep the path, to find the file after a crash. */
  readonly temporaryPath: string;
  /** Its path once it is committed: `yyyy/mm/dd/<uuid><suffix>`, by the UTC date of its call. */
  readonly path: string;
  write(bytes: Buffer): Promise<void>;
  /** Makes the written bytes survive a power cut. */
  sync(): Promise<void>;
  /** Moves the file durably to its path, and returns that. */
  commit(): Promise<string>;
  /** Closes the file and leaves it at its temporary path. */
  leave(): Promise<void>;
  /** Removes the file, unless it is committed. */
  abort(): Promise<void>;
};

/** A file to create: when its call began, its name, and the space that it takes. */
type Creating = { setupMs: number; uuid?: string; suffix?: string; lengthBytes?: number; essential?: true };

/** The encrypted files of an archive. Every path is relative to its root, with `/`. */
export type FileStore = Quarantine & {
  /**
   * Creates a file with owner-only access. A side file has the `uuid` of its file and another `suffix`. Refused with
   * InsufficientStorage when there is no space for `lengthBytes` in addition to the space kept for the database. The
   * steps of the new file are also refused when the disk is full. An essential file may use the space kept for the
   * database.
   */
  create(file: Creating): Promise<NewFile>;
  /** Refused with InsufficientStorage when there is no space for `bytes` in addition to the space kept for the database. */
  mustHaveRoom(bytes: number): Promise<void>;
  /** Refused with NotFound when it is missing, with IntegrityError when the path does not belong to the archive. */
  open(path: string): Promise<ByteSource>;
  /** Removes a file, which may already be missing. */
  remove(path: string): Promise<void>;
  /** Removes what remains of a file whose writer failed or was interrupted, at any step. */
  discard(file: { uuid: string; suffix?: string; setupMs: number }): Promise<void>;
  /** Removes the temporary files for which `known` returns false. At start, before anything is written. */
  emptyTemporary(known: (path: string) => Promise<boolean>): Promise<void>;
};

/** The file store in the folder `root`, which is created if missing. Folders have mode 0700, files 0600. */
export function fileStore(root: string): FileStore {
  const folders = new Folders(root);
  const remove = async (path: string) => {
    try {
      const full = await folders.locate(path);
      await soon(() => unlink(full));
    } catch (cause) {
      if (!isMissing(cause)) throw cause;
    }
  };

  return {
    async create({ setupMs, uuid = randomUUID(), suffix = '.cra', lengthBytes = 0, essential }) {
      if (!essential) mustHaveRoom(await folders.root(), lengthBytes);
      return refusingFullDisk(folders, () => newFile(folders, { setupMs, uuid, suffix }));
    },
    mustHaveRoom: async (bytes) => mustHaveRoom(await folders.root(), bytes),
    open: async (path) => fileSource(await folders.locate(path)),
    remove,
    async discard({ uuid, suffix = '.cra', setupMs }) {
      await remove(`${temporaryFolder}/${uuid}${suffix}`);
      await remove(dayPath({ setupMs, uuid, suffix }));
    },
    async emptyTemporary(known) {
      const base = await folders.root();
      for (const name of await readdir(join(base, temporaryFolder))) {
        const path = `${temporaryFolder}/${name}`;
        if (forms.temporary.test(path) && !(await known(path))) await soon(() => unlink(join(base, path)));
      }
    },
    ...quarantine(folders),
  };
}

const archives = new Map<string, FileStore>();

/** The store of an archive in a job thread. One for each, because a store remembers which folders are durable. */
export function archiveAt(root: string): FileStore {
  const known = archives.get(root) ?? fileStore(root);
  archives.set(root, known);
  return known;
}

/** A stored file, and the key that opens it, as a job gets them. `tag`: the MAC of its header, in Base64. */
export type LockedFile = { archive: string; path: string; tag: string; data_key: Uint8Array };

/**
 * Works in a job thread with the plain bytes of a stored file; each read calls `alive`. The key that was sent is zeroed.
 * Refused with IntegrityError when the file is damaged or another one.
 */
export async function withPlain<T>(
  { archive, path, tag, data_key }: LockedFile,
  alive: () => void,
  work: (source: ByteSource) => Promise<T>,
): Promise<T> {
  const dataKey = viewOf(data_key);
  try {
    const container = await openContainer(await archiveAt(archive).open(path), dataKey, Buffer.from(tag, 'base64'));
    try {
      return await work(lively(plainSource(container), alive));
    } finally {
      await container.close();
    }
  } finally {
    dataKey.fill(0);
  }
}

type Named = { setupMs: number; uuid: string; suffix: string };

/** The path of a recording below the folder of audio, by the day of its call in UTC. */
export const dayPath = ({ setupMs, uuid, suffix }: Named) =>
  `${new Date(setupMs).toISOString().slice(0, 10).replaceAll('-', '/')}/${uuid}${suffix}`;

async function newFile(folders: Folders, { setupMs, uuid, suffix }: Named): Promise<NewFile> {
  const path = dayPath({ setupMs, uuid, suffix });
  const temporaryPath = `${temporaryFolder}/${uuid}${suffix}`;
  const place = await folders.locate(temporaryPath);
  const file = await open(place, 'wx', 0o600);
  let isCommitted = false;
  const step = <T>(work: () => Promise<T>) => refusingFullDisk(folders, work);
  return {
    uuid,
    temporaryPath,
    path,
    write: (bytes) =>
      step(async () => {
        for (let done = 0; done < bytes.length; ) done += (await file.write(bytes, done)).bytesWritten;
      }),
    sync: () => step(() => file.sync()),
    async commit() {
      await step(async () => {
        await file.sync();
        await file.close();
        await folders.move(place, path);
      });
      isCommitted = true;
      return path;
    },
    leave: () => file.close(),
    async abort() {
      if (isCommitted) return;
      await file.close();
      await soon(() => rm(place, { force: true }));
    },
  };
}

/** A failure caused by a full disk becomes an InsufficientStorage refusal. */
async function refusingFullDisk<T>(folders: Folders, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw isDiskFull(cause) ? insufficientStorage(await folders.root()) : cause;
  }
}
