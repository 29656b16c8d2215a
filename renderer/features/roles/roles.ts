import { type Role, roleApi } from '@shared/contract/roles';
import { userApi } from '@shared/contract/users';
import { type AccessLevel, accessLevels, type Permissions } from '@shared/permissions';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api, versioned } from '../../api/api';
import { roleKeys } from '../../api/cache/roles';
import { useHolds } from '../../core/session';
import type { ListPage } from '../../list/look';
import { countLimit, useList } from '../../list/use-list';
import { rightsIn } from './rights';

/** The roles whose names contain a text, sorted by name. */
export const useRoles = (search: string) =>
  useList<Role>({
    keyOf: useCallback((page: number) => roleKeys.list(search, page), [search]),
    read: useCallback(
      async ({ page, start, limit, signal }): Promise<ListPage<Role>> => {
        const query = { ...(search && { search_term: search }), start, limit, max_total_calc: countLimit };
        const { roles, ...rest } = await api(roleApi.list, { page, query, signal });
        return { ...rest, records: roles };
      },
      [search],
    ),
  });

/** One role, and the version that was read. */
const oneOptions = (role_id: string) => ({
  queryKey: roleKeys.one(role_id),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { answer, version } = await versioned(roleApi.read, { params: { role_id }, signal });
    return { role: answer.role, version };
  },
});
export const useRole = (role_id: string) => useQuery(oneOptions(role_id));
export const readAgain = (client: QueryClient, role_id: string) =>
  client.fetchQuery({ ...oneOptions(role_id), staleTime: 0 });

/** The active people who have a role, by name; at most a thousand. */
export function usePeopleWith(role_id: string) {
  const maySee = useHolds('users:view');
  return useQuery({
    queryKey: roleKeys.people(role_id),
    enabled: maySee,
    queryFn: async ({ signal }) => {
      const { users } = await api(userApi.list, { query: { role_id, is_active: 'true', limit: 1000 }, signal });
      return users;
    },
  });
}

type Held = { access_level: AccessLevel; permissions: Permissions };

/** Whether a reach is wider than that of a role. */
export const isWider = (level: AccessLevel, than: AccessLevel): boolean =>
  accessLevels.indexOf(level) < accessLevels.indexOf(than);

/** Whether a role reaches further, or holds more, than one's own. The service refuses to change such a role. */
export const exceeds = (role: Held, own: Held): boolean =>
  isWider(role.access_level, own.access_level) ||
  rightsIn(role.permissions).some((right) => !rightsIn(own.permissions).includes(right));
