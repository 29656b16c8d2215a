import { randomUUID } from 'node:crypto';
import { countCalls } from '@shared/contract/calls';
import * as contract from '@shared/contract/evaluation-plans';
import { evaluationSampleApi, exportPool, replaceCall } from '@shared/contract/evaluation-queue';
import { evaluationReportApi } from '@shared/contract/evaluation-reports';
import type { SavedSearch } from '@shared/contract/saved-searches';
import { csvLine } from '@shared/csv';
import { setByPlan } from '@shared/evaluation/plan-periods';
import { isOneOf } from '@shared/one-of';
import { reason } from '@shared/reasons/reasons';
import type { Actor } from '../../../access/actor';
import type { Scope } from '../../../access/scope';
import type { Service } from '../../../context';
import { created, Finished } from '../../../http/answers';
import { attachment } from '../../../http/attachment';
import { addressOf, asking, bindCollection } from '../../../http/collection';
import { changed } from '../../../http/single';
import { Streams, streamOf } from '../../../http/streams';
import { readQuery } from '../../../http/validate';
import { checkUnder, invalid, under } from '../../../refusal';
import { savedSearchList } from '../../calls/saved-searches';
import { newSeed } from '../evaluation';
import { poolLines, replaceDrawn, selectPool } from './drawn.queries';
import { canDraw, dayAt } from './periods';
import { changePlan, insertPlan, planList, removePlan, selectChangeablePlan, selectProgress } from './queries';
import { planDraws } from './running';

export function evaluationPlanRoutes(service: Service): void {
  const { handle, store, now } = service;
  const draws = service.part(planDraws);
  const streams = new Streams({ perPerson: 2, inAll: 8, why: reason('too_many_exports') });
  const api = contract.evaluationPlanApi;

  bindCollection(service, api, { list: planList, remove: removePlan });

  handle(api.create, async (asked) => {
    const { evaluation_plan: record } = asked.body;
    const { saved_search_id, query: _, timezone = asked.actor.zone, seed = newSeed(), ...terms } = record;
    const query = await queryOf(record, asked);
    if (query === undefined) throw invalid({ query: reason('plan_without_query') });
    const { starts_on = dayAt(now(), timezone) } = terms;
    const id = randomUUID();
    const plan = { ...terms, query, timezone, seed, starts_on };
    await store.write(insertPlan, { ...asking(asked), id, record: plan }, asked.by);
    return created(addressOf(api.read.path, {}, id));
  });

  const readChanged = changed(store, planList, api.read);
  handle(api.update, async (asked) => {
    const { saved_search_id: _, ...record } = asked.body.evaluation_plan;
    await store.get(selectChangeablePlan, { id: asked.params.plan_id, scope: asked.scope });
    const query = await queryOf(asked.body.evaluation_plan, asked);
    const { versions, by } = asked;
    await store.write(changePlan, { ...asking(asked), record: { ...record, query }, versions }, by);
    return readChanged(asked);
  });

  handle(contract.drawPlan, async ({ params: { plan_id: id }, body: { draw }, scope, by }) => {
    const { period, dry_run } = draw;
    const readPlan = async () => store.get(selectChangeablePlan, { id, scope });
    const plan = await readPlan();
    if (!canDraw(plan, period, now())) throw invalid({ period: reason('plan_period_open') });
    if (dry_run) {
      const { calls, agents } = await draws.tried(plan, period);
      return new Finished(Response.json({ draw: { period, drawn: calls.length, agents } } satisfies contract.DryDraw));
    }
    const sample_id = await draws.draw(readPlan, period, by);
    return created(addressOf(evaluationSampleApi.read.path, {}, sample_id));
  });

  handle(contract.readPlanProgress, async ({ params: { plan_id: id }, query: { period }, scope }) => ({
    progress: await store.read(selectProgress, { id, period, scope, now: now() }),
  }));

  handle(exportPool, async ({ params: { sample_id: id }, scope, actor, request }) => {
    const { name, seed, pools } = await store.read(selectPool, { id, scope });
    const disposition = attachment(`${name} pool.csv`);
    const headers = { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': disposition };
    if (request.method === 'HEAD') return new Response(null, { headers });
    async function* lines() {
      yield csvLine(['call_id', 'agent_user_id', 'stratum', 'hash', 'drawn']);
      for (const pool of pools) yield [...poolLines(seed, [pool])].map(csvLine).join('');
    }
    return new Response(streamOf(lines(), streams.take(actor.user_id, request)), { headers });
  });

  handle(replaceCall, async ({ params: { sample_id: id }, body: { replacement }, scope, by }) => {
    const report_id = randomUUID();
    await store.write(replaceDrawn, { id, report_id, replacement, scope }, by);
    return created(addressOf(evaluationReportApi.read.path, {}, report_id));
  });

  type Source = { query?: string | undefined; saved_search_id?: string | undefined };

  /** The query of a plan, or that of a saved search; undefined without either. Refused with InvalidRecord. */
  async function queryOf(
    { query, saved_search_id: id }: Source,
    { scope, actor: { zone } }: { scope: Scope; actor: Pick<Actor, 'zone'> },
  ): Promise<string | undefined> {
    if (id === undefined) return query === undefined ? undefined : checked(query);
    if (query !== undefined) throw invalid({ saved_search_id: reason('plan_query_twice') });
    const search = await store.get(savedSearchList.one, { id, scope, zone });
    if (!search) throw invalid({ saved_search_id: reason('saved_search_unseen') });
    return checked((JSON.parse(search.json) as SavedSearch).query);
  }
}

/** A query that a plan can use. Refused with InvalidRecord under `query`. */
function checked(query: string): string {
  const days = [...new URLSearchParams(query).keys()].filter((name) => isOneOf(setByPlan, name));
  if (days.length > 0)
    throw invalid(under('query', Object.fromEntries(days.map((name) => [name, reason('plan_query_days')]))));
  checkUnder('query', () => readQuery(`?${query}`, countCalls.query));
  return query;
}
