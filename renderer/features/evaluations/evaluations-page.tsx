import { Route, Routes } from 'react-router';
import { EvaluationList } from './evaluation-list';
import { StagePage } from './stage-page';

/** Evaluations: the list, and each one on the stage. */
export const EvaluationsPage = () => (
  <Routes>
    <Route index element={<EvaluationList />} />
    <Route path=":report_id" element={<StagePage />} />
  </Routes>
);
