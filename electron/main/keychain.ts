import type { Keychain } from '../service/vault/keychain-state';

const service = 'earshot';

/**
 * The OS keychain through keytar. Loaded on first use, so that Earshot also starts on a machine without keytar's system
 * library, in the state `absent`.
 */
export function osKeychain(): Keychain & { isAsked: () => boolean } {
  const keytar = () => import('keytar').then((module) => module.default ?? module);
  let asked = 0;
  const ask = async <T>(run: (keychain: Awaited<ReturnType<typeof keytar>>) => Promise<T>): Promise<T> => {
    asked++;
    try {
      return await run(await keytar());
    } finally {
      asked--;
    }
  };
  return {
    get: (account) => ask((keychain) => keychain.getPassword(service, account)),
    set: (account, value) => ask((keychain) => keychain.setPassword(service, account, value)),
    delete: async (account) => void (await ask((keychain) => keychain.deletePassword(service, account))),
    /** Whether a request is pending. It blocks a thread, and a normal exit would wait for that thread. */
    isAsked: () => asked > 0,
  };
}
