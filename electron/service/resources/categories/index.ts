export { categoryFaults, categoryNamed, removePrivateCategories, visibleCategory } from './queries';
