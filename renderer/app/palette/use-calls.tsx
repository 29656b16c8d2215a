import { type Call, listCalls, readCall } from '@shared/contract/calls';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { api } from '../../api/api';
import { callKeys } from '../../api/cache/calls';
import { agentOf, customerOf, directionIcon, partyText, useCallName } from '../../features/parties';
import { usePlayer } from '../../features/player';
import { phoneText } from '../../i18n/phone-number';
import { lengthText } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import { Icon } from '../../ui/icon';
import { useOpenCallInReview } from '../open-call-in-review';
import type { Entry } from './entry';
import { rememberCall, useRecent } from './recent';

/** The first calls that a text finds, as the search of the list finds them. Without a text, nothing is searched. */
export const useFoundCalls = (search_term: string, limit: number) =>
  useQuery({
    queryKey: callKeys.found(search_term, limit),
    enabled: search_term !== '',
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api(listCalls, { query: { search_term, limit }, view: 'palette calls', signal })).calls,
  });

/** The calls opened last, as far as they still exist. */
export function useRecentCalls(enabled: boolean): Call[] {
  const calls = useRecent((recent) => recent.calls);
  return useQueries({
    queries: calls.map((call_id) => ({
      queryKey: callKeys.one(call_id),
      enabled,
      retry: false,
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await api(readCall, { params: { call_id }, signal })).call,
    })),
    combine: (results) => results.flatMap(({ data }) => (data ? [data] : [])),
  });
}

/** Calls as entries: Enter opens one in the list, Ctrl Enter plays it here. */
export function useCallEntries(): (calls: readonly Call[]) => Entry[] {
  const open = useOpenCallInReview();
  const format = useFormat();
  const callName = useCallName();
  return (calls) =>
    calls.map((call) => {
      const { number } = customerOf(call);
      const facts = [number === null ? null : phoneText(number), partyText(agentOf(call))];
      return {
        id: call.call_id,
        text: callName(call),
        detail: facts.filter((fact) => fact !== null && fact !== callName(call)).join(', '),
        icon: <Icon of={directionIcon(call)} />,
        ends: [format.started(call.setup_time), lengthText(call.duration)],
        run: () => open(call.call_id),
        play: () => {
          rememberCall(call.call_id);
          usePlayer.getState().load(call, { play: true });
        },
      };
    });
}
