import type { Authenticator } from './access/authenticate';
import type { FileStore } from './audio/file-store';
import type { Handle } from './http/handle';
import type { JobThreads } from './jobs/job-threads';
import type { Log } from './log';
import type { Store } from './store/store';
import type { MasterKeySource } from './vault/keychain-state';

/** The context of every resource. A new resource does not add to it: its own state is a part. */
export type Service = {
  dataFolder: string;
  /** The folder of the built program. */
  programFolder: string;
  /** The folder of the encrypted audio. */
  archive: string;
  handle: Handle;
  store: Store;
  authenticator: Authenticator;
  files: FileStore;
  jobs: JobThreads;
  /** The thread that decodes what is played. */
  decoding: JobThreads;
  /** The keychain's state; may take ten seconds after the start, never longer. */
  masterKey: MasterKeySource['ask'];
  /** Accepts the key of a recovery kit; undefined when it belongs to another archive. */
  adoptKey: MasterKeySource['adopt'];
  /** Replaces the master key: see `MasterKeySource`. */
  replaceKey: MasterKeySource['replace'];
  installId: string;
  now: () => number;
  /** Milliseconds on a monotonic clock, for durations. */
  elapsed: () => number;
  timezone: string;
  scryptLn: number;
  log: Log;
  mode: 'window' | 'headless';
  /** This service's instance of the part, created on first use. */
  part<T>(part: Part<T>): T;
};

/** Creates the state that a resource keeps while the service runs, such as a cache or a queue, once per service. */
export type Part<T> = (service: Service, life: Lifecycle) => T;

/** The events that a part can react to. */
export type Lifecycle = {
  /**
   * At the start, before anything is written. `isSuspect` is true after an unclean shutdown, or when the database was
   * replaced since.
   */
  onRecover(recover: (isSuspect: boolean) => Promise<void>): void;
  /** At the start, before the first request. */
  onStart(start: () => Promise<void>): void;
  /** When opened credentials must be forgotten: at lock, suspend and quit. */
  onForget(forget: () => void): void;
  /** When the service begins to close: ends responses that would not end by themselves. */
  onClosing(end: () => void): void;
  /** At the end, in reverse order of the parts, while threads and database still work. */
  onClose(close: () => Promise<void>): void;
};
