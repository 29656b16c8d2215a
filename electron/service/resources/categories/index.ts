export { categoryNamed, removePrivateCategories } from './queries';
