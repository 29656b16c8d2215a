import { readSession, type Session } from '@shared/contract/sessions';
import { MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { api } from '../api/api';
import { bridge } from '../api/bridge';
import { isOpenList } from '../api/cache/calls';
import { isOfNobody, sessionKey } from '../api/cache/session';
import { isRefusal } from '../api/refusal';
import { clearToasts } from '../ui/toast';
import { invalidate } from './invalidate';
import { rememberSession } from './session-restore';

/** Continues with another session, without the data of the one before. */
export function enter(session: Session): void {
  queryClient.removeQueries({ predicate: (query) => !isOfNobody(query) });
  clearToasts();
  queryClient.setQueryData(sessionKey, session);
}

function ended(): void {
  const session = queryClient.getQueryData<Session | null>(sessionKey);
  // A view as another user is not continued.
  if (session && !session.viewer) rememberSession(session);
  queryClient.setQueryData(sessionKey, null);
}

/**
 * Any response can show that the session has ended, including those of requests that are not queries. Then nobody is
 * signed in.
 */
export const noticeRefusal = (error: unknown): void => {
  if (isRefusal(error, 401)) ended();
  // From now on, requests are those of the user's own session.
  if (isRefusal(error, 403) && error.said.reason?.code === 'view_as_ended') void api(readSession).then(enter, () => {});
};

/**
 * The cache of server data. The service is on this machine, so there is no network to wait for and one retry is enough.
 */
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

/**
 * Refetches the visible data of these keys, or all of it. New calls only appear when the list takes them in. `gone`: the id
 * of a record that was deleted, whose page may still be there; it is not asked for again.
 */
export async function refresh(keys?: readonly QueryKey[], gone?: string): Promise<void> {
  const filters = keys?.map((queryKey) => ({ queryKey })) ?? [{}];
  const predicate = (query: { queryKey: QueryKey }) =>
    !isOpenList(query) && (gone === undefined || !query.queryKey.includes(gone));
  await Promise.all(filters.map((filter) => invalidate(queryClient, { ...filter, predicate })));
}
