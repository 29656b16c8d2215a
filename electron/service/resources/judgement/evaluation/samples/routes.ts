import { randomUUID } from 'node:crypto';
import { type CallFilters, countCalls } from '@shared/contract/calls';
import { evaluationSampleApi as api, assignCalls, listQueue } from '@shared/contract/evaluation-queue';
import type { Service } from '../../../../context';
import { created } from '../../../../http/answers';
import { addressOf, asking } from '../../../../http/collection';
import { listed } from '../../../../http/paging';
import { withDays } from '../../../../http/periods';
import { single } from '../../../../http/single';
import { readQuery } from '../../../../http/validate';
import { invalid, isRefusal, under } from '../../../../refusal';
import { assignCalls as assign } from '../assignment.queries';
import { queueList } from '../queue.queries';
import { drawCalls, insertSample, readableSamples, removeSample, sampleList } from './queries';
import { newSeed } from './rules';

export function evaluationSampleRoutes({ handle, store, now }: Service): void {
  handle(assignCalls, async ({ body: { assignment }, scope, by }) => {
    const report_ids = await store.write(assign, { id: randomUUID(), assignment, scope }, by);
    return { report_ids };
  });

  handle(listQueue, listed(store, listQueue, queueList));

  handle(api.list, listed(store, api.list, sampleList));

  handle(api.create, async (asked) => {
    const { scope, actor, by } = asked;
    const { seed = newSeed(), ...record } = asked.body.evaluation_sample;
    const { zone } = actor;
    const drawn = await inQuery(async () => {
      const { query, filters } = fixed(record.query, { zone, now: now() });
      return { query, ...(await store.read(drawCalls, { ...record, seed, filters, scope, zone })) };
    });
    const id = randomUUID();
    const sample = { name: record.name ?? null, method: record.method, amount: record.amount, seed, zone, ...drawn };
    await store.write(insertSample, { ...asking(asked), id, record: sample }, by);
    return created(addressOf(api.read.path, {}, id));
  });

  handle(api.read, single(store, readableSamples, api.read));

  handle(api.delete, async (asked) => {
    await store.write(removeSample, { ...asking(asked), versions: asked.versions }, asked.by);
    return {};
  });
}

/** The filters of a search, and its parameters with the days that a period has now. */
function fixed(query: string, at: { zone: string; now: number }): { query: string; filters: CallFilters } {
  const filters = withDays(readQuery(`?${query}`, countCalls.query) as CallFilters, at);
  const parameters = new URLSearchParams(query);
  if (filters.daterange !== undefined) parameters.set('daterange', filters.daterange);
  return { query: `${parameters}`, filters };
}

/** Reports the errors of a search under `query`. */
async function inQuery<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    if (!isRefusal(cause, 'InvalidRecord')) throw cause;
    throw invalid(under('query', cause.details));
  }
}
