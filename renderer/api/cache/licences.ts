import { keysOf } from './key';

const key = keysOf('licences');

export const licenceKeys = {
  all: key(),
  /** The licences of a tenant, or of the caller's. */
  of: (tenant_id?: string) => key(tenant_id),
};
