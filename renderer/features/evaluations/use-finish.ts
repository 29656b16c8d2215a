import { type EvaluationReport, evaluationReportApi } from '@shared/contract/evaluation-reports';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { versioned } from '../../api/api';
import { changedByEvaluation, evaluationKeys } from '../../api/cache/evaluations';
import { isRefusal } from '../../api/refusal';
import { oneAtATime } from '../../core/one-at-a-time';
import { refresh } from '../../core/query-client';
import { toast } from '../../ui/toast';
import { nextInQueue } from '../assignments';
import type { Draft } from './draft';
import { reportOptions } from './evaluations';

/**
 * Completes the evaluation once everything is saved, and moves on to the next one in the queue. `show` brings an answer or
 * comment into view that keeps it from being completed, because it was refused. `error`: why it is not completed.
 */
export function useFinish(
  { report_id }: EvaluationReport,
  { store, saver, unsaved, hold }: Draft,
  show: (name: string) => void,
) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const refused = useStore(store, (draft) => draft.refused);
  const complete = (version: string | null) =>
    versioned(evaluationReportApi.update, {
      params: { report_id },
      body: { evaluation_report: { status: 'completed' } },
      version,
    });
  const [alone] = useState(oneAtATime);
  const { mutateAsync, isPending, error, data } = useMutation({
    gcTime: 0,
    mutationFn: async () => {
      await saver.flush();
      if (unsaved().length > 0) return null;
      hold(true);
      const done = await complete(saver.version).catch(async (refusal: unknown) => {
        if (!isRefusal(refusal, 412)) throw refusal;
        return complete((await reportOptions(report_id).queryFn({})).version);
      });
      // It is completed, whether or not the queue can be read.
      return { done, next: await nextInQueue(report_id).catch(() => undefined) };
    },
    onSuccess: async (finished) => {
      if (!finished) {
        const [first] = Object.keys(store.getState().refused);
        if (first !== undefined) show(first);
        return;
      }
      const { answer, version } = finished.done;
      client.setQueryData(evaluationKeys.one(report_id), { report: answer.evaluation_report, version });
      const { next } = finished;
      // The user may have gone elsewhere meanwhile.
      const isHere = window.location.pathname === `/evaluations/${report_id}`;
      if (isHere && next) toast(t('evaluations.finished'));
      else toast(t(next === null ? 'evaluations.finishedAll' : 'evaluations.finishedOne'));
      // Back leads to the list, not through what is finished.
      if (isHere) await navigate(next ? `/evaluations/${next}` : '/queue', { replace: true });
      await refresh(changedByEvaluation);
    },
  });
  const finish = () =>
    void alone(async () => {
      await mutateAsync().catch(() => undefined);
      hold(false);
    });
  const [first] = Object.values(refused);
  return { finish, isFinishing: isPending, error: error ?? (data === null ? first?.error : undefined) };
}
