import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { operations } from '@shared/contract/operations';
import { RefusalBody, type SaidReason } from '@shared/contract/refusals';
import { asMessage, english, isReasonCode, type Reason } from '@shared/reasons/reasons';
import { refusalsOf } from '../../electron/service/http/openapi/refusals';

// biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape; the contract has checked them
export type Answer = { status: number; headers: Headers; body: any };
export type Caller = {
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  delete(path: string, body?: unknown): Promise<Answer>;
  /** The raw response, for bytes and streams. */
  raw(path: string, init?: RequestInit): Promise<Response>;
};

/** Calls the handler like a client, and checks each JSON response against the contract. */
export function callerOf(fetch: (request: Request) => Promise<Response>, headers: Record<string, string>): Caller {
  const raw = (path: string, init: RequestInit = {}) =>
    fetch(
      new Request(`http://127.0.0.1:8017${path}`, { ...init, headers: { ...headers, ...(init.headers as object) } }),
    );
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    more: Record<string, string> = {},
  ): Promise<Answer> => {
    const sent =
      body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...more } };
    const response = await raw(path, { method, headers: more, ...sent });
    const type = response.headers.get('content-type') ?? '';
    const answer = {
      status: response.status,
      headers: response.headers,
      body: type.startsWith('application/json') ? await response.json() : null,
    };
    checkContract(method, path, answer);
    return answer;
  };
  return {
    get: (path, more) => send('GET', path, undefined, more),
    post: (path, body, more) => send('POST', path, body, more),
    put: (path, body, more) => send('PUT', path, body, more),
    delete: (path, body) => send('DELETE', path, body),
    raw,
  };
}

function checkContract(method: string, path: string, { status, body }: Answer): void {
  const operation = operations.find((one) => one.method.toUpperCase() === method && matches(one.path, path));
  if (status >= 400) {
    checkReasons(body);
    // Operations of the window are not in OpenAPI, and do not exist over TCP.
    if (operation && !operation.door)
      ok(String(status) in refusalsOf(operation), `${method} ${path}: ${status} is not in OpenAPI`);
    return;
  }
  // Also fails for properties outside the contract, because `parse` drops them.
  if (operation?.response && status < 300) deepStrictEqual(operation.response.parse(body), body);
}

/** Expects every sentence of a refusal to match its reason, by key and values. */
export function checkReasons(body: unknown): void {
  const { explanation, description, details = {}, reason, reasons = {} } = RefusalBody.parse(body);
  strictEqual(reason && english(known(reason)), explanation ?? description);
  const sentences = Object.entries(reasons).map(([path, one]) => [path, asMessage(english(known(one)))]);
  deepStrictEqual(
    Object.fromEntries(sentences),
    Object.fromEntries(Object.entries(details).filter(([, message]) => typeof message !== 'number')),
  );
}

function known({ code, values }: SaidReason): Reason {
  if (!isReasonCode(code)) throw new Error(`No reason is called ${code}.`);
  return { code, values };
}

const matches = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replaceAll('.', '\\.').replace(/:\w+/g, '[^/.]+')}(\\?|$)`).test(path);
