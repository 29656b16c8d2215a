import type { AnswerOf, Operation, ParamsOf, ParsedBodyOf, QueryOf } from '@shared/contract/operation';
import { type Context, Hono } from 'hono';
import type { z } from 'zod';
import { type Actor, authorOf } from '../access/actor';
import type { Authenticator } from '../access/authenticate';
import type { Door } from '../access/door';
import { type Unmet, unmetBy } from '../access/needs';
import type { RefusalLog } from '../access/refusal-log';
import type { Reach, Scope } from '../access/scope';
import type { Log } from '../log';
import { notFound } from '../refusal';
import type { By } from '../store/audit';
import type { Versions } from '../store/record';
import { alwaysSent, complete, Finished, sized } from './answers';
import { methodNotAllowed, refusalResponse } from './errors';
import { type Passage, passGuards, permitAgain } from './guards';
import { isHostile, pathOf } from './path';
import { refusedAct } from './refused-act';
import type { RequestLog } from './request-log';
import { versionsOf } from './single';

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
export class Handler {
  private readonly app = new Hono<Env>({ getPath: (request) => asSegments(pathOf(request.url)) });
  private readonly bound = new Set<Operation>();
  private readonly methods = new Map<string, string[]>();
  private readonly ownDoors = new Map<string, Door>();

  constructor(private readonly options: Options) {}

  readonly handle: Handle = (operation, rule, exists) => {
    const route = asSegments(operation.path);
    this.bound.add(operation);
    if (operation.door) this.ownDoors.set(route, operation.door);
    const served = methodsOf(operation);
    this.methods.set(route, [...(this.methods.get(route) ?? []), ...served]);
    this.app.on(served, route, async (context) => {
      if (this.routeOf(context, route) !== route) return this.wrongMethod(context, route);
      const passage: Passage = {
        operation,
        request: context.req.raw,
        door: context.env.door,
        named: context.req.param(),
      };
      const response = await this.serve(passage, rule as Rule<Operation>, exists);
      if (passage.caller) context.env.seen.caller = passage.caller;
      return response;
    });
  };

  /** Serves one request; never throws. */
  private async serve(passage: Passage, rule: Rule<Operation>, exists?: () => Promise<boolean>): Promise<Response> {
    const { operation, request, door, named } = passage;
    const { authenticator, refusals, now, log } = this.options;
    const tools = { authenticator, now, exists };
    try {
      const ended = await passGuards(passage, tools);
      if (ended) return ended;
      const { actor, scope, params, query, body } = passage;
      // Each part matches its schema, but the compiler cannot follow that through a generic operation.
      const asked = {
        params,
        query,
        body,
        actor,
        scope,
        unmet: scope && unmetBy(scope, operation.needs),
        by: actor && { at: now(), ...authorOf(actor) },
        again: actor && (() => permitAgain(passage, tools)),
        request,
        versions: versionsOf(request),
        door,
        view: viewOf(request, actor),
      } as unknown as Asked<Operation>;
      const answer: unknown = await rule(asked);
      const response = answer instanceof Finished ? answer.response : answer;
      return await sized(
        request,
        response instanceof Response ? response : Response.json(response, { status: operation.status ?? 200 }),
      );
    } catch (cause) {
      if (passage.caller && operation.audited) {
        await refusals.note(cause, authorOf(passage.caller), refusedAct(operation, { params: named, door }));
      }
      const text = operation.text ?? 'explanation';
      const about: Log = (entry, message) => log({ ...entry, operation: nameOf(operation) }, message);
      return await sized(request, refusalResponse(cause, { text, browser: isBrowser(request), log: about }));
    }
  }

  /** Serves a request that arrived through `door`, if possible with a Whole or Streamed; never throws. */
  readonly answer = async (request: Request, door: Door): Promise<Response> => {
    const path = pathOf(request.url);
    const [at, began, seen] = [this.options.now(), performance.now(), {} as Seen];
    const response = isHostile(path) ? this.refuse(notFound(), request) : await this.app.fetch(request, { door, seen });
    if (door === 'tcp') {
      const duration_ms = Math.round(performance.now() - began);
      this.options.onAnswer(request, seen.caller, { at, status: response.status, duration_ms });
    }
    for (const [name, value] of Object.entries(alwaysSent)) {
      if (!response.headers.has(name)) response.headers.set(name, value);
    }
    return response;
  };

  readonly fetch = async (request: Request, door: Door): Promise<Response> =>
    complete(await this.answer(request, door));

  /**
   * Called once, after the last `handle`. Throws unless every operation of the contract has a rule and no other
   * operation is bound. Other requests get 405 or 404.
   */
  readonly seal = (contract: readonly Operation[]): void => {
    const unbound = contract.filter((operation) => !this.bound.has(operation));
    const foreign = [...this.bound].filter((operation) => !contract.includes(operation));
    if (unbound.length > 0) throw new Error(`Without a rule: ${unbound.map(nameOf).join(', ')}.`);
    if (foreign.length > 0) throw new Error(`Not in the contract: ${foreign.map(nameOf).join(', ')}.`);
    for (const route of this.methods.keys()) this.app.all(route, (context) => this.wrongMethod(context, route));
    this.app.notFound((context) => this.refuse(notFound(), context.req.raw));
    this.app.onError((cause, context) => this.refuse(cause, context.req.raw));
  };

  private refuse(cause: unknown, request: Request): Response {
    return refusalResponse(cause, { text: 'explanation', browser: isBrowser(request), log: this.options.log });
  }

  /** The route that a path belongs to: `calls/count.json` is no call, whatever the method. */
  private routeOf({ req }: Context<Env>, matched: string): string {
    return this.methods.has(req.path) ? req.path : matched;
  }

  /** 405 with the methods of the route; 404 at a door that does not have it. */
  private wrongMethod(context: Context<Env>, matched: string): Response {
    const route = this.routeOf(context, matched);
    const own = this.ownDoors.get(route);
    if (own !== undefined && context.env.door !== own) return this.refuse(notFound(), context.req.raw);
    const allowed = this.methods.get(route) ?? [];
    return methodNotAllowed(allowed.includes('GET') ? [...allowed, 'HEAD'] : allowed);
  }
}

/** The methods of an operation. PATCH is the same as PUT, because a change of a record is always partial. */
function methodsOf({ method, body }: Operation): string[] {
  return method === 'put' && body ? ['PUT', 'PATCH'] : [method.toUpperCase()];
}

const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

const isBrowser = ({ headers }: Request) =>
  headers.has('origin') || [...headers.keys()].some((name) => name.startsWith('sec-fetch-'));

function viewOf(request: Request, actor: Actor | undefined): string | undefined {
  const view = request.headers.get('x-earshot-view');
  return view && actor?.session ? `${actor.session} ${view.slice(0, 64)}` : undefined;
}
