import type { Operation } from '@shared/contract/operation';
import { reason, reasons } from '@shared/reasons/reasons';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Actor } from '../../electron/service/access/actor';
import type { Authenticator } from '../../electron/service/access/authenticate';
import { scopeOf } from '../../electron/service/access/scope';
import { guards, type Passage, passGuards } from '../../electron/service/http/guards';
import { givePlace, Places } from '../../electron/service/http/places';

const own_id = '6f1c2a0e-5d3b-4c8e-9a47-0b2d9e7c1f58';
const other_id = 'b7a1f2c4-9e35-4d60-8f12-3c4d5e6f7a81';

const actor = (changes: Partial<Actor> = {}) =>
  ({
    user_id: own_id,
    name: 'Ana',
    access_level: 'tenant',
    permissions: { users: ['view'], system: ['api_access'] },
    zone: 'Europe/Oslo',
    must_change_password: false,
    must_enrol: false,
    ...changes,
  }) as Actor;

/** A request to read the user with this id, whom `caller` may see. */
function passage(changes: Partial<Passage> = {}, operation: object = {}): Passage {
  return {
    operation: { method: 'get', path: '/users/:user_id', permission: 'users:view', ...operation } as Operation,
    request: new Request('http://localhost/users/1'),
    door: 'app',
    named: { user_id: other_id },
    ...changes,
  };
}

