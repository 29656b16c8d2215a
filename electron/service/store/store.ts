import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { insufficientStorage } from '../disk';
import { isRefusal } from '../refusal';
import type { Announced } from './announce';
import type { By } from './audit';
import { type Connection, openConnection, ownFile, superseded, tooSlow } from './connection';
import { DatabaseDamaged, databaseDamaged, isDamage, metDamage, mustBeSound } from './damage';
import { databaseFile } from './database-file';
import { isFull } from './disk-full';
import { LogMark } from './log-mark';
import { migrate, migrations } from './migrate';
import type { Change, Query } from './query';
import { Reserve } from './reserve';
import { ThreadPool } from './thread-pool';

const readers = 2;
/** So that figures that someone waits for do not wait for the runs of reports, which are computed one after another. */
const computers = 2;
/** The time for one read, which its statements obey themselves, and for its turn. */
const [readMs, turnMs] = [5_000, 10_000];
/** Also ends the wait for a statement without `in_time`, which keeps running. */
const readLimits = { waitMs: turnMs, run: { ms: readMs + 500, late: tooSlow } };

export type StoreOptions = {
  dataFolder: string;
  threadsFolder: string;
  /** After an unclean shutdown, the whole database is checked before the first write. */
  isSuspect: boolean;
  /** In ms. */
  now: () => number;
};

/** The database as the rest of the service sees it: declared queries only. */
export type Store = {
  /** Reads one row by key on the main loop. */
  get<I, O>(query: Query<I, O>, input: I): Promise<O>;
  /**
   * Runs any longer read in a reader thread. Refused with TooManyRequests after running for 5 s, or after 10 s without a
   * turn. A newer read of a view cancels the older one.
   */
  read<I, O>(query: Query<I, O>, input: I, view?: string): Promise<O>;
  /**
   * Runs a read of any length in one of two more threads. `stop` cancels it by its name.
   */
  compute<I, O>(query: Query<I, O>, input: I, name: string): Promise<O>;
  stop(name: string): void;
  /**
   * Runs one transaction in the writer thread, with its checks and its audit entry, made by `by`. On a full disk it is
   * refused with InsufficientStorage, unless the write is essential and the reserve has space for it.
   */
  write<I, O>(change: Change<I, O>, input: I, by: By): Promise<O>;
  /** Calls `hear` with what each change has announced, once it is committed. */
  follow(hear: (announced: Announced) => void): void;
  /** Calls `hear` whenever a query or a change meets damage in the database, and is refused with IntegrityError. */
  onDamage(hear: () => void): void;
  close(): Promise<void>;
};

/** The response of the writer thread. */
export type Written = { value: unknown; announced: Announced };

/** Opens the database of a data folder, brings its schema up to date and starts the threads. */
export async function openStore({ dataFolder, threadsFolder, isSuspect, now }: StoreOptions): Promise<Store> {
  const path = join(dataFolder, databaseFile);
  const reserve = new Reserve(dataFolder);
  try {
    const logMark = new LogMark(dataFolder);
    logMark.check();
    // First, because the file marks the folder as an archive.
    ownFile(path);
    await reserve.open();
    if (isSuspect) refuseDamaged(path);
    await prepare(path, logMark, now());
  } catch (cause) {
    if (isDamage(cause)) throw new DatabaseDamaged(path, cause.message);
    throw isFull(cause, dataFolder) ? insufficientStorage(dataFolder) : cause;
  }
  const here: Connection = openConnection(path, { readonly: true });
  const writer = new ThreadPool(join(threadsFolder, 'writer.cjs'), 1, { path });
  const hearers: ((announced: Announced) => void)[] = [];
  const damageHearers: (() => void)[] = [];
  const reader = new ThreadPool(join(threadsFolder, 'reader.cjs'), readers, { path, readMs }, readLimits);
  const computer = new ThreadPool(join(threadsFolder, 'reader.cjs'), computers, {
    path,
    readMs: Number.POSITIVE_INFINITY,
  });

  async function reporting<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (thrown) {
      const cause = isDamage(thrown) ? databaseDamaged() : thrown;
      if (metDamage(cause)) for (const hear of damageHearers) hear();
      throw cause;
    }
  }

  function read<I, O>({ name }: Query<I, O>, input: I, view?: string): Promise<O> {
    if (view) reader.cancel(view, superseded);
    return reader.run({ name, input, view }) as Promise<O>;
  }

  function publish({ value, announced }: Written): unknown {
    for (const hear of hearers) hear(announced);
    return value;
  }

  async function write<I, O>({ name, essential }: Change<I, O>, input: I, by: By): Promise<O> {
    const once = async () => publish((await writer.run({ name, input: { input, by } })) as Written) as O;
    if (!(await reserve.hold()) && !essential) throw insufficientStorage(dataFolder);
    try {
      return await once();
    } catch (cause) {
      // A thread that died may have committed before.
      if (!isRefusal(cause)) publish({ value: undefined, announced: null });
      if (!essential || !isRefusal(cause, 'InsufficientStorage')) throw cause;
      await reserve.giveUp();
      return once();
    }
  }

  return {
    get: (query, input) => reporting(async () => query.run(here, input)),
    read: (query, input, view) => reporting(() => read(query, input, view)),
    compute: ({ name: query }, input, name) =>
      reporting(() => computer.run({ name: query, input, view: name }) as Promise<never>),
    stop: (name) => computer.cancel(name, superseded),
    write: (change, input, by) => reporting(() => write(change, input, by)),
    follow: (hear) => void hearers.push(hear),
    onDamage: (hear) => void damageHearers.push(hear),
    async close() {
      await Promise.all([writer.close(), reader.close(), computer.close()]);
      here.close();
      writeBack(path);
    },
  };
}

/** Brings the schema up to date and marks the database. */
async function prepare(path: string, logMark: LogMark, now: number): Promise<void> {
  const db = openConnection(path);
  try {
    await migrate(db, dirname(path), migrations, now);
    logMark.renew(db);
  } finally {
    db.close();
  }
  logMark.settle();
}

/**
 * Checkpoints the log into the database. Pages that do not fit on a full disk stay in the log, which the next start
 * reads.
 */
function writeBack(path: string): void {
  const db = openConnection(path);
  try {
    db.pragma('wal_checkpoint(TRUNCATE)');
  } catch (cause) {
    if (!isFull(cause, dirname(path))) throw cause;
  } finally {
    db.close();
  }
}

/**
 * Checks the database together with its log. Read-only, because a connection that can write checkpoints the log when it
 * closes, and a damaged database must not change.
 */
function refuseDamaged(path: string): void {
  if (statSync(path).size === 0) return;
  const db = openConnection(path, { readonly: true });
  try {
    mustBeSound(db);
  } finally {
    db.close();
  }
}
