import type { Authenticator } from './access/authenticate';
import type { FileStore } from './audio/file-store';
import type { Handle } from './http/handle';
import type { JobThreads } from './jobs/job-threads';
import type { KeyOpener } from './resources/encrypt-keys';
import type { RunningImports, Sources } from './resources/imports';
import type { Quarantine } from './resources/quarantine';
import type { Store } from './store/store';
import type { MasterKeySource } from './vault/keychain-state';

/** What a resource's routes are given. */
export type Service = {
  dataFolder: string;
  handle: Handle;
  store: Store;
  authenticator: Authenticator;
  files: FileStore;
  keys: KeyOpener;
  jobs: JobThreads;
  imports: RunningImports;
  quarantine: Quarantine;
  /** Called when what people have open is to be forgotten: at lock, suspend and quit. */
  onForget: (forget: () => void) => void;
  sources: Sources;
  /** The keychain's answer; may take ten seconds after the start, never more. */
  masterKey: MasterKeySource['ask'];
  /** Takes a recovery kit's key; undefined when it is not this archive's. */
  adoptKey: MasterKeySource['adopt'];
  proofKey: string;
  installId: string;
  now: () => number;
  timezone: string;
  scryptLn: number;
};
