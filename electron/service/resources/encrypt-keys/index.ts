export { KeyOpener, keychainUnavailable } from './opener';
export { type Grant, insertGrant, insertKey, type NewKey, selectActiveKeys, selectKeyTenant } from './queries';
