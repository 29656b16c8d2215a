import { recordKinds } from './administration';
import { fileKinds } from './recordings';

/**
 * How a sentence shows a value, by the word behind its name: `{most:number}`. Without one it is text. A value may be
 * read by all who read the sentence: no secret and no path of a file is one.
 */
export type Kinds = {
  text: string;
  /** In the quotation marks of the language. */
  quoted: string;
  number: number;
  bytes: number;
  /** Of a call, by its name on the wire. */
  field: string;
  /** Records of a kind. */
  records: keyof typeof recordKinds;
  /** What a file is. */
  kind: keyof typeof fileKinds;
  /** One of these. */
  list: string[];
};
export type Value = string | number | string[];
export type Values = Record<string, Value>;
/** How a language writes each kind. */
export type Format = { readonly [K in keyof Kinds]: (value: Kinds[K]) => string };

/** The values that a sentence has, as written in it: `most:number`. */
export type Slots<T> = T extends `${string}{${infer Slot}}${infer Rest}` ? Slot | Slots<Rest> : never;
type NameOf<S> = S extends `${infer Name}:${string}` ? Name : S;
type KindOf<S> = S extends `${string}:${infer Kind}` ? Kind : 'text';
/** The values that a sentence needs, by name. */
export type ValuesIn<T> = {
  [S in Slots<T> as NameOf<S> & string]: KindOf<S> extends keyof Kinds ? Kinds[KindOf<S>] : never;
};

const slot = /\{(\w+)(?::(\w+))?\}/g;

/** The sentence with its values; undefined where one is missing or is no such value, as from a newer service. */
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
  if (kind === 'list') return Array.isArray(value);
  if (typeof value !== 'string') return false;
  const words = kind === 'kind' ? fileKinds : kind === 'records' ? recordKinds : undefined;
  return words === undefined || Object.hasOwn(words, value);
}

const or = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** As the service writes values into its own sentences. */
export const plain: Format = {
  text: (text) => text,
  quoted: (text) => `"${text}"`,
  number: (value) => value.toLocaleString('en'),
  bytes: (value) => `${value.toLocaleString('en')} bytes`,
  field: (name) => name,
  records: (kind) => recordKinds[kind],
  kind: (kind) => fileKinds[kind],
  list: (options) => or.format(options),
};
