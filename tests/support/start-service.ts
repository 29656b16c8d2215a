import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, inject, onTestFinished } from 'vitest';
import type { Door } from '../../electron/service/access/door';
import type { JobLimits } from '../../electron/service/jobs/task';
import type { Log } from '../../electron/service/log';
import { createAdministrator, needsSetup } from '../../electron/service/resources/site/setup';
import { sources } from '../../electron/service/resources/sources/imports';
import { type RunningService, startService as start } from '../../electron/service/service';
import type { Keychain } from '../../electron/service/vault/keychain-state';
import { type Caller, callerOf } from './caller';
import { Given } from './given';
import { administrator, keychainOver, plainHost } from './host';

export { administrator };

/** A keychain that stores its values in memory. */
export const memoryKeychain = (content?: ReadonlyMap<string, string>): Keychain => keychainOver(new Map(content));

/** A keychain that always fails, as on a machine without a keyring. */
export const noKeychain: Keychain = {
  get: () => Promise.reject(new Error('Cannot autolaunch D-Bus without X11 $DISPLAY')),
  set: () => Promise.reject(new Error('Cannot autolaunch D-Bus without X11 $DISPLAY')),
  delete: () => Promise.reject(new Error('Cannot autolaunch D-Bus without X11 $DISPLAY')),
};

export type TestOptions = {
  dataFolder?: string;
  keychain?: Keychain;
  now?: () => number;
  /** By default, `now` if it is given. */
  elapsed?: () => number;
  scryptLn?: number;
  timezone?: string;
  threadsFolder?: string;
  jobLimits?: JobLimits;
  log?: Log;
  /** By default, the administrator is created. */
  empty?: boolean;
};

export type TestService = {
  service: RunningService;
  dataFolder: string;
  /** The administrator, by HTTP Basic through the handler of the TCP door. */
  admin: Caller;
  /** A caller without credentials. */
  nobody: Caller;
  /** A caller through a door, with these headers. */
  through: (door: Door, headers?: Record<string, string>) => Caller;
  /** A user who signed in through the window. */
  inWindow: (person: Login) => Promise<Caller>;
  /** Chooses files and folders in the window. Returns the handle for an import. */
  choose: (name: string, paths: string[]) => string;
  given: Given;
};

/** The credentials of a user. */
export type Login = { login: string; password: string };

/** Registers what is done at an end; the last registered first. */
type AtEnd = (act: () => void | Promise<void>) => void;

/** A folder that is removed when the test ends. */
export function temporaryFolder(atEnd: AtEnd = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-test-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The real service with its threads on a separate data folder, closed when the test ends. */
export const startService = (options: TestOptions = {}): Promise<TestService> => startUntil(onTestFinished, options);

/**
 * One service for all tests of a file that change nothing, with what `prepare` makes in it: starting one for each
 * operation of the contract would take minutes. The first test that asks starts it.
 */
export function sharedService<T>(prepare: (started: TestService) => Promise<T>): () => Promise<T> {
  const ends: (() => void | Promise<void>)[] = [];
  let prepared: Promise<T> | undefined;
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });
  return () => {
    prepared ??= startUntil((act) => void ends.push(act)).then(prepare);
    return prepared;
  };
}

async function startUntil(atEnd: AtEnd, options: TestOptions = {}): Promise<TestService> {
  const dataFolder = options.dataFolder ?? temporaryFolder(atEnd);
  const { empty, ...host } = options;
  const plain = !empty && !options.dataFolder && !options.keychain && !options.scryptLn && !options.timezone;
  if (plain) {
    const { folder, keychain } = inject('template');
    cpSync(folder, dataFolder, { recursive: true });
    host.keychain = memoryKeychain(new Map(keychain));
  }
  const service = await start({
    ...plainHost,
    keychain: memoryKeychain(),
    ...(host.now && { elapsed: host.now }),
    ...host,
    dataFolder,
  });
  let open = true;
  const close = service.close;
  service.close = async () => {
    if (!open) return;
    open = false;
    await close();
  };
  atEnd(() => service.close());
  if (!empty && (await needsSetup(service))) await createAdministrator(service, administrator, 'window');
  const through = (door: Door, headers: Record<string, string> = {}) =>
    callerOf((request) => service.fetch(request, door), headers);
  const signedIn = (login: string, password: string) => through('tcp', { authorization: basic(login, password) });
  const inWindow = async ({ login, password }: Login) => {
    const { body } = await through('app').post('/api/v2/sessions.json', { login, password });
    return through('app', { authorization: `Bearer ${body.token}` });
  };
  const admin = signedIn(administrator.login, administrator.password);
  const choose = (name: string, paths: string[]) => service.part(sources).add(name, paths);
  const given = new Given(service, dataFolder, signedIn);
  return { service, dataFolder, admin, nobody: through('tcp'), through, inWindow, choose, given };
}

export const basic = (login: string, password: string): string =>
  `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
