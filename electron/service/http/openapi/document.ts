import type { Need, Operation, RoleReach } from '@shared/contract/operation';
import type { named } from '@shared/contract/operations';
import { exampleOf, type Json } from './examples';
import { describedRefusals, refusalsOf } from './refusals';
import { Schemas } from './schemas';

const about = `The REST API of Earshot, on this machine only.

Sign in with HTTP Basic, with an access token, or with the token of a session (\`POST /api/v2/sessions.json\`) as
\`Authorization: Bearer <token>\`. Over TCP, a role needs \`system:api_access\`.

\`PATCH\` does what \`PUT\` does wherever \`PUT\` has a JSON body: only the properties that are sent are changed.

\`x-decision\` marks what goes beyond API v2, or what it leaves open, and says how Earshot decides.`;

const addition = 'An addition to API v2.';

export type OpenApi = Json & { openapi: string; paths: Record<string, Json> };

/** OpenAPI 3.1 of these operations, without those of the window. */
export function openApiOf(all: typeof named, version: string): OpenApi {
  const listed = all.filter(({ operation }) => operation.door === undefined);
  const schemas = new Schemas();
  const paths: Record<string, Json> = {};
  for (const { operation, subject, name } of listed) {
    const path = operation.path.replace(/:(\w+)/g, '{$1}');
    const described = { operationId: name, tags: [subject], ...operationObject(operation, schemas) };
    paths[path] = { ...paths[path], [operation.method]: described };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Earshot API v2',
      version,
      description: about,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/', description: 'The service that this description comes from' }],
    tags: [...new Map(listed.map(({ subject, about }) => [subject, about]))].map(([name, description]) => ({
      name,
      description,
    })),
    security: [{ basic: [] }, { bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic', description: 'Login and password', 'x-decision': signIn },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token, or that of a session',
          'x-decision': signIn,
        },
      },
      responses: describedRefusals(
        listed.map(({ operation }) => operation),
        schemas,
      ),
      schemas: schemas.components,
    },
  };
}

const signIn = 'API v2 does not show how a request presents its credentials.';

function operationObject(operation: Operation, schemas: Schemas): Json {
  const { query, body, consumes, permission, extension, decision, summary } = operation;
  const asked = query ? schemas.of(query, 'input') : {};
  const required = (asked.required ?? []) as string[];
  const parameters = Object.entries((asked.properties ?? {}) as Record<string, Json>).map(
    ([name, { description, explode, 'x-decision': beyond, ...schema }]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      description,
      ...(explode === true && { style: 'form', explode }),
      schema,
      ...(beyond !== undefined && { 'x-decision': beyond }),
    }),
  );
  const needs = permission.includes(':') ? `Needs ${neededBy(operation)}.` : '';
  const description = [operation.description, needs].filter(Boolean).join('\n\n');
  const decided = extension ? addition : decision;
  return {
    summary,
    ...(description && { description }),
    ...(decided && { 'x-decision': decided }),
    ...(permission === 'public' && { security: [] }),
    parameters: [...idsIn(operation), ...parameters, ...headersTo(operation)],
    ...(body && {
      // The body of a DELETE may be left out.
      requestBody: {
        required: operation.method !== 'delete',
        content: { 'application/json': schemas.content(body, 'input') },
      },
    }),
    ...(consumes && {
      requestBody: {
        required: true,
        content: Object.fromEntries(consumes.map((type) => [type, { schema: { type: 'string', format: 'binary' } }])),
      },
    }),
    responses: { ...successOf(operation, schemas), ...refusalsOf(operation) },
  };
}

const idsIn = ({ path, words = {} }: Operation): Json[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: `The id of the ${name.replace(/_id$/, '').replaceAll('_', ' ')}`,
    schema: words[name] === undefined ? uuid : { anyOf: [uuid, { type: 'string', const: words[name] }] },
    example: exampleOf(uuid, name),
  }));
const uuid = { type: 'string', format: 'uuid' };

