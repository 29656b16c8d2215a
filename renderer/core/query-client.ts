import type { Session } from '@shared/contract/sessions';
import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { bridge } from '../api/bridge';
import { isRefusal } from '../api/refusal';
import { remember } from './left';

export const sessionKey = ['session'] as const;

function ended(): void {
  const session = queryClient.getQueryData<Session | null>(sessionKey);
  if (session) remember(session);
  queryClient.setQueryData(sessionKey, null);
}

/** A session that has ended shows itself in any answer; from then on nobody is signed in. */
const onError = (error: unknown) => {
  if (isRefusal(error, 401)) ended();
};

/** Server state. The service is on this machine: no network to wait for, and one more try is enough. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
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

/** The pages of an open list go on from one another and keep their rows (features/calls/listing.ts): never asked again. */
const isOpenList = ({ queryKey: [collection, part] }: Query) => collection === 'calls' && part === 'list';

/** Asks again for what is on the screen, of one collection or of all. New calls wait until the list takes them in. */
export const refresh = (...collection: string[]): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: collection, predicate: (query) => !isOpenList(query) });
