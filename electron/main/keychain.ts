import type { Keychain } from '../service/vault/keychain-state';

const service = 'earshot';

/**
 * The OS keychain through keytar. Loaded on first use, so that a machine without its system library starts all the
 * same, in the state `absent`.
 */
export function osKeychain(): Keychain {
  const keytar = () => import('keytar').then((module) => module.default ?? module);
  return {
    get: async (account) => (await keytar()).getPassword(service, account),
    set: async (account, value) => (await keytar()).setPassword(service, account, value),
    delete: async (account) => void (await (await keytar()).deletePassword(service, account)),
  };
}
