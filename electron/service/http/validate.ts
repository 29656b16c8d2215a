import { isUtf8 } from 'node:buffer';
import { explodedIn } from '@shared/contract/operation';
import { checked } from '@shared/reasons/check';
import { type Reason, reason } from '@shared/reasons/reasons';
import type { z } from 'zod';
import { invalid, maxFaults, Refusal } from '../refusal';
import { within } from './pace';

const usualBytes = 1024 * 1024;
/** A body may have one value in this many bytes, because each wrong value costs far more to report than to send. */
const bytesPerValue = 40;
const deepest = 32;
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Parses the query string with its schema. Repeated and unknown parameters are refused under their name, and so are those
 * that are not UTF-8: with U+FFFD instead of a letter, a `not_…` filter would find everything. An exploded object takes
 * the parameters that have no property of their own.
 */
export function readQuery(url: string, schema: z.ZodObject | undefined): Record<string, unknown> {
  const place = url.indexOf('?');
  const text = place === -1 ? '' : url.slice(place + 1);
  const damaged = text.split('&').filter((pair) => !isUtf8(bytesOf(pair)));
  if (damaged.length > 0) {
    throw invalid(Object.fromEntries(damaged.map((pair) => [nameIn(pair), reason('parameter_not_utf8')])));
  }
  const sent = new URLSearchParams(text);
  const rest = schema && explodedIn(schema);
  const isOwn = (name: string) => schema !== undefined && name !== rest && Object.hasOwn(schema.shape, name);
  const faults = [...new Set(sent.keys())].flatMap((name): [string, Reason][] => {
    if (!isOwn(name) && (rest === undefined || name === rest)) return [[name, reason('unknown_parameter')]];
    return sent.getAll(name).length > 1 ? [[name, reason('given_twice')]] : [];
  });
  if (faults.length > 0) throw invalid(Object.fromEntries(faults));
  if (!schema) return {};
  const given = Object.fromEntries([...sent].filter(([name]) => isOwn(name)));
  const others = Object.fromEntries([...sent].filter(([name]) => !isOwn(name)));
  const query = rest === undefined || Object.keys(others).length === 0 ? given : { ...given, [rest]: others };
  return parse(schema, query, ([name, inner]) => (name === rest ? inner : name)) as Record<string, unknown>;
}

/** The bytes that a part of a query encodes with percent signs. */
const bytesOf = (text: string): Buffer =>
  Buffer.from(
    text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

/** The name of a parameter; as it was sent, if the name itself is not UTF-8. */
function nameIn(pair: string): string {
  const [name = ''] = pair.split('=', 1);
  return isUtf8(bytesOf(name)) ? ([...new URLSearchParams(name).keys()][0] ?? '') : name;
}

/** The media type of a body, without its parameters. */
const mediaTypeOf = ({ headers }: Request) => headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();

/** Refuses a compressed body (RFC 9110, section 8.4): its limits could only be checked after it is unpacked. */
export function mustBePlain({ headers }: Request): void {
  const coding = headers.get('content-encoding') ?? 'identity';
  if (coding.trim().toLowerCase() !== 'identity') throw new Refusal('UnsupportedMediaType', reason('body_encoded'));
}

/** Refuses a body of another media type than these. */
export function mustBeOneOf(types: readonly string[], request: Request): void {
  if (!types.includes(mediaTypeOf(request) ?? '')) {
    throw new Refusal('UnsupportedMediaType', reason('media_type', { types: [...types] }));
  }
}

/** The most bytes of a body, and the time in which it has to arrive. */
type Limits = { most?: number | undefined; withinMs?: number | undefined };

/** Parses the JSON body with its schema. The keys of `details` are dotted paths in the record. DELETE may have none. */
export async function readBody(
  request: Request,
  schema: z.ZodObject,
  { most = usualBytes, withinMs }: Limits = {},
): Promise<unknown> {
  const type = mediaTypeOf(request);
  const isOmitted = request.method === 'DELETE' && type === undefined;
  // JSON between programs is UTF-8 (RFC 8259, section 8.1).
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(request.headers.get('content-type') ?? '')?.[1] ?? 'utf-8';
  if (!isOmitted && (type !== 'application/json' || charset.toLowerCase() !== 'utf-8')) {
    throw new Refusal('UnsupportedMediaType', reason('not_json_type'));
  }
  const [record, ...others] = Object.values(schema.shape) as z.ZodType[];
  const wrapped = others.length === 0 && record?.def.type !== 'array';
  const nameOf = (path: PropertyKey[]) => (wrapped && path.length > 1 ? path.slice(1) : path).join('.');
  const bytes = isOmitted ? Buffer.from('{}') : await within(withinMs, readBytes(request, most));
  return readJson(bytes, schema, { most, nameOf });
}

/** Parses JSON of at most `most` bytes with its schema. `nameOf` returns the name under which a fault at a path is reported. */
export function readJson<S extends z.ZodType>(
  bytes: Uint8Array,
  schema: S,
  { most, nameOf }: { most: number; nameOf: (path: PropertyKey[]) => string },
): z.output<S> {
  const value = parseJson(textOf(bytes), Math.floor(most / bytesPerValue), nameOf);
  const parsed = parse(schema, value, nameOf);
  const wrong = wrongTexts(value).slice(0, maxFaults);
  if (wrong.length > 0) throw invalid(Object.fromEntries(wrong.map((path) => [nameOf(path), reason('bad_character')])));
  return parsed as z.output<S>;
}

/**
 * The paths of texts that could not be stored and found again: SQL functions end a text at its first NUL, and half a
 * surrogate pair has no UTF-8.
 */
function wrongTexts(value: unknown, path: PropertyKey[] = []): PropertyKey[][] {
  if (typeof value === 'string') return /[\0\p{Cs}]/u.test(value) ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => wrongTexts(inner, [...path, name]));
}

