import type { EvaluationReport } from '@shared/contract/evaluation-reports';
import { percentageOf } from '@shared/evaluation/scores';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../i18n/use-format';
import styles from './call-evaluations.module.css';
import { StatusMark, useStatusText } from './status-mark';
import { useEvaluationsOf } from './use-evaluations';

type Listed = Pick<EvaluationReport, 'report_id' | 'title' | 'status' | 'report_points' | 'report_max_points'>;

/** The evaluations of a call, each with a link; nothing for a role that sees none. */
export function CallEvaluations({ call_id }: { call_id: string }) {
  const { t } = useTranslation();
  const all = useEvaluationsOf(call_id);
  if (all === undefined) return null;
  if (all.length === 0) return <p className={styles.none}>{t('assignments.notScored')}</p>;
  return (
    <ul className={styles.list}>
      {all.map((report) => (
        <Row key={report.report_id} report={report} />
      ))}
    </ul>
  );
}

function Row({ report }: { report: Listed }) {
  const format = useFormat();
  const statusText = useStatusText();
  const { report_points, report_max_points, status } = report;
  const percent = percentageOf(report_points, report_max_points);
  return (
    <li className={styles.row}>
      <StatusMark status={status} />
      <Link to={`/evaluations/${report.report_id}`} className={styles.title}>
        {report.title}
      </Link>
      <span className={styles.state} data-figures>
        {status === 'completed' && percent !== null ? format.percent(percent) : statusText(status)}
      </span>
    </li>
  );
}
