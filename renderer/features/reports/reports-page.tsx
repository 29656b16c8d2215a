import { Route, Routes } from 'react-router';
import { EditReportPage, NewReportPage } from './builder/report-page';
import { ReportList } from './report-list';
import { RunPage } from './run/run-page';

/** Reports: the list, each report with its runs, and its settings. */
export const ReportsPage = () => (
  <Routes>
    <Route index element={<ReportList />} />
    <Route path="new" element={<NewReportPage />} />
    <Route path=":report_id" element={<RunPage />} />
    <Route path=":report_id/edit" element={<EditReportPage />} />
  </Routes>
);