/** The headers besides credentials that an operation understands. */
function headersTo({ versioned, acceptsVersion, method, produces = [], idempotent }: Operation): Json[] {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
    'x-decision': addition,
  });
  return [
    ...((versioned && method !== 'get') || acceptsVersion
      ? [header('If-Match', 'Refuses the update of a record with another ETag')]
      : []),
    ...(idempotent
      ? [header('Idempotency-Key', 'A repeated request with the same key gets the first response, for a day')]
      : []),
    ...(isAudio(produces) ? [header('Range', 'One range of bytes, such as bytes=0-65535')] : []),
    ...(produces.includes('text/event-stream')
      ? [header('Last-Event-ID', 'The last event received, to continue after')]
      : []),
  ];
}

function successOf(operation: Operation, schemas: Schemas): Json {
  const { response, produces = [], status, versioned, example } = operation;
  const header = (description: string) => ({ description, schema: { type: 'string' } });
  const headers = {
    ...(status === 201 && isAddress(response) && { Location: header('The address of the new record') }),
    ...(versioned && { ETag: header('The version of the record, for If-Match') }),
  };
  const content = response
    ? { 'application/json': withAddress(operation, schemas.content(response, 'output')) }
    : Object.fromEntries(
        produces.map((type) => [
          type,
          { schema: { type: 'string', ...(isAudio(produces) && { format: 'binary' }) }, ...(example && { example }) },
        ]),
      );
  const described = {
    description: status === 201 ? 'Created' : 'Done',
    ...(Object.keys(headers).length > 0 && { headers }),
    content,
  };
  return {
    [status ?? 200]: described,
    ...(isAudio(produces) && {
      206: { ...described, description: 'The range that was requested' },
      416: { description: 'The range lies outside the audio', 'x-decision': addition },
    }),
  };
}

const isAudio = (media: readonly string[]) => media.some((type) => type.startsWith('audio/'));
const isAddress = (response: Operation['response']) =>
  response !== undefined && 'shape' in response && 'url' in (response.shape as object);

/** A created record is below the path that it was posted to. */
function withAddress({ path, status }: Operation, { schema, example }: Json): Json {
  if (status !== 201 || typeof example !== 'object' || example === null || !('url' in example))
    return { schema, example };
  // Other addresses come from the contract's own example.
  if (!path.endsWith('s.json')) return { schema, example };
  const id = exampleOf({ type: 'string', format: 'uuid' });
  const url = `${path.replace(/:(\w+)/g, (_, name: string) => String(exampleOf({ type: 'string' }, name))).replace(/\.json$/, '')}/${id}.json`;
  return { schema, example: { ...example, url } };
}

/** The rights that an operation needs, in words. */
function neededBy({ permission, needs = {}, reach, own }: Operation): string {
  const parts = Object.entries<Need>(needs).map(
    ([path, need]) => `${occasion(path, need)} also ${need.rights ? need.rights.join(' and ') : roleWith[need.reach]}`,
  );
  const withoutRight = own
    ? [`nothing for the caller's own record${own.parts ? ` with only ${own.parts.join(' and ')}` : ''}`]
    : [];
  return [reach ? `${permission} and ${roleWith[reach]}` : permission, ...parts, ...withoutRight].join('; ');
}

/** When a part of a request needs more, in words. */
function occasion(path: string, { when, except, off }: Need): string {
  if (off) return `with ${path} false`;
  if (when === 'changed') return `to change ${path}`;
  if (when === 'stored') return `for a record with ${path}`;
  if (!except) return `with ${path}`;
  return `with more of ${path} than ${except.map((part) => part.replace(`${path}.`, '')).join(' and ')}`;
}

const roleWith: Readonly<Record<RoleReach, string>> = {
  unrestricted: 'an unrestricted role',
  'every tenant': 'a role that reaches every tenant',
  'every tenant, in the System tenant': 'a user of the System tenant whose role reaches every tenant',
  'whole tenant': 'a role that reaches the whole tenant',
};
