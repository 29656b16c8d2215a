import type { EvaluationPlan, evaluationPlanApi, PlanProgress, PlanTerms } from '@shared/contract/evaluation-plans';
import { fold } from '@shared/fold';
import { type Reason, reason } from '@shared/reasons/reasons';
import {
  auditChanged,
  auditCreated,
  auditDeleted,
  type Insert,
  type Remove,
  type Update,
} from '../../../access/changes';
import { list } from '../../../access/list';
import { inTenants, plansInScope, reachesAllOf, type Scope } from '../../../access/scope';
import { found, invalid, Refusal } from '../../../refusal';
import type { Connection } from '../../../store/connection';
import { contains, flag, isoTime, jsonObject, jsonValues, storedJson } from '../../../store/fragments';
import { keptBy } from '../../../store/hooks';
import { change, query } from '../../../store/query';
import { insertRecord, mustMatchVersion, named, updateRecord } from '../../../store/record';
import { columnsOf, type Fields, integer, text } from '../../../store/sql';
import { userHooks } from '../../people/users';
import { canEvaluate } from '../evaluation';
import { removeNotices } from '../notices';
import { dueOf } from './periods';

for (const [table, column] of [
  ['evaluation_plans', 'user_id'],
  ['evaluation_plan_evaluators', 'user_id'],
] as const) {
  userHooks.removing.add(keptBy({ table, column, why: reason('user_in_plans') }));
}

const maxPlans = 100;

/** What a plan `p` is, as a sample keeps it. */
export const termsOfPlan: Fields<PlanTerms> = {
  ...columnsOf('p', ['name', 'form_id', 'period', 'timezone', 'starts_on', 'ends_on', 'delay_hours']),
  ...columnsOf('p', ['amount', 'amount_by_risk', 'due_days', 'seed', 'query']),
  risk: storedJson('p.risk'),
  more: storedJson('p.more'),
  absences: storedJson('p.absences', '[]'),
  evaluators: jsonValues('v.user_id ORDER BY v.place', 'evaluation_plan_evaluators v WHERE v.plan_id = p.plan_id'),
  is_active: flag('p.is_active'),
  agent_can_view: flag('p.agent_can_view'),
  agent_can_dispute: flag('p.agent_can_dispute'),
  agent_review_mandatory: flag('p.agent_review_mandatory'),
};

const lastDraw = jsonObject<NonNullable<EvaluationPlan['last_draw']>>({
  period: 's.period',
  sample_id: 's.sample_id',
  drawn: '(SELECT coalesce(sum(t.drawn), 0) FROM evaluation_sample_strata t WHERE t.sample_id = s.sample_id)',
  completed: `(SELECT count(*) FROM evaluation_sample_calls k JOIN evaluation_reports e USING (report_id)
    WHERE k.sample_id = s.sample_id AND e.status = 'completed')`,
});

const listed: Fields<EvaluationPlan> = {
  ...columnsOf('p', ['plan_id', 'tenant_id', 'user_id', 'last_error']),
  user_name: '(SELECT u.name FROM users u WHERE u.user_id = p.user_id)',
  form_name: '(SELECT f.name FROM evaluation_forms f WHERE f.form_id = p.form_id)',
  ...termsOfPlan,
  next_draw_at: isoTime('p.next_draw_at'),
  last_error_reason: storedJson('p.last_error_reason'),
  last_draw: storedJson(`(SELECT ${lastDraw} FROM evaluation_samples s WHERE s.plan_id = p.plan_id
    ORDER BY s.created_at DESC, s.period DESC LIMIT 1)`),
};

/** Plans, newest first. */
export const planList = list<typeof evaluationPlanApi.list>('/api/v2/evaluation_plans.json', {
  from: 'evaluation_plans p',
  record: listed,
  key: [integer('p.created_at'), text('p.plan_id')],
  descending: () => true,
  scope: (scope) => plansInScope(scope, 'p'),
  filters: { search_term: (term, { bind }) => contains('p.name_folded', bind(fold(term))) },
  id: 'p.plan_id',
  named: { as: 'evaluation_plan', by: 'p.name' },
  version: 'p.updated_at',
});

const target = (id: string, scope: Scope) => ({ list: planList, resource: 'evaluation_plan' as const, id, scope });

/** A plan as it is stored. */
export type StoredPlan = PlanTerms & { plan_id: string; tenant_id: string; user_id: string; version: number };

