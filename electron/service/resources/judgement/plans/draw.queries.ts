import type { CallFilters } from '@shared/contract/calls';
import type { DryDraw } from '@shared/contract/evaluation-plans';
import type { Replacement } from '@shared/contract/evaluation-queue';
import { maxSample } from '@shared/evaluation/samples';
import { type Days, daterangeOf } from '@shared/periods';
import { reason } from '@shared/reasons/reasons';
import { auditChanged } from '../../../access/changes';
import { evaluationsInScope, reachesAllOf, type Scope, withoutReach } from '../../../access/scope';
import { found, invalid, Refusal } from '../../../refusal';
import type { Connection } from '../../../store/connection';
import { inTime, valuesOf } from '../../../store/fragments';
import { change, query } from '../../../store/query';
import { integer } from '../../../store/sql';
import { agentOf, callList } from '../../calls/calls';
import { usersInScope } from '../../people/users';
import {
  auditAssigned,
  cancelOpen,
  canEvaluate,
  checkedParts,
  derivedId,
  hasAudio,
  inPool,
  isEvaluated,
  samplesRead,
  sampleTarget,
  storeCalls,
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
  hashOf,
  type Known,
  riskOf,
} from './draw';
import { dayAt, daysOf, endOfDay, spanOf } from './periods';
import { drawnPeriods, planOf, type StoredPlan, setNext } from './queries';

