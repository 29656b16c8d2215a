export { categoryFaults, categoryHooks, categoryNamed, placeCategory, visibleCategory } from './queries';
