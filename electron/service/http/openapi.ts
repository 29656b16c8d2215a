import type { Operation } from '@shared/contract/operation';
import { RefusalBody } from '@shared/contract/refusals';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** OpenAPI 3.1 of these operations; additions to API v2 are marked `x-decision`. */
export function openApiOf(
  operations: readonly Operation[],
  version: string,
): Json & { openapi: string; paths: Record<string, Json> } {
  const components: Json = {};
  const paths: Record<string, Json> = {};
  for (const operation of operations.filter(({ door }) => door !== 'app')) {
    const path = operation.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [operation.method]: operationObject(operation, components) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Earshot, call recording API', version },
    paths,
    components: {
      schemas: components,
      securitySchemes: { basic: { type: 'http', scheme: 'basic' }, bearer: { type: 'http', scheme: 'bearer' } },
    },
    security: [{ basic: [] }, { bearer: [] }],
  };
}

function operationObject(operation: Operation, components: Json): Json {
  const { path, query, body, response, media = [], status = 200, permission, extension } = operation;
  const ids = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  }));
  const asked = query ? schemaOf(query, 'input', components) : {};
  const required = (asked.required ?? []) as string[];
  const parameters = Object.entries((asked.properties ?? {}) as Record<string, Json>).map(
    ([name, { explode, ...schema }]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      ...(explode === true && { style: 'form', explode }),
      schema,
    }),
  );
  const content = response
    ? { 'application/json': { schema: schemaOf(response, 'output', components) } }
    : Object.fromEntries(media.map((type) => [type, {}]));
  const refusal = { 'application/json': { schema: schemaOf(RefusalBody, 'output', components) } };
  return {
    ...(permission === 'public' ? { security: [] } : {}),
    ...(permission.includes(':') && { description: `Needs ${neededBy(operation)}.` }),
    ...(extension && { 'x-decision': true }),
    parameters: [...ids, ...parameters],
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'input', components) } } },
    }),
    responses: {
      [status]: { description: 'Done', content },
      default: { description: 'Refused', content: refusal },
    },
  };
}

/** The rights that an operation needs, in words. */
function neededBy({ permission, needs = {}, reach, own }: Operation): string {
  const parts = Object.entries(needs).map(([path, rights]) => `with ${path} also ${rights.join(' and ')}`);
  const withoutRight = own
    ? [`nothing for the caller's own record${own.parts ? ` with only ${own.parts.join(' and ')}` : ''}`]
    : [];
  return [permission, ...parts, ...withoutRight, ...(reach ? [`a role that reaches ${reach}`] : [])].join('; ');
}

/** A schema as JSON Schema. A schema with an id moves to `components` and becomes a reference. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', components: Json): Json {
  const {
    $schema: _,
    $defs = {},
    ...made
  } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json & { $defs?: Json };
  for (const [id, definition] of Object.entries($defs)) components[id] = pointed(definition);
  return pointed(made) as Json;
}

const pointed = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'));
