import { type Tenant, tenantApi } from '@shared/contract/tenants';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api, versioned } from '../../api/api';
import { tenantKeys } from '../../api/cache/tenants';
import type { ListPage } from '../../list/look';
import { countLimit, useList } from '../../list/use-list';

/** The tenants whose names contain a text, sorted by name. */
export const useTenants = (search: string) =>
  useList<Tenant>({
    keyOf: useCallback((page: number) => tenantKeys.list(search, page), [search]),
    read: useCallback(
      async ({ page, start, limit, signal }): Promise<ListPage<Tenant>> => {
        const query = { ...(search && { search_term: search }), start, limit, max_total_calc: countLimit };
        const { tenants, ...rest } = await api(tenantApi.list, { page, query, signal });
        return { ...rest, records: tenants };
      },
      [search],
    ),
  });

/** One tenant, and the version that was read. */
const oneOptions = (tenant_id: string) => ({
  queryKey: tenantKeys.one(tenant_id),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { answer, version } = await versioned(tenantApi.read, { params: { tenant_id }, signal });
    return { tenant: answer.tenant, version };
  },
});
export const useTenant = (tenant_id: string) => useQuery(oneOptions(tenant_id));
export const readAgain = (client: QueryClient, tenant_id: string) =>
  client.fetchQuery({ ...oneOptions(tenant_id), staleTime: 0 });
