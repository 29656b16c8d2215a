export { KeyOpener, keychainUnavailable, keyOpener } from './opener';
export {
  type Grant,
  insertGrant,
  insertKey,
  type NewKey,
  removeGrants,
  selectActiveKeys,
  selectKeyTenant,
} from './queries';
