import './texts';

export { CategoriesPage } from './categories-page';