/** A plan that meets a condition. */
function planWhere(db: Connection, where: string, params: Record<string, string>): StoredPlan | undefined {
  const row = db
    .prepare<
      Record<string, string>,
      { json: string; plan_id: string; tenant_id: string; user_id: string; version: number }
    >(`
      SELECT ${jsonObject<PlanTerms>(termsOfPlan)} AS json, p.plan_id, p.tenant_id, p.user_id, p.updated_at AS version
      FROM evaluation_plans p WHERE ${where}`)
    .get(params);
  if (!row) return undefined;
  const { json, ...ids } = row;
  return { ...(JSON.parse(json) as PlanTerms), ...ids };
}

/** A plan, whoever asks for it; undefined once it is deleted. */
export const planOf = (db: Connection, plan_id: string): StoredPlan | undefined =>
  planWhere(db, 'p.plan_id = @plan_id', { plan_id });

/** A plan in the caller's scope. Refused with NotFound. */
const planInScope = (db: Connection, plan_id: string, scope: Scope): StoredPlan =>
  found(planWhere(db, `p.plan_id = @plan_id AND ${plansInScope(scope, 'p')}`, { ...scope.params, plan_id }));

/** Refuses everybody but the owner and those who reach the tenant with PermissionError. */
function mustChange({ user_id, tenant_id }: StoredPlan, scope: Scope): void {
  if (user_id !== scope.params.scope_user && !(scope.plans && reachesAllOf(scope, tenant_id)))
    throw new Refusal('PermissionError', reason('plan_not_yours'));
}

/** A plan that the caller may change. Refused with NotFound or PermissionError. */
export const selectChangeablePlan = query(
  'evaluation-plans.changeable',
  (db, { id, scope }: { id: string; scope: Scope }): StoredPlan => {
    const plan = planInScope(db, id, scope);
    mustChange(plan, scope);
    return plan;
  },
);

/** The periods that a plan has drawn. */
export const drawnPeriods = (db: Connection, plan_id: string): Set<string> =>
  new Set(
    db
      .prepare<object, { period: string }>('SELECT period FROM evaluation_plan_draws WHERE plan_id = @plan_id')
      .all({ plan_id })
      .map(({ period }) => period),
  );

type Terms = Pick<
  PlanTerms,
  'starts_on' | 'ends_on' | 'amount' | 'amount_by_risk' | 'risk' | 'evaluators' | 'absences'
>;

/** Refuses with InvalidRecord, by field, a plan that could not draw. `known`: evaluators that it has already. */
function mustBeSound(db: Connection, terms: Terms, known: readonly string[], tenant_id: string, scope: Scope): void {
  const { starts_on, ends_on, amount, amount_by_risk, risk, evaluators, absences } = terms;
  const faults: Record<string, Reason> = {};
  if (ends_on !== null && ends_on < starts_on) faults.ends_on = reason('ends_before_begin');
  if (amount_by_risk >= amount) faults.amount_by_risk = reason('plan_risk_too_many', { most: amount - 1 });
  if (amount_by_risk > 0 && Object.values(risk ?? {}).every((from) => from === null))
    faults.risk = reason('plan_without_risk');
  for (const [place, user_id] of evaluators.entries())
    if (!known.includes(user_id) && !canEvaluate(db, user_id, tenant_id, scope))
      faults[`evaluators.${place}`] = reason('user_unseen');
  for (const [place, { user_id }] of absences.entries())
    if (!evaluators.includes(user_id)) faults[`absences.${place}.user_id`] = reason('user_unseen');
  if (Object.keys(faults).length > 0) throw invalid(faults);
}

type Form = { tenant_id: string; is_active: 0 | 1 };

/** The tenant of an active form in scope. Refused with InvalidRecord at `form_id`. */
function tenantOfForm(db: Connection, form_id: string, scope: Scope): string {
  const form = db
    .prepare<Record<string, string>, Form>(`
      SELECT f.tenant_id, f.is_active FROM evaluation_forms f WHERE f.form_id = @form_id AND ${inTenants(scope, 'f')}`)
    .get({ ...scope.params, form_id });
  if (!form?.is_active) throw invalid({ form_id: reason(form ? 'form_inactive' : 'form_unseen') });
  return form.tenant_id;
}

const jsonOrNull = (value: object | null) => (value === null ? null : JSON.stringify(value));
const numbered = (flag: boolean | undefined) => (flag === undefined ? undefined : Number(flag));

