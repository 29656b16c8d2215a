import { type Group, groupApi } from '@shared/contract/groups';
import { userApi } from '@shared/contract/users';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api, versioned } from '../../api/api';
import { groupKeys } from '../../api/cache/groups';
import { every } from '../../api/every';
import { useHolds } from '../../core/session';
import type { ListPage } from '../../list/look';
import { countLimit, useList } from '../../list/use-list';

/** The groups whose names contain a text, sorted by name. */
export const useGroups = (search: string) =>
  useList<Group>({
    keyOf: useCallback((page: number) => groupKeys.list(search, page), [search]),
    read: useCallback(
      async ({ page, start, limit, signal }): Promise<ListPage<Group>> => {
        const query = { ...(search && { search_term: search }), start, limit, max_total_calc: countLimit };
        const { groups, ...rest } = await api(groupApi.list, { page, query, signal });
        return { ...rest, records: groups };
      },
      [search],
    ),
  });

/** Every group, for choosing one and for its name; undefined while loading, or if the role does not see groups. */
export function useEveryGroup() {
  const maySee = useHolds('groups:view');
  return useQuery({
    queryKey: groupKeys.every,
    enabled: maySee,
    queryFn: ({ signal }) => every(groupApi.list, 'groups', signal),
  }).data;
}

/** One group, and the version that was read. */
const oneOptions = (group_id: string) => ({
  queryKey: groupKeys.one(group_id),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { answer, version } = await versioned(groupApi.read, { params: { group_id }, signal });
    return { group: answer.group, version };
  },
});
export const useGroup = (group_id: string) => useQuery(oneOptions(group_id));
export const readAgain = (client: QueryClient, group_id: string) =>
  client.fetchQuery({ ...oneOptions(group_id), staleTime: 0 });

/** The first users of a group, by name; undefined while loading, or if the role does not see users. */
export function useUsersOf(group_id: string) {
  const maySee = useHolds('users:view');
  return useQuery({
    queryKey: groupKeys.users(group_id),
    enabled: maySee,
    queryFn: ({ signal }) => api(userApi.list, { query: { group_id, limit: 50 }, signal }),
  }).data?.users;
}
