import { useAddress } from '../core/address';
import { reportIn } from '../core/counted';
import { Crumb } from './crumb';

/** Leads back to the report whose figure is listed; nothing for a list that was opened in another way. */
export function ReportCrumb() {
  const { params } = useAddress();
  const report = reportIn(params);
  return report && <Crumb to={`/reports/${report.report_id}`} name={report.name} />;
}
