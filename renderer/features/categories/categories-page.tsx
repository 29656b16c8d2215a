import { Route, Routes } from 'react-router';
import { CategoryList } from './category-list';
import { CategoryPage, NewCategoryPage } from './category-page';

/** Administration, Categories: the list, and each category as a page. */
export const CategoriesPage = () => (
  <Routes>
    <Route index element={<CategoryList />} />
    <Route path="new" element={<NewCategoryPage />} />
    <Route path=":category_id" element={<CategoryPage />} />
  </Routes>
);
