export { storeGroup } from './queries';
