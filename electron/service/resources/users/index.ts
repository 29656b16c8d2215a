export { keepCredentials } from './credentials/queries';
export { selectOwnUser } from './list/queries';
export { insertUsers, type NewUser, storeUser } from './queries';
