import { accessSync, closeSync, constants, mkdirSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { FolderFault } from '@shared/ipc';
import { codeOf } from '../error-code';
import { databaseFile } from './database-file';

const faults: Record<FolderFault, string> = {
  foreign: 'is not empty and holds no archive of Earshot. Choose an empty folder.',
  read_only: 'cannot be written to: it lies on a read-only disk.',
  denied: 'cannot be used: access to it is denied.',
  not_a_folder: 'is not a folder.',
  full: 'cannot be made: the disk is full.',
  unknown: 'cannot be used',
};

/**
 * Thrown when a folder cannot be a data folder. The folder is not changed. The message is English; `fault` serves other
 * languages.
 */
export class FolderUnusable extends Error {
  readonly reason: string | undefined;
  constructor(
    readonly folder: string,
    readonly fault: FolderFault,
    cause?: Error,
  ) {
    const reason = fault === 'unknown' ? cause?.message : undefined;
    super(`${folder} ${faults[fault]}${reason === undefined ? '' : `: ${reason}`}`, { cause });
    this.reason = reason;
  }
}

/** Entries that an empty folder may contain: the window's own settings and files that systems create unasked. */
const harmless = new Set(['window', '.DS_Store', 'desktop.ini', 'Thumbs.db', 'lost+found']);
const databaseHead = Buffer.from('SQLite format 3\0');

/** Refuses a folder that is not writable, or that is neither missing, nor empty, nor an archive. Changes nothing. */
export function checkFolder(folder: string): void {
  const entries = onFolder(folder, () => {
    const names = readdirSync(folder);
    accessSync(folder, constants.W_OK | constants.X_OK);
    return names;
  });
  if (entries === undefined || entries.every((name) => harmless.has(name)) || isArchive(folder, entries)) return;
  throw new FolderUnusable(folder, 'foreign');
}

/** Creates a folder with owner-only access if it is missing. Throws FolderUnusable when it is not writable. */
export function makeFolder(folder: string): void {
  onFolder(folder, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
  });
}

/**
 * Runs `work` on a folder; undefined when the folder is missing. Turns a system error into a FolderUnusable with a
 * readable message.
 */
export function onFolder<T>(folder: string, work: () => T): T | undefined {
  try {
    return work();
  } catch (cause) {
    const code = codeOf(cause) ?? '';
    if (code === 'ENOENT') return undefined;
    throw new FolderUnusable(folder, faultOf[code] ?? 'unknown', cause as Error);
  }
}

const faultOf: Record<string, FolderFault> = {
  EROFS: 'read_only',
  EACCES: 'denied',
  EPERM: 'denied',
  ENOTDIR: 'not_a_folder',
  EEXIST: 'not_a_folder',
  ENOSPC: 'full',
};

/** A database that was copied here, for example from a backup, has no lock file next to it yet. */
function isArchive(folder: string, entries: string[]): boolean {
  return entries.includes('owner.lock') || (entries.includes(databaseFile) && isDatabase(join(folder, databaseFile)));
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