const talk = (column: string) => `(SELECT t.${column} FROM call_talk t WHERE t.call_pk = c.call_pk)`;
/** SQL: the talk of the call `c` in the units of risks. */
const talkColumns = `${talk('longest_silence_ms')} / 1000.0 AS longest_silence,
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

const dayAfter = (day: string, days: number): string => {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
};

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
    const due = endOfDay(dayAfter(dayAt(by.at, timezone), plan.due_days), timezone);
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

type Pool = { agent_user_id: string; stratum: string; drawn: number; calls: string[] };

/** The pool of a draw by agent and stratum, each with its calls in the order of their hashes, and its seed. Refused with NotFound or Conflict. */
export const selectPool = query(
  'evaluation-samples.pool',
  (db, { id, scope }: { id: string; scope: Scope }): { seed: string; name: string; pools: Pool[] } => {
    const { seed, name, period } = sampleIn(db, id, scope);
    if (period === null) throw new Refusal('Conflict', reason('not_a_plan'));
    const pools = db
      .prepare<object, Omit<Pool, 'calls'> & { pool: string }>(`
        SELECT agent_user_id, stratum, drawn, pool FROM evaluation_sample_strata
        WHERE sample_id = @id ORDER BY agent_user_id, stratum`)
      .all({ id });
    return { seed, name: name ?? '', pools: pools.map(({ pool, ...of }) => ({ ...of, calls: JSON.parse(pool) })) };
  },
);

type Sample = {
  plan_id: string | null;
  tenant_id: string;
  user_id: string;
  name: string | null;
  seed: string;
  period: string | null;
  terms: string | null;
};

/** A sample that the caller reads. Refused with NotFound. */
const sampleIn = (db: Connection, id: string, scope: Scope): Sample =>
  found(
    db
      .prepare<Record<string, string>, Sample>(`
        SELECT s.plan_id, s.tenant_id, s.user_id, s.name, s.seed, s.period, s.terms FROM evaluation_samples s
        WHERE s.sample_id = @id AND ${samplesRead(scope)}`)
      .get({ ...scope.params, id }),
  );

/** The lines of a pool file. */
export function* poolLines(seed: string, pools: readonly Pool[]): Iterable<string[]> {
  for (const { agent_user_id, stratum, drawn, calls } of pools)
    for (const [place, call_id] of calls.entries())
      yield [call_id, agent_user_id, stratum, hashOf(seed, call_id), place < drawn ? '1' : '0'];
}

type Drawn = {
  next_place: number;
  agent_user_id: string;
  stratum: 'all' | 'risk' | 'rest';
  part: number;
  report_id: string;
};
type Old = {
  status: string;
  evaluator_user_id: string;
  form_id: string;
  title: string;
  description: string;
  evaluation_deadline: number | null;
  agent_review_deadline: number | null;
  agent_can_view: 0 | 1;
  agent_can_dispute: 0 | 1;
  agent_review_mandatory: 0 | 1;
};

type Replacing = { id: string; report_id: string; replacement: Replacement; scope: Scope };

/**
 * Draws the call with the next hash of its stratum in place of a drawn one, whose evaluation is cancelled, and audits it. Refused with
 * NotFound, PermissionError, InvalidRecord at `call_id`, or Conflict.
 */
export const replaceDrawn = change(
  'evaluation-samples.replace',
  (db, { id, report_id, replacement: { call_id, reason: why }, scope }: Replacing, by): void => {
    const sample = sampleIn(db, id, scope);
    if (sample.period === null) throw new Refusal('Conflict', reason('not_a_plan'));
    const drawn = db
      .prepare<object, Drawn>(`
        SELECT agent_user_id, stratum, part, report_id,
          (SELECT max(k.place) + 1 FROM evaluation_sample_calls k WHERE k.sample_id = @id) AS next_place
        FROM evaluation_sample_calls WHERE sample_id = @id AND call_id = @call_id`)
      .get({ id, call_id });
    if (!drawn) throw invalid({ call_id: reason('not_in_sample') });
    const old = db
      .prepare<object, Old>(`
        SELECT status, evaluator_user_id, form_id, title, description, evaluation_deadline, agent_review_deadline,
          agent_can_view, agent_can_dispute, agent_review_mandatory
        FROM evaluation_reports WHERE report_id = @report_id`)
      .get({ report_id: drawn.report_id });
    mustReplace(sample, old, scope);
    const isReplaced = db
      .prepare<object>('SELECT 1 FROM evaluation_sample_calls WHERE sample_id = @id AND replaces = @call_id')
      .get({ id, call_id });
    if (isReplaced) throw new Refusal('Conflict', reason('replaced_already'));
    if (!old) throw new Refusal('Conflict', reason('replaced_deleted'));
    if (old.status === 'completed') throw new Refusal('Conflict', reason('replaced_completed'));
    const next = nextIn(db, id, drawn);
    const all = withoutReach(scope);
    const about = { ...next, agent_user_id: drawn.agent_user_id };
    const { evaluator_user_id, form_id, ...rest } = old;
    const parts = checkedParts(db, { form_id, evaluator_user_id, calls: [about] }, all, () => '');
    cancelOpen(db, 'report_id', drawn.report_id, by);
    const terms = JSON.parse(sample.terms ?? '{}') as Partial<StoredPlan>;
    const stored = {
      call_id: next.call_id,
      agent_user_id: drawn.agent_user_id,
      part: drawn.part,
      stratum: drawn.stratum,
      risk: riskOf(next, terms.risk ?? null),
      report_id,
      replaces: call_id,
      reason: why,
    };
    auditChanged(db, by, sampleTarget(id, all), () => {
      const flags = {
        agent_can_view: rest.agent_can_view === 1,
        agent_can_dispute: rest.agent_can_dispute === 1,
        agent_review_mandatory: rest.agent_review_mandatory === 1,
      };
      const { title, description, evaluation_deadline, agent_review_deadline } = rest;
      const kept = { title, description, evaluation_deadline, agent_review_deadline, ...flags };
      storeReports(db, parts, [report_id], { sample_id: id, plan_id: sample.plan_id ?? undefined, ...kept }, by);
      storeCalls(db, id, [stored], drawn.next_place);
    });
    auditAssigned(db, by, [report_id]);
  },
);

/** Refuses with PermissionError everybody but the evaluator, and those who may change plans and reach the sample. */
function mustReplace(sample: Sample, report: Old | undefined, scope: Scope): void {
  const { scope_user } = scope.params;
  const plans = scope.plans && (sample.user_id === scope_user || reachesAllOf(scope, sample.tenant_id));
  if (!plans && report?.evaluator_user_id !== scope_user)
    throw new Refusal('PermissionError', reason('replacement_not_yours'));
}

/** The next call of a stratum that can be drawn. Refused with Conflict if none is left. */
function nextIn(db: Connection, sample_id: string, { agent_user_id, stratum }: Drawn): Candidate {
  const which = { sample_id, agent_user_id, stratum };
  const row = db
    .prepare<object, { pool: string }>(`
      SELECT pool FROM evaluation_sample_strata
      WHERE sample_id = @sample_id AND agent_user_id = @agent_user_id AND stratum = @stratum`)
    .get(which);
  const pool: string[] = JSON.parse(row?.pool ?? '[]');
  const free = db.prepare<object, Candidate>(`
    SELECT c.call_id, c.setup_time, ${talkColumns} FROM calls c
    WHERE c.call_id = @call_id AND c.removed_at IS NULL AND ${hasAudio} AND NOT ${isEvaluated}
      AND NOT EXISTS (
        SELECT 1 FROM evaluation_sample_calls k WHERE k.sample_id = @sample_id AND k.call_id = c.call_id)`);
  for (const call_id of pool) {
    const call = free.get({ call_id, sample_id });
    if (call) return { ...call, agent_user_id };
  }
  throw new Refusal('Conflict', reason('stratum_exhausted'));
}
