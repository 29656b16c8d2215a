import { type AuditEntry, listAuditLog } from '@shared/contract/audit-log';
import { userApi } from '@shared/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '../../api/api';
import { auditLogKeys } from '../../api/cache/audit-log';
import { userKeys } from '../../api/cache/users';
import { every } from '../../api/every';
import { useHolds } from '../../core/session';
import type { ListPage } from '../../list/look';
import { countLimit, useList } from '../../list/use-list';

/** The filters as the API takes them. */
export type EntryFilters = Readonly<Record<string, string>>;

/** The entries that the filters find, newest first. */
export const useEntries = (filters: EntryFilters) =>
  useList<AuditEntry>({
    keyOf: useCallback((page: number) => auditLogKeys.list(filters, page), [filters]),
    read: useCallback(
      async ({ page, start, limit, signal }): Promise<ListPage<AuditEntry>> => {
        const query = { ...filters, start, limit, max_total_calc: countLimit };
        const { audit_log, ...rest } = await api(listAuditLog, { page, query, signal });
        return { ...rest, records: audit_log };
      },
      [filters],
    ),
  });

/** The number of the newest entry; undefined while it is loading. */
export const useNewest = () =>
  useQuery({
    queryKey: auditLogKeys.newest,
    queryFn: async ({ signal }) =>
      (await api(listAuditLog, { query: { limit: 1 }, signal })).audit_log[0]?.audit_id ?? 0,
  }).data;

/** Every user, for the filter by person; undefined while loading, or if the role does not see users. */
export function useEveryUser() {
  const maySee = useHolds('users:view');
  return useQuery({
    queryKey: userKeys.every,
    enabled: maySee,
    queryFn: ({ signal }) => every(userApi.list, 'users', signal),
  }).data;
}
