import { resolve } from 'node:path';
import type { Log } from '../../electron/service/log';
import type { Keychain } from '../../electron/service/vault/keychain-state';

export const administrator = { name: 'Ingrid Solberg', login: 'ingrid', password: 'correct horse battery' };

/** A keychain that stores its values in `kept`. */
export const keychainOver = (kept: Map<string, string>): Keychain => ({
  get: async (account) => kept.get(account) ?? null,
  set: async (account, value) => void kept.set(account, value),
  delete: async (account) => void kept.delete(account),
});

/** Prints unexpected errors of the service, whatever the test checks. */
const log: Log = (entry, message) => {
  if ('stack' in entry) console.error(message, entry);
};

/** The default options of tests. The thread entries are bundled before a run. */
export const plainHost = {
  threadsFolder: resolve('build/node'),
  now: Date.now,
  elapsed: () => performance.now(),
  scryptLn: 14,
  timezone: 'UTC',
  log,
  mode: 'headless' as const,
};

/** For tests about waiting: on a slow machine, the wait would otherwise be over before it is observed. */
export const stoppedClock = { now: () => Date.UTC(2026, 10, 20) };
