import { Route, Routes } from 'react-router';
import { FormList } from './form-list';
import { FormPage, NewFormPage } from './form-page';

/** Administration, Evaluation forms: the list, and each form as a page. */
export const EvaluationFormsPage = () => (
  <Routes>
    <Route index element={<FormList />} />
    <Route path="new" element={<NewFormPage />} />
    <Route path=":form_id" element={<FormPage />} />
  </Routes>
);
