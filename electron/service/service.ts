import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { operations } from '@shared/contract/operations';
import type { KeychainState, KitState } from '@shared/ipc';
import { Authenticator, type Door } from './access/authenticate';
import { anyUser } from './access/queries';
import { fileStore } from './audio/file-store';
import type { Service } from './context';
import { createHandler } from './http/handle';
import { type Listener, listen } from './http/listener';
import { openJobThreads } from './jobs/job-threads';
import type { JobLimits } from './jobs/task';
import type { Log } from './log';
import { fileRoutes } from './resources/calls/files/routes';
import { callRoutes } from './resources/calls/routes';
import { KeyOpener } from './resources/encrypt-keys';
import { healthRoutes } from './resources/health/routes';
import { insertImport, RunningImports, Sources } from './resources/imports';
import { importRoutes } from './resources/imports/routes';
import { openApiRoutes } from './resources/openapi/routes';
import { Quarantine } from './resources/quarantine';
import { quarantineRoutes } from './resources/quarantine/routes';
import { type OpenedKit, openWithKit } from './resources/recovery-kits';
import { recoveryKitRoutes } from './resources/recovery-kits/routes';
import { sessionRoutes } from './resources/sessions/routes';
import { keepSetting, readSetting } from './resources/settings';
import { createAdministrator, ensureArchive } from './resources/setup';
import { setupRoutes } from './resources/setup/routes';
import { RunMark } from './run-mark';
import { takeFolder } from './store/lock';
import { openStore, type Store } from './store/store';
import { tidy } from './tidy';
import { type Keychain, masterKeySource } from './vault/keychain-state';

/** What the service is given by the program around it: it knows no Electron. */
export type Host = {
  dataFolder: string;
  /** Where the bundled thread entries lie (reader.cjs, writer.cjs, job.cjs). */
  threadsFolder: string;
  /** When the watchdog ends a job thread, if not as usual. */
  jobLimits?: JobLimits;
  keychain: Keychain;
  now: () => number;
  /** log2 of scrypt's cost: 17 in the program, 14 in tests. */
  scryptLn: number;
  /** The system's zone: for times where nobody has set one. */
  timezone: string;
  log: Log;
};

export type RunningService = {
  /** Serves one request that came through a door. */
  fetch(request: Request, door: Door): Promise<Response>;
  /** Opens the TCP door on the first of these ports that is free; 0 lets the system choose. Closed with the service. */
  listen(...ports: number[]): Promise<Listener>;
  /** Its state, once it has answered. */
  keychain(): Promise<KeychainState>;
  /** What a recovery kit can do here: see `Machine`. */
  kit(): Promise<KitState>;
  /** Opens the archive with a recovery kit (command line). Refused as the operation is. */
  openWithKit(kit: { file: string; words: string[] }): Promise<OpenedKit>;
  needsSetup(): boolean;
  createAdministrator(person: { name: string; login: string; password: string }): Promise<void>;
  /** Brings files in without a person (command line), or goes on with that; the import's id when it has ended. */
  importPaths(name: string, paths: string[], options: ImportChoice): Promise<{ import_id: string }>;
  /** Makes what every archive has, before anything is put in without a person; the System tenant's id. */
  prepare(): Promise<string>;
  sources: Sources;
  imports: Pick<RunningImports, 'isRunning' | 'cancelAll'>;
  store: Store;
  proofKey: string;
  /** Ends what people have open: at lock, suspend and quit. */
  forgetCredentials(): void;
  /** Ends in order: what is being sent, imports, threads, the database, and the folder is free. */
  close(): Promise<void>;
};
type ImportChoice = { timezone?: string; create_missing: boolean; metadata_only: boolean };

/**
 * Starts the service on a data folder. Throws FolderTaken when another process owns it, FolderUnusable when it is not
 * ours to use; whatever it throws, the folder is free again.
 */
