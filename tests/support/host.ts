import { resolve } from 'node:path';
import type { Log } from '../../electron/service/log';
import type { Keychain } from '../../electron/service/vault/keychain-state';

export const administrator = { name: 'Ingrid Solberg', login: 'ingrid', password: 'correct horse battery' };

/** A keychain that keeps what it is given in `kept`. */
export const keychainOver = (kept: Map<string, string>): Keychain => ({
  get: async (account) => kept.get(account) ?? null,
  set: async (account, value) => void kept.set(account, value),
  delete: async (account) => void kept.delete(account),
});

/** A bug in the service must be seen, whatever the test looks at. */
const log: Log = (entry, message) => {
  if ('stack' in entry) console.error(message, entry);
};

/** What tests hand in where they have no wish of their own. The thread entries are bundled before a run. */
export const plainHost = { threadsFolder: resolve('build/node'), now: Date.now, scryptLn: 14, timezone: 'UTC', log };

/** For the service of a test about waiting: on a slow machine, the wait would otherwise be over before it is seen. */
export const stoppedClock = { now: () => Date.UTC(2026, 10, 20) };
