import { type HeldTable, heldRecords } from '../kinds';
import type { Permission } from '../permissions';
import { fileKinds } from './files';

/**
 * How a sentence formats a value, by the kind after its name: `{most:number}`. Without a kind it is text. A value must
 * not be a secret or the path of a file, because everyone who sees the sentence sees it.
 */
export type Kinds = {
  text: string;
  /** In the quotation marks of the language. */
  quoted: string;
  number: number;
  bytes: number;
  /** A field of a call, by its wire name. */
  field: string;
  /** Fields of a call, by their wire names, or custom fields by theirs. */
  fields: string[];
  /** A kind of record. */
  records: HeldTable;
  /** A kind of file. */
  kind: keyof typeof fileKinds;
  /** A right, as `area:action`. */
  right: Permission;
  /** The status of an evaluation. */
  status: string;
  /** One of several values. */
  list: string[];
};
export type Value = string | number | string[];
export type Values = Record<string, Value>;
/** How a language formats each kind of value. */
export type Format = { readonly [K in keyof Kinds]: (value: Kinds[K]) => string };

/** The placeholders of a sentence: `most:number`. */
export type Slots<T> = T extends `${string}{${infer Slot}}${infer Rest}` ? Slot | Slots<Rest> : never;
type NameOf<S> = S extends `${infer Name}:${string}` ? Name : S;
type KindOf<S> = S extends `${string}:${infer Kind}` ? Kind : 'text';
/** The values that a sentence needs, by name. */
export type ValuesIn<T> = {
  [S in Slots<T> as NameOf<S> & string]: KindOf<S> extends keyof Kinds ? Kinds[KindOf<S>] : never;
};

const heldInEnglish = heldRecords('en');
const slot = /\{(\w+)(?::(\w+))?\}/g;

/** The sentence with its values; undefined if one is missing or of another kind, as from a newer service. */
export function fill(template: string, values: Values, format: Format): string | undefined {
  let isWhole = true;
  const text = template.replace(slot, (_, name: string, kind: keyof Kinds = 'text') => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    isWhole &&= isOf(kind, value);
    return isWhole ? format[kind](value as never) : '';
  });
  return isWhole ? text : undefined;
}

function isOf(kind: keyof Kinds, value: Value | undefined): boolean {
  if (kind === 'number' || kind === 'bytes') return typeof value === 'number';
  if (kind === 'list' || kind === 'fields') return Array.isArray(value);
  if (typeof value !== 'string') return false;
  const words = kind === 'kind' ? fileKinds : kind === 'records' ? heldInEnglish : undefined;
  return words === undefined || Object.hasOwn(words, value);
}

const and = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const or = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** How the service formats values in its English sentences. */
export const plain: Format = {
  text: (text) => text,
  quoted: (text) => `"${text}"`,
  number: (value) => value.toLocaleString('en'),
  bytes: (value) => `${value.toLocaleString('en')} bytes`,
  field: (name) => name,
  fields: (names) => and.format(names),
  records: (kind) => heldInEnglish[kind],
  kind: (kind) => fileKinds[kind],
  right: (right) => right,
  status: (status) => status,
  list: (options) => or.format(options),
};
