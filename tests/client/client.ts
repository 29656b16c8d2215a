/** A client of the API over the types that openapi-typescript makes from docs/openapi.json. */
import type { components, paths } from './api';

type Method = 'get' | 'post' | 'put' | 'delete';
type JsonOf<R> = R extends { content: { 'application/json': infer J } } ? J : never;
type Operation<P extends keyof paths, M extends Method> = Extract<paths[P][M], { responses: object }>;
// Conditional, so that the compiler does not first build the union of all responses.
type Success<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { responses: { 200: infer R } }
    ? JsonOf<R>
    : Operation<P, M> extends { responses: { 201: infer R } }
      ? JsonOf<R>
      : never;
type Part<T, K extends string> = T extends { [key in K]?: infer V } ? V : never;
type Input<P extends keyof paths, M extends Method> = {
  path?: Part<Operation<P, M>['parameters' & keyof Operation<P, M>], 'path'>;
  query?: Part<Operation<P, M>['parameters' & keyof Operation<P, M>], 'query'>;
  body?: JsonOf<Part<Operation<P, M>, 'requestBody'>>;
};
type Refused = { ok: false; status: number; refusal: components['schemas']['Refusal'] };
type Answer<T> = { ok: true; body: T } | Refused;

function clientOf(base: string, authorization: string) {
  return async function ask<P extends keyof paths, M extends Method>(
    method: M,
    path: P,
    { path: ids = {} as never, query = {} as never, body }: Input<P, M> = {},
  ): Promise<Answer<Success<P, M>>> {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => (ids as Record<string, string>)[name] ?? '');
    const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    const response = await fetch(`${base}${filled}?${asked}`, {
      method: method.toUpperCase(),
      headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    return response.ok
      ? { ok: true, body: answer as Success<P, M> }
      : { ok: false, status: response.status, refusal: answer as Refused['refusal'] };
  };
}

/** Lists calls, reads one, creates a category, and creates it again, which is refused. */
export async function tour(base: string, authorization: string) {
  const ask = clientOf(base, authorization);
  const list = await ask('get', '/api/v2/calls.json', { query: { limit: 5, sort_order: 'asc' } });
  if (!list.ok) throw new Error(list.refusal.explanation);
  const [first] = list.body.calls;
  const call = await ask('get', '/api/v2/calls/{call_id}.json', { path: { call_id: first?.call_id ?? '' } });
  if (!call.ok) throw new Error(call.refusal.explanation);
  const body = { category: { name: 'Complaint' } };
  const created = await ask('post', '/api/v2/categories.json', { body });
  const refused = await ask('post', '/api/v2/categories.json', { body });
  if (refused.ok) throw new Error('The name was taken.');
  const { error, details = {} } = refused.refusal;
  const isInvalid: boolean = error === 'InvalidRecord';
  return {
    total: list.body.total satisfies number | null,
    from: call.body.call.from_name satisfies string | null,
    url: created.ok ? created.body.url : null,
    refused: { status: refused.status, isInvalid, fields: Object.keys(details) },
  };
}

/** What the types refuse. Each line must be an error, otherwise its directive is one. */
export async function mistakes(base: string) {
  const ask = clientOf(base, '');
  // @ts-expect-error: a path that the API does not have
  await ask('get', '/api/v2/phones.json');
  // @ts-expect-error: an order that a list does not have
  await ask('get', '/api/v2/calls.json', { query: { sort_order: 'sideways' } });
  // @ts-expect-error: a category without a name
  await ask('post', '/api/v2/categories.json', { body: { category: {} } });
  const list = await ask('get', '/api/v2/calls.json');
  // @ts-expect-error: a property that a refusal does not have
  if (!list.ok) return list.refusal.reasoning;
  // @ts-expect-error: a property that a list does not have
  return list.body.phones;
}
