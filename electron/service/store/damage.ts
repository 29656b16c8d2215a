import { dirname } from 'node:path';
import { codeOf } from '../error-code';
import { indexFile, logFile } from './database-file';

/** Thrown at start when SQLite finds the file damaged or not a database. The database and its log are not changed. */
export class DatabaseDamaged extends Error {
  readonly folder: string;
  constructor(path: string, fault: string) {
    super(
      `${path} is damaged or is not a database (${fault}). Nothing was changed. To continue, move it out of the folder, together with ${logFile} and ${indexFile} if they are there, and put a backup in its place.`,
    );
    this.folder = dirname(path);
  }
}

/** Whether SQLite failed because of the content of the file. */
export const isDamage = (cause: unknown): cause is Error => /^SQLITE_(NOTADB|CORRUPT)/.test(codeOf(cause) ?? '');
