import type { z } from 'zod';
import { invalid, Refusal } from '../refusal';

const bodyBytes = 1024 * 1024;
const deepest = 32;
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** Parses the query string with its schema. Repeated and unknown parameters are refused under their name. */
export function readQuery(url: string, schema: z.ZodObject | undefined): Record<string, unknown> {
  const place = url.indexOf('?');
  const sent = new URLSearchParams(place === -1 ? '' : url.slice(place + 1));
  const faults = [...new Set(sent.keys())].flatMap((name) => {
    if (!schema || !Object.hasOwn(schema.shape, name)) return [[name, 'Unknown parameter']];
    return sent.getAll(name).length > 1 ? [[name, 'Is given more than once']] : [];
  });
  if (faults.length > 0) throw invalid(Object.fromEntries(faults));
  return schema ? (parse(schema, Object.fromEntries(sent), ([name]) => name) as Record<string, unknown>) : {};
}

/** Parses the JSON body with its schema. The keys of `details` are dotted paths in the record. */
export async function readBody(request: Request, schema: z.ZodObject): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new Refusal('UnsupportedMediaType', 'Send the body as application/json.');
  }
  const value = parseJson(await readText(request, bodyBytes));
  const wrapped = Object.keys(schema.shape).length === 1;
  return parse(schema, value, (path) => (wrapped && path.length > 1 ? path.slice(1) : path).join('.'));
}

async function readText(request: Request, limit: number): Promise<string> {
  const tooLarge = new Refusal('PayloadTooLarge', `The body may hold at most ${limit} bytes.`);
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge;
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of arriving(request)) {
    length += piece.byteLength;
    if (length > limit) throw tooLarge;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** The chunks of a body as they arrive. A body that ends early is an error of the sender. */
async function* arriving({ body }: Request): AsyncIterable<Uint8Array> {
  try {
    yield* body ?? [];
  } catch {
    throw invalid({}, 'The body ended before it was whole.');
  }
}

function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid({}, 'The body is not valid JSON.');
  }
  refuseHostile(value, 0);
  return value;
}

function refuseHostile(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth >= deepest) throw invalid({}, `The body is nested deeper than ${deepest} levels.`);
  for (const [key, inner] of Object.entries(value)) {
    if (forbiddenKeys.has(key)) throw invalid({ [key]: 'Is not a name a property may have' });
    refuseHostile(inner, depth + 1);
  }
}

/** Parses a value with its schema. `nameOf` returns the name under which an error at a path is reported. */
function parse(schema: z.ZodType, value: unknown, nameOf: (path: PropertyKey[]) => PropertyKey | undefined): unknown {
  const result = schema.safeParse(value);
  if (result.success) return withoutIgnored(result.data);
  const faults = result.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => [nameOf([...issue.path, key]), 'Unknown property'])
      : [[nameOf(issue.path) || 'body', plain(issue)]],
  );
  // If a field has several errors, the first is reported.
  throw invalid(Object.fromEntries(faults.reverse()));
}

/** Removes what a schema has emptied: properties that only Earshot sets. */
function withoutIgnored(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIgnored);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutIgnored(inner)]));
}

/** zod's own messages for missing values are meant for developers. */
function plain(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.message.endsWith('undefined')) return 'Required';
  return issue.message.replace(/^Invalid input: expected (\w+), received .*$/, 'Must be of type $1');
}
