import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { operations } from '@shared/contract/operations';
import type { KeychainState } from '@shared/ipc';
import { Authenticator } from './access/authenticate';
import type { Door } from './access/door';
import { RefusalLog } from './access/refusal-log';
import { fileStore } from './audio/file-store';
import { openCommandDoor } from './command-door';
import type { Service } from './context';
import { endEach } from './end-each';
import { Handler } from './http/handle';
import { type Listener, listen } from './http/listener';
import type { RequestLog } from './http/request-log';
import { openJobThreads } from './jobs/job-threads';
import type { JobLimits } from './jobs/task';
import { type Log, logged } from './log';
import { Parts } from './parts';
import { recentRequests } from './recent-requests';
import { resources } from './resources';
import { signIns } from './resources/people/users';
import { RunMark } from './run-mark';
import { byEarshot } from './store/audit';
import { takeFolder } from './store/lock';
import { keepSetting, readSetting } from './store/setting';
import { openStore, type Store } from './store/store';
import { tcpDoor } from './tcp-door';
import { type Keychain, masterKeySource } from './vault/keychain-state';

/** The dependencies of the service, which does not know Electron. */
export type Host = {
  dataFolder: string;
  /** The folder of the bundled thread entries (reader.cjs, writer.cjs, job.cjs). */
  threadsFolder: string;
  /** The limits of job threads, if not the default ones. */
  jobLimits?: JobLimits;
  keychain: Keychain;
  now: () => number;
  /** Milliseconds on a monotonic clock, for durations: `performance.now`. */
  elapsed: () => number;
  /** log2 of the scrypt cost: 17 in production, 14 in tests. */
  scryptLn: number;
  /** The system's zone, which applies to times where no other zone is set. */
  timezone: string;
  log: Log;
  /** Whether the program has a window. */
  mode: Service['mode'];
};

/** A running service, as the surrounding program sees it. */
export type RunningService = Service & {
  /** Serves one request that arrived through a door. */
  fetch(request: Request, door: Door): Promise<Response>;
  /** Opens the TCP door on the first free port; with 0 the system chooses. Closed with the service. */
  listen(...ports: number[]): Promise<Listener>;
  /** Opens the door of commands; see `openCommandDoor`. Closed with the service. */
  openCommandDoor(): Promise<void>;
  /** The keychain's state, once it has answered. */
  keychain(): Promise<KeychainState>;
  /**
   * Removes all sessions and opened keys: at lock, suspend and quit. The session of a token stays, without its key, so
   * that a recording continues.
   */
  forgetCredentials(kept?: string): void;
  /** Ends streams, then closes responses, parts, threads and the database, in this order, and releases the folder. */
  close(): Promise<void>;
};

/**
 * Starts the service on a data folder. Throws FolderTaken when another process owns it, FolderUnusable when it cannot
 * be a data folder. When it throws, the folder has been released.
 */
export async function startService(host: Host): Promise<RunningService> {
  const { dataFolder, threadsFolder } = host;
  const unlock = await takeFolder(dataFolder);
  try {
    const mark = new RunMark(dataFolder);
    const store = await openStore({ dataFolder, threadsFolder, isSuspect: mark.isSuspect, now: host.now });
    const ends: Ends = [() => store.close()];
    try {
      return await compose(host, store, mark, ends, unlock);
    } catch (cause) {
      await endEach(ends).catch(logged(host.log, 'a start that failed did not end cleanly'));
      throw cause;
    }
  } catch (cause) {
    unlock();
    throw cause;
  }
}

/** Steps that close everything opened so far, the last opened first. */
type Ends = (() => Promise<unknown>)[];

async function compose(
  host: Host,
  store: Store,
  mark: RunMark,
  ends: Ends,
  unlock: () => void,
): Promise<RunningService> {
  const { dataFolder, threadsFolder, now, elapsed, scryptLn, timezone, log, mode } = host;
  // Read first, because a start on a full disk cannot write.
  const installId = ((await store.get(readSetting, { name: 'install_id' })) ??
    (await store.write(keepSetting, { name: 'install_id', value: randomUUID() }, byEarshot(now())))) as string;
  const check = async () => {
    const stored = await store.get(readSetting, { name: 'key_check' });
    return typeof stored === 'string' ? Buffer.from(stored, 'hex') : undefined;
  };
  const masterKeys = masterKeySource({ keychain: host.keychain, installId, check, elapsed });
  const { ask: masterKey, adopt: adoptKey, replace: replaceKey } = masterKeys;

  const archive = join(dataFolder, 'audio');
  const files = fileStore(archive);
  // Two, so that a long import leaves one for short work: previews, uploads, looks at the watch folder.
  const jobs = openJobThreads(threadsFolder, 2, host.jobLimits);
  // Nobody who listens waits for an import.
  const decoding = openJobThreads(threadsFolder, 1, host.jobLimits);
  for (const threads of [jobs, decoding]) ends.unshift(() => threads.close());
  const refusals = new RefusalLog({ store, now, elapsed, log });
  const authenticator = new Authenticator({ store, refusals, signIns, now, elapsed, scryptLn, timezone });
  const parts = new Parts();
  const onAnswer: RequestLog['note'] = (...answered) => parts.of(service, recentRequests).note(...answered);
  const { handle, answer, fetch, seal } = new Handler({ authenticator, refusals, onAnswer, now, log });
  ends.unshift(() => parts.close());
  const service: Service = {
    dataFolder,
    programFolder: join(threadsFolder, '..'),
    archive,
    handle,
    store,
    authenticator,
    files,
    jobs,
    decoding,
    masterKey,
    adoptKey,
    replaceKey,
    installId,
    now,
    elapsed,
    timezone,
    scryptLn,
    log,
    mode,
    part: (part) => parts.of(service, part),
  };
  for (const mount of resources) mount(service);
  seal(operations);
  await parts.recover(mark.isSuspect);
  mark.begin();
  await parts.start();
  const listeners: Listener[] = [];
  const closings: (() => Promise<void>)[] = [];
  /** Those that are not closing, the oldest first: a new one may only try a port. */
  const open: Listener[] = [];

  return {
    ...service,
    fetch,
    async listen(...ports) {
      const listener = await listen((request) => answer(request, 'tcp'), ports, { log });
      listeners.push(listener);
      const door = parts.of(service, tcpDoor);
      open.push(listener);
      door.port = open[0]?.port;
      const close = () => {
        const place = open.indexOf(listener);
        if (place >= 0) open.splice(place, 1);
        door.port = open[0]?.port;
        return listener.close();
      };
      return { port: listener.port, close };
    },
    async openCommandDoor() {
      const close = await openCommandDoor(dataFolder, (request) => fetch(request, 'command'));
      closings.push(close);
    },
    keychain: async () => (await masterKey()).state,
    forgetCredentials(kept) {
      authenticator.forget(kept);
      parts.forget();
      masterKeys.forget();
    },
    async close() {
      try {
        await endEach([
          async () => mark.closing(),
          () => parts.closing(),
          () => Promise.all([...listeners.map((listener) => listener.close()), ...closings.map((close) => close())]),
          ...ends,
        ]);
        mark.end();
      } finally {
        unlock();
      }
    },
  };
}
