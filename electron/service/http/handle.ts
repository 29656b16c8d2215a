import type { AnswerOf, Operation, ParamsOf, ParsedBodyOf, QueryOf } from '@shared/contract/operation';
import { reason } from '@shared/reasons/reasons';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { type Actor, authorOf, mustHold } from '../access/actor';
import type { Authenticator } from '../access/authenticate';
import { hasOnly, partOf } from '../access/body-parts';
import type { Door } from '../access/door';
import { mustMeet, mustReach, type Unmet, unmetBy } from '../access/needs';
import type { RefusalLog } from '../access/refusal-log';
import { type Reach, type Scope, scopeOf } from '../access/scope';
import type { Log } from '../log';
import { notFound, Refusal } from '../refusal';
import type { By } from '../store/audit';
import type { Versions } from '../store/record';
import { alwaysSent, complete, Finished, sized } from './answers';
import { busy, methodNotAllowed, refusalResponse } from './errors';
import { isHostile, pathOf } from './path';
import { withDays } from './periods';
import { placeOf } from './places';
import { refusedAct } from './refused-act';
import type { RequestLog } from './request-log';
import { versionsOf } from './single';
import { mustBeOneOf, mustBePlain, readBody, readQuery } from './validate';

/**
 * The input of a rule: validated values and, unless the operation is public, the caller. `by` is the author and time of
 * a write. `again` checks the caller once more, for an answer that takes long: refused when they may no longer use it.
 */
export type Asked<O extends Operation> = {
  /** Of an operation that checks the reach first, a function, since a wrong query is refused after that. */
  query: O extends { reachFirst: true } ? () => QueryOf<O> : QueryOf<O>;
  body: ParsedBodyOf<O>;
  params: ParamsOf<O>;
  request: Request;
  /** The versions that If-Match accepts. */
  versions: Versions;
  door: Door;
  /** The caller's view, within its session: a newer list or count of the same view cancels the older one. */
  view: string | undefined;
} & (O['permission'] extends 'public' ? unknown : Known);

/** The caller of a rule. `unmet` are the needs of the operation that a change of the record checks. */
type Known = { actor: Actor; scope: Scope; unmet: Unmet; by: By; again: () => Promise<Reach> };

/** JSON, or a finished response with this JSON; for an operation without JSON, the response. */
type Answer<O extends Operation> = O extends { response: z.ZodType } ? AnswerOf<O> | Finished<AnswerOf<O>> : Response;
type Rule<O extends Operation> = (asked: Asked<O>) => Promise<Answer<O>> | Answer<O>;
/** Binds an operation to its rule. While `exists` returns false, every request for it gets 404. */
export type Handle = <O extends Operation>(operation: O, rule: Rule<O>, exists?: () => Promise<boolean>) => void;

/**
 * Hono reads `:call_id.json` as one name, so `.json` is a separate segment while routing. Nothing else knows about
 * this.
 */
const asSegments = (path: string) => path.replaceAll('.json', '/.json');

/** In this time, the body of a caller without credentials has to arrive, such as that of a sign-in. */
const unknownMs = 5_000;

/** What becomes known of a request while it is served. */
type Seen = { caller?: Actor };
type Env = { Bindings: { door: Door; seen: Seen } };

type Options = {
  authenticator: Authenticator;
  refusals: RefusalLog;
  /** Called after each request over TCP. */
  onAnswer: RequestLog['note'];
  now: () => number;
  log: Log;
};

