import type { CallFilters } from '@shared/contract/calls';
import type { DryDraw } from '@shared/contract/evaluation-plans';
import { dayAfter } from '@shared/evaluation/plan-periods';
import { maxSample } from '@shared/evaluation/samples';
import { type Days, daterangeOf } from '@shared/periods';
import { reason } from '@shared/reasons/reasons';
import { evaluationsInScope, type Scope } from '../../../access/scope';
import { invalid, Refusal } from '../../../refusal';
import type { Connection } from '../../../store/connection';
import { inTime, valuesOf } from '../../../store/fragments';
import { change, query } from '../../../store/query';
import { integer } from '../../../store/sql';
import { startOfDay } from '../../../zones';
import { agentOf, callList } from '../../calls/calls';
import { usersInScope } from '../../people/users';
import {
  auditAssigned,
  canEvaluate,
  checkedParts,
  derivedId,
  hasAudio,
  inPool,
  isEvaluated,
  storeReports,
  storeSample,
} from '../evaluation';
import { notify } from '../notices';
import {
  assigned,
  type Candidate,
  type DrawnCall,
  type DrawnStratum,
  type DrawTerms,
  drawStrata,
  type Evaluator,
  type Known,
} from './draw';
import { dayAt, daysOf, spanOf } from './periods';
import { drawnPeriods, planOf, type StoredPlan, setNext } from './queries';

const talk = (column: string) => `(SELECT t.${column} FROM call_talk t WHERE t.call_pk = c.call_pk)`;
/** SQL: the talk of the call `c` in the units of risks. */
export const talkColumns = `${talk('longest_silence_ms')} / 1000.0 AS longest_silence,
  ${talk('longest_monologue_ms')} / 1000.0 AS longest_monologue, ${talk('overlap_share')} / 100.0 AS overlap_share,
  ${talk('interruptions')} AS interruptions`;
const noTalk = 'NULL AS longest_silence, NULL AS longest_monologue, NULL AS overlap_share, NULL AS interruptions';

type Row = Candidate & { agent_user_id: string | null; tenant_id: string; is_evaluated: 0 | 1 };
type Wanted = { plan: StoredPlan; period: string; filters: CallFilters; scope: Scope; now: number };

/** A draw before it is stored. */
export type PlanDraw = {
  strata: DrawnStratum[];
  calls: (DrawnCall & { evaluator_user_id: string })[];
  drawn_from: number;
  left_out: number;
  unlinked: number;
  pooled: Pick<ReturnType<typeof inPool>, 'pool_from' | 'pool_to' | 'pool'>;
  parts: number[];
  /** What a dry run says about the agents. */
  agents: DryDraw['draw']['agents'];
};

/** Refuses with Conflict to draw a plan that was changed or deleted since it was read. */
function mustBeCurrent(db: Connection, { plan_id, version }: StoredPlan): void {
  if (planOf(db, plan_id)?.version !== version) throw new Refusal('Conflict', reason('plan_outdated'));
}

/** The days of a period of a plan. Refused with Conflict if it was drawn. */
function daysToDraw(db: Connection, { plan_id, period: kind }: StoredPlan, period: string): Days {
  const days = daysOf(kind, period);
  if (!days) throw invalid({ period: reason('plan_period_open') });
  if (drawnPeriods(db, plan_id).has(period)) throw new Refusal('Conflict', reason('plan_period_drawn'));
  return days;
}

/**
 * Draws a period of a plan with the rights and the reach of its owner. Refused with Conflict if it was drawn, if nobody
 * can score, or if it has too many calls.
 */
export const selectPlanDraw = query('evaluation-plans.draw', (db, wanted: Wanted): PlanDraw => {
  const { plan, period, filters, scope, now } = wanted;
  mustBeCurrent(db, plan);
  const days = daysToDraw(db, plan, period);
  const { begin, end } = spanOf(days, plan.timezone);
  const names = agentsIn(db, plan.tenant_id, scope);
  const asked = {
    values: { ...filters, daterange: daterangeOf(days), sort_order: 'desc' as const },
    scope,
    zone: plan.timezone,
  };
  const rows = callList.each<Row>(db, asked, {
    columns: `c.call_id, c.tenant_id, c.setup_time, ${agentOf('c')} AS agent_user_id,
      CASE WHEN ${isEvaluated} THEN 1 ELSE 0 END AS is_evaluated, ${plan.risk ? talkColumns : noTalk}`,
    where: hasAudio,
  });
  const times = new Map<string, number[]>();
  let [left_out, unlinked, drawn_from] = [0, 0, 0];
  function* candidates(): Iterable<Candidate> {
    for (const { is_evaluated, tenant_id, agent_user_id, ...call } of rows) {
      if (tenant_id !== plan.tenant_id) continue;
      if (agent_user_id === null || !names.has(agent_user_id)) unlinked += 1;
      else if (is_evaluated) left_out += 1;
      else {
        drawn_from += 1;
        const own = times.get(agent_user_id) ?? [];
        times.set(agent_user_id, own);
        own.push(call.setup_time);
        yield { ...call, agent_user_id };
      }
    }
  }
  const terms: DrawTerms = { ...plan, seed: seedOf(plan, period), period_end: end };
  const { strata, calls } = drawStrata(candidates(), terms, knownOf(db, plan, begin, scope));
  if (calls.length > maxSample)
    throw new Refusal('Conflict', reason('sample_too_large', { most: maxSample, drawn: calls.length }));
  const people = assigned(
    calls.map(({ call }) => call),
    evaluatorsOf(db, plan, scope, now),
  );
  if (!people) throw new Refusal('Conflict', reason('plan_nobody'));
  const { calls: placed, ...pooled } = inPool(
    calls.map(({ call }) => call),
    times,
  );
  return {
    strata,
    calls: calls.map((call, place) => ({ ...call, evaluator_user_id: people[place] ?? '' })),
    drawn_from,
    left_out,
    unlinked,
    pooled,
    parts: placed.map(({ part }) => part),
    agents: agentsOf(strata, names),
  };
});

