import { tenantApi } from '@shared/contract/tenants';
import { tenantKeys } from '../../api/cache/tenants';
import { recordQuery } from '../../api/record';
import { useSearchedList } from '../../list/use-collection';

/** The tenants whose names contain a text, sorted by name. */
export const useTenants = (search: string) => useSearchedList(tenantApi.list, 'tenants', tenantKeys.list, search);

/** One tenant, and the version that was read. */
export const oneTenant = recordQuery(tenantApi.read, 'tenant', tenantKeys.one);
