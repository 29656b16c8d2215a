import { userApi } from '@shared/contract/users';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api';
import { tenantKeys } from '../../api/cache/tenants';
import { useHolds } from '../../core/session';
import { countLimit } from '../../list/use-list';

/** The number of users of a tenant: undefined while it is loading, null if there are too many to count. */
export function useUserCountOf(tenant_id: string): number | null | undefined {
  const maySee = useHolds('users:view');
  return useQuery({
    queryKey: tenantKeys.users(tenant_id),
    enabled: maySee,
    queryFn: ({ signal }) => api(userApi.list, { query: { tenant_id, limit: 1, max_total_calc: countLimit }, signal }),
  }).data?.total;
}
