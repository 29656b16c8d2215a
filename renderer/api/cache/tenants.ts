import { keysOf } from './key';
import { licenceKeys } from './licences';

const key = keysOf('tenants');

export const tenantKeys = {
  users: (tenant_id: string) => key('users', tenant_id),
};

/** Data that changes with a tenant. */
export const changedByTenant = [key(), licenceKeys.all];
