import { type Import, listImports, readImport } from '@shared/contract/imports';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api';
import { changedByImport, importKeys } from '../../api/cache/imports';
import { isRefusal } from '../../api/refusal';
import { refresh } from '../../core/query-client';
import { useHolds } from '../../core/session';
import { useImportList } from './import-list';

const pollMs = 500;
const refreshMs = 2000;
let refreshedAt = 0;

/** Whether an import is running, or waits for space and will continue. */
export const isUnfinished = ({ status }: Import): boolean => status === 'running' || status === 'paused';

/** Refetches calls: occasionally while calls arrive, and at the end. */
function refreshCalls(before: Import | undefined, now: Import): void {
  const isOver = !isUnfinished(now) && (before === undefined || isUnfinished(before));
  const hasMore = now.calls > (before?.calls ?? 0);
  if (!isOver && !(hasMore && Date.now() - refreshedAt > refreshMs)) return;
  refreshedAt = Date.now();
  void refresh(changedByImport);
}

/** The imports of the task list, polled every 500 ms until they have ended. Running imports are added to it. */
export function useTasks(): Import[] {
  const client = useQueryClient();
  const mayImport = useHolds('calls:create');
  const { import_ids, add, remove } = useImportList();
  useQuery({
    queryKey: importKeys.unfinished,
    enabled: mayImport,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const { imports } = await api(listImports, { query: { limit: 20 }, signal });
      const ids = imports.filter(isUnfinished).map(({ import_id }) => import_id);
      add(...ids);
      return ids;
    },
  });
  return useQueries({
    queries: import_ids.map((import_id) => ({
      queryKey: importKeys.one(import_id),
      enabled: mayImport,
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const before = client.getQueryData<Import>(importKeys.one(import_id));
        const { import: now } = await api(readImport, { params: { import_id }, signal }).catch((error: unknown) => {
          // The import belongs to another archive, or was removed with it.
          if (isRefusal(error, 404)) remove(import_id);
          throw error;
        });
        refreshCalls(before, now);
        return now;
      },
      refetchInterval: ({ state }: { state: { data?: Import | undefined } }) =>
        state.data === undefined || isUnfinished(state.data) ? pollMs : (false as const),
    })),
    combine: (results) => results.flatMap(({ data }) => (data ? [data] : [])),
  });
}
