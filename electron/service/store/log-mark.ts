import { randomInt } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDiskFull } from '../disk';
import type { Connection } from './connection';
import { databaseFile, indexFile, logFile } from './database-file';
import { onFolder } from './folder';

/** The offset of application_id in the header of a database (sqlite.org/fileformat2.html, section 1.3). */
const markPlace = 68;

/** Thrown when the log next to the database belongs to another database. */
export class ForeignLog extends Error {
  constructor(readonly folder: string) {
    super(
      `${join(folder, databaseFile)} is not the database that the log beside it, ${logFile}, belongs to. Opening the two together would destroy it, so nothing was changed. To use this database, move ${logFile} and ${indexFile} out of the folder, then start Earshot again.`,
    );
  }
}

/**
 * Ties the write-ahead log to its database. SQLite replays any log next to a database, even when an older database was
 * copied over the one that the log belongs to. Therefore each start gives the database a new random mark, its
 * application_id, and the file `log-of` lists the marks that the owner of the log may have. A backup made by Earshot
 * has no mark, so no log matches it.
 */
export class LogMark {
  private readonly path: string;

  constructor(private readonly folder: string) {
    this.path = join(folder, 'log-of');
  }

  /** Throws ForeignLog. Must run before SQLite opens the database, because opening it replays the log. */
  check(): void {
    const owners = this.owners();
    if (owners.length > 0 && this.hasLog() && !owners.includes(this.mark())) throw new ForeignLog(this.folder);
  }

  /**
   * Gives the open database a new mark. Until the mark is checkpointed from the log, the file may still have an earlier
   * mark.
   */
  renew(db: Connection): void {
    const next = randomInt(1, 2 ** 31);
    this.write([...this.owners(), Number(db.pragma('application_id')), next]);
    db.pragma(`application_id = ${next}`);
  }

  /** Keeps only the mark of the closed database, unless a full disk has left a newer mark in the log. */
  settle(): void {
    if (!this.hasLog()) this.write([this.mark()]);
  }

  /** Empty before the first start, when there is no file. One that cannot be read must not turn the check off. */
  private owners(): number[] {
    const text = onFolder(this.folder, () => readFileSync(this.path, 'utf8')) ?? '';
    return text.split('\n').filter(Boolean).map(Number);
  }

  /**
   * Reads the file directly, because SQLite would also read the log. Only safe while this process has no connection
   * open.
   */
  private mark(): number {
    const mark = Buffer.alloc(4);
    if (!statSync(this.at(databaseFile), { throwIfNoEntry: false })) return 0;
    const file = openSync(this.at(databaseFile), 'r');
    try {
      readSync(file, mark, 0, mark.length, markPlace);
      return mark.readUInt32BE();
    } finally {
      closeSync(file);
    }
  }

  private hasLog(): boolean {
    return (statSync(this.at(logFile), { throwIfNoEntry: false })?.size ?? 0) > 0;
  }

  /** Reaches the disk before the mark does, so that a power cut between the two does not make the log look foreign. */
  private write(marks: number[]): void {
    try {
      writeFileSync(this.path, [...new Set(marks)].join('\n'), { mode: 0o600, flush: true });
    } catch (cause) {
      if (!isDiskFull(cause)) throw cause;
      rmSync(this.path, { force: true });
    }
  }

  private at(name: string): string {
    return join(this.folder, name);
  }
}
