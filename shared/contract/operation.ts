import { z } from 'zod';
import type { Permission } from '../permissions';
import { says } from '../reasons/check';
import type { Reason } from '../reasons/reasons';
import type { Audited } from './audited';
import type { RefusalBody } from './refusals';

/** The callers of an operation: users with a permission, all signed-in users, or everyone. */
export type Access = Permission | 'signed-in' | 'public';

/** An operation for callers whose refusals are audited, or one for everyone. */
type Guarded = { readonly permission: Exclude<Access, 'public'>; readonly audited: Audited };
type Open = { readonly permission: 'public'; readonly audited?: never };

/**
 * How far a role must reach: `unrestricted` is the access level `root`, `whole tenant` reaches all people of a tenant (the
 * levels from `tenant` up).
 */
export type RoleReach = 'unrestricted' | 'every tenant' | 'every tenant, in the System tenant' | 'whole tenant';

/** What a caller needs for a part of a request, besides the right and the reach of the operation. */
export type Need =
  | {
      readonly rights: readonly Permission[];
      /** Not needed while the part has nothing but these, named by their dotted paths. */
      readonly except?: readonly string[];
      /** Needed where the part is false, and only there. */
      readonly off?: true;
      readonly reach?: never;
      readonly why?: never;
      readonly when?: never;
    }
  | {
      readonly reach: RoleReach;
      /** What a caller with less reach is told. */
      readonly why: Reason;
      /**
       * Only where the request changes the part, or where the stored record has it. The change itself checks this
       * (`unmet`), because it reads the record.
       */
      readonly when?: 'changed' | 'stored';
      readonly rights?: never;
      readonly except?: never;
      readonly off?: never;
    };

/** One operation of the API, used by the service, by the window and by OpenAPI. */
export type Operation = (Guarded | Open) & {
  /** What it does, in a few words. */
  readonly summary: string;
  /** What a client must know besides its schemas. */
  readonly description?: string;
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** With `:name` for an id in the path. Each id is a UUID; other values get 404. */
  readonly path: string;
  /** A word that may stand for an id in the path, by the name of the id. */
  readonly words?: Readonly<Record<string, string>>;
  /**
   * What parts of the request need besides, by their dotted path in the body or the name of their parameter: when the part
   * is sent and not false, unless the need says otherwise.
   */
  readonly needs?: Readonly<Record<string, Need>>;
  /**
   * Allowed to every caller on their own record, which `id` names in the path: the rights of the operation are not needed
   * then. With the access `signed-in`, allowed for no other record.
   */
  readonly own?: {
    readonly id: string;
    /** Only while the body has nothing but these parts and `later`. */
    readonly parts?: readonly string[];
    /** Parts that are allowed once the step `first` is done. */
    readonly later?: readonly string[];
    /**
     * The step that this operation completes for a caller who must first change the password or set up a second factor.
     * With `parts`, it counts only if the body has the first of them and nothing from `later`.
     */
    readonly first?: 'password' | 'second factor';
  };
  /** Also by a caller who must first change the password or set up a second factor. */
  readonly always?: true;
  /** By the user of the session, also while they view as another user. Any other change is refused then. */
  readonly asSelf?: true;
  /**
   * The rule checks the reach, then the permission, then the query: a record out of reach is not found, whatever the caller
   * may do or has sent.
   */
  readonly reachFirst?: true;
  /** Has places of its own at the TCP door, because it must never wait until other requests are done. */
  readonly urgent?: true;
  /** Only for users whose role reaches this far. */
  readonly reach?: Extract<RoleReach, 'every tenant' | 'whole tenant'>;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** The largest body in bytes, if not one mebibyte. */
  readonly maxBytes?: number;
  /** The media types of a body that is not JSON, which the rule reads from the request. */
  readonly consumes?: readonly string[];
  /** A request that is repeated with its Idempotency-Key within a day gets the response of the first. */
  readonly idempotent?: true;
  /** The JSON of the response; absent for other content. */
  readonly response?: z.ZodType;
  /** The media types of a response that is not JSON. */
  readonly produces?: readonly string[];
  /** An example of such a response, if it is a text. */
  readonly example?: string;
  /** The status of success, 200 by default. */
  readonly status?: 201;
  /** The property of a refusal that contains its text. */
  readonly text?: 'explanation' | 'description';
  /** Refusals besides those that follow from the declaration. */
  readonly refusals?: readonly (RefusalBody['error'] | 'Gone')[];
  /** One record that can be changed: its version is the ETag of the response, and an update accepts If-Match. */
  readonly versioned?: true;
  /** A change that accepts the If-Match of a record whose ETag it does not return. */
  readonly acceptsVersion?: true;
  /** Marks an addition to API v2. */
  readonly extension?: true;
  /** What API v2 leaves open about the operation, and how it is decided. */
  readonly decision?: string;
  /**
   * The rule checks the address itself, as it was sent. Neither the ids in its path nor its query are checked before, so that every
   * refusal is the same.
   */
  readonly signed?: true;
  /** Available only to the window, or only to commands of the owner of the data folder. */
  readonly door?: 'app' | 'command';
};

/** Declares an operation. Its exact type is kept, because path, permission and schemas type the rule and the call. */
export const operation = <const O extends Operation>(definition: O): O => definition;

/** The query as the service receives it, with defaults. */
export type QueryOf<O extends Operation> = O extends { query: infer Q extends z.ZodObject }
  ? z.output<Q>
  : Record<string, never>;
/** The body as a client sends it. */
export type BodyOf<O extends Operation> = O extends { body: infer B extends z.ZodType } ? z.input<B> : undefined;
/** The body as the service receives it, with defaults. */
export type ParsedBodyOf<O extends Operation> = O extends { body: infer B extends z.ZodType } ? z.output<B> : undefined;
/** The JSON of the response; `never` for an operation with other content. */
export type AnswerOf<O extends Operation> = O extends { response: infer R extends z.ZodType } ? z.output<R> : never;
/** The ids in the path, by name: `/calls/:call_id.json/notes` has `call_id`. */
export type ParamsOf<O extends Operation> = Record<ParamNames<O['path']>, string>;

type ParamNames<P extends string> = P extends `${string}:${infer Rest}` ? NameAtStart<Rest> | ParamNames<Rest> : never;
type NameAtStart<P extends string> = P extends `${infer Name}/${string}`
  ? NameAtStart<Name>
  : P extends `${infer Name}.${string}`
    ? Name
    : P;

/** Marks an object in a query: each of its properties is a parameter of its own (OpenAPI: style form, explode). */
export const exploded = { explode: true } as const;

/** The object in a query that takes the parameters without a property of their own. */
export const explodedIn = ({ shape }: z.ZodObject): string | undefined =>
  Object.keys(shape).find((name) => (shape[name] as z.ZodType).meta()?.explode === true);

/** The response to a create: the address of the new record. */
export const Created = z.object({ url: z.string() }).meta({ id: 'Created' });

/** A whole number in a query string. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^-?\d{1,20}$/, says('whole_number'))
    .transform(Number)
    .pipe(z.number().refine((value) => value >= min && value <= max, says('number_range', { least: min, most: max })))
    .meta({ type: 'integer', minimum: min, maximum: max });

/** An ISO 8601 date-time with a UTC offset, in whole seconds. */
export const timestamp = () =>
  z.iso.datetime({ offset: true, local: false }).meta({ description: 'ISO 8601 with UTC offset' });
