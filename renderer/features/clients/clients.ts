import { countCalls, listCalls } from '@shared/contract/calls';
import { clientApi } from '@shared/contract/clients';
import { isSameNumber } from '@shared/phone-number';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api';
import { clientKeys } from '../../api/cache/clients';
import { recordQuery } from '../../api/record';
import { serial } from '../../core/serial';
import { useHolds } from '../../core/session';
import { useSearchedList } from '../../list/use-collection';
import { useRested } from '../../ui/use-rested';

/** The clients whose names, contacts or numbers contain a text, sorted by name. */
export const useClients = (search: string) => useSearchedList(clientApi.list, 'clients', clientKeys.list, search);

/** One client, and the version that was read. */
export const oneClient = recordQuery(clientApi.read, 'client', clientKeys.one);

const latest = 20;

/** The latest calls of a client and their number; undefined while loading, and without the right to see calls. */
export function useCallsOf(client_id: string) {
  const count = useCountOf(client_id);
  const { data } = useQuery({
    queryKey: clientKeys.calls(client_id),
    enabled: useHolds('calls:view'),
    queryFn: ({ signal }) =>
      api(listCalls, { query: { client_id, limit: latest }, view: 'latest calls of a client', signal }),
  });
  return data && count !== undefined ? { calls: data.calls, count } : undefined;
}

/** How many calls belong to a client; undefined while loading, and without the right to see calls. */
export function useCountOf(client_id: string): number | undefined {
  const { data } = useQuery({
    queryKey: clientKeys.count(client_id),
    enabled: useHolds('calls:view'),
    queryFn: ({ signal }) =>
      counting(signal, () => api(countCalls, { query: { client_id }, view: 'calls of a client', signal })),
  });
  return data?.count;
}

const counting = serial();

/** Shorter numbers are extensions, or not typed yet. */
const shortest = 5;

/** How many calls have a number, however it is written; undefined while loading, and without the right to see calls. */
export function useCountOfNumber(number: string): number | undefined {
  const rested = useRested(number.trim(), 250);
  const maySee = useHolds('calls:view');
  const { data } = useQuery({
    queryKey: clientKeys.callsWith(rested),
    enabled: maySee && rested.replace(/\D/g, '').length >= shortest,
    queryFn: async ({ signal }) => {
      // The search finds a number however it is written, as the client does.
      const query = { search_term: rested };
      return (await api(countCalls, { query, view: `calls with ${rested}`, signal })).count;
    },
  });
  return data;
}

/** The names of other clients with a number, which calls with it belong to as well. */
export function useOthersWith(number: string, client_id: string | null): string[] {
  const rested = useRested(number.trim(), 250);
  const { data } = useQuery({
    queryKey: clientKeys.withNumber(rested),
    enabled: rested.replace(/\D/g, '').length >= shortest,
    queryFn: async ({ signal }) => {
      // With or without the country code, the same number ends in the same digits.
      const search_term = rested.replace(/\D/g, '').slice(-7);
      return (await api(clientApi.list, { query: { search_term, limit: 50 }, signal })).clients;
    },
  });
  return (data ?? [])
    .filter((client) => client.client_id !== client_id)
    .filter(({ contacts }) => contacts.some(({ phone_number }) => isSameNumber(phone_number, rested)))
    .map(({ name }) => name);
}