/** One web-standard `fetch` for both doors, and `handle`, which binds an operation to its rule. */
export function createHandler({ authenticator, refusals, onAnswer, now, log }: Options) {
  const app = new Hono<Env>({
    getPath: (request) => asSegments(pathOf(request.url)),
  });
  const bound = new Set<Operation>();
  const methods = new Map<string, string[]>();
  const appDoorOnly = new Set<string>();

  const handle: Handle = (operation, rule, exists) => {
    const route = asSegments(operation.path);
    bound.add(operation);
    if (operation.door) appDoorOnly.add(route);
    const served = methodsOf(operation);
    methods.set(route, [...(methods.get(route) ?? []), ...served]);
    app.on(served, route, async (context) => {
      if (routeOf(context, route) !== route) return wrongMethod(context, route);
      const request = context.req.raw;
      const door = context.env.door;
      const named: Record<string, string> = context.req.param();
      let caller: Actor | undefined;
      try {
        if (operation.door && operation.door !== door) throw notFound();
        if (exists && !(await exists())) throw notFound();
        caller = operation.permission === 'public' ? undefined : await authenticator.actorOf(request, door);
        if (caller) context.env.seen.caller = caller;
        const actor = caller && (await actorFor(operation, caller, door));
        const mayBeOwn = operation.own !== undefined && named[operation.own.id]?.toLowerCase() === actor?.user_id;
        if (actor && !mayBeOwn) permit(operation, actor);
        // For the viewer, the own records of the viewed user are someone else's.
        if (caller && actor?.viewer && mayBeOwn) permit(operation, caller);
        const params = operation.signed ? named : ids(named, operation.words);
        // Each part matches its schema, but the compiler cannot follow that through a generic operation.
        mustBePlain(request);
        const limits = { most: operation.maxBytes, withinMs: caller ? undefined : unknownMs };
        const body = operation.body ? await readBody(request, operation.body, limits) : undefined;
        if (operation.consumes) mustBeOneOf(operation.consumes, request);
        if (caller && placeOf(request)?.take(operation.urgent ? 'muting' : 'short') === false) return busy();
        const { parts, later = [], first } = operation.own ?? {};
        const isOwn = mayBeOwn && (parts === undefined || hasOnly(body, [...parts, ...later]));
        if (actor && mayBeOwn && !isOwn) permit(operation, actor);
        const isStep = parts === undefined || (hasOnly(body, parts) && partOf(body, parts[0]) !== undefined);
        if (actor && isOwn) mustBeReady(actor, isStep ? first : undefined);
        const scope = actor && scopeOf(actor);
        const reach = !isOwn && actor && scope && { actor, scope };
        if (reach) mustMeet(operation.needs, reach, body);
        const queryOf = () => {
          const sent = operation.signed ? {} : readQuery(request.url, operation.query);
          const query = actor ? withDays(sent, { zone: actor.zone, now: now() }) : sent;
          if (reach) mustMeet(operation.needs, reach, query);
          return query;
        };
        const asked = {
          params,
          query: operation.reachFirst ? queryOf : queryOf(),
          body,
          actor,
          scope,
          unmet: scope && unmetBy(scope, operation.needs),
          by: actor && { at: now(), ...authorOf(actor) },
          again: actor && (() => renewed(operation, actor, door)),
          request,
          versions: versionsOf(request),
          door,
          view: viewOf(request, actor),
        } as unknown as Asked<typeof operation>;
        const answer: unknown = await rule(asked);
        const response = answer instanceof Finished ? answer.response : answer;
        return await sized(
          request,
          response instanceof Response ? response : Response.json(response, { status: operation.status ?? 200 }),
        );
      } catch (cause) {
        if (caller && operation.audited) {
          await refusals.note(cause, authorOf(caller), refusedAct(operation, { params: named, door }));
        }
        const text = operation.text ?? 'explanation';
        const refused = refusalResponse(cause, { text, browser: isBrowser(request), log: logOf(operation) });
        return await sized(request, refused);
      }
    });
  };

  const logOf =
    (operation: Operation): Log =>
    (entry, message) =>
      log({ ...entry, operation: nameOf(operation) }, message);

  /** The user that the caller acts as. */
  async function actorFor(operation: Operation, own: Actor, door: Door): Promise<Actor> {
    const actor = operation.asSelf ? own : await authenticator.views.actorOf(own);
    if (door === 'tcp') mustHold(actor, 'system:api_access');
    if (actor.viewer && operation.method !== 'get') {
      throw new Refusal('PermissionError', reason('viewing_only', { name: actor.name }));
    }
    return actor;
  }

  async function renewed(operation: Operation, before: Actor, door: Door): Promise<Reach> {
    const actor = await authenticator.renew(before);
    if (door === 'tcp') mustHold(actor, 'system:api_access');
    permit(operation, actor);
    return { actor, scope: scopeOf(actor) };
  }

  /** Serves a request that arrived through `door`, if possible with a Whole or Streamed; never throws. */
  async function answer(request: Request, door: Door): Promise<Response> {
    const path = pathOf(request.url);
    const [at, began, seen] = [now(), performance.now(), {} as Seen];
    const response = isHostile(path) ? await nothing(request) : await app.fetch(request, { door, seen });
    if (door === 'tcp') {
      const duration_ms = Math.round(performance.now() - began);
      onAnswer(request, seen.caller, { at, status: response.status, duration_ms });
    }
    for (const [name, value] of Object.entries(alwaysSent)) {
      if (!response.headers.has(name)) response.headers.set(name, value);
    }
    return response;
  }

  const fetch = async (request: Request, door: Door): Promise<Response> => complete(await answer(request, door));

  const refuse = (cause: unknown, request: Request) =>
    refusalResponse(cause, { text: 'explanation', browser: isBrowser(request), log });

  /** The route that a path belongs to: `calls/count.json` is no call, whatever the method. */
  const routeOf = ({ req }: Context<Env>, matched: string): string => (methods.has(req.path) ? req.path : matched);

  /** 405 with the methods of the route; 404 at a door that does not have it. */
  function wrongMethod(context: Context<Env>, matched: string): Response {
    const route = routeOf(context, matched);
    if (appDoorOnly.has(route) && context.env.door !== 'app') return refuse(notFound(), context.req.raw);
    const allowed = methods.get(route) ?? [];
    return methodNotAllowed(allowed.includes('GET') ? [...allowed, 'HEAD'] : allowed);
  }

  async function nothing(request: Request): Promise<Response> {
    return refuse(notFound(), request);
  }

  /**
   * Called once, after the last `handle`. Throws unless every operation of the contract has a rule and no other
   * operation is bound. Other requests get 405 or 404.
   */
  function seal(contract: readonly Operation[]): void {
    const unbound = contract.filter((operation) => !bound.has(operation));
    const foreign = [...bound].filter((operation) => !contract.includes(operation));
    if (unbound.length > 0) throw new Error(`Without a rule: ${unbound.map(nameOf).join(', ')}.`);
    if (foreign.length > 0) throw new Error(`Not in the contract: ${foreign.map(nameOf).join(', ')}.`);
    for (const route of methods.keys()) app.all(route, (context) => wrongMethod(context, route));
    app.notFound((context) => refuse(notFound(), context.req.raw));
    app.onError((cause, context) => refuse(cause, context.req.raw));
  }

  return { handle, answer, fetch, seal };
}

