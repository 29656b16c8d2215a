import { type EvaluationPlan, evaluationPlanApi } from '@shared/contract/evaluation-plans';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, Route, Routes } from 'react-router';
import { changedByPlan } from '../../api/cache/evaluation-plans';
import { useSignedIn } from '../../core/session';
import { DeleteOf, recordPages } from '../../form/record-pages';
import { useFormat } from '../../i18n/use-format';
import { useExplanation } from '../../i18n/use-said';
import { Icon } from '../../ui/icon';
import { EvaluationTabs } from '../calibrations';
import { DrawDialog, useDraws } from './draw-dialog';
import { DrawPage } from './draw-page';
import { newPlan, PlanFields, valuesOfPlan } from './plan-fields';
import styles from './plans.module.css';

const of = { part: 'plans', path: '/evaluations/plans', changed: changedByPlan } as const;

/** Plans: the list, each plan, and each of its draws. */
export const PlanPages = () => (
  <Routes>
    <Route path="draws/:sample_id" element={<DrawPage />} />
    <Route path="*" element={<Records />} />
  </Routes>
);

const Records = recordPages({
  ...of,
  kind: 'evaluation_plan',
  api: evaluationPlanApi,
  list: [
    { id: 'name', name: 'plans.name', width: 'minmax(140px, 2fr)', cell: (plan) => <Name {...plan} /> },
    { id: 'every', name: 'plans.every', width: '76px', cell: (plan) => <Every {...plan} /> },
    { id: 'form', name: 'plans.form', width: 'minmax(100px, 1fr)', cell: ({ form_name }) => form_name },
    { id: 'each', name: 'plans.each', width: '90px', cell: (plan) => <Each {...plan} />, figures: 'end' },
    { id: 'next', name: 'plans.next', width: '140px', cell: (plan) => <Next {...plan} />, figures: 'start' },
    { id: 'last', name: 'plans.last', width: '150px', cell: (plan) => <Last {...plan} />, figures: 'start' },
  ],
  blank: newPlan,
  valuesOf: valuesOfPlan,
  labels: {
    name: 'plans.name',
    form_id: 'plans.form',
    query: 'plans.query',
    period: 'plans.period',
    timezone: 'plans.timezone',
    starts_on: 'plans.starts',
    ends_on: 'plans.ends',
    delay_hours: 'plans.delay',
    amount: 'plans.amount',
    amount_by_risk: 'plans.amountByRisk',
    risk: 'plans.risk',
    more: 'plans.more',
    evaluators: 'plans.evaluators',
    absences: 'plans.absences',
    due_days: 'plans.due',
    seed: 'plans.seed',
    is_active: 'plans.active',
    agent_can_view: 'plans.canView',
    agent_can_dispute: 'plans.canDispute',
    agent_review_mandatory: 'plans.mandatory',
  },
  Fields: PlanFields,
  preview: ({ record }) => (record ? <Draws plan={record} /> : null),
  previewTitle: 'plans.draws',
  Above: EvaluationTabs,
  Actions: ({ form, record, readOnly }) => (
    <>
      <DrawDialog plan={record} form={form} unavailable={readOnly} />
      <DeletePlan record={record} />
    </>
  ),
});

function Name({ name, last_error, last_error_reason }: EvaluationPlan) {
  const { t } = useTranslation();
  const explanation = useExplanation();
  if (!last_error_reason) return name;
  const text = t('plans.failedDraw', { why: explanation({ explanation: last_error, reasons: [last_error_reason] }) });
  return (
    <span className={styles.failed} title={text}>
      <Icon of={TriangleAlert} size={14} />
      {name}
      <span className="visually-hidden">{text}</span>
    </span>
  );
}

const Every = ({ period }: EvaluationPlan) => useTranslation().t(`plans.kinds.${period}`);

const Each = ({ amount }: EvaluationPlan) => useFormat().figure(amount);

function Next({ is_active, next_draw_at }: EvaluationPlan) {
  const { t } = useTranslation();
  const format = useFormat();
  if (!is_active) return t('plans.off');
  return next_draw_at === null ? '–' : format.started(next_draw_at);
}

function Last({ last_draw }: EvaluationPlan) {
  const { t } = useTranslation();
  const format = useFormat();
  if (!last_draw) return '–';
  const { drawn, completed } = last_draw;
  return (
    <span className={styles.last}>
      <progress max={Math.max(drawn, 1)} value={completed} aria-hidden="true" />
      {t('plans.scoredOf', { done: format.figure(completed), all: format.figure(drawn) })}
    </span>
  );
}

/** When a plan draws next, why it could not, and its latest draws. */
function Draws({ plan }: { plan: EvaluationPlan }) {
  const { t } = useTranslation();
  const format = useFormat();
  const explanation = useExplanation();
  const { plan_id, next_draw_at, last_error, last_error_reason, is_active } = plan;
  const data = useDraws(plan_id);
  return (
    <div className={styles.draws}>
      <p>
        {!is_active
          ? t('plans.isOff')
          : next_draw_at === null
            ? t('plans.noNext')
            : t('plans.nextAt', { when: format.started(next_draw_at) })}
      </p>
      {last_error_reason && (
        <p className={styles.failed}>
          <Icon of={TriangleAlert} size={14} />
          {t('plans.failedDraw', { why: explanation({ explanation: last_error, reasons: [last_error_reason] }) })}
        </p>
      )}
      {data?.length === 0 && <p className={styles.quiet}>{t('plans.noDraws')}</p>}
      <ul className={styles.rows}>
        {data?.map(({ sample_id, period, drawn_from, created_at }) => (
          <li key={sample_id} className={styles.row}>
            <Link to={`/evaluations/plans/draws/${sample_id}`}>{period}</Link>
            <span className={styles.quiet} data-figures>
              {t('plans.fromCalls', { count: drawn_from, shown: format.figure(drawn_from) })}
            </span>
            <span className={styles.quiet} data-figures>
              {format.started(created_at)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function DeletePlan({ record: { plan_id, name, user_id } }: { record: EvaluationPlan }) {
  const { t } = useTranslation();
  const { user } = useSignedIn();
  return (
    <DeleteOf {...of} operation={evaluationPlanApi.delete} id={plan_id} name={name}>
      <p>{t(user_id === user.user_id ? 'plans.deleteText' : 'plans.deleteOther')}</p>
    </DeleteOf>
  );
}
