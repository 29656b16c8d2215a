import { type AuditEntry, listAuditLog } from '@shared/contract/audit-log';
import type { EvaluationReport } from '@shared/contract/evaluation-reports';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '../../api/api';
import { evaluationKeys } from '../../api/cache/evaluations';
import { useHolds } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import { PaneError } from '../../ui/pane-error';
import { StatusMark } from '../assignments';
import { useDid, useWho } from '../audit-words';
import { agentCommentIn, eventOf, joinScoring } from './history-events';
import styles from './result-pane.module.css';

/** The history of an evaluation: from the audit log for those who may see it, otherwise its times. */
export function ReportHistory({ report }: { report: EvaluationReport }) {
  const { t } = useTranslation();
  const maySee = useHolds('audit:view');
  return (
    <section className={styles.part}>
      <h3 className={styles.title}>{t('evaluations.history')}</h3>
      {maySee ? <Entries report_id={report.report_id} /> : <Times report={report} />}
      {report.status === 'cancelled' && (
        <p className={styles.cancelled}>
          <StatusMark status="cancelled" />
          {t('evaluations.isCancelled')}
        </p>
      )}
    </section>
  );
}

/** Enough for an evaluation of some sections: each answer is an entry. */
const read = 200;
const shown = 10;

function Entries({ report_id }: { report_id: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [did, author] = [useDid(), useWho()];
  const of = { resource: 'evaluation_report' as const, resource_id: report_id };
  const { data, error, refetch } = useQuery({
    queryKey: evaluationKeys.history(report_id),
    queryFn: ({ signal }) => api(listAuditLog, { query: { ...of, limit: read }, view: 'evaluation history', signal }),
  });
  if (!data && error)
    return <PaneError title={t('evaluations.historyFailed')} error={error} onRetry={() => void refetch()} />;
  const words = (entry: AuditEntry) => {
    const event = eventOf(entry);
    return event ? t(`evaluations.event.${event}`) : did(entry);
  };
  return (
    <>
      <ul className={styles.events}>
        {joinScoring(data?.audit_log ?? [])
          .slice(0, shown)
          .map((entry) => (
            <li key={entry.audit_id}>
              <span>
                {words(entry)}, {author(entry).name}
              </span>
              <span data-figures>{format.started(entry.created_at)}</span>
              {agentCommentIn(entry) !== null && <q className={styles.said}>{agentCommentIn(entry)}</q>}
            </li>
          ))}
      </ul>
      {data !== undefined && data.audit_log.length > 0 && (
        <Link to={`/admin/audit-log?${new URLSearchParams(of)}`}>{t('evaluations.wholeHistory')}</Link>
      )}
    </>
  );
}

function Times({ report }: { report: EvaluationReport }) {
  const { t } = useTranslation();
  const format = useFormat();
  const events = [
    ['created', report.created_at],
    ['started', report.evaluation_started_at],
    ['completed', report.evaluation_completed_at],
    [report.agent_review_status === 'disputed' ? 'disputed' : 'acknowledged', report.agent_review_completed_at],
  ] as const;
  return (
    <ul className={styles.events}>
      {events.map(
        ([event, time]) =>
          time !== null && (
            <li key={event}>
              <span>{t(`evaluations.event.${event}`)}</span>
              <span data-figures>{format.started(time)}</span>
            </li>
          ),
      )}
    </ul>
  );
}
