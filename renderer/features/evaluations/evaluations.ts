import { listQueue, type QueueEntry } from '@shared/contract/evaluation-queue';
import {
  type EvaluationRow,
  evaluationReportApi,
  evaluationSorts,
  listEvaluations,
} from '@shared/contract/evaluation-reports';
import { isOneOf } from '@shared/one-of';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api, versioned } from '../../api/api';
import { evaluationKeys } from '../../api/cache/evaluations';
import type { Counted } from '../../core/counted';
import { useHolds } from '../../core/session';
import type { ListPage } from '../../list/look';
import { countLimit, useList } from '../../list/use-list';
import { type QueuePart, queueParts } from '../assignments';
import { type EvaluationPart, evaluationParts } from './part-filter';

/** The user's own evaluations, the earliest deadline first. */
export const useQueue = (part: QueuePart) =>
  useList<QueueEntry>({
    keyOf: useCallback((page: number) => evaluationKeys.queue(part, page), [part]),
    read: useCallback(
      async ({ page, start, limit, signal }): Promise<ListPage<QueueEntry>> => {
        const query = { ...queueParts[part], start, limit, max_total_calc: countLimit };
        const { evaluation_queue, ...rest } = await api(listQueue, { page, query, signal });
        return { ...rest, records: evaluation_queue };
      },
      [part],
    ),
  });

/** The user's open evaluations in order, as many as a page can have; undefined while loading or without the right. */
export function useOpenQueue() {
  const { data } = useQuery({
    queryKey: evaluationKeys.places,
    enabled: useHolds('evaluation_reports:view'),
    queryFn: ({ signal }) => api(listQueue, { query: { ...queueParts.open, limit: maxOpen }, signal }),
  });
  return data;
}
const maxOpen = 1000;

/** What the list of evaluations is sorted by: the newest first, unless the address has another order. */
export type EvaluationOrder = { sort: (typeof evaluationSorts)[number]; sort_order: 'asc' | 'desc' };
export const usualOrder: EvaluationOrder = { sort: 'created_at', sort_order: 'desc' };

export const orderIn = (params: URLSearchParams): EvaluationOrder => {
  const sort = params.get('by');
  if (!isOneOf(evaluationSorts, sort)) return usualOrder;
  return { sort, sort_order: params.get('sort') === 'asc' ? 'asc' : 'desc' };
};

/** The evaluations that a search finds among all, or among those that a figure counts. */
export function useReports(
  search: string,
  part: EvaluationPart,
  counted: Counted | null,
  { sort, sort_order }: EvaluationOrder,
) {
  const parameters = JSON.stringify(counted?.parameters ?? {});
  return useList<EvaluationRow>({
    keyOf: useCallback(
      (page: number) => evaluationKeys.list({ search, part, parameters, sort, sort_order }, page),
      [search, part, parameters, sort, sort_order],
    ),
    read: useCallback(
      async ({ page, start, limit, signal }): Promise<ListPage<EvaluationRow>> => {
        const query = {
          ...evaluationParts[part],
          ...(search && { search_term: search }),
          ...inQuery(JSON.parse(parameters)),
          sort,
          sort_order,
          start,
          limit,
          max_total_calc: countLimit,
        };
        const { evaluations, ...rest } = await api(listEvaluations, { page, query, signal });
        return { ...rest, records: evaluations };
      },
      [search, part, parameters, sort, sort_order],
    ),
  });
}

/** Parameters of an address as a query: those of calls, `NAME__OPERATOR`, apart. */
function inQuery(parameters: Counted['parameters']) {
  const isOfCalls = ([name]: [string, string]) => name.includes('__');
  const all = Object.entries(parameters);
  const filters = Object.fromEntries(all.filter(isOfCalls));
  return { ...Object.fromEntries(all.filter((one) => !isOfCalls(one))), filters };
}

/** One evaluation, and the version that was read. */
export const reportOptions = (report_id: string) => ({
  queryKey: evaluationKeys.one(report_id),
  queryFn: async ({ signal }: { signal?: AbortSignal }) => {
    const sent = { params: { report_id }, ...(signal && { signal }) };
    const { answer, version } = await versioned(evaluationReportApi.read, sent);
    return { report: answer.evaluation_report, version };
  },
});
export const useReport = (report_id: string) => useQuery(reportOptions(report_id));

/** Reads the result that is shown again when it was changed elsewhere, such as by the answer of its agent. */
export function useFollowedResult(report_id: string, version: string | null): void {
  const client = useQueryClient();
  useQuery({
    queryKey: evaluationKeys.result(report_id),
    initialData: version,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const now = await reportOptions(report_id).queryFn({ signal });
      client.setQueryData(evaluationKeys.one(report_id), now);
      return now.version;
    },
  });
}
