import type { QueueEntry } from '@shared/contract/evaluation-queue';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useFormat } from '../../i18n/use-format';
import { countText } from '../../list/count-text';
import { ListPage } from '../../list/list-page';
import type { Look } from '../../list/look';
import { type QueuePart, queueParts, ScoreNext, useQueueCount } from '../assignments';
import { TakeSample } from '../samples';
import { useQueue } from './evaluations';
import { PartFilter, usePart } from './part-filter';
import { Customer, Due, From, Length, Mark, State } from './queue-cells';
import styles from './queue-page.module.css';
import { QueueSide } from './queue-side';
import { ToHear } from './to-hear';

const look: Look<QueueEntry> = {
  columns: [
    { id: 'mark', cell: (record) => <Mark {...record} /> },
    { id: 'customer', cell: (record) => <Customer {...record} /> },
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
