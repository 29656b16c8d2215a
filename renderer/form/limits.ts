import { z } from 'zod';

/** The limits of one field, from the rules of an operation. */
export type Limits = {
  /** It cannot be empty. */
  required: boolean;
  /** The range of a number. */
  min?: number | undefined;
  max?: number | undefined;
  /** The maximum length of a text. */
  length?: number | undefined;
  /** Every possible value. */
  options: readonly string[];
};

type Rule = z.core.JSONSchema.JSONSchema;

/** The limits of each field, by its name. A field of a section has a dotted path. Those in `blank` may be empty. */
export function limitsIn(rules: z.ZodType, blank: readonly string[] = []): Readonly<Record<string, Limits>> {
  const all = within(z.toJSONSchema(rules, { io: 'input', unrepresentable: 'any' }));
  return Object.fromEntries(
    all.map(([name, limits]) => [name, blank.includes(name) ? { ...limits, required: false } : limits]),
  );
}

const within = ({ properties = {} }: Rule, above = ''): [string, Limits][] =>
  Object.entries(properties as Record<string, Rule>).flatMap(([name, rule]) =>
    rule.properties ? within(rule, `${above}${name}.`) : [[`${above}${name}`, limitsOf(rule)]],
  );

function limitsOf(rule: Rule): Limits {
  const kinds = (rule.anyOf ?? [rule]) as Rule[];
  const value = kinds.find(({ type }) => type !== 'null') ?? rule;
  const options = ((value.items ?? value) as Rule).enum ?? [];
  // A number without a value is null, which is refused. A switch always has a value.
  const isFilled = value.type === 'number' || value.type === 'integer' || value.enum || value.format;
  return {
    required: kinds.length === 1 && Boolean(isFilled || value.minLength || value.minItems),
    min: bound(value.minimum),
    max: bound(value.maximum),
    length: value.maxLength,
    options: options.map(String),
  };
}

/** zod limits every integer to the safe integers of JavaScript. That is no limit to show. */
const bound = (limit: number | undefined) =>
  Number.isSafeInteger(limit) && Math.abs(limit ?? 0) < Number.MAX_SAFE_INTEGER ? limit : undefined;
