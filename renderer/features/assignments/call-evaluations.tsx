import type { EvaluationRow } from '@shared/contract/evaluation-reports';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PaneError } from '../../ui/pane-error';
import styles from './call-evaluations.module.css';
import { ScoreMark } from './score-mark';
import { StatusMark, shownStatus, useStatusText } from './status-mark';
import { useEvaluationsOf } from './use-evaluations';

/** The evaluations of a call, each with a link; nothing for a role that sees none. */
export function CallEvaluations({ call_id }: { call_id: string }) {
  const { t } = useTranslation();
  const { data: all, error, refetch } = useEvaluationsOf(call_id);
  if (!all) return error && <PaneError title={t('assignments.failed')} error={error} onRetry={() => void refetch()} />;
  if (all.length === 0) return <p className={styles.none}>{t('assignments.notScored')}</p>;
  return (
    <ul className={styles.list}>
      {all.map((report) => (
        <Row key={report.report_id} report={report} />
      ))}
    </ul>
  );
}

function Row({ report }: { report: EvaluationRow }) {
  const statusText = useStatusText();
  const { score, is_passed, answer_fail_form } = report;
  const status = shownStatus(report);
  return (
    <li className={styles.row}>
      <StatusMark status={status} />
      <Link to={`/evaluations/${report.report_id}`} className={styles.title}>
        {report.title}
      </Link>
      <span className={styles.state} data-figures>
        {status !== 'completed' && statusText(status)}
        {report.status === 'completed' &&
          (score === null ? '–' : <ScoreMark score={score} is_passed={is_passed} fails={answer_fail_form} />)}
      </span>
    </li>
  );
}
