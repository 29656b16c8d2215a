import type { BodyOf, Operation } from '@shared/contract/operation';
import { z } from 'zod';
import { isWithin } from './parts';

/** An operation that a form sends. */
export type Filled = Operation & { body: z.ZodObject };

type Inside<B, R = B[keyof B]> = [R] extends [readonly unknown[]] ? B : [R] extends [object] ? R : B;
/** The data of a form: the record in the envelope of a body (`{"category": {…}}`), otherwise the body itself. */
type RecordOf<O extends Filled> = Inside<BodyOf<O>>;

/** The fields of a form. One that is not filled in yet is null, which the rules refuse. */
export type ValuesOf<O extends Filled> = { [K in keyof RecordOf<O>]?: RecordOf<O>[K] | null };

/** The rules of a form's data, and the name of its envelope, if there is one. */
export function recordOf({ body }: Filled): { envelope: string | null; rules: z.ZodObject } {
  const [[envelope, only] = ['', undefined], ...others] = Object.entries(body.shape);
  const record = only instanceof z.ZodOptional ? only.unwrap() : only;
  return others.length === 0 && record instanceof z.ZodObject
    ? { envelope, rules: record }
    : { envelope: null, rules: body };
}

/**
 * The details of a refusal by field, without the envelope: `category.name` belongs to `name`. Other paths are in `others`.
 */
export function placed<T>(details: Readonly<Record<string, T>>, envelope: string | null, fields: readonly string[]) {
  const inside = Object.entries(details).map(([path, said]): [string, T] => [
    envelope !== null && path.startsWith(`${envelope}.`) ? path.slice(envelope.length + 1) : path,
    said,
  ]);
  const fieldOf = (path: string) => fields.findIndex((field) => isWithin(path, field));
  const known = inside.filter(([path]) => fieldOf(path) !== -1).sort(([a], [b]) => fieldOf(a) - fieldOf(b));
  return { known, others: inside.filter(([path]) => fieldOf(path) === -1) };
}
