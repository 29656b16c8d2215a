import { listAuditLog } from '@shared/contract/audit-log';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api';
import { auditLogKeys } from '../../api/cache/audit-log';
import { useCollection } from '../../list/use-collection';

/** The filters as the API takes them. */
export type EntryFilters = Readonly<Record<string, string>>;

/** The entries that the filters find, newest first. */
export const useEntries = (filters: EntryFilters) =>
  useCollection(listAuditLog, 'audit_log', auditLogKeys.list, filters);

/** The number of the newest entry; undefined while it is loading. */
export const useNewest = () =>
  useQuery({
    queryKey: auditLogKeys.newest,
    queryFn: async ({ signal }) =>
      (await api(listAuditLog, { query: { limit: 1 }, signal })).audit_log[0]?.audit_id ?? 0,
  }).data;
