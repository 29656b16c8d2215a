import { restoreCalls } from '@shared/contract/call-bulk';
import type { Call } from '@shared/contract/calls';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/api';
import { useFormat } from '../../../i18n/use-format';
import type { Refused } from '../../../list/use-bulk';
import { reopen } from '../list-state';
import { idsOf, refusedOf } from './refused-calls';

/** The work, for `useBulk`, of restoring removed calls: they are in the list of calls again at once. */
export function useRestoring() {
  const { t } = useTranslation();
  const format = useFormat();
  return {
    done: (count: number) => t('bulk.restored', { count, shown: format.figure(count) }),
    changeAll: async <T extends Call>(calls: readonly T[]): Promise<readonly Refused<T>[]> => {
      const { refused } = await api(restoreCalls, { body: { call_ids: idsOf(calls) } });
      reopen();
      return refusedOf(calls, refused);
    },
  };
}
