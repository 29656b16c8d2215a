import { closeSync, openSync } from 'node:fs';
import { fold } from '@shared/fold';
import { numberKey } from '@shared/phone-number';
import { reason } from '@shared/reasons/reasons';
import { searchText } from '@shared/search-text';
import Database from 'better-sqlite3';
import { codeOf } from '../error-code';
import { pem } from '../pem';
import { Refusal } from '../refusal';
import { isoInZone, isoMicrosecondsInZone } from '../zones';

/** Older builds can corrupt a WAL database that has several connections (sqlite.org/wal.html#walresetbug). */
const oldestSafeSqlite = [3, 51, 3];
const callsBetweenClockReads = 8;
/** Of a backup: 4 MiB with pages of 4 KiB. */
const pagesAtOnce = 1_024;
/** More than the service uses, except for combinations of filters, which are unlimited. */
const maxStatements = 1_000;

/**
 * Creates the file of a database with owner-only access before SQLite creates it. The WAL inherits the mode. An
 * existing file is never opened, because closing it would drop the locks that this process may hold on it.
 */
export function ownFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (cause) {
    if (codeOf(cause) !== 'EEXIST') throw cause;
  }
}

/** The limit of the running statement: wall-clock time in ms, and a flag that another thread may set. */
export type Deadline = { at: number; cancelled?: Int32Array };

export type Connection = {
  /** Returns a prepared statement. The most recently used texts are not prepared again. */
  prepare<B extends unknown[] | object = unknown[], R = unknown>(
    sql: string,
  ): Database.Statement<B extends unknown[] ? B : [B], R>;
  exec(sql: string): void;
  pragma(text: string): unknown;
  transaction<T>(run: () => T): T;
  /** Throws once the work is cancelled or late, as `in_time` does: for work of many short statements. */
  refuseLate(): void;
  /** Sets the deadline that `in_time` obeys, for the statements that follow. */
  limit(deadline: Deadline | undefined): void;
  /**
   * Copies the database into a file, a part at a time, and calls `step` before each. Stops when that throws. Without a
   * transaction of its own, each write of another connection would restart the copy.
   */
  backup(path: string, step: () => void): Promise<void>;
  close(): void;
};

/**
 * Opens the database with the settings that all connections share. SQL functions: `in_time(column)` is always true and
 * throws after the deadline; `search_text(numbers, texts)` takes two JSON arrays and returns the searchable text;
 * `number_key(number)`; `fold(text)`; `iso_time(ms, zone)` and `iso_microseconds(ms, zone)`; `public_pem(spki)`.
 */
export function openConnection(path: string, { readonly = false } = {}): Connection {
  const db = new Database(path, { readonly });
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('fullfsync = ON');
  db.pragma('foreign_keys = ON');
  db.pragma('busy_timeout = 5000');
  db.pragma('trusted_schema = OFF');
  db.pragma('cell_size_check = ON');
  // What is deleted is overwritten, also in pages that are free.
  db.pragma('secure_delete = ON');
  db.pragma('mmap_size = 0');
  db.pragma('journal_size_limit = 67108864');
  db.pragma('cache_size = -32768');
  db.pragma('temp_store = MEMORY');
  refuseUnsafeSqlite(db.prepare<[], { version: string }>('SELECT sqlite_version() AS version').get()?.version ?? '');

  let deadline: Deadline | undefined;
  let calls = 0;
  db.function('in_time', { directOnly: true }, (_column: unknown) => {
    if (deadline && ++calls % callsBetweenClockReads === 0) refuseLate(deadline);
    return 1;
  });
  db.function('search_text', { deterministic: true }, (numbers: unknown, texts: unknown) =>
    searchText(listIn(numbers), listIn(texts)),
  );
  db.function('iso_time', { deterministic: true, directOnly: true }, (ms: unknown, zone: unknown) =>
    ms === null ? null : isoInZone(ms as number, zone as string),
  );
  db.function('iso_microseconds', { deterministic: true, directOnly: true }, (ms: unknown, zone: unknown) =>
    ms === null ? null : isoMicrosecondsInZone(ms as number, zone as string),
  );
  db.function('fold', { deterministic: true }, (text: unknown) => (text === null ? null : fold(text as string)));
  db.function('number_key', { deterministic: true }, (number: unknown) => numberKey(number as string | null));

  db.function('public_pem', { deterministic: true, directOnly: true }, (spki: unknown) =>
    pem('PUBLIC KEY', spki as Buffer),
  );

  const statements = new Map<string, Database.Statement<unknown[], unknown>>();
  return {
    prepare(sql) {
      const statement = statements.get(sql) ?? db.prepare(withSteadyPlan(sql));
      // A Map keeps the order of insertion, so the first text is the one that was used longest ago.
      statements.delete(sql);
      statements.set(sql, statement);
      if (statements.size > maxStatements) statements.delete(statements.keys().next().value as string);
      return statement as never;
    },
    exec: (sql) => void db.exec(sql),
    pragma: (text) => db.pragma(text, { simple: true }),
    transaction: (run) => db.transaction(run).immediate(),
    refuseLate: () => deadline && refuseLate(deadline),
    limit(next) {
      deadline = next;
      calls = 0;
    },
    async backup(target, step) {
      db.exec('BEGIN');
      try {
        // Only a read begins the transaction.
        db.pragma('schema_version');
        await db.backup(target, {
          progress() {
            step();
            return pagesAtOnce;
          },
        });
      } finally {
        db.exec('COMMIT');
      }
    },
    close: () => void db.close(),
  };
}

/**
 * A query that is planned once. SQLite with STAT4 plans with the values of parameters, and prepares a statement again when
 * it runs with others, which takes most of the time of a page. It does not look for values in a subquery.
 */
const withSteadyPlan = (sql: string) => (/^\s*SELECT\b/.test(sql) ? sql.replace(/@\w+/g, '(SELECT $&)') : sql);

/** The texts in a JSON array, including those in nested arrays. */
const listIn = (json: unknown) => (JSON.parse(String(json)) as (string | null | (string | null)[])[]).flat();

function refuseLate({ at, cancelled }: Deadline): void {
  if (cancelled && Atomics.load(cancelled, 0) === 1) throw superseded();
  if (Date.now() > at) throw tooSlow();
}

/** Refuses a list that took longer than its deadline. */
export const tooSlow = () => new Refusal('TooManyRequests', reason('search_too_slow', { seconds: 5 }));

/** Refuses a list that a newer list of the same view has replaced. */
export const superseded = () => new Refusal('Conflict', reason('search_replaced'));

function refuseUnsafeSqlite(version: string): void {
  const parts = version.split('.').map(Number);
  const first = parts.findIndex((part, place) => part !== oldestSafeSqlite[place]);
  if (first !== -1 && (parts[first] ?? 0) < (oldestSafeSqlite[first] ?? 0)) {
    throw new Error(
      `SQLite ${version} is too old for this database; ${oldestSafeSqlite.join('.')} or newer is needed.`,
    );
  }
}

/** The version of SQLite. */
export function engineVersion(): string {
  const db = new Database(':memory:');
  try {
    return String(db.prepare('SELECT sqlite_version()').pluck().get());
  } finally {
    db.close();
  }
}
