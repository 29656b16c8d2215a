import { appendFileSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '../service/error-code';

/** The folder of the log: the system's folder for logs of a user. */
export function logFolder(): string {
  const { XDG_STATE_HOME, LOCALAPPDATA } = process.env;
  if (process.platform === 'win32') return join(LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'Earshot', 'log');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Logs', 'Earshot');
  return join(XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'earshot', 'log');
}

const mostBytes = 5 * 1024 * 1024;
const files = 5;
/** The files of the log, the newest first. */
export const logNames = Array.from({ length: files }, (_, n) => (n === 0 ? 'earshot.log' : `earshot.${n}.log`));

/**
 * The log in files that only their user can read: five of at most 5 MiB. A line that cannot be written, such as on a full
 * disk, is left out: nothing must fail because of the log.
 */
export class LogFile {
  private size: number | undefined;

  constructor(private readonly folder = logFolder()) {}

  write(text: string): void {
    try {
      this.size ??= this.open();
      if (this.size + text.length > mostBytes && this.size > 0) this.rotate();
      appendFileSync(this.path(0), text, { mode: 0o600 });
      this.size += text.length;
    } catch {
      this.size = undefined;
    }
  }

  private path = (place: number) => join(this.folder, logNames[place] ?? '');

  private open(): number {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    try {
      return statSync(this.path(0)).size;
    } catch (cause) {
      if (codeOf(cause) !== 'ENOENT') throw cause;
      return 0;
    }
  }

  private rotate(): void {
    rmSync(this.path(files - 1), { force: true });
    for (let place = files - 2; place >= 0; place -= 1) {
      try {
        renameSync(this.path(place), this.path(place + 1));
      } catch (cause) {
        if (codeOf(cause) !== 'ENOENT') throw cause;
      }
    }
    this.size = 0;
  }
}
