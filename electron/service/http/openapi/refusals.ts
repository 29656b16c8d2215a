import type { Operation } from '@shared/contract/operation';
import { RefusalBody } from '@shared/contract/refusals';
import { isOneOf } from '@shared/one-of';
import { reason } from '@shared/reasons/reasons';
import { Refusal, type RefusalCode } from '../../refusal';
import { bodyOf, bodyOfRefusal, statusOf } from '../errors';
import type { Json } from './examples';
import type { Schemas } from './schemas';

type Text = 'explanation' | 'description';
type Kind = { description: string; refusal?: Refusal; headers?: Json; published?: true };

const header = (description: string, type = 'string') => ({ description, schema: { type } });
const retryAfter = { 'Retry-After': header('Seconds to wait', 'integer') };

/** A refusal of each status, as an example. */
const kinds = {
  InvalidRecord: {
    description: 'The request breaks a rule; `details` names each field by its dotted path',
    refusal: new Refusal('InvalidRecord', reason('record_faults'), { name: reason('too_long', { most: 64 }) }),
    published: true,
  },
  AuthenticationRequired: {
    description: 'Credentials are missing or wrong',
    refusal: new Refusal('AuthenticationRequired', reason('sign_in_first')),
    headers: { 'WWW-Authenticate': header('Basic, unless the client is a browser') },
  },
  PermissionError: {
    description: 'The role lacks the right, or the request comes from another web page',
    refusal: new Refusal('PermissionError', reason('permission_missing', { permission: 'calls:view' })),
    published: true,
  },
  NotFound: {
    description: 'The record does not exist, or is out of reach of the role',
    refusal: new Refusal('NotFound', reason('not_found')),
    published: true,
  },
  Conflict: {
    description: 'The state of the record, or of others, does not allow it',
    refusal: new Refusal('Conflict', reason('role_in_use')),
  },
  Gone: {
    description: 'The recording is closed',
    refusal: new Refusal('Gone', reason('recording_closed')),
  },
  Stale: {
    description: 'The record has another version than If-Match',
    refusal: new Refusal('Stale', reason('stale')),
  },
  TooSlow: {
    description: 'The body arrives too slowly',
    refusal: new Refusal('TooSlow', reason('arrived_too_slowly')),
  },
  PayloadTooLarge: {
    description: 'The body is too large',
    refusal: new Refusal('PayloadTooLarge', reason('body_too_large', { most: 1_048_576 })),
  },
  UnsupportedMediaType: {
    description: 'The body has another media type',
    refusal: new Refusal('UnsupportedMediaType', reason('not_json_type')),
  },
  TooManyRequests: {
    description: 'Too many wrong passwords, or a search that takes too long',
    refusal: new Refusal('TooManyRequests', reason('too_many_attempts', { seconds: 4 })),
    headers: retryAfter,
  },
  IntegrityError: {
    description: 'A defect of Earshot, or damaged data; the log has the same request_id',
    headers: { 'X-Request-Id': header('The id of the request') },
  },
  KeychainUnavailable: {
    description: 'Too many requests at once, the keychain does not answer, or the disk is full',
    headers: retryAfter,
  },
} satisfies Partial<Record<RefusalCode, Kind>>;
type Described = keyof typeof kinds;

/** The refusals of these operations as components: with the text in `explanation`, or in `description`. */
export function describedRefusals(operations: readonly Operation[], schemas: Schemas): Json {
  const schema = schemas.of(RefusalBody, 'output');
  const described = operations.flatMap((operation) =>
    codesOf(operation).map((code) => ({ code, text: textOf(code, operation) })),
  );
  const entries = described.map(({ code, text }) => {
    const { description, headers, published }: Kind = kinds[code];
    const beyond = !published && { 'x-decision': 'API v2 does not show this status.' };
    const content = { 'application/json': { schema, example: exampleOf(code, text) } };
    return [nameOf(code, text), { description, ...beyond, ...(headers && { headers }), content }] as const;
  });
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The refusals that an operation can have, by status. */
export function refusalsOf(operation: Operation): Json {
  return Object.fromEntries(
    codesOf(operation).map((code) => [
      statusOf[code],
      { $ref: `#/components/responses/${nameOf(code, textOf(code, operation))}` },
    ]),
  );
}

function codesOf({
  permission,
  path,
  body,
  consumes,
  method,
  versioned,
  acceptsVersion,
  refusals = [],
}: Operation): Described[] {
  const codes: Record<Described, boolean> = {
    // Unknown parameters are refused everywhere, and so are requests from other web pages.
    InvalidRecord: true,
    AuthenticationRequired: permission !== 'public',
    PermissionError: true,
    NotFound: path.includes(':'),
    Conflict: method !== 'get',
    // Declared by the operation.
    Gone: false,
    Stale: acceptsVersion === true || (versioned === true && method !== 'get'),
    TooSlow: consumes !== undefined || (permission === 'public' && body !== undefined),
    PayloadTooLarge: body !== undefined || consumes !== undefined,
    UnsupportedMediaType: body !== undefined || consumes !== undefined,
    TooManyRequests: permission !== 'public' || body !== undefined,
    IntegrityError: true,
    KeychainUnavailable: true,
  };
  return (Object.keys(codes) as Described[]).filter((code) => codes[code] || isOneOf(refusals, code));
}

/** Bugs and a busy door are refused before the operation can choose where the text is. */
const textOf = (code: Described, { text = 'explanation' }: Operation): Text =>
  code === 'IntegrityError' || code === 'KeychainUnavailable' ? 'explanation' : text;

const names: Partial<Record<Described, string>> = {
  Stale: 'PreconditionFailed',
  IntegrityError: 'InternalError',
  KeychainUnavailable: 'Unavailable',
};
const nameOf = (code: Described, text: Text) =>
  `${names[code] ?? code}${text === 'description' ? 'WithDescription' : ''}`;

function exampleOf(code: Described, text: Text): RefusalBody {
  const { refusal }: Kind = kinds[code];
  if (refusal) return bodyOfRefusal(refusal, text);
  return code === 'IntegrityError'
    ? { ...bodyOf('InternalError', reason('internal_error')), request_id: '0b9f6a52-7e0d-4d0a-8f8e-1f3a4c5b6d7e' }
    : bodyOf('TooManyRequests', reason('busy'));
}
