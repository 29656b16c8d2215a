import { keysOf } from './key';
import { licenceKeys } from './licences';

const key = keysOf('tenants');

export const tenantKeys = {
  /** A page of a search. */
  list: (search: string, page: number) => key('list', search, page),
  one: (tenant_id: string) => key('one', tenant_id),
  users: (tenant_id: string) => key('users', tenant_id),
};

/** Data that changes with a tenant. */
export const changedByTenant = [key(), licenceKeys.all];
