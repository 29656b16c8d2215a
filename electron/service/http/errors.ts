import { randomUUID } from 'node:crypto';
import type { RefusalBody } from '@shared/contract/refusals';
import { asMessage, english, type Reason, reason } from '@shared/reasons/reasons';
import { faultOf, type Log } from '../log';
import { type Details, isRefusal, onWire, type Refusal, type RefusalCode } from '../refusal';

/** The status of each refusal. */
export const statusOf: Record<RefusalCode, number> = {
  InvalidRecord: 400,
  AuthenticationRequired: 401,
  PermissionError: 403,
  NotFound: 404,
  TooSlow: 408,
  Conflict: 409,
  Gone: 410,
  Stale: 412,
  PayloadTooLarge: 413,
  UnsupportedMediaType: 415,
  TooManyRequests: 429,
  IntegrityError: 500,
  KeychainUnavailable: 503,
  ServiceUnavailable: 503,
  InsufficientStorage: 503,
};

type Context = {
  text: 'explanation' | 'description';
  /** Whether the client may be a browser, which must not be asked for Basic credentials. */
  browser: boolean;
  log: Log;
};

/** Turns anything thrown into a response. Only here does a refusal get its status. A bug shows nothing but its request id. */
export function refusalResponse(cause: unknown, { text, browser, log }: Context): Response {
  if (!isRefusal(cause)) {
    const request_id = randomUUID();
    log({ request_id, ...faultOf(cause) }, 'request failed');
    const body = { ...bodyOf('InternalError', reason('internal_error')), request_id };
    return Response.json(body, { status: 500, headers: { 'X-Request-Id': request_id } });
  }
  const status = statusOf[cause.code];
  const request_id = status === 500 ? randomUUID() : undefined;
  if (status >= 500) log({ request_id, ...faultOf(cause) }, 'request refused');
  const { retry_after = 1 } = cause.details;
  const body = bodyOfRefusal(cause, text);
  const headers = new Headers();
  if (request_id) {
    body.request_id = request_id;
    headers.set('X-Request-Id', request_id);
  }
  if (status === 401 && !browser) headers.set('WWW-Authenticate', 'Basic realm="Earshot", charset="UTF-8"');
  if (status === 429 || cause.code === 'InsufficientStorage') headers.set('Retry-After', String(retry_after));
  return Response.json(body, { status, headers });
}

/** The body of a refusal. Every 400 has `details`. */
export function bodyOfRefusal({ code, reason: why, details }: Refusal, text: Context['text']): RefusalBody {
  const { retry_after: _, ...shown } = details;
  const hasDetails = statusOf[code] === 400 || Object.keys(shown).length > 0;
  return { ...bodyOf(onWire(code), why, text), ...(hasDetails && detailsOf(shown)) };
}

/** The body without details: its reason as an English sentence, and as a key with values. */
export const bodyOf = (
  error: RefusalBody['error'],
  why: Reason,
  text: Context['text'] = 'explanation',
): RefusalBody => ({ error, [text]: english(why), reason: why });

/** The message of each field, and its reason under the same path. Numbers are passed through. */
function detailsOf(all: Details): Pick<RefusalBody, 'details' | 'reasons'> {
  const entries = Object.entries(all);
  const reasons = entries.filter((entry): entry is [string, Reason] => typeof entry[1] !== 'number');
  return {
    details: Object.fromEntries(
      entries.map(([path, one]) => [path, typeof one === 'number' ? one : asMessage(english(one))]),
    ),
    ...(reasons.length > 0 && { reasons: Object.fromEntries(reasons) }),
  };
}

/** 405 for a path that supports other methods. */
export function methodNotAllowed(allowed: string[]): Response {
  const body = bodyOf('NotFound', reason('wrong_method', { methods: allowed }));
  return Response.json(body, { status: 405, headers: { Allow: allowed.join(', ') } });
}

/** 503 when a door already serves its maximum of requests. */
export function busy(): Response {
  return Response.json(bodyOf('TooManyRequests', reason('busy')), { status: 503, headers: { 'Retry-After': '1' } });
}
