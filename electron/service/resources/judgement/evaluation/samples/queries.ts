import type { CallFilters } from '@shared/contract/calls';
import type { PlanTerms } from '@shared/contract/evaluation-plans';
import type { EvaluationSample, evaluationSampleApi, Stratum } from '@shared/contract/evaluation-queue';
import { reason } from '@shared/reasons/reasons';
import { auditCreated, auditDeleted, type Insert, type Remove } from '../../../../access/changes';
import { list, type Reader, type RecordOf, type Single } from '../../../../access/list';
import { callsInReach, evaluationsInScope, inTenants, type Scope } from '../../../../access/scope';
import { invalid } from '../../../../refusal';
import type { By } from '../../../../store/audit';
import type { Connection } from '../../../../store/connection';
import { isoTime, jsonList, jsonObject, jsonValues, storedJson } from '../../../../store/fragments';
import { change, query } from '../../../../store/query';
import { insertRecord, mustMatchVersion } from '../../../../store/record';
import { columnsOf, type Fields, integer, text } from '../../../../store/sql';
import { agentName, agentOf, callList } from '../../../calls/calls';
import { type Draw, drawn, type Found, type Terms } from './rules';

/** People who do not reach a whole tenant reach the samples that meet a condition. */
const reached = (scope: Scope, own: string): string =>
  `${inTenants(scope, 's')} AND ${scope.people === 'all' ? 'TRUE' : `(${own})`}`;

const isDrawer = 's.user_id = @scope_user';
const isEvaluator = `EXISTS (
  SELECT 1 FROM evaluation_reports e WHERE e.sample_id = s.sample_id AND e.evaluator_user_id = @scope_user)`;

/** The samples that they have drawn. */
const inScope = (scope: Scope): string => reached(scope, isDrawer);
/** Also those of plans in which they score. */
const isListed = (scope: Scope): string => reached(scope, `${isDrawer} OR (s.plan_id IS NOT NULL AND ${isEvaluator})`);
/** Also those that they have to score: these are only read. */
export const samplesRead = (scope: Scope): string => reached(scope, `${isDrawer} OR ${isEvaluator}`);

type Listed = RecordOf<typeof evaluationSampleApi.list>;
const listed: Fields<Listed> = {
  ...columnsOf('s', ['sample_id', 'name', 'user_id', 'query', 'amount', 'seed', 'drawn_from', 'left_out']),
  ...columnsOf('s', ['plan_id', 'period']),
  method: "CASE WHEN s.period IS NULL THEN s.method ELSE 'plan' END",
  unlinked: 's.unlinked',
  user_name: '(SELECT u.name FROM users u WHERE u.user_id = s.user_id)',
  created_at: isoTime('s.created_at'),
};

/** Samples, newest first. */
export const sampleList = list<typeof evaluationSampleApi.list>('/api/v2/evaluation_samples.json', {
  from: 'evaluation_samples s',
  record: listed,
  key: [integer('s.created_at'), text('s.sample_id')],
  descending: () => true,
  scope: isListed,
  filters: { plan_id: (plan_id, { bind }) => `s.plan_id = ${bind(plan_id)}` },
  id: 's.sample_id',
  named: { as: 'evaluation_sample', by: 's.name' },
});

/** The source of the calls `k` of a sample that the caller reaches, removed or not, or has to score, with their evaluation. */
const seenCalls = (scope: Scope): string => `evaluation_sample_calls k JOIN calls c ON c.call_id = k.call_id
  LEFT JOIN evaluation_reports e ON e.report_id = (
    SELECT l.report_id FROM evaluation_reports l
    WHERE l.sample_id = s.sample_id AND l.call_id = k.call_id AND ${evaluationsInScope(scope, 'l')}
    ORDER BY l.created_at DESC, l.report_id DESC LIMIT 1)
  LEFT JOIN users u ON u.user_id = coalesce(e.agent_user_id, k.agent_user_id)
  WHERE k.sample_id = s.sample_id AND (e.report_id IS NOT NULL OR (${callsInReach(scope, 'c')}))`;

const callsOf = (scope: Scope): string =>
  jsonList<EvaluationSample['calls'][number]>(
    {
      call_id: 'k.call_id',
      agent_user_id: 'u.user_id',
      agent_name: 'u.name',
      status: 'e.status',
      evaluator_user_id: 'e.evaluator_user_id',
      report_id: 'e.report_id',
      stratum: 'k.stratum',
      weight: `(SELECT round(10000.0 * t.calls / t.drawn) / 10000.0 FROM evaluation_sample_strata t
        WHERE t.sample_id = k.sample_id AND t.agent_user_id = k.agent_user_id AND t.stratum = k.stratum)`,
      risk: storedJson('k.risk', '[]'),
      replaces: 'k.replaces',
      reason: 'k.reason',
    },
    seenCalls(scope),
    'k.place',
  );

