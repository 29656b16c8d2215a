import { indexFile, logFile } from './database-file';

/** Thrown at start for a database that SQLite finds damaged, or that is none. The database and its log stay as they are. */
export class DatabaseDamaged extends Error {
  constructor(path: string, fault: string) {
    super(
      `${path} is damaged or is not a database (${fault}). Nothing was changed. To go on, move it out of the folder, together with ${logFile} and ${indexFile} if they are there, and put a backup in its place.`,
    );
  }
}

/** Whether SQLite failed because of what the file holds. */
export const isDamage = (cause: unknown): cause is Error =>
  cause instanceof Error && 'code' in cause && /^SQLITE_(NOTADB|CORRUPT)/.test(String(cause.code));
