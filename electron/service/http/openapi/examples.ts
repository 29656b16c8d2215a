import { values } from './values';

export type Json = Record<string, unknown>;

/**
 * An example of a JSON Schema: values.ts by the name of the property, otherwise what the schema allows. `name` is the
 * property that holds the value; `within` is the record or property around it.
 */
export function exampleOf(schema: Json, name = '', components: Record<string, Json> = {}, within = ''): unknown {
  if (schema.example !== undefined) return schema.example;
  const given = [`${within}.${name}`, name].find((key) => Object.hasOwn(values, key));
  if (given !== undefined && values[given] === undefined) return undefined;
  if (given !== undefined && isObject(schema) === isPlainObject(values[given])) return values[given];
  if (typeof schema.$ref === 'string') {
    const id = schema.$ref.split('/').at(-1) ?? '';
    return exampleOf(components[id] ?? {}, inSnake(id), components);
  }
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (Array.isArray(schema.anyOf)) {
    const options = schema.anyOf as Json[];
    const first = options.find((option) => '$ref' in option) ?? options[0] ?? {};
    return options.some(({ type }) => type === 'null') && !('$ref' in first)
      ? null
      : exampleOf(first, name, components, within);
  }
  if (schema.default !== undefined) return schema.default;
  return ofType(schema, name, components);
}

function ofType(schema: Json, name: string, components: Record<string, Json>): unknown {
  // Null where unknown, as in every record.
  if (Array.isArray(schema.type)) return null;
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries((schema.properties ?? {}) as Record<string, Json>)
          .filter(([, property]) => property.readOnly !== true)
          .map(([key, property]) => [key, exampleOf(property, key, components, name)]),
      );
    case 'array':
      return [exampleOf((schema.items ?? {}) as Json, name, components)];
    case 'integer':
    case 'number':
      return Math.max(0, Number(schema.minimum ?? 0));
    case 'boolean':
      return false;
    default:
      return schema.format === 'uuid'
        ? '6f1c2a0e-5d3b-4c8e-9a47-0b2d9e7c1f58'
        : schema.format === 'date-time'
          ? '2026-11-20T14:32:08+00:00'
          : '';
  }
}

/** Whether the value is a record: `token` is the name of a record and of a text. */
const isObject = (schema: Json) => schema.type === 'object' || '$ref' in schema;
const isPlainObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** `SavedSearch` as the name of a property. */
const inSnake = (id: string) => id.replace(/(?!^)[A-Z]/g, '_$&').toLowerCase();
