import { countCalls } from '@shared/contract/calls';
import { readLicences } from '@shared/contract/licences';
import { roleApi } from '@shared/contract/roles';
import { userApi } from '@shared/contract/users';
import type { LicenceName } from '@shared/licences';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../api/api';
import { licenceKeys } from '../../api/cache/licences';
import { roleKeys } from '../../api/cache/roles';
import { userKeys } from '../../api/cache/users';
import { every } from '../../api/every';
import { recordQuery } from '../../api/record';
import { useHolds } from '../../core/session';
import { useCollection } from '../../list/use-collection';
import { countLimit } from '../../list/use-list';

/** The segments of the list. */
export const segments = ['active', 'inactive', 'all'] as const;
export type Segment = (typeof segments)[number];

export type UserFilters = {
  search: string;
  segment: Segment;
  licence: LicenceName | null;
  role_id: string | null;
  group_id: string | null;
};

const isActive = { active: { is_active: 'true' }, inactive: { is_active: 'false' }, all: {} } as const;

/** The filters as the API takes them. */
export const queryOf = ({ search, segment, licence, role_id, group_id }: UserFilters) => ({
  ...isActive[segment],
  ...(search && { search_term: search }),
  ...(licence && { licence }),
  ...(role_id && { role_id }),
  ...(group_id && { group_id }),
});

/** The users that a search and the filters show, sorted by name. */
export function useUsers({ search, segment, licence, role_id, group_id }: UserFilters) {
  const filters = useMemo(
    () => queryOf({ search, segment, licence, role_id, group_id }),
    [search, segment, licence, role_id, group_id],
  );
  return useCollection(userApi.list, 'users', userKeys.list, filters);
}

/** The number of users in a segment: undefined while it is loading, null if there are too many to count. */
export function useUserCount(segment: Segment): number | null | undefined {
  const filters = isActive[segment];
  const { data } = useQuery({
    queryKey: userKeys.count(filters),
    queryFn: ({ signal }) => api(userApi.list, { query: { ...filters, limit: 1, max_total_calc: countLimit }, signal }),
  });
  return data?.total;
}

/** The licences of a tenant, by default the caller's own; undefined while loading, or if the role does not see them. */
export function useLicences(tenant_id?: string) {
  const maySee = useHolds('users:licensing');
  const { data } = useQuery({
    queryKey: licenceKeys.of(tenant_id),
    enabled: maySee,
    queryFn: ({ signal }) => api(readLicences, { query: tenant_id === undefined ? {} : { tenant_id }, signal }),
  });
  return data?.licences;
}

/** The query of every role, which does not run if the user's role does not see roles. */
export const useRoleChoices = () =>
  useQuery({
    queryKey: roleKeys.every,
    enabled: useHolds('roles:view'),
    queryFn: ({ signal }) => every(roleApi.list, 'roles', signal),
  });

/** Every role, for choosing one and for its name; undefined while loading, or if the role does not see roles. */
export const useEveryRole = () => useRoleChoices().data;

/** One user, and the version that was read. */
export const oneUser = recordQuery(userApi.read, 'user', userKeys.one);

/** The number of calls that a user is on; undefined while it is loading, or if the role does not see calls. */
export function useCallsOf(user_id: string): number | undefined {
  const maySee = useHolds('calls:view');
  const { data } = useQuery({
    queryKey: userKeys.calls(user_id),
    enabled: maySee,
    queryFn: ({ signal }) => api(countCalls, { query: { user_id }, view: 'calls of a user', signal }),
  });
  return data?.count;
}
