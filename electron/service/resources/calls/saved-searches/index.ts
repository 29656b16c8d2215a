export { savedSearchList } from './queries';