/** The columns of what is sent; an undefined one stays. */
function columnsFrom({ name, evaluators: _, risk, more, absences, ...rest }: Partial<PlanTerms>) {
  return {
    ...rest,
    ...(name !== undefined && named(name)),
    risk: risk === undefined ? undefined : jsonOrNull(risk),
    more: more === undefined ? undefined : jsonOrNull(more),
    absences: absences && JSON.stringify(absences),
    is_active: numbered(rest.is_active),
    agent_can_view: numbered(rest.agent_can_view),
    agent_can_dispute: numbered(rest.agent_can_dispute),
    agent_review_mandatory: numbered(rest.agent_review_mandatory),
  };
}

function storeEvaluators(db: Connection, plan_id: string, evaluators: readonly string[]): void {
  db.prepare<object>('DELETE FROM evaluation_plan_evaluators WHERE plan_id = @plan_id').run({ plan_id });
  const add = db.prepare<object>(`
    INSERT INTO evaluation_plan_evaluators (plan_id, place, user_id) VALUES (@plan_id, @place, @user_id)`);
  for (const [place, user_id] of evaluators.entries()) add.run({ plan_id, place, user_id });
}

/** Sets when a plan draws next, without a new version: only a person changes what a plan is. */
export function setNext(
  db: Connection,
  plan: StoredPlan,
  { at, failed }: { at: number; failed?: { text: string; why: Reason; next: number } | undefined },
): void {
  const { next } = dueOf(plan, drawnPeriods(db, plan.plan_id), at);
  db.prepare<object>(`
    UPDATE evaluation_plans SET next_draw_at = @next, last_error = @text, last_error_reason = @why
    WHERE plan_id = @plan_id`).run({
    plan_id: plan.plan_id,
    next: plan.is_active ? (failed?.next ?? next) : null,
    text: failed?.text ?? null,
    why: failed ? JSON.stringify({ code: failed.why.code, values: failed.why.values }) : null,
  });
}

/** Stores and audits a plan of the caller. Refused with InvalidRecord by field, or Conflict. */
export const insertPlan = change(
  'evaluation-plans.insert',
  (db, { id, record, scope }: Insert<PlanTerms>, by): void => {
    const tenant_id = tenantOfForm(db, record.form_id, scope);
    mustBeSound(db, record, [], tenant_id, scope);
    const known = db
      .prepare<object, { n: number }>('SELECT count(*) AS n FROM evaluation_plans WHERE tenant_id = @tenant_id')
      .get({ tenant_id });
    if ((known?.n ?? 0) >= maxPlans) throw new Refusal('Conflict', reason('too_many_plans', { most: maxPlans }));
    const which = { plan_id: id, tenant_id, user_id: scope.params.scope_user };
    insertRecord(db, 'evaluation_plans', { ...which, ...columnsFrom(record) }, by);
    storeEvaluators(db, id, record.evaluators);
    setNext(db, { ...record, ...which, version: by.at }, { at: by.at });
    auditCreated(db, by, target(id, scope));
  },
);

/** Changes and audits a plan. Refused with NotFound, Stale, PermissionError, or InvalidRecord by field. */
export const changePlan = change(
  'evaluation-plans.change',
  (db, { id, record, versions, scope }: Update<Partial<PlanTerms>>, by): void => {
    const plan = planInScope(db, id, scope);
    mustChange(plan, scope);
    const given = Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
    const next: StoredPlan = { ...plan, ...given };
    if (record.form_id !== undefined && record.form_id !== plan.form_id) {
      if (tenantOfForm(db, record.form_id, scope) !== plan.tenant_id) throw invalid({ form_id: reason('form_unseen') });
    }
    mustBeSound(db, next, plan.evaluators, plan.tenant_id, scope);
    auditChanged(db, by, target(id, scope), () => {
      updateRecord(db, 'evaluation_plans', { id: { plan_id: id }, versions }, columnsFrom(record), by);
      if (record.evaluators) storeEvaluators(db, id, record.evaluators);
      setNext(db, next, { at: by.at });
    });
  },
);

/** Deletes and audits a plan; its samples stay. Refused with NotFound, Stale or PermissionError. */
export const removePlan = change('evaluation-plans.remove', (db, { id, versions, scope }: Remove, by): void => {
  mustChange(planInScope(db, id, scope), scope);
  auditDeleted(db, by, target(id, scope), () => {
    const which = { plan_id: id };
    mustMatchVersion(db, 'evaluation_plans', { id: which, versions });
    db.prepare<typeof which>('DELETE FROM evaluation_plans WHERE plan_id = @plan_id').run(which);
    removeNotices(db, 'plan_id', id);
    return {};
  });
});

