import type { AnswerOf, BodyOf, Operation, ParamsOf } from '@shared/contract/operation';
import { RefusalBody } from '@shared/contract/refusals';
import type { z } from 'zod';
import { ApiRefusal } from './refusal';

type QueryOf<O> = O extends { query: infer Q extends z.ZodType }
  ? { [K in keyof z.input<Q>]?: z.input<Q>[K] | number }
  : never;

export type Sent<O extends Operation> = {
  /** The ids of the path by their name in it. */
  params?: ParamsOf<O>;
  query?: QueryOf<O>;
  body?: BodyOf<O>;
  /** `next_url` of the page before; replaces params and query. */
  page?: string | null;
  /** The list on the screen that this fills: a newer request of the same view ends an older one. */
  view?: string;
  signal?: AbortSignal;
};

/** The address of an operation, for what the browser itself loads (a download, the player's audio). */
export function addressOf(
  operation: { path: string },
  params: Record<string, string> = {},
  query: Record<string, string | number | undefined> = {},
): string {
  const path = operation.path.replace(/:(\w+)(?=\.json)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? path : `${path}?${search}`;
}

/** Asks for an address of the API: its answer, whatever it holds; else throws an `ApiRefusal`. */
export async function ask(address: string, init: RequestInit): Promise<Response> {
  const response = await fetch(address, init).catch((error: unknown) => {
    if (init.signal?.aborted) throw error;
    throw new ApiRefusal(0, {});
  });
  if (response.ok) return response;
  const body = RefusalBody.partial().safeParse(await response.json().catch(() => undefined)).data ?? {};
  throw new ApiRefusal(response.status, body, Number(response.headers.get('Retry-After')) || undefined);
}

/** Calls an operation of the contract: its answer, checked against the contract; else throws an `ApiRefusal`. */
export async function api<O extends Operation>(operation: O, sent: Sent<O> = {}): Promise<AnswerOf<O>> {
  const address =
    sent.page ?? addressOf(operation, sent.params, sent.query as Record<string, string | number | undefined>);
  const headers = new Headers({ Accept: 'application/json' });
  if (sent.body !== undefined) headers.set('Content-Type', 'application/json');
  if (sent.view !== undefined) headers.set('X-Earshot-View', sent.view);
  const response = await ask(address, {
    method: operation.method.toUpperCase(),
    headers,
    body: sent.body === undefined ? null : JSON.stringify(sent.body),
    signal: sent.signal ?? null,
  });
  const answer = operation.response?.safeParse(await response.json().catch(() => undefined));
  if (answer?.success) return answer.data as AnswerOf<O>;
  throw new ApiRefusal(0, { explanation: answer?.error.message ?? '' });
}
