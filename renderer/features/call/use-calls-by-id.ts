import { type Call, listCalls } from '@shared/contract/calls';
import { useQueries } from '@tanstack/react-query';
import { api } from '../../api/api';
import { callKeys } from '../../api/cache/calls';

/** The most ids that a request takes. */
const atOnce = 200;

/** Several calls by their ids, as far as they are read and within reach: one request, not one for each call. */
export function useCallsById(ids: readonly string[]): ReadonlyMap<string, Call> {
  const parts = Array.from({ length: Math.ceil(ids.length / atOnce) }, (_, n) =>
    ids.slice(n * atOnce, (n + 1) * atOnce),
  );
  return useQueries({
    queries: parts.map((part) => ({
      queryKey: callKeys.byIds(part),
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await api(listCalls, { query: { call_id: part.join(','), limit: atOnce }, signal })).calls,
    })),
    combine: byId,
  });
}

const byId = (found: readonly { data: Call[] | undefined }[]): ReadonlyMap<string, Call> =>
  new Map(found.flatMap(({ data = [] }) => data.map((call) => [call.call_id, call])));
