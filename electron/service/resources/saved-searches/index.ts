export { removeSearches, searchInScope } from './queries';
