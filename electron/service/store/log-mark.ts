import { randomInt } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDiskFull } from '../disk';
import type { Connection } from './connection';
import { databaseFile, indexFile, logFile } from './database-file';

/** Where the header of a database keeps its application_id (sqlite.org/fileformat2.html, section 1.3). */
const markPlace = 68;

/** Thrown when the log of another database lies beside the database. */
export class ForeignLog extends Error {
  constructor(folder: string) {
    super(
      `${join(folder, databaseFile)} is not the database that the log beside it, ${logFile}, belongs to. Opening the two together would destroy it, so nothing was changed. To use this database, move ${logFile} and ${indexFile} out of the folder, then start Earshot again.`,
    );
  }
}

/**
 * Ties the write-ahead log to its database. SQLite replays whatever log lies beside a database, even onto an older one
 * that was copied over the one that it belongs to. So each start gives the database a new random mark, its
 * application_id, and the file `log-of` names the marks that the owner of the log may have. A backup made by Earshot has
 * no mark: no log is ever its own.
 */
export class LogMark {
  private readonly path: string;

  constructor(private readonly folder: string) {
    this.path = join(folder, 'log-of');
  }

  /** Throws ForeignLog. Called before SQLite opens the database, since opening it replays the log. */
  check(): void {
    const owners = this.owners();
    if (owners.length > 0 && this.hasLog() && !owners.includes(this.mark())) throw new ForeignLog(this.folder);
  }

  /** Gives the open database a new mark. Until that has left the log, its file may still have one of those before. */
  renew(db: Connection): void {
    const next = randomInt(1, 2 ** 31);
    this.write([...this.owners(), Number(db.pragma('application_id')), next]);
    db.pragma(`application_id = ${next}`);
  }

  /** Keeps the mark that the closed database has, unless a full disk has kept a newer one in the log. */
  settle(): void {
    if (!this.hasLog()) this.write([this.mark()]);
  }

  private owners(): number[] {
    try {
      return readFileSync(this.path, 'utf8').split('\n').filter(Boolean).map(Number);
    } catch {
      return [];
    }
  }

  /** Read past SQLite, which would read the log as well: only while no connection of this process is open. */
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

  /** On disk before the mark is: a power cut between the two must not make the log look foreign. */
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
