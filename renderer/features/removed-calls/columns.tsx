import type { RemovedCall } from '@shared/contract/call-removal';
import { Clock } from 'lucide-react';
import { useUserNames } from '../../core/user-names';
import { daysLeft } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import type { Look } from '../../list/look';
import { Icon } from '../../ui/icon';
import { Person } from '../../ui/person';
import { useCallName } from '../parties';
import styles from './columns.module.css';

/** In the last days before a call is destroyed, that is marked. */
const soon = 3;

/** How removed calls are listed. */
export const look: Look<RemovedCall> = {
  columns: [
    { id: 'call', cell: (record) => <CallName call={record} /> },
    { id: 'started', cell: (record) => <Time at={record.setup_time} /> },
    { id: 'removed', cell: (record) => <Time at={record.removed_at} /> },
    { id: 'by', cell: (record) => <By {...record} /> },
    { id: 'destroyed', cell: (record) => <Destroyed {...record} /> },
  ],
  row: styles.row ?? '',
  idOf: ({ call_id }) => call_id,
  texts: new Set(['call', 'by']),
};

const CallName = ({ call }: { call: RemovedCall }) => useCallName()(call);

const Time = ({ at }: { at: string }) => useFormat().started(at);

function By({ removed_by }: RemovedCall) {
  const nameOf = useUserNames(removed_by === null ? [] : [removed_by]);
  const name = removed_by === null ? undefined : nameOf(removed_by);
  return name === undefined ? '–' : <Person name={name} />;
}

function Destroyed({ destroyed_at }: RemovedCall) {
  const format = useFormat();
  const days = daysLeft(destroyed_at);
  const isSoon = days <= soon;
  return (
    <span className={styles.destroyed}>
      <span className={styles.left} data-soon={isSoon || undefined}>
        {isSoon && <Icon of={Clock} size={14} />}
        <span>{format.inDays(days)}</span>
      </span>
      {format.due(destroyed_at)}
    </span>
  );
}
