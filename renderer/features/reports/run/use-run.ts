import type { AnswerOf } from '@shared/contract/operation';
import {
  createReportRun,
  deleteReportRun,
  listReportRuns,
  type ReportRun,
  readReportData,
  readReportRun,
  revokeReportRun,
} from '@shared/contract/report-runs';
import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/api';
import { reportKeys } from '../../../api/cache/reports';
import { idIn } from '../../../api/id-in';
import { isRefusal } from '../../../api/refusal';
import { oneAtATime } from '../../../core/one-at-a-time';
import { refresh } from '../../../core/query-client';

const askAgainMs = 400;
const maxRuns = 20;

export const isOver = ({ completed_at }: ReportRun): boolean => completed_at !== null;

/** A run, read again until it has ended; null if there is none. Until it is read, it is as the list of runs has it. */
export function useRun(report_id: string, run_id: string) {
  const client = useQueryClient();
  return useQuery({
    queryKey: reportKeys.run(report_id, run_id),
    queryFn: async ({ signal }): Promise<ReportRun | null> => {
      // Asking for the newest of no runs would be an error in the console.
      if (run_id === 'latest') {
        const { report_runs } = await api(listReportRuns, { params: { report_id }, query: { limit: 1 }, signal });
        return report_runs[0] ?? null;
      }
      try {
        return (await api(readReportRun, { params: { report_id, run_id }, signal })).report_run;
      } catch (error) {
        if (isRefusal(error, 404)) return null;
        throw error;
      }
    },
    placeholderData: () => {
      const runs = client.getQueryData<Listed>(listKey(report_id))?.report_runs;
      return run_id === 'latest' ? runs?.[0] : runs?.find((one) => one.run_id === run_id);
    },
    refetchInterval: ({ state }) => (state.data && !isOver(state.data) ? askAgainMs : false),
  });
}

type Listed = AnswerOf<typeof listReportRuns>;
const listKey = (report_id: string) => reportKeys.run(report_id, 'list');

/** The newest runs of a report, read again until all of them have ended. */
export const useRuns = (report_id: string) =>
  useQuery({
    queryKey: listKey(report_id),
    queryFn: ({ signal }) => api(listReportRuns, { params: { report_id }, query: { limit: maxRuns }, signal }),
    refetchInterval: ({ state }) => (state.data && !state.data.report_runs.every(isOver) ? askAgainMs : false),
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
export function useStart(report_id: string, then: (run_id: string) => void) {
  const [alone] = useState(oneAtATime);
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: () => api(createReportRun, { params: { report_id }, body: { report_run: {} } }),
    onSuccess: ({ url }) => {
      then(idIn(url));
      return changed(report_id);
    },
  });
  return { begin: () => void alone(() => mutateAsync().catch(() => undefined)), isPending, error };
}

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

/** Deletes a run, and forgets it, so that the page shows the next one at once. */
export async function deleteRun(client: QueryClient, { report_id, run_id }: ReportRun): Promise<void> {
  await api(deleteReportRun, { params: { report_id, run_id } });
  client.setQueryData<Listed>(
    listKey(report_id),
    (list) => list && { ...list, report_runs: list.report_runs.filter((one) => one.run_id !== run_id) },
  );
  client.removeQueries({ queryKey: reportKeys.run(report_id, 'latest'), type: 'inactive' });
}
