export { keepCredentials, selectPublicKey } from './credentials.queries';
export { selectOwnUser, userList, usersInScope } from './list/queries';
export { insertUsers, type NewUser, storeUser, userHooks } from './queries';
export { mustNotExceedUser } from './reach.queries';
export { removeFactorByOwner } from './second-factor/queries';
export { signIns, unlockByOwner } from './sign-ins.queries';
