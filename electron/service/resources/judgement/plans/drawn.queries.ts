import type { Replacement } from '@shared/contract/evaluation-queue';
import { reason } from '@shared/reasons/reasons';
import { auditChanged } from '../../../access/changes';
import { reachesAllOf, type Scope, withoutReach } from '../../../access/scope';
import { found, invalid, Refusal } from '../../../refusal';
import type { Connection } from '../../../store/connection';
import { change, query } from '../../../store/query';
import {
  auditAssigned,
  cancelOpen,
  checkedParts,
  hasAudio,
  isEvaluated,
  samplesRead,
  sampleTarget,
  storeCalls,
  storeReports,
} from '../evaluation';
import { type Candidate, hashOf, riskOf } from './draw';
import { talkColumns } from './draw.queries';
import type { StoredPlan } from './queries';

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
