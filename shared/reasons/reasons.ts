import { administration } from './administration';
import { calls } from './calls';
import { categories } from './categories';
import { customFields } from './custom-fields';
import { doubts } from './doubts';
import { encryptKeys } from './encrypt-keys';
import { evaluation } from './evaluation';
import { fields } from './fields';
import { files } from './files';
import { fill, plain, type Slots, type Values, type ValuesIn } from './fill';
import { imports } from './imports';
import { people } from './people';
import { presets } from './presets';
import { pushes } from './pushes';
import { recordings } from './recordings';
import { reports } from './reports';
import { service } from './service';
import { users } from './users';

/**
 * The reasons of refusals and notes: key → English sentence with named values. The service sends the English sentence
 * together with its key and values, and the window shows the sentence in its own language. All such sentences are
 * defined here. A sentence about one field has no full stop.
 */
export const reasons = {
  ...fields,
  ...people,
  ...service,
  ...files,
  ...recordings,
  ...calls,
  ...imports,
  ...doubts,
  ...administration,
  ...categories,
  ...customFields,
  ...encryptKeys,
  ...evaluation,
  ...presets,
  ...pushes,
  ...reports,
  ...users,
} as const;
export type Reasons = typeof reasons;
export type ReasonCode = keyof Reasons;

/** One of the reasons, with its values. Only `reason` creates it, which checks the values of each reason. */
export type Reason = { readonly code: ReasonCode; readonly values: Values };

type Given<C extends ReasonCode> = [Slots<Reasons[C]>] extends [never] ? [] : [values: ValuesIn<Reasons[C]>];

export const reason = <C extends ReasonCode>(code: C, ...given: Given<C>): Reason => ({
  code,
  values: (given as [Values?])[0] ?? {},
});

/** Whether a reason has this key. */
export const isReasonCode = (code: string): code is ReasonCode => Object.hasOwn(reasons, code);

/** The keys of the sentences whose placeholders differ in another language. */
type Differing<E, T> = {
  [K in keyof E]: K extends keyof T ? ([Slots<E[K]>, Slots<T[K]>] extends [Slots<T[K]>, Slots<E[K]>] ? never : K) : K;
}[keyof E];

/** A table in another language: it compiles only with the same keys, and with the same values in each sentence. */
export const translated =
  <const E extends Record<string, string>>(_english: E) =>
  <const T extends Record<keyof E, string>>(
    table: T & Record<Exclude<keyof T, keyof E>, never> & Record<Differing<E, T>, never>,
  ): Record<keyof E, string> =>
    table;

/** The reason in English. */
export const english = ({ code, values }: Reason): string => fill(reasons[code], values, plain) ?? reasons[code];

/** A sentence without its full stop, as the message of a field. */
export const asMessage = (sentence: string): string => sentence.replace(/\.$/, '');

/** Joins sentences, each with its full stop. */
export const asText = (sentences: readonly string[]): string =>
  sentences.map((sentence) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`)).join(' ');
