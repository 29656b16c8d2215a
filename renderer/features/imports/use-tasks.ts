import { type Import, listImports, readImport } from '@shared/contract/imports';
import { type QueryClient, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api';
import { useHolds } from '../../app/session';
import { useImportFlow } from './import-flow';

const pollMs = 500;
const refreshMs = 2000;
let refreshedAt = 0;

/** What is known of calls is asked for again: now and then while calls come, and at the end. Open lists stay as they are. */
function refreshCalls(client: QueryClient, before: Import | undefined, now: Import): void {
  const isOver = now.status !== 'running' && before?.status === 'running';
  const hasMore = now.imported > (before?.imported ?? 0);
  if (!isOver && !(hasMore && Date.now() - refreshedAt > refreshMs)) return;
  refreshedAt = Date.now();
  void client.invalidateQueries({ queryKey: ['calls'], predicate: ({ queryKey }) => queryKey[1] !== 'list' });
}

/** The imports of the task list, asked every 500 ms while they run; those that were running already are among them. */
export function useTasks(): Import[] {
  const client = useQueryClient();
  const mayImport = useHolds('calls:create');
  const shown = useImportFlow((flow) => flow.import_ids);
  useQuery({
    queryKey: ['imports', 'running'],
    enabled: mayImport,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const { imports } = await api(listImports, { query: { limit: 20 }, signal });
      const ids = imports.filter(({ status }) => status === 'running').map(({ import_id }) => import_id);
      useImportFlow.setState(({ import_ids }) => ({ import_ids: [...new Set([...import_ids, ...ids])] }));
      return ids;
    },
  });
  return useQueries({
    queries: shown.map((import_id) => ({
      queryKey: ['imports', 'one', import_id],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const before = client.getQueryData<Import>(['imports', 'one', import_id]);
        const { import: now } = await api(readImport, { params: { import_id }, signal });
        refreshCalls(client, before ?? { ...now, status: 'running', imported: 0 }, now);
        return now;
      },
      refetchInterval: ({ state }: { state: { data?: Import | undefined } }) =>
        state.data === undefined || state.data.status === 'running' ? pollMs : (false as const),
    })),
    combine: (results) => results.flatMap(({ data }) => (data ? [data] : [])),
  });
}
