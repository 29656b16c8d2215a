import type { Authenticator } from './access/authenticate';
import type { FileStore } from './audio/file-store';
import type { Handle } from './http/handle';
import type { JobThreads } from './jobs/job-threads';
import type { Log } from './log';
import type { Store } from './store/store';
import type { MasterKeySource } from './vault/keychain-state';

/** What every resource is given. It does not grow with a new resource: what one of them keeps is a part. */
export type Service = {
  dataFolder: string;
  /** The folder of the encrypted audio. */
  archive: string;
  handle: Handle;
  store: Store;
  authenticator: Authenticator;
  files: FileStore;
  jobs: JobThreads;
  /** The keychain's answer; may take ten seconds after the start, never more. */
  masterKey: MasterKeySource['ask'];
  /** Takes a recovery kit's key; undefined when it is not this archive's. */
  adoptKey: MasterKeySource['adopt'];
  proofKey: string;
  installId: string;
  now: () => number;
  timezone: string;
  scryptLn: number;
  log: Log;
  /** The part of this service, made when it is first asked for. */
  part<T>(part: Part<T>): T;
};

/** Makes what a resource keeps while the service runs, such as a cache or a queue: one in each service. */
export type Part<T> = (service: Service, life: Lifecycle) => T;

/** When a part is called upon. */
export type Lifecycle = {
  /**
   * At the start, before anything is written. `isSuspect` after a run that was cut off, and on a database that was put in
   * place since.
   */
  onRecover(recover: (isSuspect: boolean) => Promise<void>): void;
  /** At the start, before the first request. */
  onStart(start: () => Promise<void>): void;
  /** When what people have open is to be forgotten: at lock, suspend and quit. */
  onForget(forget: () => void): void;
  /** At the end, the last part first, while threads and database still answer. */
  onClose(close: () => Promise<void>): void;
};
