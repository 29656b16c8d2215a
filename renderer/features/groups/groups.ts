import { groupApi } from '@shared/contract/groups';
import { userApi } from '@shared/contract/users';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api';
import { groupKeys } from '../../api/cache/groups';
import { every } from '../../api/every';
import { useHolds } from '../../core/session';

/** The query of every group, which does not run if the user's role does not see groups. */
export const useGroupChoices = () =>
  useQuery({
    queryKey: groupKeys.every,
    enabled: useHolds('groups:view'),
    queryFn: ({ signal }) => every(groupApi.list, 'groups', signal),
  });

/** Every group, for choosing one and for its name; undefined while loading, or if the role does not see groups. */
export const useEveryGroup = () => useGroupChoices().data;

/** The first users of a group, by name; undefined while loading, or if the role does not see users. */
export function useUsersOf(group_id: string) {
  const maySee = useHolds('users:view');
  return useQuery({
    queryKey: groupKeys.users(group_id),
    enabled: maySee,
    queryFn: ({ signal }) => api(userApi.list, { query: { group_id, limit: 50 }, signal }),
  }).data?.users;
}
