import { categorizeCalls } from '@shared/contract/call-bulk';
import type { Call } from '@shared/contract/calls';
import { useQueryClient } from '@tanstack/react-query';
import { ClipboardCheck, FolderPlus, Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/api';
import { changedByRemoval } from '../../../api/cache/calls';
import { useHolds } from '../../../core/session';
import { useCommand } from '../../../core/use-command';
import { useReadingOnly } from '../../../core/view-as';
import { useFormat } from '../../../i18n/use-format';
import { FittingActions } from '../../../list/fitting-actions';
import { useBulk } from '../../../list/use-bulk';
import type { Choice } from '../../../list/use-choice';
import { Button } from '../../../ui/button';
import { Icon } from '../../../ui/icon';
import { AssignCalls } from '../../assignments';
import { showChanged } from '../../call';
import { useCallName } from '../../parties';
import { BulkCategories } from './bulk-categories';
import { BulkValue } from './bulk-value';
import { ExportCalls } from './export-calls';
import { idsOf, refusedOf } from './refused-calls';
import { useRemoving } from './use-removing';
import { useTakingBack } from './use-taking-back';

/** The actions on several calls. */
export function CallActions({ choice }: { choice: Choice<Call> }) {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  const callName = useCallName();
  const reading = useReadingOnly();
  const { run, busy, notDone } = useBulk({ nameOf: callName, changed: changedByRemoval });
  const mayChoose = useHolds('calls:categorize');
  const maySeeCategories = useHolds('call_categories:view');
  const mayEdit = useHolds('calls:edit');
  const maySeeEvaluations = useHolds('evaluation_reports:view');
  const removing = useRemoving();
  const takingBack = useTakingBack();
  const calls = choice.records;

  const categorise = (add: string[], remove: string[]) => {
    const after = new Map<string, Call>();
    run(choice, {
      done: (count) => t('bulk.changed', { count, shown: format.figure(count) }),
      changeAll: async (all) => {
        const answer = await api(categorizeCalls, { body: { call_ids: idsOf(all), add, remove } });
        for (const call of answer.calls) after.set(call.call_id, call);
        showChanged(client, answer.calls);
        return refusedOf(all, answer.refused);
      },
      undo: (changed) =>
        takingBack.categories(changed.map((before) => ({ before, after: after.get(before.call_id) ?? before })))(),
    });
  };
  const remove = () => run(choice, removing.work);
  // While it is busy too: otherwise the key would remove the selected call.
  useCommand('listRemove', removing.whyNot === undefined ? () => busy || remove() : undefined);

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
        <Button look="quiet" icon={<Icon of={Trash2} />} unavailable={removing.whyNot} busy={busy} onPress={remove}>
          {t('bulk.remove')}
        </Button>
      </FittingActions>
      {notDone}
    </>
  );
}
