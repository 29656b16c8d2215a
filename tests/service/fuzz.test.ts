import { explodedIn, type Operation } from '@shared/contract/operation';
import { operations } from '@shared/contract/operations';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { described } from '../../electron/service/resources/shell/openapi/described';
import { needsSetup } from '../../electron/service/resources/site/setup';
import { filterNames, operatorsFor } from '../support/call-filters';
import { checkReasons } from '../support/caller';
import { startService } from '../support/start-service';

const runs = Number(process.env.EARSHOT_FUZZ ?? 2_000);
const known = '00000000-0000-4000-8000-000000000000';

/** Ids, numbers, texts and names that often break services. */
const odd = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '-1',
    '-0',
    '1e400',
    '1e3',
    '0x10',
    '99999999999999999999',
    '1.5',
    'NaN',
    'null',
    'undefined',
    ' 5',
    '5 ',
  ),
  fc.constantFrom(
    '%',
    '%00',
    '\0',
    '\ud800',
    '\u202e',
    '../../etc/passwd',
    '"',
    "' OR 1=1 --",
    '{}',
    '[]',
    ',',
    ',,',
    '😀'.repeat(300),
  ),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    known,
    `${known},${known}`,
    known.toUpperCase(),
  ),
  fc.constantFrom(
    '2026/01/01-2026/12/31',
    '0000/00/00-9999/99/99',
    '0000-01-01',
    '9999-12-31',
    '9999-12-31T23:59:60+23:59',
    '0000-01-01,9999-12-31',
    '9999999:59',
    '2026/02/29-2026/02/29',
    'a'.repeat(5_000),
    'asc',
    'desc',
    'imported',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const id = fc.oneof({ weight: 5, arbitrary: fc.constant(known) }, { weight: 1, arbitrary: odd });

/** A JSON text, or a malformed one, with values under the schema's own names and under others. */
const bodyOf = (names: string[]) => {
  const name = fc.oneof(fc.constantFrom(...names, 'x'), odd);
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      odd,
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 3 }),
      tie('object'),
    ),
    object: fc.dictionary(name, tie('value'), { maxKeys: 4 }),
  }));
  const deep = fc.integer({ min: 1, max: 10_000 }).map((n) => '['.repeat(n) + ']'.repeat(n));
  return fc.oneof(
    { weight: 8, arbitrary: value.map((one) => JSON.stringify(one) ?? '') },
    { weight: 1, arbitrary: deep },
    { weight: 1, arbitrary: odd },
  );
};

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** The example of an operation's body, which fits its schema, or the example with one place of it changed. */
function bodyAround(example: Json) {
  const value = fc.oneof(odd, fc.constantFrom<Json>(null, true, -1, 1e308, [], {}, [[]], 'a'.repeat(70_000)));
  const change = fc.oneof(
    fc.constant(() => undefined),
    value.map((one) => () => one),
    fc.tuple(odd, value).map(([name, one]) => (old: Json) => ({ ...(isObject(old) ? old : {}), [name]: one })),
    fc.constant((old: Json) => [old, old]),
  );
  const changed = fc
    .tuple(fc.constantFrom(...placesIn(example)), change)
    .map(([place, to]) => JSON.stringify(changedAt(example, place, to)) ?? '');
  const text = JSON.stringify(example);
  const broken = fc.nat({ max: text.length }).map((length) => text.slice(0, length));
  return fc.oneof({ weight: 1, arbitrary: fc.constant(text) }, { weight: 6, arbitrary: changed }, broken);
}

