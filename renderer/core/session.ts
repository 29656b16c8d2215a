import type { Operation } from '@shared/contract/operation';
import { endSession, readSession, type Session } from '@shared/contract/sessions';
import { holds, type Permission } from '@shared/permissions';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect } from 'react';
import { api } from '../api/api';
import { bridge } from '../api/bridge';
import { isOfNobody, sessionKey } from '../api/cache/session';
import { isRefusal } from '../api/refusal';
import { clearToasts } from '../ui/toast';
import { forgetNotices } from './notify';
import { forgetEndedSession, rememberLocked, restorePlace, useEndedSession } from './session-restore';

/** Whether this window has just been opened, without a place of its own. */
let isOpened = window.location.pathname === '/';

/** A session that is there before its window continues where the window before it was. */
async function continued(session: Session): Promise<Session> {
  if (isOpened && !session.viewer) await restorePlace(session.user);
  isOpened = false;
  return session;
}

/** No session. A window that has just been opened asks whether it is locked for somebody. */
async function nobody(): Promise<null> {
  const { locked_for } = isOpened ? await bridge.machine() : { locked_for: null };
  isOpened = false;
  if (locked_for) rememberLocked(locked_for);
  return null;
}

/** The session of the signed-in user; null without one. Not requested before there is a user. */
export const useSession = (hasUsers = true) =>
  useQuery({
    queryKey: sessionKey,
    enabled: hasUsers,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Session | null> => {
      try {
        return await continued(await api(readSession, { signal }));
      } catch (error) {
        if (isRefusal(error, 401)) return nobody();
        throw error;
      }
    },
  });

/**
 * The session for pages that need one, as of the last render of the root. They must not read the cache, which may show
 * that the session has ended before the root has removed them.
 */
export const SignedIn = createContext<Session | null>(null);

/** The session inside the shell, where there always is one. */
export function useSignedIn(): Session {
  const session = useContext(SignedIn);
  if (!session) throw new Error('Used outside the shell.');
  return session;
}

/** The time zone of the user's days, which is that of the times in responses. */
export const useZone = (): string => useSignedIn().timezone;

/** Rights to change calls and their notes. Their controls are on pages that mostly show calls. */
const changing: readonly Permission[] = [
  ...(['calls:create', 'calls:edit', 'calls:delete', 'calls:categorize'] as const),
  ...(['calls:add_notes', 'calls:pause_recording', 'call_notes:edit', 'call_notes:delete'] as const),
];

/**
 * Whether the signed-in user has a right. While viewing as another user, nobody may change calls and notes; forms say that
 * themselves (`useReadingOnly`).
 */
export function useHolds(permission: Permission): boolean {
  const { role, viewer } = useSignedIn();
  return holds(role.permissions, permission) && !(viewer && changing.includes(permission));
}

/** Whether the user's role has the permission and the reach that the contract asks for an operation. */
export function useMay({ permission, reach }: { permission: Permission; reach?: Operation['reach'] }): boolean {
  const isHeld = useHolds(permission);
  const reachesEvery = useReachesEvery();
  const { access_level } = useSignedIn().role;
  const reachesTenant = access_level !== 'managed_groups' && access_level !== 'user';
  const isReached = { 'every tenant': reachesEvery, 'whole tenant': reachesTenant };
  return isHeld && (reach === undefined || isReached[reach]);
}

/** Whether the user's role reaches every tenant, and may therefore change what all of them share. */
export const useReachesEvery = (): boolean => useSignedIn().reaches_every_tenant;

/** Whether the user may create the categories and custom fields in call records. */
export const useMayCreateMissing = (): boolean =>
  [useHolds('call_categories:edit'), useHolds('custom_fields:edit')].every(Boolean);

/** Starts the window with a new session: where it was locked, if by the same user, otherwise where that user was last. */
export function useEnter(): (session: Session) => Promise<void> {
  const client = useQueryClient();
  return async (session) => {
    const { left } = useEndedSession.getState();
    if (left?.person.user_id !== session.user.user_id || left.address === null) {
      forgetEndedSession();
      await restorePlace(session.user);
    }
    client.setQueryData(sessionKey, session);
  };
}

/** What the user has to do before anything else; someone who views as them does not. */
export function mustDo({ user: { fieldset_login: login }, viewer }: Session): 'password' | 'second factor' | null {
  if (!login || viewer) return null;
  if (login.must_change_password) return 'password';
  return login.require_2fa && !login.has_second_factor ? 'second factor' : null;
}

/** Reads the session again, after something in it has changed. */
export function useReadSession(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.refetchQueries({ queryKey: sessionKey });
}

/** Drops all loaded data of a user, once their session has ended and their pages are removed. */
export function useForgetData(isNobody: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isNobody) return;
    client.removeQueries({ predicate: (query) => !isOfNobody(query) });
    client.getMutationCache().clear();
    clearToasts();
    forgetNotices();
  }, [client, isNobody]);
}

/** Signs out. Even if the request fails, nobody is signed in afterwards. */
export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api(endSession),
    onSettled: () => {
      forgetEndedSession();
      client.setQueryData(sessionKey, null);
    },
  });
}
