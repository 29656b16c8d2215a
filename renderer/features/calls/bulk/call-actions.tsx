import { categorizeCalls, removeCalls, type UnchangedCall } from '@shared/contract/call-bulk';
import type { Call } from '@shared/contract/calls';
import { restorableDays } from '@shared/limits';
import { useQueryClient } from '@tanstack/react-query';
import { ClipboardCheck, FolderPlus, Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/api';
import { callKeys } from '../../../api/cache/calls';
import { refresh } from '../../../core/query-client';
import { useHolds } from '../../../core/session';
import { useReadingOnly } from '../../../core/view-as';
import { useFormat } from '../../../i18n/use-format';
import { useRefusalText } from '../../../i18n/use-refusal-text';
import { FittingActions } from '../../../list/fitting-actions';
import { useBulk } from '../../../list/use-bulk';
import type { Choice } from '../../../list/use-choice';
import { Button } from '../../../ui/button';
import { Icon } from '../../../ui/icon';
import { toast } from '../../../ui/toast';
import { AssignCalls } from '../../assignments';
import { showChanged } from '../../call';
import { useCallName } from '../../parties';
import { usePlayer } from '../../player';
import { reopen } from '../list-state';
import { BulkCategories } from './bulk-categories';
import { BulkValue } from './bulk-value';
import { ExportCalls } from './export-calls';
import { idsOf, refusedOf } from './refused-calls';
import { useRestoring } from './use-restoring';

/** What can be done with several calls. */
export function CallActions({ choice }: { choice: Choice<Call> }) {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  const refusalText = useRefusalText();
  const callName = useCallName();
  const reading = useReadingOnly();
  const { run, busy, notDone } = useBulk({ nameOf: callName, changed: [callKeys.all] });
  const [mayChoose, mayDelete] = [useHolds('calls:categorize'), useHolds('calls:delete')];
  const maySeeCategories = useHolds('call_categories:view');
  const mayEdit = useHolds('calls:edit');
  const maySeeEvaluations = useHolds('evaluation_reports:view');
  const restoring = useRestoring();
  const calls = choice.records;
  const said = (key: 'changed' | 'removed') => (count: number) =>
    t(`bulk.${key}`, { count, shown: format.figure(count), days: restorableDays });

  const categorise = (add: string[], remove: string[]) =>
    run(choice, {
      done: said('changed'),
      changeAll: async (all) => {
        const answer = await api(categorizeCalls, { body: { call_ids: idsOf(all), add, remove } });
        showChanged(client, answer.calls);
        return refusedOf(all, answer.refused);
      },
    });
  const restore = async (removed: readonly Call[]) => {
    try {
      const refused = await restoring.changeAll(removed);
      await refresh([callKeys.all]);
      toast(restoring.done(removed.length - refused.length));
    } catch (error) {
      toast(refusalText(error), 'note');
    }
  };
  const remove = () =>
    run(choice, {
      done: said('removed'),
      undo: (removed) => void restore(removed),
      changeAll: async (all) => {
        const { refused } = await api(removeCalls, { body: { call_ids: idsOf(all) } });
        reopen();
        unloadRemoved(all, refused);
        return refusedOf(all, refused);
      },
    });

  return (
    <>
      <FittingActions>
        {maySeeCategories && (
          <BulkCategories
            calls={calls}
            icon={<Icon of={FolderPlus} />}
            unavailable={reading ?? (mayChoose ? undefined : t('bulk.mayNotCategorise'))}
            busy={busy}
            onChange={categorise}
          />
        )}
        <BulkValue
          calls={calls}
          icon={<Icon of={Pencil} />}
          unavailable={reading ?? (mayEdit ? undefined : t('bulk.mayNotEdit'))}
        />
        {maySeeEvaluations && (
          <AssignCalls calls={calls} icon={<Icon of={ClipboardCheck} />} look="quiet" placement="top start" />
        )}
        <ExportCalls calls={calls} />
        <Button
          look="quiet"
          icon={<Icon of={Trash2} />}
          unavailable={reading ?? (mayDelete ? undefined : t('bulk.mayNotRemove'))}
          busy={busy}
          onPress={remove}
        >
          {t('bulk.remove')}
        </Button>
      </FittingActions>
      {notDone}
    </>
  );
}

/** A removed call cannot be heard any more. */
function unloadRemoved(asked: readonly Call[], refused: readonly UnchangedCall[]): void {
  const { call_id, unload } = usePlayer.getState();
  const isIn = (calls: readonly { call_id: string }[]) => calls.some((call) => call.call_id === call_id);
  if (isIn(asked) && !isIn(refused)) unload();
}
