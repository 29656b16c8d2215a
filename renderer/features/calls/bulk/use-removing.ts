import { removeCalls, type UnchangedCall } from '@shared/contract/call-bulk';
import type { Call } from '@shared/contract/calls';
import { restorableDays } from '@shared/limits';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/api';
import { changedByRemoval } from '../../../api/cache/calls';
import { refresh } from '../../../core/query-client';
import { useHolds } from '../../../core/session';
import { useReadingOnly } from '../../../core/view-as';
import { useFormat } from '../../../i18n/use-format';
import { useRefusalText } from '../../../i18n/use-refusal-text';
import type { Work } from '../../../list/use-bulk';
import { toast } from '../../../ui/toast';
import { usePlayer } from '../../player';
import { reopen } from '../list-state';
import { idsOf, refusedOf } from './refused-calls';
import { useRestoring } from './use-restoring';

/** The work, for `useBulk`, of removing calls, which can be undone. `whyNot`: why the user cannot remove any. */
export function useRemoving(): { work: Work<Call>; whyNot: string | undefined } {
  const { t } = useTranslation();
  const format = useFormat();
  const refusalText = useRefusalText();
  const reading = useReadingOnly();
  const mayDelete = useHolds('calls:delete');
  const restoring = useRestoring();
  const restore = async (removed: readonly Call[]) => {
    try {
      const refused = await restoring.changeAll(removed);
      await refresh(changedByRemoval);
      toast(restoring.done(removed.length - refused.length));
    } catch (error) {
      toast(refusalText(error), 'note');
    }
  };
  const work: Work<Call> = {
    done: (count) => t('bulk.removed', { count, shown: format.figure(count), days: restorableDays }),
    undo: (removed) => void restore(removed),
    changeAll: async (all) => {
      const { refused } = await api(removeCalls, { body: { call_ids: idsOf(all) } });
      reopen();
      unloadRemoved(all, refused);
      return refusedOf(all, refused);
    },
  };
  return { work, whyNot: reading ?? (mayDelete ? undefined : t('bulk.mayNotRemove')) };
}

/** A removed call cannot be heard any more. */
function unloadRemoved(asked: readonly Call[], refused: readonly UnchangedCall[]): void {
  const { call_id, unload } = usePlayer.getState();
  const isIn = (calls: readonly { call_id: string }[]) => calls.some((call) => call.call_id === call_id);
  if (isIn(asked) && !isIn(refused)) unload();
}