const tools = (caller = actor(), viewed = caller) => ({
  authenticator: { actorOf: async () => caller, views: { actorOf: async () => viewed } } as unknown as Authenticator,
  now: () => Date.UTC(2026, 10, 20, 12),
});
const none = tools();
const json = (body: object) =>
  new Request('http://localhost/users/1', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test('an operation of the window does not exist at the other door', () => {
  expect(() => guards.ofDoor(passage({ door: 'tcp' }, { door: 'app' }), none)).toThrow(reasons.not_found);
  expect(guards.ofDoor(passage({}, { door: 'app' }), none)).toBeUndefined();
});

test('an operation exists only while its condition holds', async () => {
  await expect(guards.existing(passage(), { ...none, exists: async () => false })).rejects.toThrow(reasons.not_found);
  await expect(guards.existing(passage(), { ...none, exists: async () => true })).resolves.toBeUndefined();
  await expect(guards.existing(passage(), none)).resolves.toBeUndefined();
});

test('the caller is known, acts as whom they view, and needs a right over TCP', async () => {
  const [ana, ben] = [actor(), actor({ user_id: other_id, viewer: { name: 'Ana' } as Actor['viewer'] })];
  const seen = passage();
  await guards.ofCaller(seen, tools(ana, ben));
  expect(seen).toMatchObject({ caller: ana, actor: ben });

  const asSelf = passage({}, { asSelf: true });
  await guards.ofCaller(asSelf, tools(ana, ben));
  expect(asSelf.actor).toBe(ana);

  await expect(guards.ofCaller(passage({}, { method: 'put' }), tools(ana, ben))).rejects.toThrow(
    'You are viewing as Ana',
  );
  const noTool = tools(actor({ permissions: { users: ['view'] } as Actor['permissions'] }));
  await expect(guards.ofCaller(passage({ door: 'tcp' }), noTool)).rejects.toThrow('Your role does not hold');
  await expect(guards.ofCaller(passage(), noTool)).resolves.toBeUndefined();

  const open = passage({}, { permission: 'public' });
  await guards.ofCaller(open, none);
  expect(open.caller).toBeUndefined();
});

test('a right is needed, except on the own record; a viewer has none of that of another person', () => {
  const own = { own: { id: 'user_id' } };
  const without = actor({ permissions: {} as Actor['permissions'] });
  const asked = (who: Actor, id: string, caller = who) =>
    guards.withRight(passage({ caller, actor: who, named: { user_id: id } }, own), none);
  expect(asked(actor(), other_id)).toBeUndefined();
  expect(() => asked(without, other_id)).toThrow('Your role does not hold');
  expect(asked(without, own_id.toUpperCase())).toBeUndefined();
  const viewed = actor({ viewer: { name: 'Ben' } as Actor['viewer'] });
  expect(() => asked(viewed, own_id, without)).toThrow('Your role does not hold');
  expect(() => asked(actor({ must_change_password: true }), other_id)).toThrow(reasons.change_password_first);
});

test('the ids of a path are UUIDs, in lower case, or a word that stands for one', () => {
  const named = (user_id: string, words?: object) => {
    const path = passage({ named: { user_id } }, { words });
    guards.withPath(path, none);
    return path.params;
  };
  expect(named(other_id.toUpperCase())).toEqual({ user_id: other_id });
  expect(named('me', { user_id: 'me' })).toEqual({ user_id: 'me' });
  expect(() => named('me')).toThrow(reasons.not_found);
});

test('a body is read by its schema, and of the media types of the operation', async () => {
  const body = z.strictObject({ user: z.strictObject({ name: z.string() }) });
  const sent = passage({ request: json({ user: { name: 'Ana' } }) }, { body });
  await guards.withBody(sent, none);
  expect(sent.body).toEqual({ user: { name: 'Ana' } });
  await expect(guards.withBody(passage({ request: json({ user: {} }) }, { body }), none)).rejects.toThrow();
  await expect(guards.withBody(passage({}, { consumes: ['audio/wav'] }), none)).rejects.toThrow('audio/wav');
});

test('a request without a free place is answered at once, and one of nobody needs none', () => {
  const places = new Places();
  const full = Array.from({ length: 64 }, () => places.place());
  for (const place of full) place.take('short');
  const { request } = passage();
  givePlace(request, places.place());
  expect(guards.withPlace(passage({ request, caller: actor() }), none)).toMatchObject({ status: 503 });
  expect(guards.withPlace(passage({ request }), none)).toBeUndefined();
  full[0]?.end();
  expect(guards.withPlace(passage({ request, caller: actor() }), none)).toBeUndefined();
});

test('the own record takes only its own parts without a right, and a step that is due', () => {
  const own = { id: 'user_id', parts: ['user.password'], later: ['user.name'], first: 'password' };
  const asked = (body: object, who = actor({ permissions: {} as Actor['permissions'] })) => {
    const sent = passage({ actor: who, namesOwn: true, body }, { own, permission: 'users:edit' });
    guards.ofOwnRecord(sent, none);
    return sent.isOwn;
  };
  expect(asked({ user: { password: 'new' } })).toBe(true);
  expect(asked({ user: { name: 'Ana' } })).toBe(true);
  expect(() => asked({ user: { role_id: other_id } })).toThrow('Your role does not hold');
  const due = actor({ must_change_password: true });
  expect(asked({ user: { password: 'new' } }, due)).toBe(true);
  expect(() => asked({ user: { name: 'Ana' } }, due)).toThrow(reasons.change_password_first);
});

test('a part of a body has needs of its own, but not on the own record', () => {
  const needs = { 'user.role_id': { reach: 'every tenant', why: reason('every_tenant_missing') } };
  const asked = (isOwn: boolean) => {
    const sent = passage({ actor: actor(), isOwn, body: { user: { role_id: other_id } } }, { needs });
    guards.withNeeds(sent, none);
    return sent;
  };
  expect(() => asked(false)).toThrow(reasons.every_tenant_missing);
  expect(asked(true)).toMatchObject({ scope: scopeOf(actor(), none.now()) });
  expect(asked(true).reach).toBeUndefined();
});

test('parameters are read by their schema, or later where the reach is checked first', () => {
  const query = z.strictObject({ limit: z.coerce.number().int().default(10) });
  const asked = (address: string, operation: object = {}) => {
    const sent = passage({ request: new Request(address), actor: actor() }, { query, ...operation });
    guards.withQuery(sent, none);
    return sent.query;
  };
  expect(asked('http://localhost/users?limit=3')).toEqual({ limit: 3 });
  expect(() => asked('http://localhost/users?limit=x')).toThrow();
  const later = asked('http://localhost/users?limit=x', { reachFirst: true }) as () => unknown;
  expect(() => later()).toThrow();
});

test('the first guard that refuses decides what a caller learns', async () => {
  const [door, body] = [
    ['ofDoor', 'existing', 'ofCaller', 'withRight', 'withPath'],
    ['withBody', 'withPlace'],
  ];
  expect(Object.keys(guards)).toEqual([...door, ...body, 'ofOwnRecord', 'withNeeds', 'withQuery']);
  const nobody = {
    ...none,
    authenticator: { actorOf: () => Promise.reject(new Error('unknown')) } as unknown as Authenticator,
  };
  const wrong = { request: json({ user: {} }), named: { user_id: 'no id' } };
  // Wrong in every way: the door, the caller, the path and the body.
  await expect(passGuards(passage({ ...wrong, door: 'tcp' }, { door: 'app' }), nobody)).rejects.toThrow(
    reasons.not_found,
  );
  await expect(passGuards(passage(wrong), nobody)).rejects.toThrow('unknown');
  await expect(passGuards(passage(wrong, { permission: 'users:delete' }), none)).rejects.toThrow(
    'Your role does not hold',
  );
  await expect(passGuards(passage(wrong), none)).rejects.toThrow(reasons.not_found);
});
