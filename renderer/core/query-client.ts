import type { Session } from '@shared/contract/sessions';
import { MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { bridge } from '../api/bridge';
import { isOpenList } from '../api/cache/calls';
import { sessionKey } from '../api/cache/session';
import { isRefusal } from '../api/refusal';
import { remember } from './left';

function ended(): void {
  const session = queryClient.getQueryData<Session | null>(sessionKey);
  if (session) remember(session);
  queryClient.setQueryData(sessionKey, null);
}

/** A session that has ended shows itself in any answer, also in one to what is no query; from then on nobody is signed in. */
export const noticeRefusal = (error: unknown): void => {
  if (isRefusal(error, 401)) ended();
};

/** Server state. The service is on this machine: no network to wait for, and one more try is enough. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeRefusal }),
  mutationCache: new MutationCache({ onError: noticeRefusal }),
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 5_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < 1 && isRefusal(error, 0, 502, 503),
      retryDelay: 400,
    },
    mutations: { networkMode: 'always' },
  },
});

bridge.onLocked(ended);

/** Asks again for what is on the screen, of these keys or of all. New calls wait until the list takes them in. */
export async function refresh(keys?: readonly QueryKey[]): Promise<void> {
  const filters = keys?.map((queryKey) => ({ queryKey })) ?? [{}];
  const predicate = (query: { queryKey: QueryKey }) => !isOpenList(query);
  await Promise.all(filters.map((filter) => queryClient.invalidateQueries({ ...filter, predicate })));
}
