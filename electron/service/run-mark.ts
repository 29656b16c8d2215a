import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDiskFull } from './disk';
import { databaseFile, logFile } from './store/database-file';

/**
 * How the last run on a data folder ended, kept as files in it: `running` while a run lasts, `closing` while it ends,
 * and afterwards `closed`, which says what database it left.
 */
export class RunMark {
  /** The last run was cut off, or the database is another than it left. Looked up before the database is opened. */
  readonly isSuspect: boolean;

  constructor(private readonly folder: string) {
    const isCutOff = existsSync(this.at('running')) || existsSync(this.at('closing'));
    this.isSuspect = isCutOff || this.left() !== this.database();
  }

  begin(): void {
    // First, since a missing `closed` is enough to make the folder suspect when there is no room for the rest.
    rmSync(this.at('closed'), { force: true });
    rmSync(this.at('closing'), { force: true });
    this.write('running', '');
  }

  /** From here on, another start waits for the end. */
  closing(): void {
    if (existsSync(this.at('running'))) renameSync(this.at('running'), this.at('closing'));
  }

  /** After the database was closed. */
  end(): void {
    this.write('closed', this.database());
    rmSync(this.at('closing'), { force: true });
  }

  private left(): string {
    return existsSync(this.at('closed')) ? readFileSync(this.at('closed'), 'utf8') : '';
  }

  /** What the database is known by; a log beside it is part of it. Empty when there is none. */
  private database(): string {
    const known = [databaseFile, logFile].flatMap((name) => {
      const file = statSync(this.at(name), { bigint: true, throwIfNoEntry: false });
      return file ? [`${name} ${file.size} ${file.mtimeNs}`] : [];
    });
    return known.join('\n');
  }

  private write(name: string, content: string): void {
    try {
      writeFileSync(this.at(name), content, { mode: 0o600 });
    } catch (cause) {
      if (!isDiskFull(cause)) throw cause;
    }
  }

  private at(name: string): string {
    return join(this.folder, name);
  }
}
