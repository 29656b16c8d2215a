import { listRemovedCalls, type RemovedCall } from '@shared/contract/call-removal';
import { api } from '../../api/api';
import { callKeys } from '../../api/cache/calls';
import { countLimit, useList } from '../../list/use-list';

/** The removed calls that can be restored, last removed first. */
export const useRemovedCalls = () => useList<RemovedCall>({ keyOf: callKeys.removed, read });

const read: Parameters<typeof useList<RemovedCall>>[0]['read'] = async ({ page, start, limit, signal }) => {
  const query = { start, limit, max_total_calc: countLimit };
  const { removed_calls, ...rest } = await api(listRemovedCalls, { page, query, signal });
  return { ...rest, records: removed_calls };
};
