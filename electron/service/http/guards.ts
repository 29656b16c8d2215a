import type { Operation } from '@shared/contract/operation';
import { reason } from '@shared/reasons/reasons';
import { z } from 'zod';
import { type Actor, mustHold } from '../access/actor';
import type { Authenticator } from '../access/authenticate';
import { hasOnly, partOf } from '../access/body-parts';
import type { Door } from '../access/door';
import { mustMeet, mustReach } from '../access/needs';
import { type Reach, type Scope, scopeOf } from '../access/scope';
import { notFound, Refusal } from '../refusal';
import { busy } from './errors';
import { withDays } from './periods';
import { placeOf } from './places';
import { mustBeOneOf, mustBePlain, readBody, readQuery } from './validate';

/** A request on its way to the rule of its operation. Each guard adds what it finds out. */
export type Passage = {
  readonly operation: Operation;
  readonly request: Request;
  readonly door: Door;
  /** The names in the path, as they were sent. */
  readonly named: Record<string, string>;
  /** The authenticated user; undefined for a public operation. */
  caller?: Actor;
  /** The user that the request acts as: the caller, or the one whose view the caller has opened. */
  actor?: Actor;
  /** Whether the path names the record of this user. */
  namesOwn?: boolean;
  /** Whether it does, and the body has only parts that everyone may change in their own record. */
  isOwn?: boolean;
  params?: Record<string, string>;
  body?: unknown;
  scope?: Scope;
  /** The user and their reach, which the needs of the operation are checked against; undefined for an own record. */
  reach?: Reach;
  /** The parameters, or how to read them for an operation that checks the reach first. */
  query?: unknown;
};

type Tools = {
  authenticator: Authenticator;
  now: () => number;
  /** While it returns false, there is no such operation. */
  exists?: (() => Promise<boolean>) | undefined;
};
/** Refuses a request with an error, ends it with a response, or lets it pass. */
export type Guard = (passage: Passage, tools: Tools) => unknown;

/** In this time, the body of a caller without credentials has to arrive, such as that of a sign-in. */
const unknownMs = 5_000;

const ofDoor: Guard = ({ operation, door }) => {
  if (operation.door && operation.door !== door) throw notFound();
};

const existing: Guard = async (_, { exists }) => {
  if (exists && !(await exists())) throw notFound();
};

const ofCaller: Guard = async (passage, { authenticator }) => {
  const { operation, request, door } = passage;
  if (operation.permission === 'public') return;
  const caller = await authenticator.actorOf(request, door);
  passage.caller = caller;
  const actor = operation.asSelf ? caller : await authenticator.views.actorOf(caller);
  if (door === 'tcp') mustHold(actor, 'system:api_access');
  mustNotOnlyRead(actor, operation);
  if (actor.viewer && operation.method !== 'get') {
    throw new Refusal('PermissionError', reason('viewing_only', { name: actor.name }));
  }
  passage.actor = actor;
};

const withRight: Guard = (passage, { now }) => {
  const { operation, caller, actor, named } = passage;
  if (!caller || !actor) return;
  passage.namesOwn = operation.own !== undefined && named[operation.own.id]?.toLowerCase() === actor.user_id;
  if (!passage.namesOwn) permit(operation, actor, now);
  // For the viewer, the own records of the viewed user are someone else's.
  else if (actor.viewer) permit(operation, caller, now);
};

const withPath: Guard = (passage) => {
  const { operation, named } = passage;
  passage.params = operation.signed ? named : ids(named, operation.words);
};

const withBody: Guard = async (passage) => {
  const { operation, request, caller } = passage;
  mustBePlain(request);
  const limits = { most: operation.maxBytes, withinMs: caller ? undefined : unknownMs };
  if (operation.body) passage.body = await readBody(request, operation.body, limits);
  if (operation.consumes) mustBeOneOf(operation.consumes, request);
};

const withPlace: Guard = ({ operation, request, caller }) =>
  caller && placeOf(request)?.take(operation.urgent ? 'muting' : 'short') === false ? busy() : undefined;

const ofOwnRecord: Guard = (passage, { now }) => {
  const { operation, actor, body, namesOwn } = passage;
  if (!actor || !namesOwn) return;
  const { parts, later = [], first } = operation.own ?? {};
  passage.isOwn = parts === undefined || hasOnly(body, [...parts, ...later]);
  if (!passage.isOwn) return permit(operation, actor, now);
  const isStep = parts === undefined || (hasOnly(body, parts) && partOf(body, parts[0]) !== undefined);
  mustBeReady(actor, isStep ? first : undefined);
};

const withNeeds: Guard = (passage, { now }) => {
  const { operation, actor, body, isOwn } = passage;
  if (!actor) return;
  const scope = scopeOf(actor, now());
  passage.scope = scope;
  if (isOwn) return;
  passage.reach = { actor, scope };
  mustMeet(operation.needs, passage.reach, body);
};

const withQuery: Guard = (passage, { now }) => {
  const { operation, request, actor, reach } = passage;
  const read = () => {
    const sent = operation.signed ? {} : readQuery(request.url, operation.query);
    const query = actor ? withDays(sent, { zone: actor.zone, now: now() }) : sent;
    if (reach) mustMeet(operation.needs, reach, query);
    return query;
  };
  passage.query = operation.reachFirst ? read : read();
};

/**
 * The guards of every request, in their order. It decides what a caller learns: nothing of an operation of another door,
 * then who they are, then whether they may use the operation, and only then what is wrong with what they sent. A body is
 * read before the request takes a place, so that a slow sender keeps nobody out.
 */
export const guards = {
  ofDoor,
  existing,
  ofCaller,
  withRight,
  withPath,
  withBody,
  withPlace,
  ofOwnRecord,
  withNeeds,
  withQuery,
} satisfies Record<string, Guard>;
const inOrder: readonly Guard[] = Object.values(guards);

/** Lets a request pass all guards. Returns the response of the one that ended it, and throws what one refused. */
export async function passGuards(passage: Passage, tools: Tools): Promise<Response | undefined> {
  for (const guard of inOrder) {
    const result = guard(passage, tools);
    const ended = result instanceof Promise ? await result : result;
    if (ended instanceof Response) return ended;
  }
  return undefined;
}

/** Refuses a caller who may not use the operation. */
function permit({ permission, reach, reachFirst, own, always }: Operation, actor: Actor, now: () => number): void {
  if (permission === 'public' || always) return;
  mustBeReady(actor);
  if (reachFirst) return;
  if (permission === 'signed-in') {
    // Everyone may use it, but only on their own record.
    if (own) throw notFound();
    return;
  }
  mustHold(actor, permission);
  const why = reach === 'every tenant' ? reason('every_tenant_missing') : reason('whole_tenant_missing');
  if (reach) mustReach(scopeOf(actor, now()), reach, why);
}

/** Refuses what changes something to a token that only reads. */
function mustNotOnlyRead({ reads_only }: Actor, { method }: Operation): void {
  if (reads_only && method !== 'get') throw new Refusal('PermissionError', reason('token_read_only'));
}

/** Checks the caller of an answer that takes long once more. Refused when they may no longer use the operation. */
export async function permitAgain({ operation, actor, door }: Passage, { authenticator, now }: Tools): Promise<Reach> {
  if (!actor) throw new Error('A public operation has no caller.');
  const renewed = await authenticator.renew(actor);
  if (door === 'tcp') mustHold(renewed, 'system:api_access');
  mustNotOnlyRead(renewed, operation);
  permit(operation, renewed, now);
  return { actor: renewed, scope: scopeOf(renewed, now()) };
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
