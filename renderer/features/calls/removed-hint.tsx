import { listRemovedCalls } from '@shared/contract/call-removal';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { callKeys } from '../../api/cache/calls';
import { useHolds } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import { countLimit } from '../../list/use-list';

/** In a list without calls: where those that were removed can be restored, if there are any. */
export function RemovedHint() {
  const { t } = useTranslation();
  const format = useFormat();
  const mayRestore = useHolds('calls:delete');
  const { data } = useQuery({
    queryKey: callKeys.removed('total'),
    enabled: mayRestore,
    queryFn: async ({ signal }) => {
      const { total } = await api(listRemovedCalls, { query: { limit: 1, max_total_calc: countLimit }, signal });
      return total ?? countLimit;
    },
  });
  if (!data) return null;
  return <p>{t('review.removed', { count: data, shown: format.figure(data) })}</p>;
}
