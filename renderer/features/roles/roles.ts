import { roleApi } from '@shared/contract/roles';
import { userApi } from '@shared/contract/users';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api';
import { roleKeys } from '../../api/cache/roles';
import { recordQuery } from '../../api/record';
import { useHolds } from '../../core/session';
import { useSearchedList } from '../../list/use-collection';

/** The roles whose names contain a text, sorted by name. */
export const useRoles = (search: string) => useSearchedList(roleApi.list, 'roles', roleKeys.list, search);

/** One role, and the version that was read. */
export const oneRole = recordQuery(roleApi.read, 'role', roleKeys.one);

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