/** The methods of an operation. PATCH is the same as PUT, because a change of a record is always partial. */
function methodsOf({ method, body }: Operation): string[] {
  return method === 'put' && body ? ['PUT', 'PATCH'] : [method.toUpperCase()];
}

/** Refuses a caller who may not use the operation. */
function permit({ permission, reach, reachFirst, own }: Operation, actor: Actor): void {
  if (permission === 'public' || (permission === 'signed-in' && !own)) return;
  mustBeReady(actor);
  if (reachFirst) return;
  // Everyone may use it, but only on their own record.
  if (permission === 'signed-in') throw notFound();
  mustHold(actor, permission);
  const why = reach === 'every tenant' ? reason('every_tenant_missing') : reason('whole_tenant_missing');
  if (reach) mustReach(scopeOf(actor), reach, why);
}

/**
 * Refuses a caller who first has to change the password, and then to set up a second factor, unless the operation is that
 * step. The password can be changed before both.
 */
function mustBeReady({ must_change_password, must_enrol }: Actor, step?: 'password' | 'second factor'): void {
  if (step === 'password') return;
  if (must_change_password) throw new Refusal('PermissionError', reason('change_password_first'));
  if (must_enrol && step === undefined) throw new Refusal('PermissionError', reason('second_factor_first'));
}

/** The ids in a path, in lower case as they are stored. A UUID may be written in either case (RFC 9562, section 4). */
function ids(params: Record<string, string>, words: Operation['words'] = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (words[name] === value) return [name, value];
      const { data } = pathId.safeParse(value);
      if (data === undefined) throw notFound();
      return [name, data];
    }),
  );
}
const pathId = z.uuid().toLowerCase();

const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

const isBrowser = ({ headers }: Request) =>
  headers.has('origin') || [...headers.keys()].some((name) => name.startsWith('sec-fetch-'));

function viewOf(request: Request, actor: Actor | undefined): string | undefined {
  const view = request.headers.get('x-earshot-view');
  return view && actor?.session ? `${actor.session} ${view.slice(0, 64)}` : undefined;
}
