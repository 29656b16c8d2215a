import { dirname } from 'node:path';
import { reason } from '@shared/reasons/reasons';
import { codeOf } from '../error-code';
import { isRefusal, Refusal } from '../refusal';
import type { Connection } from './connection';
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

/** Reads the whole database, and throws what `isDamage` recognises. quick_check misses two fifths of what this finds. */
export function mustBeSound(db: Connection): void {
  const found = db.pragma('integrity_check(1)');
  if (found !== 'ok') throw Object.assign(new Error(String(found)), { code: 'SQLITE_CORRUPT' });
}

/** The refusal of a request that met damage in the database. */
export const databaseDamaged = () => new Refusal('IntegrityError', reason('database_damaged'));

/** Whether a request was refused because it met damage in the database. */
export const metDamage = (cause: unknown): boolean =>
  isRefusal(cause, 'IntegrityError') && cause.reason.code === 'database_damaged';
