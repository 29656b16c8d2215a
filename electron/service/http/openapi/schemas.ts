import { z } from 'zod';
import { exampleOf, type Json } from './examples';

type Direction = 'input' | 'output';

/** JSON Schemas of the contract. A schema with an id becomes a component. */
export class Schemas {
  readonly components: Record<string, Json> = {};

  /** The schema, with references to components. */
  of(schema: z.ZodType, io: Direction): Json {
    const {
      $schema: _,
      $defs = {},
      ...made
    } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json & { $defs?: Record<string, Json> };
    for (const [id, definition] of Object.entries($defs)) this.components[id] = marked(pointed(definition)) as Json;
    return marked(pointed(made)) as Json;
  }

  /** The schema with an example that fits it. */
  content(schema: z.ZodType, io: Direction): Json {
    const made = this.of(schema, io);
    return { schema: made, example: exampleOf(made, '', this.components) };
  }
}

const pointed = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'));

/** Marks what its description calls an extension. */
function marked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(marked);
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, marked(one)]));
  const isExtension = typeof inner.description === 'string' && /^Extension\b/.test(inner.description);
  return { ...inner, ...(isExtension && { 'x-decision': 'An addition to API v2.' }) };
}
