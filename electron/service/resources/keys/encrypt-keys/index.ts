export { type Grant, insertGrant } from './grants/queries';
export { keySetOf } from './key-sets.queries';
export { encryptsCall, isHeld } from './of-call.queries';
export { KeyOpener, keychainUnavailable, keyOpener } from './opener';
export {
  insertKey,
  type NewKey,
  replaceKeks,
  selectActiveKeys,
  selectKey,
  selectKeyTenant,
} from './queries';
