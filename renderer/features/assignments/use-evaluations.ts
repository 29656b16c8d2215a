import { evaluationFormApi } from '@shared/contract/evaluation-forms';
import { assignCalls } from '@shared/contract/evaluation-queue';
import { evaluationReportApi, listEvaluations } from '@shared/contract/evaluation-reports';
import type { BodyOf } from '@shared/contract/operation';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../api/api';
import { formKeys } from '../../api/cache/evaluation-forms';
import { changedByEvaluation, evaluationKeys } from '../../api/cache/evaluations';
import { every } from '../../api/every';
import { refresh } from '../../core/query-client';
import { useHolds, useSignedIn } from '../../core/session';

/** The forms that accept new evaluations; none for a role that does not see forms. */
export const useActiveForms = () =>
  useQuery({
    queryKey: formKeys.active,
    enabled: useHolds('evaluation_forms:view'),
    queryFn: ({ signal }) =>
      every(evaluationFormApi.list, 'evaluation_forms', signal, { query: { is_active: 'true' } }),
  });

/** Assigns calls; refused for all of them if it is for one. */
export const useAssign = () =>
  useMutation({
    gcTime: 0,
    mutationFn: (assignment: BodyOf<typeof assignCalls>['assignment']) => api(assignCalls, { body: { assignment } }),
    onSettled: () => refresh(changedByEvaluation),
  });

/** The query of the evaluations of a call, as far as the user may see them. It does not run without the right. */
export const useEvaluationsOf = (call_id: string) =>
  useQuery({
    queryKey: evaluationKeys.ofCall(call_id),
    enabled: useHolds('evaluation_reports:view'),
    queryFn: ({ signal }) => every(listEvaluations, 'evaluations', signal, { query: { call_id } }),
  });

/**
 * The user's own evaluation of a call: an open one, otherwise the newest completed one; null if there is none, undefined
 * while loading or if it cannot be read.
 */
export function useOwnEvaluation(call_id: string) {
  const { user } = useSignedIn();
  const { data, error, refetch } = useQuery({
    queryKey: evaluationKeys.ownOfCall(call_id),
    queryFn: ({ signal }) =>
      api(evaluationReportApi.list, {
        query: { call_id, evaluator_user_id: user.user_id, status: 'assigned,in_progress,completed' },
        signal,
      }),
  });
  const own = data && (data.reports.find(({ status }) => status !== 'completed') ?? data.reports[0] ?? null);
  return { own, failed: data === undefined && error !== null, refetch };
}
