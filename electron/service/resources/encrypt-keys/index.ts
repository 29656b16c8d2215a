export { KeyOpener, keychainUnavailable, keyOpener } from './opener';
export { type Grant, insertGrant, insertKey, type NewKey, selectActiveKeys, selectKeyTenant } from './queries';
