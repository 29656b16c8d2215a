export { removeSearches } from './queries';
