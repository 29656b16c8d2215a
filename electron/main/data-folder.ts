import { homedir } from 'node:os';
import { join } from 'node:path';

/** The default folder of the archive: the system's folder for user data. */
export function defaultDataFolder(): string {
  const { XDG_DATA_HOME, APPDATA } = process.env;
  if (process.platform === 'win32') return join(APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Earshot', 'archive');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Earshot', 'archive');
  return join(XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'earshot');
}
