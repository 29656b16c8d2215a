import { addCallCategory, removeCallCategory, updateCall } from '@shared/contract/call-changes';
import { type Call, readCall } from '@shared/contract/calls';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api';
import { callKeys } from '../../api/cache/calls';
import type { ListPage } from '../../list/look';

/** Shows a changed call, also in its row: the pages of an open list are never read again. */
function show(client: QueryClient, call: Call): void {
  client.setQueryData(callKeys.one(call.call_id), call);
  client.setQueriesData<ListPage<Call> | number>({ queryKey: callKeys.list() }, (page) =>
    typeof page === 'object' && page.records.some(({ call_id }) => call_id === call.call_id)
      ? { ...page, records: page.records.map((one) => (one.call_id === call.call_id ? call : one)) }
      : page,
  );
}

/** Sets the value of a custom field; the empty text clears it. */
export function useSetValue({ call_id }: Call) {
  const client = useQueryClient();
  return useMutation({
    gcTime: 0,
    mutationFn: (value: { field_id: string; value: string }) =>
      api(updateCall, { params: { call_id }, body: { call: { custom_fields: [value] } } }),
    onSuccess: ({ call }) => show(client, call),
  });
}

/** Adds a category to a call, or removes it. */
export function useCategorise({ call_id }: Call) {
  const client = useQueryClient();
  return useMutation({
    gcTime: 0,
    mutationFn: async ({ category_id, isIn }: { category_id: string; isIn: boolean }) => {
      const params = { call_id, category_id };
      if (isIn) await api(addCallCategory, { params });
      else await api(removeCallCategory, { params });
      return api(readCall, { params: { call_id } });
    },
    onSuccess: ({ call }) => show(client, call),
  });
}
