import { addCallCategory, removeCallCategory, updateCall } from '@shared/contract/call-changes';
import { holdCall } from '@shared/contract/call-removal';
import { type Call, readCall } from '@shared/contract/calls';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, versioned } from '../../api/api';
import { callKeys } from '../../api/cache/calls';
import type { ListPage } from '../../list/look';
import { usePlayer } from '../player';

/** Shows changed calls, also in their rows, as the pages of an open list are never read again, and in the deck. */
export function showChanged(client: QueryClient, calls: readonly Call[]): void {
  const changed = new Map(calls.map((call) => [call.call_id, call]));
  for (const call of calls) {
    client.setQueryData(callKeys.one(call.call_id), call);
    usePlayer.getState().takeIn(call);
  }
  client.setQueriesData<ListPage<Call> | number>({ queryKey: callKeys.list() }, (page) =>
    typeof page === 'object' && page.records.some(({ call_id }) => changed.has(call_id))
      ? { ...page, records: page.records.map((one) => changed.get(one.call_id) ?? one) }
      : page,
  );
}

/** Reads of changed calls, one after another: hundreds may be changed at once. */
let reading: Promise<unknown> = Promise.resolve();

/** Shows a call that something has changed, if the list has loaded its row or the deck has it. Other data is refetched. */
export function useTakeInCall(): (call_id: string) => void {
  const client = useQueryClient();
  const isShown = (call_id: string) =>
    usePlayer.getState().call_id === call_id ||
    client
      .getQueriesData<ListPage<Call> | number>({ queryKey: callKeys.list() })
      .some(([, page]) => typeof page === 'object' && page.records.some((call) => call.call_id === call_id));
  const read = async (call_id: string) => {
    if (!isShown(call_id)) return;
    // A call that is removed again, or out of reach, keeps its row until the list is opened again.
    const answer = await api(readCall, { params: { call_id } }).catch(() => null);
    if (answer) showChanged(client, [answer.call]);
  };
  return (call_id) => {
    reading = reading.then(() => read(call_id));
  };
}

/** Sets the value of a custom field; the empty text clears it. */
export function useSetValue({ call_id }: Call) {
  const client = useQueryClient();
  return useMutation({
    gcTime: 0,
    mutationFn: (value: { field_id: string; value: string }) =>
      api(updateCall, { params: { call_id }, body: { call: { custom_fields: [value] } } }),
    onSuccess: ({ call }) => showChanged(client, [call]),
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
    onSuccess: ({ call }) => showChanged(client, [call]),
  });
}

/**
 * Places a legal hold on a call, or lifts it. What someone else has already done is only shown, and a change in between
 * is refused.
 */
export function useHold({ call_id }: Call) {
  const client = useQueryClient();
  return useMutation({
    gcTime: 0,
    mutationFn: async (legal_hold: boolean) => {
      const { answer, version } = await versioned(readCall, { params: { call_id } });
      if (answer.call.legal_hold === legal_hold) return answer;
      return api(holdCall, { params: { call_id }, body: { call: { legal_hold } }, version });
    },
    onSuccess: ({ call }) => showChanged(client, [call]),
  });
}