async function readBytes(request: Request, limit: number): Promise<Buffer> {
  mustFit(Number(request.headers.get('content-length') ?? 0), limit);
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of arriving(request)) {
    length += piece.byteLength;
    mustFit(length, limit);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function textOf(bytes: Uint8Array): string {
  try {
    // A byte order mark may be ignored (RFC 8259, section 8.1), and programs on Windows write one.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid({}, reason('not_utf8'));
  }
}

/** Refuses a body of more than `limit` bytes. */
export function mustFit(bytes: number, limit: number): void {
  if (bytes > limit) throw new Refusal('PayloadTooLarge', reason('body_too_large', { most: limit }));
}

/** The chunks of a body as they arrive. A body that ends early is an error of the sender. */
export async function* arriving({ body }: Request): AsyncIterable<Uint8Array> {
  try {
    yield* body ?? [];
  } catch {
    throw invalid({}, reason('body_broken_off'));
  }
}

function parseJson(text: string, maxValues: number, nameOf: (path: string[]) => string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid({}, reason('not_json'));
  }
  const kept = refuseHostile(value, maxValues, nameOf);
  if (membersIn(text) > kept) throw invalid({}, reason('property_twice'));
  return value;
}

/** The number of members that valid JSON has: the colons outside its strings. Parsing keeps one of those with one name. */
export function membersIn(text: string): number {
  let count = 0;
  let inString = false;
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place);
    if (code === 0x22) inString = !inString;
    else if (!inString) count += Number(code === 0x3a);
    else if (code === 0x5c) place++;
  }
  return count;
}

/** Refuses a body with too many or too deeply nested values, or with a forbidden key. Returns the number of its members. */
function refuseHostile(body: unknown, maxValues: number, nameOf: (path: string[]) => string): number {
  let left = maxValues;
  let members = 0;
  walk(body, []);
  return members;

  function walk(value: unknown, path: string[]): void {
    if (typeof value !== 'object' || value === null) return;
    if (path.length >= deepest) throw invalid({}, reason('body_too_deep', { most: deepest }));
    const keys = Array.isArray(value) ? [] : Object.keys(value);
    members += keys.length;
    left -= Array.isArray(value) ? value.length : keys.length;
    if (left < 0) throw invalid({}, reason('body_too_many_values', { most: maxValues }));
    const forbidden = keys.find((key) => forbiddenKeys.has(key));
    if (forbidden !== undefined) throw invalid({ [nameOf([...path, forbidden])]: reason('bad_property_name') });
    for (const [name, inner] of Object.entries(value)) walk(inner, [...path, name]);
  }
}

/** Parses a value with its schema. `nameOf` returns the name under which an error at a path is reported. */
function parse(schema: z.ZodType, value: unknown, nameOf: (path: PropertyKey[]) => PropertyKey | undefined): unknown {
  const result = checked(schema, value);
  if ('data' in result) return withoutIgnored(result.data);
  const details = result.faults.slice(0, maxFaults).map(({ path, reason: why }) => [nameOf(path) || 'body', why]);
  // If a field has several errors, the first is reported.
  throw invalid(Object.fromEntries(details.reverse()));
}

/** Removes what a schema has emptied: properties that only Earshot sets. */
function withoutIgnored(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIgnored);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutIgnored(inner)]));
}
