import { randomUUID } from 'node:crypto';
import type { RefusalBody } from '@shared/contract/refusals';
import { faultOf, type Log } from '../log';
import { Refusal, type RefusalCode } from '../refusal';

const statusOf: Record<RefusalCode, number> = {
  InvalidRecord: 400,
  AuthenticationRequired: 401,
  PermissionError: 403,
  NotFound: 404,
  Conflict: 409,
  Stale: 412,
  PayloadTooLarge: 413,
  UnsupportedMediaType: 415,
  TooManyRequests: 429,
  IntegrityError: 500,
  KeychainUnavailable: 503,
  InsufficientStorage: 503,
};

type Context = {
  text: 'explanation' | 'description';
  /** Whether the client may be a browser, which must not be asked for Basic credentials. */
  browser: boolean;
  log: Log;
};

/** Turns anything thrown into a response. Statuses are chosen only here. A bug shows nothing but its request id. */
export function refusalResponse(cause: unknown, { text, browser, log }: Context): Response {
  if (!(cause instanceof Refusal)) {
    const request_id = randomUUID();
    log({ request_id, ...faultOf(cause) }, 'request failed');
    const body: RefusalBody = { error: 'InternalError', explanation: 'Something went wrong in Earshot.', request_id };
    return Response.json(body, { status: 500, headers: { 'X-Request-Id': request_id } });
  }
  const status = statusOf[cause.code];
  const request_id = status === 500 ? randomUUID() : undefined;
  if (cause.reason) log({ request_id, ...faultOf(cause) }, 'request refused');
  const { retry_after, ...details } = cause.details;
  const body: RefusalBody = { error: cause.code === 'Stale' ? 'Conflict' : cause.code, [text]: cause.explanation };
  if (status === 400 || Object.keys(details).length > 0) body.details = details;
  const headers = new Headers();
  if (request_id) {
    body.request_id = request_id;
    headers.set('X-Request-Id', request_id);
  }
  if (status === 401 && !browser) headers.set('WWW-Authenticate', 'Basic realm="Earshot", charset="UTF-8"');
  if (status === 429 || cause.code === 'InsufficientStorage') headers.set('Retry-After', String(retry_after ?? 1));
  return Response.json(body, { status, headers });
}

/** 405 for a path that supports other methods. */
export function methodNotAllowed(allowed: string[]): Response {
  const body: RefusalBody = { error: 'NotFound', explanation: `This address takes ${allowed.join(', ')}.` };
  return Response.json(body, { status: 405, headers: { Allow: allowed.join(', ') } });
}

/** 503 when a door already serves its maximum of requests. */
export function busy(): Response {
  const body: RefusalBody = {
    error: 'TooManyRequests',
    explanation: 'Too many requests at once. Try again in a second.',
  };
  return Response.json(body, { status: 503, headers: { 'Retry-After': '1' } });
}