/** The seed of a draw. */
const seedOf = ({ seed }: StoredPlan, period: string) => `${seed}/${period}`;

/** The users of a tenant whose calls the owner may have scored, by id. */
function agentsIn(db: Connection, tenant_id: string, scope: Scope): Map<string, string> {
  const users = db
    .prepare<Record<string, string>, { user_id: string; name: string }>(`
      SELECT u.user_id, u.name FROM users u WHERE u.tenant_id = @tenant_id AND ${usersInScope(scope)}`)
    .all({ ...scope.params, tenant_id });
  return new Map(users.map(({ user_id, name }) => [user_id, name]));
}

function agentsOf(strata: readonly DrawnStratum[], names: ReadonlyMap<string, string>): PlanDraw['agents'] {
  const agents = new Map<string, PlanDraw['agents'][number]>();
  for (const { agent_user_id, stratum, calls, drawn } of strata) {
    const name = names.get(agent_user_id) ?? '';
    const known = agents.get(agent_user_id) ?? { agent_user_id, agent_name: name, calls: 0, risk: 0, drawn: 0 };
    const risk = known.risk + (stratum === 'risk' ? calls : 0);
    agents.set(agent_user_id, { ...known, calls: known.calls + calls, risk, drawn: known.drawn + drawn });
  }
  return [...agents.values()];
}

/** What is known of agents before a period, as far as the plan asks for it. */
function knownOf(db: Connection, { more, form_id }: StoredPlan, begin: number, scope: Scope): (agent: string) => Known {
  const scores = new Map<string, number | null>();
  if (more && more.score_below !== null) {
    const rows = db
      .prepare<Record<string, string | number>, { agent_user_id: string; score: number | null }>(`
        SELECT e.agent_user_id, e.score FROM evaluation_reports e
        WHERE ${inTime(['e.call_time'], [integer('e.call_time')])}
          AND e.form_id = @form_id AND e.status = 'completed' AND e.evaluation_completed_at < @begin
          AND ${evaluationsInScope(scope, 'e')}
        ORDER BY e.evaluation_completed_at, e.report_id`)
      .iterate({ ...scope.params, form_id, begin });
    for (const { agent_user_id, score } of rows) scores.set(agent_user_id, score);
  }
  // The keys of calls grow with their times.
  const first = db.prepare<object, { setup_time: number }>(`
    SELECT c.setup_time FROM call_users cu JOIN calls c ON c.call_pk = cu.call_pk
    WHERE cu.user_id = @agent AND c.removed_at IS NULL ORDER BY cu.call_pk LIMIT 1`);
  return (agent) => ({
    score: scores.get(agent) ?? null,
    first_call: more && more.new_agent_days !== null ? (first.get({ agent })?.setup_time ?? null) : null,
  });
}

/** Who can score: those who are active and not absent for more than half of the days until the deadline. */
function evaluatorsOf(db: Connection, plan: StoredPlan, scope: Scope, now: number): Evaluator[] {
  const { plan_id, tenant_id, timezone, due_days, absences } = plan;
  const days = Array.from({ length: due_days + 1 }, (_, n) => dayAfter(dayAt(now, timezone), n));
  const isAbsent = (user_id: string) => {
    const own = absences.filter((one) => one.user_id === user_id);
    return 2 * days.filter((day) => own.some(({ from, to }) => from <= day && day <= to)).length > days.length;
  };
  const before = new Map(
    db
      .prepare<object, { user_id: string; n: number }>(`
        SELECT e.evaluator_user_id AS user_id, count(*) AS n FROM evaluation_reports e
        JOIN evaluation_samples s USING (sample_id) WHERE s.plan_id = @plan_id GROUP BY e.evaluator_user_id`)
      .all({ plan_id })
      .map(({ user_id, n }) => [user_id, n]),
  );
  const active = new Set(
    db
      .prepare<object, { user_id: string }>(`
        SELECT u.user_id FROM users u JOIN evaluation_plan_evaluators v USING (user_id)
        WHERE v.plan_id = @plan_id AND u.is_active = 1`)
      .all({ plan_id })
      .map(({ user_id }) => user_id),
  );
  return plan.evaluators
    .filter((id) => active.has(id) && !isAbsent(id) && canEvaluate(db, id, tenant_id, scope))
    .map((user_id) => ({ user_id, before: before.get(user_id) ?? 0 }));
}

