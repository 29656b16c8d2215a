import { administration } from './administration';
import { categories } from './categories';
import { fields } from './fields';
import { fill, plain, type Slots, type Values, type ValuesIn } from './fill';
import { imports } from './imports';
import { people } from './people';
import { recordings } from './recordings';
import { service } from './service';
import { users } from './users';

/**
 * Why something is refused, or what is noted of it: key → English sentence with named values. The service fills it for
 * what it sends, and sends key and values beside it; the window says it in its own language. The only place where such
 * sentences are written. A sentence about one field has no full stop.
 */
export const reasons = {
  ...fields,
  ...people,
  ...service,
  ...recordings,
  ...imports,
  ...administration,
  ...categories,
  ...users,
} as const;
export type Reasons = typeof reasons;
export type ReasonCode = keyof Reasons;

/** One of the reasons, with its values. Made by `reason` alone, which knows what values each has. */
export type Reason = { readonly code: ReasonCode; readonly values: Values };

type Given<C extends ReasonCode> = [Slots<Reasons[C]>] extends [never] ? [] : [values: ValuesIn<Reasons[C]>];

export const reason = <C extends ReasonCode>(code: C, ...given: Given<C>): Reason => ({
  code,
  values: (given as [Values?])[0] ?? {},
});

/** Whether there is such a reason. */
export const isReasonCode = (code: string): code is ReasonCode => Object.hasOwn(reasons, code);

/** The names of the sentences of a table in which another language lacks a value, or has one more. */
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

/** A sentence as the message of a field has it, without a full stop. */
export const asMessage = (sentence: string): string => sentence.replace(/\.$/, '');

/** Sentences one after the other, each with its full stop. */
export const asText = (sentences: readonly string[]): string =>
  sentences.map((sentence) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`)).join(' ');
