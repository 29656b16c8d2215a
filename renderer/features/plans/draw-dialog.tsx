import { today } from '@internationalized/date';
import { drawPlan, type EvaluationPlan } from '@shared/contract/evaluation-plans';
import { evaluationSampleApi } from '@shared/contract/evaluation-queue';
import { firstDayOf, periodName, periodsAfter } from '@shared/evaluation/plan-periods';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { api } from '../../api/api';
import { changedByPlan, planKeys } from '../../api/cache/evaluation-plans';
import { changedByEvaluation } from '../../api/cache/evaluations';
import { idIn } from '../../api/id-in';
import { refresh } from '../../core/query-client';
import { useHolds } from '../../core/session';
import { useReadingOnly } from '../../core/view-as';
import type { FormOf } from '../../form/use-field';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormMessage } from '../../ui/form-message';
import { SelectField } from '../../ui/select-field';
import { toast } from '../../ui/toast';
import type { PlanValues } from './plan-fields';
import styles from './plans.module.css';

const shownDraws = 100;

/** The latest draws of a plan; undefined until they are read. */
export const useDraws = (plan_id: string) =>
  useQuery({
    queryKey: planKeys.draws(plan_id),
    queryFn: async ({ signal }) =>
      (await api(evaluationSampleApi.list, { query: { plan_id, limit: shownDraws }, signal })).evaluation_samples,
  }).data;

/** The periods that are offered, the latest first. */
const offered = 8;

/** The latest periods of a plan that have ended and were not drawn. */
function periodsOf({ period: kind, timezone, starts_on, ends_on }: EvaluationPlan, drawn: ReadonlySet<string>) {
  const now = firstDayOf(kind, today(timezone).toString());
  // The period of the last day has ended after it.
  const end = ends_on === null ? now : periodsAfter(kind, firstDayOf(kind, ends_on), 1);
  const begin = firstDayOf(kind, starts_on);
  const all: string[] = [];
  for (let first = end < now ? end : now; all.length < offered; ) {
    first = periodsAfter(kind, first, -1);
    if (first < begin) break;
    const name = periodName(kind, first);
    if (!drawn.has(name)) all.push(name);
  }
  return all;
}

type Props = { plan: EvaluationPlan; form: FormOf<PlanValues>; unavailable: boolean };

/** Draws a period that has ended, after showing what would be drawn. */
export function DrawDialog({ plan, form: { control }, unavailable }: Props) {
  const { t } = useTranslation();
  const reading = useReadingOnly();
  const mayPlan = useHolds(drawPlan.permission);
  const [isOpen, setOpen] = useState(false);
  const { isDirty: isChanged } = useFormState({ control });
  const whyNot = reading ?? (isChanged ? t('plans.saveFirst') : undefined);
  if (!mayPlan || unavailable) return null;
  return (
    <>
      <Button unavailable={whyNot} onPress={() => setOpen(true)}>
        {t('plans.draw')}
      </Button>
      {isOpen && <Drawing plan={plan} onClose={() => setOpen(false)} />}
    </>
  );
}

function Drawing({ plan, onClose }: { plan: EvaluationPlan; onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const refusalText = useRefusalText();
  const { plan_id } = plan;
  const draws = useDraws(plan_id);
  const periods = periodsOf(plan, new Set(draws?.map(({ period }) => period ?? '')));
  const [picked, setChosen] = useState<string | undefined>();
  const chosen = picked ?? (draws && periods[0]);
  const dry = useQuery({
    queryKey: planKeys.dryDraw(plan_id, chosen ?? ''),
    enabled: chosen !== undefined,
    retry: false,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const body = { draw: { period: chosen ?? '', dry_run: true } };
      const answer = await api(drawPlan, { params: { plan_id }, body, signal });
      return 'draw' in answer ? answer.draw : undefined;
    },
  });
  const draw = useMutation({
    gcTime: 0,
    mutationFn: (period: string) => api(drawPlan, { params: { plan_id }, body: { draw: { period } } }),
    onSuccess: async (answer) => {
      toast(t('plans.wasDrawn', { period: chosen ?? '' }));
      await refresh([...changedByPlan, ...changedByEvaluation]);
      if ('url' in answer) await navigate(`/evaluations/plans/draws/${idIn(answer.url)}`);
    },
  });
  const whyNot = chosen === undefined ? t('plans.noPeriod') : dry.data ? undefined : t('plans.notYetKnown');
  return (
    <Dialog
      open
      firm
      onClose={onClose}
      title={t('plans.drawTitle')}
      width={560}
      actions={
        <>
          <Button onPress={onClose}>{t('plans.cancel')}</Button>
          <Button
            look="ink"
            busy={draw.isPending}
            unavailable={whyNot}
            onPress={() => chosen !== undefined && draw.mutate(chosen)}
          >
            {t('plans.drawNow')}
          </Button>
        </>
      }
    >
      {chosen === undefined ? (
        <p>{t('plans.noPeriod')}</p>
      ) : (
        <SelectField
          label={t('plans.drawPeriod')}
          value={chosen}
          onChange={setChosen}
          choices={periods.map((id) => ({ id, name: id }))}
        />
      )}
      <div role="status">
        {dry.error && <FormMessage>{refusalText(dry.error)}</FormMessage>}
        {draw.error && <FormMessage>{refusalText(draw.error)}</FormMessage>}
        {dry.data && (
          <p className={styles.lead}>
            {t('plans.wouldDraw', { count: dry.data.drawn, shown: format.figure(dry.data.drawn) })}
          </p>
        )}
      </div>
      {dry.data && dry.data.agents.length > 0 && (
        <div className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('plans.agent')}</th>
                <th scope="col">{t('plans.pool')}</th>
                <th scope="col">{t('plans.atRisk')}</th>
                <th scope="col">{t('plans.drawn')}</th>
              </tr>
            </thead>
            <tbody>
              {dry.data.agents.map(({ agent_user_id, agent_name, calls, risk, drawn }) => (
                <tr key={agent_user_id}>
                  <th scope="row">{agent_name}</th>
                  <td data-figures>{format.figure(calls)}</td>
                  <td data-figures>{plan.amount_by_risk > 0 ? format.figure(risk) : '–'}</td>
                  <td data-figures>{format.figure(drawn)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Dialog>
  );
}
