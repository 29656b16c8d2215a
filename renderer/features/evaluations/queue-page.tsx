import type { QueueEntry } from '@shared/contract/evaluation-queue';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useFormat } from '../../i18n/use-format';
import { countText } from '../../list/count-text';
import { ListPage } from '../../list/list-page';
import type { Look } from '../../list/look';
import facts from '../../ui/facts.module.css';
import { type QueuePart, queueParts, ScoreNext, useQueueCount } from '../assignments';
import { RoundNote } from '../calibrations';
import { usePlayer } from '../player';
import { SamplePane, TakeSample } from '../samples';
import { useOpenQueue, useQueue } from './evaluations';
import { PartFilter, usePart } from './part-filter';
import { AssignedBy, Due, From, Length, Mark, QueuedCustomer, State } from './queue-cells';
import styles from './queue-page.module.css';

const look: Look<QueueEntry> = {
  columns: [
    { id: 'mark', cell: (record) => <Mark {...record} /> },
    { id: 'customer', cell: (record) => <QueuedCustomer {...record} /> },
    { id: 'agent', cell: ({ agent_name }) => agent_name },
    { id: 'length', cell: (record) => <Length {...record} /> },
    { id: 'form', cell: ({ form_name }) => form_name },
    { id: 'due', cell: (record) => <Due {...record} /> },
    { id: 'state', cell: (record) => <State {...record} /> },
    { id: 'from', cell: (record) => <From {...record} /> },
  ],
  row: styles.row ?? '',
  idOf: ({ report_id }) => report_id,
  texts: new Set(['customer', 'agent', 'form', 'from']),
  ends: new Set(['length']),
};

/** My queue: the calls that the user has to score, the earliest deadline first. Enter opens one on the stage. */
export function QueuePage() {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const { part, setPart } = usePart(queueParts, 'open');
  const counts = {
    open: useQueueCount('open'),
    disputed: useQueueCount('disputed'),
    completed: useQueueCount('completed'),
    all: useQueueCount('all'),
  };
  const countOf = (of: QueuePart) => {
    const count = counts[of];
    return count === undefined ? undefined : countText(count, format.figure);
  };
  return (
    <ListPage
      title={t('evaluations.queue')}
      look={look}
      list={useQueue(part)}
      columns={[
        { id: 'mark', name: t('evaluations.mark'), quiet: true },
        { id: 'customer', name: t('evaluations.customer') },
        { id: 'agent', name: t('evaluations.agent') },
        { id: 'length', name: t('evaluations.length') },
        { id: 'form', name: t('evaluations.form') },
        { id: 'due', name: t('evaluations.due'), sorted: 'asc' },
        { id: 'state', name: t('evaluations.state') },
        { id: 'from', name: t('evaluations.from') },
      ]}
      words={{
        loading: t('evaluations.loading'),
        failed: t('evaluations.failed'),
        moreFailed: t('evaluations.moreFailed'),
        empty: t(part === 'open' || part === 'all' ? 'evaluations.emptyQueue' : `evaluations.none.${part}`),
        emptyText: t('evaluations.emptyQueueText'),
        noMatch: '',
        showAll: '',
        count: (count, shown) => t('evaluations.calls', { count, shown }),
        countMore: (count, shown) => t('evaluations.callsMore', { count, shown }),
      }}
      filters={<PartFilter parts={queueParts} part={part} onChange={setPart} countOf={countOf} />}
      shows={part}
      foot={part === 'open' && <ToHear />}
      ofCalls
      side={{ label: t('evaluations.origin'), of: (entry) => <QueueSide entry={entry} /> }}
      add={
        <>
          <TakeSample />
          <ScoreNext />
        </>
      }
      onOpen={({ report_id }) => void navigate(`/evaluations/${report_id}`)}
    />
  );
}

/** How long the open calls of the queue are together, and how long that takes at the speed of the player. */
function ToHear() {
  const { t } = useTranslation();
  const format = useFormat();
  const rate = usePlayer((state) => state.rate);
  const data = useOpenQueue();
  const seconds = data?.evaluation_queue.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
  if (!seconds) return null;
  const spanOf = (length: number) => {
    const minutes = Math.max(1, Math.round(length / 60));
    const parts = { hours: format.figure(Math.floor(minutes / 60)), minutes: minutes % 60 };
    return t(minutes < 60 ? 'evaluations.minutes' : 'evaluations.hours', parts);
  };
  return (
    <>
      <span data-figures>
        {t(data?.next_url ? 'evaluations.toHearMore' : 'evaluations.toHear', { span: spanOf(seconds) })}
      </span>
      {rate !== 1 && (
        <span className={styles.faster} data-figures>
          {t('evaluations.atRate', { span: spanOf(seconds / rate), rate: format.figure(rate) })}
        </span>
      )}
    </>
  );
}

/** Where an evaluation comes from: the sample that its call was drawn in, or who assigned it and why. */
function QueueSide({ entry }: { entry: QueueEntry }) {
  const { sample_id } = entry;
  const assigned = <Assigned {...entry} />;
  return sample_id === null ? assigned : <SamplePane key={sample_id} sample_id={sample_id} unseen={assigned} />;
}

function Assigned(entry: QueueEntry) {
  const { t } = useTranslation();
  const format = useFormat();
  const { description, created_at, title, form_name, evaluation_deadline, calibration_id, call_id } = entry;
  return (
    <section className={styles.part}>
      <h2 className={styles.title}>{title}</h2>
      {calibration_id !== null && <RoundNote calibration_id={calibration_id} call_id={call_id} />}
      {description !== '' && <p className={styles.why}>{description}</p>}
      <dl className={facts.facts}>
        <dt>{t('evaluations.assignedBy')}</dt>
        <dd>
          <AssignedBy {...entry} />
        </dd>
        <dt>{t('evaluations.assignedOn')}</dt>
        <dd>{format.started(created_at)}</dd>
        <dt>{t('evaluations.due')}</dt>
        <dd>{evaluation_deadline === null ? t('evaluations.noDue') : format.due(evaluation_deadline)}</dd>
        {title !== form_name && (
          <>
            <dt>{t('evaluations.form')}</dt>
            <dd>{form_name}</dd>
          </>
        )}
      </dl>
    </section>
  );
}