type Storing = { id: string; plan: StoredPlan; period: string; draw: PlanDraw; scope: Scope };

/**
 * Stores and audits a draw with an evaluation of each call. Refused with Conflict if the period was drawn, or if the plan or a
 * call has changed since it was drawn.
 */
export const storePlanDraw = change(
  'evaluation-plans.store-draw',
  (db, { id, plan, period, draw, scope }: Storing, by): { reports: number } => {
    const { plan_id, tenant_id, user_id, name, timezone } = plan;
    const days = daysToDraw(db, plan, period);
    mustBeCurrent(db, plan);
    if (areTaken(db, draw)) throw new Refusal('Conflict', reason('plan_outdated'));
    db.prepare<object>('INSERT INTO evaluation_plan_draws (plan_id, period) VALUES (@plan_id, @period)').run({
      plan_id,
      period,
    });
    const report_ids = draw.calls.map((_, place) => derivedId(id, place));
    const { plan_id: _, tenant_id: __, user_id: ___, version: ____, ...terms } = plan;
    const searched = new URLSearchParams(plan.query);
    searched.set('daterange', daterangeOf(days));
    const stored = draw.calls.map(({ call, stratum, risk }, place) => {
      const { call_id, agent_user_id } = call;
      return {
        call_id,
        agent_user_id,
        part: draw.parts[place] ?? 0,
        stratum,
        risk,
        report_id: report_ids[place] ?? '',
      };
    });
    const { strata, drawn_from, left_out, unlinked, pooled } = draw;
    const ids = { tenant_id, user_id, plan_id, period };
    const how = { query: `${searched}`, method: 'per_agent' as const, amount: plan.amount, seed: seedOf(plan, period) };
    const pool = { strata, drawn_from, left_out, unlinked, unlinked_agents: [], ...pooled };
    const sample = { ...ids, name: `${name}, ${period}`, zone: timezone, ...how, ...pool, terms, calls: stored };
    storeSample(db, id, sample, scope, by);
    const { agent_can_view, agent_can_dispute, agent_review_mandatory } = plan;
    const rights = { agent_can_view, agent_can_dispute, agent_review_mandatory };
    // The last second of its day.
    const due = (startOfDay(dayAt(by.at, timezone), timezone, plan.due_days + 1) ?? by.at) - 1_000;
    for (const evaluator_user_id of new Set(draw.calls.map((call) => call.evaluator_user_id))) {
      const own = draw.calls.flatMap((call, place) => (call.evaluator_user_id === evaluator_user_id ? [place] : []));
      const calls = own.flatMap((place) => stored[place] ?? []);
      const parts = checkedParts(db, { form_id: plan.form_id, evaluator_user_id, calls }, scope, () => 'calls.');
      const given = own.flatMap((place) => report_ids[place] ?? []);
      storeReports(db, parts, given, { sample_id: id, plan_id, evaluation_deadline: due, ...rights }, by);
    }
    auditAssigned(db, by, report_ids);
    setNext(db, plan, { at: by.at });
    return { reports: report_ids.length };
  },
);

/** Whether one of these calls can no longer be drawn. */
function areTaken(db: Connection, { calls }: PlanDraw): boolean {
  const ids = calls.map(({ call }) => call.call_id);
  const free = db
    .prepare<object, { n: number }>(`
      SELECT count(*) AS n FROM calls c
      WHERE c.call_id IN ${valuesOf('@ids', 'text')} AND c.removed_at IS NULL AND ${hasAudio} AND NOT ${isEvaluated}`)
    .get({ ids: JSON.stringify(ids) });
  return free?.n !== ids.length;
}

type Failing = { plan: StoredPlan; text: string; why: ReturnType<typeof reason>; next: number };

/** Notes why a plan could not draw, and when it tries again. */
export const failPlanDraw = change('evaluation-plans.fail', (db, { plan, text, why, next }: Failing, by): void => {
  const { plan_id, user_id } = plan;
  const now = planOf(db, plan_id);
  if (!now) return;
  const known = db
    .prepare<object, { last_error: string | null }>('SELECT last_error FROM evaluation_plans WHERE plan_id = @plan_id')
    .get({ plan_id });
  setNext(db, now, { at: by.at, failed: { text, why, next } });
  // Not again each hour.
  if (known?.last_error !== text) notify(db, by, { user_id, kind: 'plan_failed', plan_id });
});
