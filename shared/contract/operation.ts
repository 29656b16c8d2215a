import { z } from 'zod';
import type { Permission } from '../permissions';

type Object_ = z.ZodObject<z.ZodRawShape>;

/** One operation of the API, as the service serves it, the window calls it and OpenAPI shows it. */
export type Operation<Q extends Object_ = Object_, B extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> = {
  method: 'get' | 'post' | 'put' | 'delete';
  /** With `:name` for an id in the path; each id is a UUID, anything else is answered with 404. */
  path: string;
  /** The right it needs; `signed-in` needs credentials only, `public` nothing. */
  permission: Permission | 'signed-in' | 'public';
  query?: Q;
  body?: B;
  /** The JSON of the answer; absent where something else is sent. */
  response?: R;
  /** Media types of an answer that is not JSON. */
  media?: string[];
  /** Status of success, 200 unless said. */
  status?: 201;
  /** Which property carries the text of a refusal (wire.md section 3). */
  text?: 'explanation' | 'description';
  /** Not part of api-v2.md. */
  extension?: true;
  /** Served to the window only. */
  door?: 'app';
};

/** Declares an operation with the types of its parts kept. */
export const operation = <Q extends Object_, B extends z.ZodType, R extends z.ZodType>(
  definition: Operation<Q, B, R>,
): Operation<Q, B, R> => definition;

export type QueryOf<O> = O extends Operation<infer Q, z.ZodType, z.ZodType> ? z.output<Q> : never;
export type BodyOf<O> = O extends Operation<Object_, infer B, z.ZodType> ? z.input<B> : never;
/** The body as the service sees it, defaults filled in. */
export type ParsedBodyOf<O> = O extends Operation<Object_, infer B, z.ZodType> ? z.output<B> : never;
export type AnswerOf<O> = O extends Operation<Object_, z.ZodType, infer R> ? z.output<R> : never;

/** A record made: its address. */
export const Created = z.object({ url: z.string() }).meta({ id: 'Created' });

/** A whole number written in a query string. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^-?\d{1,20}$/, 'Enter a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `Enter a number from ${min} to ${max}`).max(max, `Enter a number from ${min} to ${max}`))
    .meta({ type: 'integer', minimum: min, maximum: max });

/** An ISO 8601 date-time with a UTC offset, whole seconds. */
export const timestamp = () =>
  z.iso.datetime({ offset: true, local: false }).meta({ description: 'ISO 8601 with UTC offset' });
