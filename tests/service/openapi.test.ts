import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { named, operations } from '@shared/contract/operations';
import { expect, test } from 'vitest';
import { described } from '../../electron/service/resources/shell/openapi/described';
import { checkReasons } from '../support/caller';
import { startService } from '../support/start-service';

// biome-ignore lint/suspicious/noExplicitAny: a JSON document of many shapes
type Json = any;
const document = JSON.parse(JSON.stringify(described())) as Json;
const overTcp = named.filter(({ operation }) => operation.door === undefined);
const objectOf = (operation: { path: string; method: string }): Json =>
  document.paths[operation.path.replace(/:(\w+)/g, '{$1}')][operation.method];
const namesOf = (choose: (object: Json) => boolean) =>
  overTcp.filter(({ operation }) => choose(objectOf(operation))).map(({ name }) => name);
const jsonIn = ({ content = {} }: Json): Json[] =>
  Object.entries(content).flatMap(([type, one]) => (type === 'application/json' ? [one] : []));

test('the description is public and lists every operation except those of the window and of commands', async () => {
  const { nobody } = await startService();

  const { status, body } = await nobody.get('/api/v2/openapi.json');

  const listed = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method} ${path}`),
  );
  const declared = operations
    .filter(({ door }) => door === undefined)
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
  expect(status).toBe(200);
  expect(listed.sort()).toEqual(declared.sort());
});

test('a client that has the description does not get it again', async () => {
  const { nobody } = await startService();
  const first = await nobody.raw('/api/v2/openapi.json');
  const etag = first.headers.get('etag') ?? '';

  const again = await nobody.raw('/api/v2/openapi.json', { headers: { 'if-none-match': etag } });

  expect([first.headers.get('cache-control'), first.headers.get('content-type')]).toEqual([
    'no-cache',
    'application/json',
  ]);
  expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
});

test('docs/openapi.json is what the service serves; npm run openapi writes it', async () => {
  const { nobody } = await startService();

  const { body } = await nobody.get('/api/v2/openapi.json');

  // Compared as a whole, because the difference of two long texts takes minutes to print.
  expect(readFileSync('docs/openapi.json', 'utf8') === `${JSON.stringify(body, null, 2)}\n`).toBe(true);
});

test('Redocly finds no error under its recommended rules', async () => {
  const redocly = resolve('node_modules/@redocly/cli/bin/cli.js');
  const args = [redocly, 'lint', 'docs/openapi.json', '--extends', 'recommended', '--format', 'json'];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

  const { stdout } = await promisify(execFile)(process.execPath, args, { env, maxBuffer: 1e8 }).catch(
    (failed) => failed,
  );

  const { totals, problems } = JSON.parse(stdout.slice(stdout.indexOf('{')));
  const found = problems.map(({ ruleId, message, location }: Json) => [ruleId, message, location[0]?.pointer]);
  expect({ found, totals }).toMatchObject({ found: [], totals: { errors: 0, warnings: 0 } });
});

test('every operation has a name of its own, a summary and a subject', () => {
  const names = overTcp.map(({ operation }) => objectOf(operation).operationId);
  expect(new Set(names).size).toBe(names.length);
  expect(namesOf(({ summary, tags }) => !summary || !document.tags.some(({ name }: Json) => name === tags[0]))).toEqual(
    [],
  );
});

test('every operation says which rights and which reach it needs, and for which parts', () => {
  const untold = overTcp.flatMap(({ name, operation }) => {
    const { permission, needs = {}, reach } = operation;
    const { description = '' } = objectOf(operation);
    const parts = Object.entries(needs).flatMap(([part, { rights = [] }]) => [part, ...rights]);
    const told = [...(permission.includes(':') ? [permission] : []), ...(reach ? [reach] : []), ...parts];
    return told.filter((one) => !description.includes(one)).map((one) => `${name}: ${one}`);
  });
  expect(untold).toEqual([]);
});

test('every parameter has a description', () => {
  const without = overTcp.flatMap(({ name, operation }) =>
    objectOf(operation)
      .parameters.filter(({ description }: Json) => !description)
      .map((parameter: Json) => `${name}: ${parameter.name}`),
  );
  expect(without).toEqual([]);
});

test('each addition to API v2 is marked, and so are its parameters and properties', () => {
  const marked = namesOf((object) => typeof object['x-decision'] === 'string');
  const additions = overTcp
    .filter(({ operation }) => operation.extension || operation.decision)
    .map(({ name }) => name);
  expect(marked).toEqual(additions);
  expect(document.components.schemas.CallFile.properties.codec['x-decision']).toBe('An addition to API v2.');
  expect(document.components.schemas.CallFile.properties.file_id['x-decision']).toBeUndefined();
  expect(document.components.responses.Conflict['x-decision']).toMatch('API v2 does not show');
});

test.each(overTcp.map(({ name, operation }) => [name, operation] as const))(
  'the examples of %s fit its schemas',
  (_, operation) => {
    const { requestBody, responses } = objectOf(operation);
    const { status = 200, body, response } = operation;

    if (body) expect(body.safeParse(requestBody.content['application/json'].example).error).toBeUndefined();
    if (response) {
      const { example } = responses[status].content['application/json'];
      expect(response.parse(example)).toEqual(example);
    }
    const content = [requestBody ?? {}, ...Object.values(responses)].flatMap(jsonIn);
    expect(content.filter((one) => one.example === undefined)).toEqual([]);
  },
);

test('each refusal has its body and an example whose sentences match their reasons', () => {
  const refusals = Object.values(document.components.responses).flatMap(jsonIn);
  for (const { example } of refusals) checkReasons(example);
  expect(refusals).toHaveLength(Object.keys(document.components.responses).length);
  expect(new Set(refusals.map(({ schema }) => schema.$ref))).toEqual(new Set(['#/components/schemas/Refusal']));
});

test('the page of the reference is public, and loads nothing from another host', async () => {
  const { nobody } = await startService();

  const page = await nobody.raw('/docs');

  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline';/);
  expect(policy).not.toMatch(/unsafe-eval|https?:|\*/);
  expect([...(await page.text()).matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address)).toEqual([
    'data:,',
    '/docs/reference.js',
    '/docs/start.js',
  ]);
});

test.each(['/docs/reference.js', '/docs/start.js'])(
  '%s is public, and sent again only when it changed',
  async (path) => {
    const { nobody } = await startService();

    const first = await nobody.raw(path);
    const etag = first.headers.get('etag') ?? '';
    const again = await nobody.raw(path, { headers: { 'if-none-match': etag } });

    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect((await first.text()).length).toBeGreaterThan(100);
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
  },
);