/** What a plan drew from, of the agents of these calls. */
const strataOf = (scope: Scope): string =>
  jsonList<EvaluationSample['strata'][number]>(
    columnsOf('t', ['agent_user_id', 'stratum', 'calls', 'drawn']),
    `evaluation_sample_strata t
      WHERE t.sample_id = s.sample_id
        AND EXISTS (SELECT 1 FROM ${seenCalls(scope)} AND k.agent_user_id = t.agent_user_id)`,
    't.agent_user_id, t.stratum',
  );

/** The pools of the agents of these calls. */
const poolsOf = (scope: Scope): string =>
  jsonList<EvaluationSample['pool'][number]>(
    {
      agent_user_id: 'p.agent_user_id',
      calls: 'p.calls',
      drawn: jsonValues(
        'd.part ORDER BY d.part',
        `evaluation_sample_calls d
          WHERE d.sample_id = s.sample_id AND d.agent_user_id IS NOT DISTINCT FROM p.agent_user_id`,
      ),
      parts: storedJson('p.parts', '[]'),
    },
    `evaluation_sample_pools p
      WHERE p.sample_id = s.sample_id
        AND EXISTS (SELECT 1 FROM ${seenCalls(scope)} AND k.agent_user_id IS NOT DISTINCT FROM p.agent_user_id)`,
    'p.place',
  );

/** The agents who are no users, with their names in calls that are still there. Only the person who drew the sample saw these. */
const unlinkedAgents = jsonList<EvaluationSample['unlinked_agents'][number]>(
  { agent: agentName, calls: 'n.calls' },
  `evaluation_sample_unlinked n JOIN calls c ON c.call_id = n.call_id WHERE n.sample_id = s.sample_id AND ${isDrawer}`,
  'n.place',
);

/** Samples, of those that meet a condition. */
const samples = <T>(name: string, where: (scope: Scope) => string, record: (scope: Scope) => Fields<T>): Reader => ({
  one: query(name, (db, { id, scope, zone }: Parameters<Reader['one']['run']>[1]) =>
    db
      .prepare<Record<string, string>, Single>(`
        SELECT ${jsonObject<T>(record(scope))} AS json, s.updated_at AS version
        FROM evaluation_samples s WHERE s.sample_id = @id AND ${where(scope)}`)
      .get({ ...scope.params, id, zone }),
  ),
});

export const readableSamples = samples<EvaluationSample>('evaluation-samples.one', samplesRead, (scope) => ({
  ...listed,
  pool_from: isoTime('s.pool_from'),
  pool_to: isoTime('s.pool_to'),
  pool: poolsOf(scope),
  unlinked_agents: unlinkedAgents,
  terms: storedJson('s.terms'),
  strata: strataOf(scope),
  calls: callsOf(scope),
}));

/** For the audit log, which keeps no names of calls, and where pools would be long lists of numbers. */
export const ownSamples = samples<
  Omit<EvaluationSample, 'pool_from' | 'pool_to' | 'pool' | 'unlinked_agents' | 'terms' | 'strata'>
>('evaluation-samples.own', inScope, (scope) => ({ ...listed, calls: callsOf(scope) }));

/** SQL: the call `c` has an evaluation of quality that is not cancelled. */
export const isEvaluated = `EXISTS (SELECT 1 FROM evaluation_reports e
  WHERE e.call_pk = c.call_pk AND e.purpose = 'quality' AND e.status <> 'cancelled')`;
/** SQL: the call `c` has a recording. */
export const hasAudio = 'EXISTS (SELECT 1 FROM call_files f WHERE f.call_pk = c.call_pk)';

/**
 * Draws among the calls of a search that have audio and no report, or cancelled ones only. A draw does not depend on
 * other calls that were added or evaluated since. Refused with InvalidRecord at `amount`.
 */
export const drawCalls = query(
  'evaluation-samples.draw',
  (db, { filters, scope, zone, ...terms }: Terms & { filters: CallFilters; scope: Scope; zone: string }) => {
    const asked = { values: { ...filters, sort_order: 'desc' as const }, scope, zone };
    const found = callList.each<Found>(db, asked, {
      columns: `c.call_id, c.setup_time, ${agentOf('c')} AS agent_user_id,
        ${terms.method === 'per_agent' ? agentName : 'NULL'} AS agent,
        CASE WHEN ${isEvaluated} THEN 1 ELSE 0 END AS is_evaluated`,
      where: hasAudio,
    });
    return drawn(found, terms);
  },
);

export type Sample = Pick<EvaluationSample, 'name' | 'query' | 'amount' | 'seed'> & {
  method: Terms['method'];
  zone: string;
} & Draw;

/** What a sample of a plan has besides. `pool`: the ids of the calls of a stratum in the order of their hashes. */
type Planned = {
  plan_id: string;
  period: string;
  terms: PlanTerms;
  strata: readonly (EvaluationSample['strata'][number] & { pool: readonly string[] })[];
  calls: StoredCall[];
};

