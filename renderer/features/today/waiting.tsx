import type { QueueEntry } from '@shared/contract/evaluation-queue';
import { ClockAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../i18n/use-format';
import styles from './side.module.css';

type Props = { entries: readonly QueueEntry[]; total: number | null };

/** The evaluations that wait for the user, the earliest deadline first. */
export function Waiting({ entries, total }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <section className={styles.part} aria-label={t('today.waiting')}>
      <header className={styles.head}>
        <h2 className={styles.title}>{t('today.waiting')}</h2>
        {total !== null && total > 0 && <span className={styles.quiet}>{format.figure(total)}</span>}
      </header>
      {entries.length === 0 && <p className={styles.quiet}>{t('today.nothingWaits')}</p>}
      <ul>
        {entries.map(({ report_id, title, agent_name, evaluation_deadline }) => (
          <li key={report_id} className={styles.entry}>
            <Link className={styles.link ?? ''} to="/queue">
              {title || agent_name}
            </Link>
            {evaluation_deadline !== null && <Due at={evaluation_deadline} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Due({ at }: { at: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (Date.parse(at) >= Date.now()) return <span className={styles.quiet}>{format.startedWithin(at)}</span>;
  return (
    <span className={styles.late}>
      <ClockAlert size={14} strokeWidth={1.75} aria-hidden="true" />
      {t('today.lateSince', { time: format.startedWithin(at) })}
    </span>
  );
}
