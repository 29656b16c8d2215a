import { endSession, readSession, type Session } from '@shared/contract/sessions';
import { holds, type Permission } from '@shared/permissions';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect } from 'react';
import { api } from '../api/api';
import { isOfNobody, sessionKey } from '../api/cache/session';
import { isRefusal } from '../api/refusal';
import { clearToasts } from '../ui/toast';
import { forgetLeft, useLeft } from './left';

/** Who is signed in; null for nobody. Not asked while there is no user yet. */
export const useSession = (hasUsers = true) =>
  useQuery({
    queryKey: sessionKey,
    enabled: hasUsers,
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<Session | null> => {
      try {
        return await api(readSession, { signal });
      } catch (error) {
        if (isRefusal(error, 401)) return null;
        throw error;
      }
    },
  });

/**
 * The session of the pages that need one, as the root knew it when it last rendered. They must not ask the cache: it
 * may say that the session has ended before the root has taken them away.
 */
export const SignedIn = createContext<Session | null>(null);

/** The session inside the shell, where there always is one. */
export function useSignedIn(): Session {
  const session = useContext(SignedIn);
  if (!session) throw new Error('Used outside the shell.');
  return session;
}

/** The zone of the person's days: their own, else that of the times that the service sends them. */
export function useZone(): string {
  const { user, expires_at } = useSignedIn();
  return user.timezone || (/[+-]\d{2}:\d{2}$/.exec(expires_at)?.[0] ?? 'UTC');
}

/** Whether the signed-in person's role holds a right. */
export const useHolds = (permission: Permission): boolean => holds(useSignedIn().role.permissions, permission);

/** Whether the person may make the categories and custom fields that call records name. */
export const useMayCreateMissing = (): boolean =>
  [useHolds('call_categories:edit'), useHolds('custom_fields:edit')].every(Boolean);

/** Goes on with a session that was just made. Only the person who was here before comes back to where they were. */
export function useEnter(): (session: Session) => void {
  const client = useQueryClient();
  return (session) => {
    if (useLeft.getState().left?.person.user_id !== session.user.user_id) forgetLeft();
    client.setQueryData(sessionKey, session);
  };
}

/** Drops everything that was loaded for a person, once their session has ended and their pages are gone. */
export function useForgetData(isNobody: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isNobody) return;
    client.removeQueries({ predicate: (query) => !isOfNobody(query) });
    client.getMutationCache().clear();
    clearToasts();
  }, [client, isNobody]);
}

/** Signs out. When even that is refused, nobody is signed in all the same. */
export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api(endSession),
    onSettled: () => {
      forgetLeft();
      client.setQueryData(sessionKey, null);
    },
  });
}
