import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Keychain } from '../service/vault/keychain-state';

const service = 'earshot';

/**
 * The OS keychain through keytar. Loaded on first use, so that Earshot also starts on a machine without keytar's system
 * library, in the state `absent`.
 */
export function osKeychain(): Keychain & { settles: (ms: number) => Promise<boolean> } {
  const keytar = () => import('keytar').then((module) => module.default ?? module);
  const pending = new Set<Promise<unknown>>();
  const ask = async <T>(run: (keychain: Awaited<ReturnType<typeof keytar>>) => Promise<T>): Promise<T> => {
    const asked = keytar().then(run);
    pending.add(asked);
    try {
      return await asked;
    } finally {
      pending.delete(asked);
    }
  };
  return {
    get: (account) => ask((keychain) => keychain.getPassword(service, account)),
    set: (account, value) => ask((keychain) => keychain.setPassword(service, account, value)),
    delete: async (account) => void (await ask((keychain) => keychain.deletePassword(service, account))),
    /** Whether every request is answered within `ms`. One that is not blocks a thread, and a normal exit would wait for it. */
    settles: async (ms) => {
      const late = pause(ms, 'late', { ref: false });
      for (;;) {
        // An answer can lead to another request, a moment later. An exit in the middle of one aborts the process.
        await nextTurn();
        if (pending.size === 0) return true;
        if ((await Promise.race([Promise.allSettled(pending), late])) === 'late') return false;
      }
    },
  };
}
