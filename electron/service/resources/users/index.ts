export { keepCredentials, selectPublicKey } from './credentials/queries';
export { selectOwnUser, userList, usersInScope } from './list/queries';
export { leaveLists } from './places/queries';
export { insertUsers, type NewUser, storeUser } from './queries';
export { removeFactorByOwner } from './second-factor/queries';
export { signIns, unlockByOwner } from './sign-ins/queries';
