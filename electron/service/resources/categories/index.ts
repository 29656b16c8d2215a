export { categoryFaults, categoryInScope, categoryNamed, removePrivateCategories, visibleCategory } from './queries';