/** The ids of the plans that have something to draw. */
export const selectDuePlans = query('evaluation-plans.due', (db, { now }: { now: number }): string[] =>
  db
    .prepare<object, { plan_id: string }>(
      'SELECT plan_id FROM evaluation_plans WHERE next_draw_at <= @now ORDER BY next_draw_at, plan_id',
    )
    .all({ now })
    .map(({ plan_id }) => plan_id),
);

/** What a plan draws next: the oldest of its due periods; undefined if there is none, or the plan is off or gone. */
export const selectDuePeriod = query(
  'evaluation-plans.due-period',
  (db, { plan_id, now }: { plan_id: string; now: number }): { plan: StoredPlan; period: string } | undefined => {
    const plan = planOf(db, plan_id);
    const [period] = plan?.is_active ? dueOf(plan, drawnPeriods(db, plan_id), now).periods : [];
    return plan && period !== undefined ? { plan, period } : undefined;
  },
);

type Wanted = { id: string; period: string | undefined; scope: Scope; now: number };

/** How far the evaluations of a period are, of the newest draw unless one is named. Refused with NotFound. */
export const selectProgress = query(
  'evaluation-plans.progress',
  (db, { id, period, scope, now }: Wanted): PlanProgress => {
    const { plan_id } = planInScope(db, id, scope);
    const sample = db
      .prepare<object, { sample_id: string; period: string }>(`
      SELECT s.sample_id, s.period FROM evaluation_samples s
      WHERE s.plan_id = @plan_id ${period === undefined ? '' : 'AND s.period = @period'}
      ORDER BY s.created_at DESC, s.period DESC LIMIT 1`)
      .get({ plan_id, ...(period !== undefined && { period }) });
    if (!sample && period === undefined) return { period: null, sample_id: null, agents: [], evaluators: [] };
    const { sample_id, period: drawn } = found(sample);
    const isOverdue = "e.status IN ('assigned', 'in_progress') AND e.evaluation_deadline < @now";
    const sum = (condition: string) => `coalesce(sum(CASE WHEN ${condition} THEN 1 ELSE 0 END), 0)`;
    const agents = db
      .prepare<object, PlanProgress['agents'][number]>(`
      SELECT t.agent_user_id, u.name, t.calls, t.drawn, (
        SELECT ${sum("e.status = 'completed'")} FROM evaluation_sample_calls k JOIN evaluation_reports e USING (report_id)
        WHERE k.sample_id = @sample_id AND k.agent_user_id = t.agent_user_id) AS completed, (
        SELECT ${sum(isOverdue)} FROM evaluation_sample_calls k JOIN evaluation_reports e USING (report_id)
        WHERE k.sample_id = @sample_id AND k.agent_user_id = t.agent_user_id) AS overdue
      FROM (
        SELECT agent_user_id, sum(calls) AS calls, sum(drawn) AS drawn FROM evaluation_sample_strata
        WHERE sample_id = @sample_id GROUP BY agent_user_id) t
      JOIN users u ON u.user_id = t.agent_user_id
      ORDER BY u.name_folded, u.user_id`)
      .all({ sample_id, now });
    const evaluators = db
      .prepare<object, PlanProgress['evaluators'][number]>(`
      SELECT e.evaluator_user_id AS user_id, u.name,
        ${sum("e.status = 'assigned'")} AS assigned, ${sum("e.status = 'in_progress'")} AS in_progress,
        ${sum("e.status = 'completed'")} AS completed, ${sum(isOverdue)} AS overdue,
        ${sum('EXISTS (SELECT 1 FROM evaluation_sample_calls r WHERE r.sample_id = k.sample_id AND r.replaces = k.call_id)')} AS replaced
      FROM evaluation_sample_calls k JOIN evaluation_reports e USING (report_id)
      JOIN users u ON u.user_id = e.evaluator_user_id
      WHERE k.sample_id = @sample_id GROUP BY e.evaluator_user_id, u.name, u.name_folded
      ORDER BY u.name_folded, e.evaluator_user_id`)
      .all({ sample_id, now });
    return { period: drawn, sample_id, agents, evaluators };
  },
);
