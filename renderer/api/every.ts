import type { AnswerOf, Operation, ParamsOf } from '@shared/contract/operation';
import { api, type Sent } from './api';

/** The name of the list in the response of a collection. */
export type Listed<O extends Operation> = {
  [N in keyof AnswerOf<O>]: AnswerOf<O>[N] extends unknown[] ? N : never;
}[keyof AnswerOf<O>];
/** A record of that list. */
export type RecordIn<O extends Operation, N extends Listed<O>> = AnswerOf<O>[N] extends (infer T)[] ? T : never;

type Narrowed<O extends Operation> = { params?: ParamsOf<O>; query?: object };

/**
 * Every record of a collection, for a choice among them or a file; `name` is the name of its list, `params` the ids in
 * its path, `query` what narrows it.
 */
export async function every<O extends Operation, N extends Listed<O>>(
  operation: O,
  name: N,
  signal?: AbortSignal,
  narrowed: Narrowed<O> = {},
): Promise<AnswerOf<O>[N]> {
  const all: unknown[] = [];
  for await (const records of pages(operation, name, signal, narrowed)) all.push(...(records as unknown[]));
  return all as AnswerOf<O>[N];
}

/** The same, page by page, for someone who may stop before the last one. */
export async function* pages<O extends Operation, N extends Listed<O>>(
  operation: O,
  name: N,
  signal?: AbortSignal,
  { params, query }: Narrowed<O> = {},
): AsyncGenerator<AnswerOf<O>[N]> {
  for (let page: string | null | undefined; page !== null; ) {
    const sent = { page: page ?? null, query: { ...query, limit: 1000 }, signal, params } as unknown as Sent<O>;
    const answer = (await api(operation, sent)) as { next_url: string | null } & Record<N, unknown[]>;
    yield answer[name] as AnswerOf<O>[N];
    page = answer.next_url;
  }
}
