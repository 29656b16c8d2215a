import { Route, Routes } from 'react-router';
import { FieldList } from './field-list';
import { FieldPage, NewFieldPage } from './field-page';

/** Administration, Custom fields: the list in its order, and each field as a page. */
export const CustomFieldsPage = () => (
  <Routes>
    <Route index element={<FieldList />} />
    <Route path="new" element={<NewFieldPage />} />
    <Route path=":field_id" element={<FieldPage />} />
  </Routes>
);
