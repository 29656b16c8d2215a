import { realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { databaseFile, indexFile, logFile } from './database-file';

/** Files that SQLite holds locks on while this process runs. */
const locked = ['owner.lock', databaseFile, logFile, indexFile];

/** The data folder of this process, for code that reads files chosen by a user. */
export type OwnFolder = {
  /** Whether `path` is the data folder itself or one of its databases, under any name. */
  is(path: string): Promise<boolean>;
  /**
   * Whether `path` is the data folder, is inside it, or is one of its databases. False when the path does not exist.
   */
  holds(path: string): Promise<boolean>;
};

/**
 * Recognises the data folder and its databases by device and inode, since links and mounts lead to them under other
 * names. A process that closes any descriptor of a file drops all its locks on the file (POSIX;
 * sqlite.org/howtocorrupt.html, section 2.2), so only SQLite may open these files.
 */
export async function ownFolder(dataFolder: string): Promise<OwnFolder> {
  const own = [dataFolder, ...locked.map((name) => join(dataFolder, name))];
  const identities = await identitiesOf(own);

  async function is(path: string): Promise<boolean> {
    const found = await identity(path);
    return found !== undefined && identities.has(found);
  }

  return {
    is,
    async holds(path) {
      const real = await realpath(path).catch(() => undefined);
      for (let at = real; at !== undefined; at = dirname(at) === at ? undefined : dirname(at)) {
        if (await is(at)) return true;
      }
      return false;
    },
  };
}

/** Those of these paths that are there, each as its device and inode. */
export async function identitiesOf(paths: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await Promise.all(paths.map(identity))).filter((found) => found !== undefined));
}

/** The device and inode of a path; undefined when it is not there. Big integers: on Windows an inode does not fit a double. */
export async function identity(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found && `${found.dev}:${found.ino}`;
}
