import {
  createReportRun,
  deleteReportRun,
  listReportRuns,
  type ReportRun,
  readReportData,
  readReportRun,
  revokeReportRun,
} from '@shared/contract/report-runs';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../../api/api';
import { reportKeys } from '../../../api/cache/reports';
import { idIn } from '../../../api/id-in';
import { isRefusal } from '../../../api/refusal';
import { refresh } from '../../../core/query-client';

const askAgainMs = 400;
const mostRuns = 20;

export const isOver = ({ completed_at }: ReportRun): boolean => completed_at !== null;

/** A run, read again until it has ended; null if there is none. */
export const useRun = (report_id: string, run_id: string) =>
  useQuery({
    queryKey: reportKeys.run(report_id, run_id),
    queryFn: async ({ signal }): Promise<ReportRun | null> => {
      try {
        return (await api(readReportRun, { params: { report_id, run_id }, signal })).report_run;
      } catch (error) {
        if (isRefusal(error, 404)) return null;
        throw error;
      }
    },
    refetchInterval: ({ state }) => (state.data && !isOver(state.data) ? askAgainMs : false),
  });

/** The newest runs of a report. */
export const useRuns = (report_id: string) =>
  useQuery({
    queryKey: reportKeys.run(report_id, 'list'),
    queryFn: ({ signal }) => api(listReportRuns, { params: { report_id }, query: { limit: mostRuns }, signal }),
  });

/** The figures of a run that has succeeded, page by page. */
export const useFigures = (run: ReportRun | null | undefined) =>
  useInfiniteQuery({
    queryKey: reportKeys.data(run?.run_id ?? ''),
    enabled: run?.job_status === 'SUCCESS',
    staleTime: Number.POSITIVE_INFINITY,
    initialPageParam: null as string | null,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) => {
      const params = { report_id: run?.report_id ?? '', run_id: run?.run_id ?? '' };
      return api(readReportData, { params, page: pageParam, signal });
    },
    getNextPageParam: ({ next_url }) => next_url,
    select: ({ pages }) => {
      const [first] = pages;
      return first && { ...first.report_data, rows: pages.flatMap(({ report_data }) => report_data.rows) };
    },
  });

const changed = (report_id: string) => refresh([reportKeys.runs(report_id)]);

/** Starts a run; `then` gets its id. */
export const useStart = (report_id: string, then: (run_id: string) => void) =>
  useMutation({
    mutationFn: () => api(createReportRun, { params: { report_id }, body: { report_run: {} } }),
    onSuccess: ({ url }) => {
      then(idIn(url));
      return changed(report_id);
    },
  });

/** Stops a run. One that has ended meanwhile is shown as it ended. */
export const useStop = ({ report_id, run_id }: Pick<ReportRun, 'report_id' | 'run_id'>) =>
  useMutation({
    mutationFn: async () => {
      const body = { report_run: { job_status: 'REVOKED' as const } };
      try {
        await api(revokeReportRun, { params: { report_id, run_id }, body });
      } catch (error) {
        if (!isRefusal(error, 409)) throw error;
      }
    },
    onSettled: () => changed(report_id),
  });

/** Deletes a run. */
export const useDeleteRun = (report_id: string, then: () => void) =>
  useMutation({
    mutationFn: (run_id: string) => api(deleteReportRun, { params: { report_id, run_id } }),
    onSuccess: () => {
      then();
      return changed(report_id);
    },
  });
