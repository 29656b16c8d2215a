import { type Call, listCalls, readCall } from '@shared/contract/calls';
import { isSameNumber, termForNumber } from '@shared/phone-number';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { callKeys, otherCallKeys } from '../../api/cache/calls';
import type { Staying } from '../../core/session-restore';
import { useFormat } from '../../i18n/use-format';
import type { ListPage } from '../../list/look';
import { useCallName } from '../parties';

type Page = { calls: Call[]; next_url: string | null };

/** One call by its id; available at once if a list has already loaded it. */
export function useCall(call_id: string | null) {
  const client = useQueryClient();
  const listed = () => {
    for (const [, page] of client.getQueriesData<ListPage<Call> | number>({ queryKey: callKeys.list() })) {
      const call = typeof page === 'object' && page.records.find((found) => found.call_id === call_id);
      if (call) return call;
    }
  };
  return useQuery({
    queryKey: callKeys.one(call_id),
    enabled: call_id !== null,
    queryFn: async ({ signal }) => (await api(readCall, { params: { call_id: call_id ?? '' }, signal })).call,
    initialData: listed,
    staleTime: 30_000,
  });
}

/** The number of hits read at once. The search finds the digits in any text, so all hits are checked. */
const hits = 500;
const shown = 5;

/** Whether calls can be found by a party's number: not by "anonymous", nor by the name of a line. */
export const isDialled = (number: string | null): number is string => (number?.match(/\d/g)?.length ?? 0) > 2;

/** The latest other calls from or to a number, in any spelling, within a span of days, and their number. */
export const useOtherCalls = (call: Call, number: string | null, daterange: string) =>
  useQuery({
    queryKey: otherCallKeys.of(call.call_id, number, daterange),
    enabled: isDialled(number),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const isSame = (other: Call) => [other.from_number, other.to_number].some((party) => isSameNumber(party, number));
      const query = { search_term: termForNumber(number ?? ''), daterange, limit: hits };
      const latest: Call[] = [];
      let count = 0;
      let next = '' as string | null;
      while (next !== null) {
        const asked = next === '' ? { query } : { page: next };
        const page: Page = await api(listCalls, { ...asked, view: 'calls other', signal });
        const found = page.calls.filter((other) => other.call_id !== call.call_id && isSame(other));
        count += found.length;
        latest.push(...found.slice(0, shown - latest.length));
        next = page.next_url;
      }
      return { latest, count };
    },
  });

/** What is not saved of a call, in the user's words, and the address that leads to it. */
export function useStayingOn(call: Call): (what: string) => Staying {
  const { t } = useTranslation();
  const format = useFormat();
  const name = useCallName()(call);
  return (what) => ({
    name: t('call.unsavedOn', { what, call: name, when: format.startedWithin(call.setup_time) }),
    address: `/review?call=${call.call_id}`,
  });
}