const isObject = (value: Json): value is { [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The paths of all values in a JSON value, from the whole value to its leaves. */
const placesIn = (value: Json): string[][] => [
  [],
  ...(typeof value === 'object' && value !== null ? Object.entries(value) : []).flatMap(([name, inner]) =>
    placesIn(inner).map((place) => [name, ...place]),
  ),
];

function changedAt(value: Json, [name, ...place]: string[], to: (old: Json) => Json | undefined): Json | undefined {
  if (name === undefined) return to(value);
  const copy = structuredClone(value) as { [name: string]: Json | undefined };
  copy[name] = changedAt(copy[name] ?? null, place, to);
  return copy as Json;
}

/** The example of the body in the description of the API. */
function exampleFor({ path, method }: Operation): Json {
  const methods = described().paths[path.replace(/:(\w+)/g, '{$1}')] as Record<string, { requestBody?: unknown }>;
  const { requestBody } = JSON.parse(JSON.stringify(methods[method]));
  const { example } = requestBody.content['application/json'];
  // With a password that may be used, most of the run would be the search for the primes of RSA keys.
  if (example.user?.fieldset_login) delete example.user.fieldset_login.password;
  return example;
}

/** Every property name in a schema. */
function namesIn(schema: unknown, depth = 0): string[] {
  const shape = (schema as { shape?: Record<string, unknown> } | undefined)?.shape;
  if (!shape || depth > 3) return [];
  return Object.entries(shape).flatMap(([name, inner]) => [name, ...namesIn(inner, depth + 1)]);
}

const filterParameters = [
  ...filterNames.flatMap((name) => operatorsFor(name).map((operator) => `${name}__${operator}`)),
  `custom_field_${known}__includes`,
  'custom_field_',
  '__',
  'date__',
  '__equal_to',
];

/** Requests to one operation with generated ids, query and body. */
function requestsTo(operation: Operation) {
  const { method, path, query, body } = operation;
  const isAdvanced = query !== undefined && explodedIn(query) !== undefined;
  const names = [...Object.keys(query?.shape ?? {}), ...(isAdvanced ? filterParameters : [])];
  const parameter = fc.tuple(
    fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...names, 'limit') }, { weight: 1, arbitrary: odd }),
    odd,
  );
  const asked = fc.array(parameter, { maxLength: 3 });
  return fc.record({
    method: fc.constant(method.toUpperCase()),
    path: fc.tuple(id, id).map(([one, two]) => path.replace(/:\w+/, encoded(one)).replace(/:\w+/, encoded(two))),
    query: asked.map((all) =>
      [...(isAdvanced ? [['advanced_search', '1']] : []), ...all].map((pair) => pair.map(encoded).join('=')).join('&'),
    ),
    body: body ? fc.oneof(bodyOf(namesIn(body)), bodyAround(exampleFor(operation))) : fc.constant(undefined),
    type: fc.oneof(
      { weight: 9, arbitrary: fc.constant('application/json') },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          'text/plain',
          'application/x-www-form-urlencoded',
          'multipart/form-data',
          'application/xml',
          'application/json; charset=utf-16',
          'application/jsonx',
          '*/*',
          ';',
        ),
      },
    ),
    range: fc.option(fc.constantFrom('bytes=0-', 'bytes=-1', 'bytes=9-1', 'x'), { freq: 10 }),
  });
}
const encoded = (text: string) => encodeURIComponent(Buffer.from(text).toString());

/** The operations that get no requests, with the reason. */
const excluded: { why: string; applies: (operation: Operation) => boolean }[] = [
  { why: 'only the window or a command reaches it, with bodies of its own', applies: ({ door }) => door !== undefined },
];

test(
  'every request gets a status below 500 in time, and each 400 has error and details',
  async () => {
    const { admin, given, service } = await startService({ now: () => 0 });
    await given.recorded('question.mp3');
    await given.calls(...Array.from({ length: 30 }, () => ({ from_name: 'Ünal "x"' })));
    given.database((db) =>
      db.exec(`UPDATE calls SET call_id = '${known}' WHERE call_pk = (SELECT call_pk FROM call_files)`),
    );
    const schema = () =>
      given.database((db) => JSON.stringify(db.prepare('SELECT sql FROM sqlite_master ORDER BY name').all()));
    const before = schema();
    const asked = operations.filter((operation) => !excluded.some(({ applies }) => applies(operation)));

    await fc.assert(
      fc.asyncProperty(fc.oneof(...asked.map(requestsTo)), async ({ method, path, query, body, type, range }) => {
        const headers = { ...(body !== undefined && { 'content-type': type }), ...(range && { range }) };
        // The time that the service computes, because the wall clock also counts what else the machine does.
        const began = process.cpuUsage();
        const response = await admin.raw(query ? `${path}?${query}` : path, { method, headers, body });
        // A stream of events does not end by itself.
        const isStream = response.headers.get('content-type') === 'text/event-stream';
        const text = isStream ? await response.body?.cancel().then(() => '') : await response.text();
        expect(response.status).toBeLessThan(500);
        const { user, system } = process.cpuUsage(began);
        // A new password needs a new RSA key, and the search for its primes takes a random time.
        if (!body?.includes('"password"')) expect((user + system) / 1_000).toBeLessThan(2_000);
        if (response.status < 400) return;
        if (response.status === 416) return;
        const refusal = JSON.parse(text ?? '');
        expect(typeof refusal.error).toBe('string');
        checkReasons(refusal);
        if (response.status === 400) expect(refusal.details).toEqual(expect.any(Object));
      }),
      { numRuns: runs, endOnFailure: true },
    );

    expect(schema()).toBe(before);
    expect((await admin.get('/api/v2/calls.json')).status).toBe(200);
    expect(await needsSetup(service)).toBe(false);
  },
  60 * runs,
);
