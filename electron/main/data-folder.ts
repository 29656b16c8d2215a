import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where an archive lies unless told otherwise: the system's place for a person's own data. */
export function defaultDataFolder(): string {
  const { XDG_DATA_HOME, APPDATA } = process.env;
  if (process.platform === 'win32') return join(APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Earshot', 'archive');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Earshot', 'archive');
  return join(XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'earshot');
}