export async function startService(host: Host): Promise<RunningService> {
  const { dataFolder, threadsFolder } = host;
  const unlock = await takeFolder(dataFolder);
  try {
    const mark = new RunMark(dataFolder);
    const store = await openStore({ dataFolder, threadsFolder, isSuspect: mark.isSuspect });
    try {
      return await compose(host, store, mark, unlock);
    } catch (cause) {
      await store.close();
      throw cause;
    }
  } catch (cause) {
    unlock();
    throw cause;
  }
}

async function compose(host: Host, store: Store, mark: RunMark, unlock: () => void): Promise<RunningService> {
  const { dataFolder, threadsFolder, now, scryptLn, timezone, log } = host;
  // Read first: a start on a full disk has nothing to write.
  const installId = (store.get(readSetting, { name: 'install_id' }) ??
    (await store.write(keepSetting, { name: 'install_id', value: randomUUID() }))) as string;
  const check = () => {
    const stored = store.get(readSetting, { name: 'key_check' });
    return typeof stored === 'string' ? Buffer.from(stored, 'hex') : undefined;
  };
  const { ask: masterKey, adopt: adoptKey } = masterKeySource({ keychain: host.keychain, installId, check, now });

  const archive = join(dataFolder, 'audio');
  const files = fileStore(archive);
  const jobs = openJobThreads(threadsFolder, host.jobLimits);
  const proofKey = randomBytes(32).toString('base64url');
  const authenticator = new Authenticator({ store, now, scryptLn, timezone });
  const { handle, fetch, seal } = createHandler(authenticator, log);
  const sources = new Sources();
  const imports = new RunningImports({ store, jobs, dataFolder, archive, files, now, log });
  const keys = new KeyOpener(store, masterKey);
  const quarantine = new Quarantine(files);
  const forgetters = [() => authenticator.forget(), () => keys.forget(), () => sources.forget()];
  const service: Service = {
    dataFolder,
    handle,
    store,
    authenticator,
    files,
    keys,
    jobs,
    imports,
    quarantine,
    onForget: (forget) => forgetters.push(forget),
    sources,
    masterKey,
    adoptKey,
    proofKey,
    installId,
    now,
    timezone,
    scryptLn,
  };
  for (const mount of [
    healthRoutes,
    openApiRoutes,
    setupRoutes,
    sessionRoutes,
    recoveryKitRoutes,
    callRoutes,
    fileRoutes,
    importRoutes,
    quarantineRoutes,
  ]) {
    mount(service);
  }
  seal(operations);
  await tidy(service, mark.isSuspect);
  await quarantine.load();
  mark.begin();
  await imports.resumeAll();
  const listeners: Listener[] = [];

  return {
    fetch,
    async listen(...ports) {
      const listener = await listen((request) => fetch(request, 'tcp'), ports);
      listeners.push(listener);
      return listener;
    },
    keychain: async () => (await masterKey()).state,
    async kit() {
      const { state, key } = await masterKey();
      if (state === 'ok') return null;
      return key ? 'opened' : check() ? 'opens' : null;
    },
    openWithKit: (kit) => openWithKit(service, kit, 'command line'),
    needsSetup: () => !store.get(anyUser, undefined),
    async createAdministrator(person) {
      await createAdministrator(service, person);
    },
    async importPaths(name, paths, { timezone: wanted, ...choice }) {
      const { tenant_id } = await ensureArchive(service);
      const import_id = randomUUID();
      const whose = { import_id, tenant_id, user_id: null, name };
      const options = { ...whose, paths, timezone: wanted ?? timezone, mapping: {}, ...choice };
      const joined = await imports.join(options);
      if (joined) return { import_id: joined };
      await store.write(insertImport, { ...options, at: now() });
      await imports.start(options);
      return { import_id };
    },
    prepare: async () => (await ensureArchive(service)).tenant_id,
    sources,
    imports,
    store,
    proofKey,
    forgetCredentials() {
      for (const forget of forgetters) forget();
    },
    async close() {
      try {
        mark.closing();
        await Promise.all(listeners.map((listener) => listener.close()));
        await imports.close();
        await jobs.close();
        await store.close();
        mark.end();
      } finally {
        unlock();
      }
    },
  };
}
