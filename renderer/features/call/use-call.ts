import { type Call, listCalls, readCall } from '@shared/contract/calls';
import { isSameNumber, termForNumber } from '@shared/phone-number';
import { type InfiniteData, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api';

type Page = { calls: Call[] };

/** One call by its id; at once where a list has brought it already. */
export function useCall(call_id: string | null) {
  const client = useQueryClient();
  const listed = () => {
    for (const [, data] of client.getQueriesData<InfiniteData<Page>>({ queryKey: ['calls', 'list'] })) {
      const call = data?.pages.flatMap((page) => page.calls).find((found) => found.call_id === call_id);
      if (call) return call;
    }
  };
  return useQuery({
    queryKey: ['calls', 'one', call_id],
    enabled: call_id !== null,
    queryFn: async ({ signal }) => (await api(readCall, { params: { call_id: call_id ?? '' }, signal })).call,
    initialData: listed,
    staleTime: 30_000,
  });
}

/** How many hits are looked through for five calls: the search finds digits in any text. */
const hits = 50;

/** The latest calls from or to a number, however it is written, other than this one, of the last 30 days. */
export const useOtherCalls = (call: Call, number: string | null, daterange: string) =>
  useQuery({
    queryKey: ['calls', 'other', number, daterange, call.call_id],
    enabled: number !== null && number.length > 2,
    queryFn: async ({ signal }) => {
      const search_term = termForNumber(number ?? '');
      const { calls } = await api(listCalls, { query: { search_term, daterange, limit: hits }, signal });
      const isSame = (other: Call) => [other.from_number, other.to_number].some((party) => isSameNumber(party, number));
      return calls.filter((other) => other.call_id !== call.call_id && isSame(other)).slice(0, 5);
    },
  });
