export { groupHooks, storeGroup } from './queries';
