import type { RemovedCall } from '@shared/contract/call-removal';
import { restorableDays } from '@shared/limits';
import { ArchiveRestore } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changedByRemoval } from '../../api/cache/calls';
import { useReadingOnly } from '../../core/view-as';
import { ListPage } from '../../list/list-page';
import { useBulk } from '../../list/use-bulk';
import { useListWords } from '../../list/use-list-words';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { useRestoring } from '../calls';
import { useCallName } from '../parties';
import { look } from './columns';
import { useRemovedCalls } from './removed-calls';
import { RestoreQuestion } from './restore-question';

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
