export { selectOwnUser } from './queries';
export { userOf } from './rows';
