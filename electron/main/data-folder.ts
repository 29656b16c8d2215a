import { homedir } from 'node:os';
import { join } from 'node:path';

/** The default folder of the archive: the system's folder for user data. */
export function defaultDataFolder(): string {
  const { XDG_DATA_HOME, APPDATA } = process.env;
  if (process.platform === 'win32') return join(APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Earshot', 'archive');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Earshot', 'archive');
  return join(XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'earshot');
}

const name = '--data-dir=';
/** The argument with which the window opens on a folder. */
export const folderArgument = (folder: string): string => `${name}${folder}`;
/** The folder among the arguments of a start, as it was given; undefined if there is none. */
export const folderIn = (args: readonly string[]): string | undefined =>
  args.find((argument) => argument.startsWith(name))?.slice(name.length);
