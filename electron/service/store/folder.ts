import { accessSync, closeSync, constants, mkdirSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';

/** Thrown when a folder cannot be a data folder; its message says why. Nothing was changed in it. */
export class FolderUnusable extends Error {}

/** What may lie in an empty folder: the window's own settings, and what systems put there unasked. */
const harmless = new Set(['window', '.DS_Store', 'desktop.ini', 'Thumbs.db', 'lost+found']);
const databaseHead = Buffer.from('SQLite format 3\0');

/** Refuses a folder that cannot be written to, or is neither missing nor empty nor an archive. Changes nothing. */
export function checkFolder(folder: string): void {
  const entries = onFolder(folder, () => {
    const names = readdirSync(folder);
    accessSync(folder, constants.W_OK | constants.X_OK);
    return names;
  });
  if (entries === undefined || entries.every((name) => harmless.has(name)) || isArchive(folder, entries)) return;
  throw new FolderUnusable(`${folder} is not empty and holds no archive of Earshot. Choose an empty folder.`);
}

/** Makes a folder for its owner alone, unless it is there. Throws FolderUnusable when it cannot be written to. */
export function makeFolder(folder: string): void {
  onFolder(folder, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
  });
}

/** Does something with a folder; undefined when it is missing. What the system refuses is said in words. */
export function onFolder<T>(folder: string, work: () => T): T | undefined {
  try {
    return work();
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new FolderUnusable(`${folder} ${inWords[code] ?? `cannot be used: ${message}`}`, { cause });
  }
}

const inWords: Record<string, string> = {
  EROFS: 'cannot be written to: it lies on a read-only disk.',
  EACCES: 'cannot be used: access to it is denied.',
  EPERM: 'cannot be used: access to it is denied.',
  ENOTDIR: 'is not a folder.',
  EEXIST: 'is not a folder.',
  ENOSPC: 'cannot be made: the disk is full.',
};

/** A database that was copied here, as from a backup, has no lock beside it yet. */
function isArchive(folder: string, entries: string[]): boolean {
  return entries.includes('owner.lock') || (entries.includes('earshot.db') && isDatabase(join(folder, 'earshot.db')));
}

function isDatabase(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(databaseHead.length);
    readSync(file, head, 0, head.length, 0);
    return head.equals(databaseHead);
  } finally {
    closeSync(file);
  }
}
