import { z } from 'zod';
import type { Permission } from '../permissions';

/** Who may call an operation: the holders of a permission, everyone with credentials, or everyone. */
export type Access = Permission | 'signed-in' | 'public';

/** One operation of the API, as the service serves it, the window calls it and OpenAPI shows it. */
export type Operation = {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** With `:name` for an id in the path. Each id is a UUID; anything else is answered with 404. */
  readonly path: string;
  readonly permission: Access;
  /** Further rights for a part of the request, by its dotted path in the body: needed when it is sent and not false. */
  readonly needs?: Readonly<Record<string, readonly Permission[]>>;
  /** For people whose role reaches every tenant. */
  readonly reach?: 'every tenant';
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** The JSON of the answer; absent where something else is sent. */
  readonly response?: z.ZodType;
  /** Media types of an answer that is not JSON. */
  readonly media?: readonly string[];
  /** Status of success, 200 unless given. */
  readonly status?: 201;
  /** Which property of a refusal holds its text. */
  readonly text?: 'explanation' | 'description';
  /** Goes beyond API v2. */
  readonly extension?: true;
  /** Served to the window only. */
  readonly door?: 'app';
};

/** Declares an operation. Its exact type is kept: path, permission and schemas type the rule and the call. */
export const operation = <const O extends Operation>(definition: O): O => definition;

/** The query as the service sees it, defaults filled in. */
export type QueryOf<O extends Operation> = O extends { query: infer Q extends z.ZodObject }
  ? z.output<Q>
  : Record<string, never>;
/** The body as a client sends it. */
export type BodyOf<O extends Operation> = O extends { body: infer B extends z.ZodType } ? z.input<B> : undefined;
/** The body as the service sees it, defaults filled in. */
export type ParsedBodyOf<O extends Operation> = O extends { body: infer B extends z.ZodType } ? z.output<B> : undefined;
/** The JSON of the answer; `never` for an operation that sends something else. */
export type AnswerOf<O extends Operation> = O extends { response: infer R extends z.ZodType } ? z.output<R> : never;
/** The ids in the path, by name: `/calls/:call_id.json/notes` has `call_id`. */
export type ParamsOf<O extends Operation> = Record<ParamNames<O['path']>, string>;

type ParamNames<P extends string> = P extends `${string}:${infer Rest}` ? NameAtStart<Rest> | ParamNames<Rest> : never;
type NameAtStart<P extends string> = P extends `${infer Name}/${string}`
  ? NameAtStart<Name>
  : P extends `${infer Name}.${string}`
    ? Name
    : P;

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
