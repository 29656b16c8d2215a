export { keepCredentials, selectPublicKey } from './credentials/queries';
export { selectOwnUser, userList, usersInScope } from './list/queries';
export { insertUsers, type NewUser, storeUser } from './queries';
export { removeFactorByOwner } from './second-factor/queries';
