import type { QueueEntry } from '@shared/contract/evaluation-queue';
import { ClockAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useIsOver } from '../../core/use-now';
import { useFormat } from '../../i18n/use-format';
import { Icon } from '../../ui/icon';
import { ScoreNext } from '../assignments';
import { useCall } from '../call';
import { useCallName } from '../parties';
import styles from './side.module.css';

const shownEntries = 4;

type Props = { entries: readonly QueueEntry[]; total: number | null; disputed: number; results: number };

/** The first evaluations that wait for the user, by deadline, and how many results are disputed or to acknowledge. */
export function Waiting({ entries, total, disputed, results }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const all = total === null ? null : total + disputed + results;
  return (
    <section className={styles.part} aria-label={t('today.waiting')}>
      <header className={styles.head}>
        <h2 className={styles.title}>{t('today.waiting')}</h2>
        {all !== null && all > 0 && <span className={styles.quiet}>{format.figure(all)}</span>}
      </header>
      {entries.length === 0 && disputed + results === 0 && <p className={styles.quiet}>{t('today.nothingWaits')}</p>}
      <ul>
        {results > 0 && (
          <li className={styles.entry}>
            <Link className={styles.link ?? ''} to="/evaluations?show=toAcknowledge">
              {t('today.toAcknowledge', { count: results, shown: format.figure(results) })}
            </Link>
          </li>
        )}
        {disputed > 0 && (
          <li className={styles.entry}>
            <Link className={styles.link ?? ''} to="/queue?show=disputed">
              {t('today.disputed', { count: disputed, shown: format.figure(disputed) })}
            </Link>
          </li>
        )}
        {entries.slice(0, shownEntries).map(({ report_id, call_id, setup_time, evaluation_deadline }) => (
          <li key={report_id} className={styles.entry}>
            <Link className={styles.link ?? ''} to={`/evaluations/${report_id}`}>
              <CallName call_id={call_id} setup_time={setup_time} />
            </Link>
            {evaluation_deadline !== null && <Due at={evaluation_deadline} />}
          </li>
        ))}
      </ul>
      {entries.length > 0 && (
        <div className={styles.next}>
          <ScoreNext />
        </div>
      )}
    </section>
  );
}

/** The name of the call, as drawn without its time, for which there is no room; the time of a call that is out of reach. */
function CallName({ call_id, setup_time }: Pick<QueueEntry, 'call_id' | 'setup_time'>) {
  const format = useFormat();
  const callName = useCallName();
  const { data: call } = useCall(call_id);
  return call ? callName(call) : format.started(setup_time);
}

function Due({ at }: { at: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const isOver = useIsOver();
  if (!isOver(at)) return <span className={styles.when}>{format.startedWithin(at)}</span>;
  return (
    <span className={styles.late}>
      <Icon of={ClockAlert} size={14} />
      {t('today.lateSince', { time: format.startedWithin(at) })}
    </span>
  );
}
