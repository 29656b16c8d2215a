import type { BodyOf, Operation } from '@shared/contract/operation';
import { z } from 'zod';

/** An operation that a form fills in. */
export type Filled = Operation & { body: z.ZodObject };

type Inside<B, R = B[keyof B]> = [R] extends [readonly unknown[]] ? B : [R] extends [object] ? R : B;
/** What a form fills in: the record in the envelope of a body (`{"category": {…}}`), else the body itself. */
export type RecordOf<O extends Filled> = Inside<BodyOf<O>>;

/** The rules of what a form fills in, and the name of its envelope where there is one. */
export function recordOf({ body }: Filled): { envelope: string | null; rules: z.ZodObject } {
  const [[envelope, only] = ['', undefined], ...others] = Object.entries(body.shape);
  return others.length === 0 && only instanceof z.ZodObject
    ? { envelope, rules: only }
    : { envelope: null, rules: body };
}

/** The API's messages by field, without the envelope: `category.name` is at `name`. Paths that are no field are `others`. */
export function placed(details: Readonly<Record<string, string>>, envelope: string | null, fields: readonly string[]) {
  const inside = Object.entries(details).map(([path, text]): [string, string] => [
    envelope !== null && path.startsWith(`${envelope}.`) ? path.slice(envelope.length + 1) : path,
    text,
  ]);
  const fieldOf = (path: string) => fields.indexOf(path.split('.')[0] ?? '');
  const known = inside.filter(([path]) => fieldOf(path) !== -1).sort(([a], [b]) => fieldOf(a) - fieldOf(b));
  return { known, others: inside.filter(([path]) => fieldOf(path) === -1) };
}
