export { categoryNamed, removePrivateCategories, visibleCategory } from './queries';
