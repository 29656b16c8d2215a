import { Route, Routes } from 'react-router';
import { EvaluationFormPage, NewFormPage } from './evaluation-form-page';
import { FormList } from './form-list';

/** Administration, Evaluation forms: the list, and each form as a page. */
export const EvaluationFormsPage = () => (
  <Routes>
    <Route index element={<FormList />} />
    <Route path="new" element={<NewFormPage />} />
    <Route path=":form_id" element={<EvaluationFormPage />} />
  </Routes>
);
