import { type Import, listImports, readImport } from '@shared/contract/imports';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { api } from '../../api/api';
import { importKeys } from '../../api/cache/imports';
import { isRefusal } from '../../api/refusal';
import { notify } from '../../core/notify';
import { refresh } from '../../core/query-client';
import { useHolds } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import { useImportFlow } from './import-flow';
import { useImportList } from './import-list';

/** Whether an import is running, or waits for space and will continue. */
export const isUnfinished = ({ status }: Import): boolean => status === 'running' || status === 'paused';

/** Of two states of an import, the later one: a response may arrive after an event that followed it. */
export const laterOf = (before: Import | undefined, now: Import): Import =>
  before && (before.done > now.done || (isUnfinished(now) && !isUnfinished(before))) ? before : now;

/** The imports of the task list, up to date by their events. Running imports are added to it. */
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
        const { import: now } = await api(readImport, { params: { import_id }, signal }).catch((error: unknown) => {
          // The import belongs to another archive, or was removed with it.
          if (isRefusal(error, 404)) remove(import_id);
          throw error;
        });
        return laterOf(client.getQueryData<Import>(importKeys.one(import_id)), now);
      },
    })),
    combine: (results) => results.flatMap(({ data }) => (data ? [data] : [])),
  });
}

/** Imports whose end has been announced. An event may come twice. */
const announced = new Set<string>();

/** Shows the state of an import that an event announces, also of one that another tool has started. */
export function useTakeInImport(): (now: Import) => void {
  const client = useQueryClient();
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const mayImport = useHolds('calls:create');
  const { import_ids, add } = useImportList();
  return (now) => {
    if (!mayImport) return;
    const key = importKeys.one(now.import_id);
    client.setQueryData(key, laterOf(client.getQueryData<Import>(key), now));
    const { status } = now;
    if (status === 'running' || status === 'paused') {
      if (import_ids.includes(now.import_id)) return;
      add(now.import_id);
      void refresh([importKeys.list()]);
      return;
    }
    void refresh([importKeys.list()]);
    if (!import_ids.includes(now.import_id) || announced.has(now.import_id)) return;
    announced.add(now.import_id);
    const result = t('imports.calls', { count: now.calls, shown: format.figure(now.calls) });
    notify(t('imports.over', { name: now.name }), status === 'done' ? result : t(`imports.status.${status}`), () => {
      void navigate('/review');
      useImportFlow.setState({ open: true });
    });
  };
}
