import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDiskFull } from './disk';
import { databaseFile, logFile } from './store/database-file';

/** Exists in a data folder whose database was found damaged: the next start checks it. */
export const damagedFile = 'damaged';

/**
 * Records how the last run on a data folder ended, as files in it: `running` during a run, `closing` while it ends, and
 * then `closed`, which identifies the database that the run left.
 */
export class RunMark {
  /**
   * The last run was interrupted or met damage, or the database was replaced since. Determined before the database is
   * opened.
   */
  readonly isSuspect: boolean;

  constructor(private readonly folder: string) {
    // The mark of an end that was cut off. Another start must not wait for it, and a start that fails must not lose it.
    if (existsSync(this.at('closing'))) renameSync(this.at('closing'), this.at('running'));
    this.isSuspect =
      ['running', damagedFile].some((name) => existsSync(this.at(name))) || this.left() !== this.database();
  }

  begin(): void {
    // Removed first: when the disk has no space for the other files, the missing `closed` still makes the folder
    // suspect.
    rmSync(this.at('closed'), { force: true });
    // The database was checked, and is sound: a backup has taken the place of the damaged one.
    rmSync(this.at(damagedFile), { force: true });
    this.write('running', '');
  }

  /** From now on, another start waits for the end of this run. */
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

  /** Identifies the database, including a log next to it. Empty when there is none. */
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
