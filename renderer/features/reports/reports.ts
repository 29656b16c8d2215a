import { type Report, reportApi } from '@shared/contract/reports';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api, versioned } from '../../api/api';
import { reportKeys } from '../../api/cache/reports';
import type { ListPage } from '../../list/look';
import { countLimit, useList } from '../../list/use-list';

/** The reports whose names contain a text, sorted by name. */
export const useReports = (search: string) =>
  useList<Report>({
    keyOf: useCallback((page: number) => reportKeys.list(search, page), [search]),
    read: useCallback(
      async ({ page, start, limit, signal }): Promise<ListPage<Report>> => {
        const query = { ...(search && { search_term: search }), start, limit, max_total_calc: countLimit };
        const { reports, ...rest } = await api(reportApi.list, { page, query, signal });
        return { ...rest, records: reports };
      },
      [search],
    ),
  });

/** One report, and the version that was read. */
const oneOptions = (report_id: string) => ({
  queryKey: reportKeys.one(report_id),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { answer, version } = await versioned(reportApi.read, { params: { report_id }, signal });
    return { report: answer.report, version };
  },
});
export const useReport = (report_id: string | null) =>
  useQuery({ ...oneOptions(report_id ?? ''), enabled: report_id !== null });
export const readAgain = (client: QueryClient, report_id: string) =>
  client.fetchQuery({ ...oneOptions(report_id), staleTime: 0 });
