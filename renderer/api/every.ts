import type { AnswerOf, Operation, ParamsOf } from '@shared/contract/operation';
import { api, type Sent } from './api';

type Listed<O extends Operation> = {
  [N in keyof AnswerOf<O>]: AnswerOf<O>[N] extends unknown[] ? N : never;
}[keyof AnswerOf<O>];

/**
 * Every record of a collection, for a choice among them or a file; `name` is the name of its list, `params` the ids in
 * its path, `query` what narrows it.
 */
export async function every<O extends Operation, N extends Listed<O>>(
  operation: O,
  name: N,
  signal: AbortSignal,
  { params, query }: { params?: ParamsOf<O>; query?: object } = {},
): Promise<AnswerOf<O>[N]> {
  const all: unknown[] = [];
  for (let page: string | null | undefined; page !== null; ) {
    const sent = { page: page ?? null, query: { ...query, limit: 1000 }, signal, params } as unknown as Sent<O>;
    const answer = (await api(operation, sent)) as { next_url: string | null } & Record<N, unknown[]>;
    all.push(...answer[name]);
    page = answer.next_url;
  }
  return all as AnswerOf<O>[N];
}
