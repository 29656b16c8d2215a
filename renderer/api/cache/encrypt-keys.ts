import { keysOf } from './key';

const key = keysOf('encrypt-keys');

export const encryptKeyKeys = {
  every: key('every'),
  one: (key_id: string) => key('one', key_id),
  /** The keys of a call's audio. */
  ofCall: (call_id: string | null) => key('of call', call_id),
  /** The state of the master key. */
  master: key('master'),
  rewrap: (key_id: string) => key('rewrap', key_id),
};

/** Data that changes with a key. */
export const changedByEncryptKey = [key()];
