export { insertUser, insertUsers, type NewUser, selectOwnUser } from './queries';
export { userOf } from './rows';
