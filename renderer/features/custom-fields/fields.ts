import { type CustomField, customFieldApi, readFieldUsage } from '@shared/contract/custom-fields';
import { type QueryClient, useMutation, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api, versioned } from '../../api/api';
import { fieldKeys } from '../../api/cache/custom-fields';
import { every } from '../../api/every';
import { refresh } from '../../core/query-client';
import { useHolds } from '../../core/session';
import type { ListPage } from '../../list/look';
import { countLimit, useList } from '../../list/use-list';
import { moved } from '../../ui/use-drag-rows';

/** The fields whose names contain a text, in their order. */
export const useFields = (search: string) =>
  useList<CustomField>({
    keyOf: useCallback((page: number) => fieldKeys.list(search, page), [search]),
    read: useCallback(
      async ({ page, start, limit, signal }): Promise<ListPage<CustomField>> => {
        const query = { ...(search && { search_term: search }), start, limit, max_total_calc: countLimit };
        const { custom_fields, ...rest } = await api(customFieldApi.list, { page, query, signal });
        return { ...rest, records: custom_fields };
      },
      [search],
    ),
  });

/** One field, and the version that was read. */
const oneOptions = (field_id: string) => ({
  queryKey: fieldKeys.one(field_id),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { answer, version } = await versioned(customFieldApi.read, { params: { field_id }, signal });
    return { field: answer.custom_field, version };
  },
});
export const useCustomField = (field_id: string) => useQuery(oneOptions(field_id));
export const readAgain = (client: QueryClient, field_id: string) =>
  client.fetchQuery({ ...oneOptions(field_id), staleTime: 0 });

/** How many calls have values of a field; undefined for a new field, while loading, and without the right to see calls. */
export function useUsage(field_id: string | null) {
  const maySee = useHolds('calls:view');
  const { data } = useQuery({
    queryKey: fieldKeys.usage(field_id ?? ''),
    enabled: maySee && field_id !== null,
    queryFn: ({ signal }) => api(readFieldUsage, { params: { field_id: field_id ?? '' }, signal }),
  });
  return data?.usage;
}

/** Moves a field to another place. Fields whose place changes are changed one after the other. */
export const useMoveField = () =>
  useMutation({
    scope: { id: 'order of custom fields' },
    mutationFn: async ({ field_id, to }: { field_id: string; to: number }) => {
      const all = await every(customFieldApi.list, 'custom_fields');
      const from = all.findIndex((field) => field.field_id === field_id);
      for (const [position, field] of moved(all, from, to).entries()) {
        if (field.position === position) continue;
        const { field_id } = field;
        await api(customFieldApi.update, { params: { field_id }, body: { custom_field: { position } } });
      }
    },
    onSettled: () => refresh([fieldKeys.all]),
  });
