import { listRemovedCalls, type RemovedCall } from '@shared/contract/call-removal';
import { restorableDays } from '@shared/limits';
import { ArchiveRestore, Clock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callKeys, changedByRemoval } from '../../api/cache/calls';
import { useUserNames } from '../../core/user-names';
import { useReadingOnly } from '../../core/view-as';
import { daysLeft } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import { ListPage } from '../../list/list-page';
import type { Look } from '../../list/look';
import { useBulk } from '../../list/use-bulk';
import { useCollection } from '../../list/use-collection';
import { useListWords } from '../../list/use-list-words';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Icon } from '../../ui/icon';
import { Person } from '../../ui/person';
import { useRestoring } from '../calls';
import { useCallName } from '../parties';
import styles from './removed-calls-page.module.css';

/** The removed calls, and when they are destroyed. The chosen ones are restored, or one with Enter or a double click. */
export function RemovedCallsPage() {
  const { t } = useTranslation();
  const reading = useReadingOnly();
  const callName = useCallName();
  const restoring = useRestoring();
  const { run, busy, notDone } = useBulk<RemovedCall>({ nameOf: callName, changed: changedByRemoval });
  const [asked, ask] = useState<RemovedCall | null>(null);
  return (
    <>
      <ListPage
        title={t('removedCalls.title')}
        look={look}
        list={useRemovedCalls()}
        columns={[
          { id: 'call', name: t('removedCalls.call') },
          { id: 'started', name: t('removedCalls.started') },
          { id: 'removed', name: t('removedCalls.removed'), sorted: 'desc' },
          { id: 'by', name: t('removedCalls.by') },
          { id: 'destroyed', name: t('removedCalls.destroyed') },
        ]}
        words={{
          ...useListWords('removedCalls'),
          emptyText: t('removedCalls.emptyText', { days: restorableDays }),
        }}
        choose={{
          nameOf: callName,
          actions: (choice) => (
            <Button
              look="quiet"
              icon={<Icon of={ArchiveRestore} />}
              unavailable={reading}
              busy={busy}
              onPress={() => run(choice, restoring)}
            >
              {t('removedCalls.restore')}
            </Button>
          ),
        }}
        add={null}
        onOpen={ask}
        selectsByClick
        foot={<span>{t('removedCalls.foot', { days: restorableDays })}</span>}
      />
      {asked && (
        <RestoreQuestion
          call={asked}
          onClose={() => ask(null)}
          onRestore={() => run({ records: [asked], keep: () => {} }, restoring)}
        />
      )}
      {notDone}
    </>
  );
}

/** In the last days before a call is destroyed, that is marked. */
const soon = 3;

/** How removed calls are listed. */
const look: Look<RemovedCall> = {
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

/** The removed calls that can be restored, last removed first. */
const useRemovedCalls = () => useCollection(listRemovedCalls, 'removed_calls', keyOf, all);

const all = {};
const keyOf = (_: object, page: number) => callKeys.removed(page);

type RestoreQuestionProps = { call: RemovedCall; onClose: () => void; onRestore: () => void };

/** Asks whether a removed call is restored: it cannot be opened otherwise. */
function RestoreQuestion({ call, onClose, onRestore }: RestoreQuestionProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const callName = useCallName();
  const reading = useReadingOnly();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('removedCalls.ask')}
      actions={
        <>
          <Button onPress={onClose}>{t('removedCalls.keep')}</Button>
          <Button
            look="ink"
            autoFocus
            unavailable={reading}
            onPress={() => {
              onClose();
              onRestore();
            }}
          >
            {t('removedCalls.restore')}
          </Button>
        </>
      }
    >
      <p>
        <strong>{callName(call)}</strong>, {format.startedWithin(call.setup_time)}
      </p>
      <p>{t('removedCalls.askText', { at: format.due(call.destroyed_at) })}</p>
    </Dialog>
  );
}
