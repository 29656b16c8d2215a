import type { AnswerOf, BodyOf, Operation, ParamsOf } from '@shared/contract/operation';
import { RefusalBody } from '@shared/contract/refusals';
import type { z } from 'zod';
import { ApiRefusal } from './refusal';

type QueryOf<O> = O extends { query: infer Q extends z.ZodType }
  ? { [K in keyof z.input<Q>]?: z.input<Q>[K] | number }
  : never;

export type Sent<O extends Operation> = {
  /** The ids in the path, by name. */
  params?: ParamsOf<O>;
  query?: QueryOf<O>;
  body?: BodyOf<O>;
  /** `next_url` of the previous page; replaces params and query. */
  page?: string | null;
  /** The list on the screen that the request fills. A newer request of the same view cancels an older one. */
  view?: string;
  /** The version that the record must still have, as returned by `versioned`; otherwise the API refuses with 412. */
  version?: string | null;
  signal?: AbortSignal;
};

type Parameters = Record<string, string | number | Readonly<Record<string, string>> | undefined>;

/**
 * The address of an operation, for content that the browser loads itself (a download, the player's audio). The entries
 * of an object in the query are parameters of their own.
 */
export function addressOf(
  operation: { path: string },
  params: Record<string, string> = {},
  query: Parameters = {},
): string {
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    const parameters = typeof value === 'object' ? Object.entries(value) : [[name, String(value)] as const];
    for (const [parameter, text] of parameters) search.set(parameter, text);
  }
  return search.size === 0 ? path : `${path}?${search}`;
}

/** Requests an address of the API. Returns a successful response, otherwise throws an `ApiRefusal`. */
export async function ask(address: string, init: RequestInit): Promise<Response> {
  const response = await fetch(address, init).catch((error: unknown) => {
    if (init.signal?.aborted) throw error;
    throw new ApiRefusal(0, {});
  });
  if (response.ok) return response;
  const body = RefusalBody.partial().safeParse(await response.json().catch(() => undefined)).data ?? {};
  throw new ApiRefusal(response.status, body);
}

/**
 * Calls an operation of the contract. Returns its response, checked against the contract, or throws an `ApiRefusal`.
 */
export const api = async <O extends Operation>(operation: O, sent: Sent<O> = {}): Promise<AnswerOf<O>> =>
  (await versioned(operation, sent)).answer;

/** The response for a record, with its version (ETag) if it has one. */
export type Versioned<O extends Operation> = { answer: AnswerOf<O>; version: string | null };

/** Like `api`, with the version of the record, for a later change of it. */
export async function versioned<O extends Operation>(operation: O, sent: Sent<O> = {}): Promise<Versioned<O>> {
  const address = sent.page ?? addressOf(operation, sent.params, sent.query as Parameters);
  const headers = new Headers({ Accept: 'application/json' });
  if (sent.body !== undefined) headers.set('Content-Type', 'application/json');
  if (sent.view !== undefined) headers.set('X-Earshot-View', sent.view);
  if (sent.version) headers.set('If-Match', sent.version);
  const response = await ask(address, {
    method: operation.method.toUpperCase(),
    headers,
    body: sent.body === undefined ? null : JSON.stringify(sent.body),
    signal: sent.signal ?? null,
  });
  const answer = operation.response?.safeParse(await response.json().catch(() => undefined));
  if (answer?.success) return { answer: answer.data as AnswerOf<O>, version: response.headers.get('ETag') };
  throw new ApiRefusal(response.status, { explanation: answer?.error.message ?? '' });
}
