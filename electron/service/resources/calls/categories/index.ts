export { categoryFaults, categoryHooks, categoryNamed, visibleCategory } from './queries';
