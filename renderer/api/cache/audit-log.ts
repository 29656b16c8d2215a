import { keysOf } from './key';

const key = keysOf('audit_log');

export const auditLogKeys = {
  /** A page of the entries that filters find. */
  list: (filters: object, page: number) => key('list', filters, page),
  /** The newest entry. */
  newest: key('newest'),
  /** The last verification. */
  verification: key('verification'),
};
