import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** The clone this script belongs to. */
export const root = resolve(import.meta.dirname, '../..');

/**
 * The folder for results of set-up that are expensive to make (an Electron, a compiled better-sqlite3). It is outside
 * the clone, so that clones share it and `npm ci` does not delete it. It may be deleted at any time.
 */
export const cache = join(cacheHome(), 'earshot');

/** `linux-x64`: part of the name of every binary in the cache. */
export const platform = `${process.platform}-${process.arch}`;

/** A path below the clone. */
export const inRoot = (...parts) => join(root, ...parts);

/** A path below node_modules. */
export const inModules = (...parts) => join(root, 'node_modules', ...parts);

/** A parsed JSON file. Throws when it is missing. */
export const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

function cacheHome() {
  if (process.env.XDG_CACHE_HOME) return process.env.XDG_CACHE_HOME;
  if (process.platform === 'win32') return process.env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  return join(homedir(), '.cache');
}