/** A sample in the audit log. */
export const sampleTarget = (id: string, scope: Scope) => ({
  list: ownSamples,
  resource: 'evaluation_sample' as const,
  id,
  scope,
});

/** Refused with InvalidRecord at a sample out of scope, or at the calls that were not drawn in it. */
export function mustBeDrawn(
  db: Connection,
  sample_id: string,
  calls: readonly { call_id: string }[],
  scope: Scope,
): void {
  const rows = db
    .prepare<Record<string, string>, { call_id: string }>(`
      SELECT k.call_id FROM evaluation_sample_calls k JOIN evaluation_samples s ON s.sample_id = k.sample_id
      WHERE s.sample_id = @sample_id AND ${inScope(scope)}`)
    .all({ ...scope.params, sample_id });
  if (rows.length === 0) throw invalid({ sample_id: reason('sample_unseen') });
  const known = new Set(rows.map(({ call_id }) => call_id));
  const others = calls.flatMap(({ call_id }, place) =>
    known.has(call_id) ? [] : [[`calls.${place}.call_id`, reason('not_in_sample')] as const],
  );
  if (others.length > 0) throw invalid(Object.fromEntries(others));
}

type Stored = Sample & { tenant_id: string; user_id: string } & Partial<Planned>;

/** A drawn call: of a plan, with what it was drawn from and its evaluation. */
export type StoredCall = Draw['calls'][number] & {
  stratum?: Stratum;
  risk?: readonly string[];
  report_id?: string;
  replaces?: string;
  reason?: string;
};

/** Adds calls to a sample, from a place on. */
export function storeCalls(db: Connection, sample_id: string, calls: readonly StoredCall[], from = 0): void {
  const add = db.prepare<Record<string, string | number | null>>(`
    INSERT INTO evaluation_sample_calls (
      sample_id, place, call_id, agent_user_id, part, stratum, risk, report_id, replaces, reason)
    VALUES (
      @sample_id, @place, @call_id, @agent_user_id, @part, @stratum, @risk, @report_id, @replaces, @reason)`);
  const none = { stratum: null, report_id: null, replaces: null, reason: null };
  for (const [place, { risk, ...call }] of calls.entries())
    add.run({ sample_id, place: from + place, ...none, ...call, risk: risk ? JSON.stringify(risk) : null });
}

/** Stores and audits a sample. */
export function storeSample(db: Connection, sample_id: string, sample: Stored, scope: Scope, by: By): void {
  const { calls, pool, unlinked_agents, strata = [], terms, ...row } = sample;
  insertRecord(db, 'evaluation_samples', { sample_id, ...row, terms: terms && JSON.stringify(terms) }, by);
  storeCalls(db, sample_id, calls);
  const addPool = db.prepare<Record<string, string | number | null>>(`
    INSERT INTO evaluation_sample_pools (sample_id, place, agent_user_id, calls, parts)
    VALUES (@sample_id, @place, @agent_user_id, @calls, @parts)`);
  for (const [place, { parts, ...agent }] of pool.entries())
    addPool.run({ sample_id, place, ...agent, parts: JSON.stringify(parts) });
  const addUnlinked = db.prepare<Record<string, string | number>>(`
    INSERT INTO evaluation_sample_unlinked (sample_id, place, call_id, calls) VALUES (@sample_id, @place, @call_id, @calls)`);
  for (const [place, { call_id, calls }] of unlinked_agents.entries())
    addUnlinked.run({ sample_id, place, call_id, calls });
  const addStratum = db.prepare<Record<string, string | number>>(`
    INSERT INTO evaluation_sample_strata (sample_id, agent_user_id, stratum, calls, drawn, pool)
    VALUES (@sample_id, @agent_user_id, @stratum, @calls, @drawn, @pool)`);
  for (const { pool, ...stratum } of strata) addStratum.run({ sample_id, ...stratum, pool: JSON.stringify(pool) });
  auditCreated(db, by, sampleTarget(sample_id, scope));
}

/** Stores and audits a sample of the caller. */
export const insertSample = change(
  'evaluation-samples.insert',
  (db, { id, record, scope }: Insert<Sample>, by): void => {
    const { scope_tenant: tenant_id, scope_user: user_id } = scope.params;
    storeSample(db, id, { tenant_id, user_id, ...record }, scope, by);
  },
);

/** Deletes and audits a sample. Refused with NotFound or Stale. */
export const removeSample = change('evaluation-samples.remove', (db, { id, versions, scope }: Remove, by): void =>
  auditDeleted(db, by, sampleTarget(id, scope), () => {
    const which = { sample_id: id };
    mustMatchVersion(db, 'evaluation_samples', { id: which, versions });
    db.prepare<typeof which>('DELETE FROM evaluation_samples WHERE sample_id = @sample_id').run(which);
    return {};
  }),
);
