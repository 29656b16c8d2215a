import { randomUUID } from 'node:crypto';
import type { Call } from '@shared/contract/calls';
import type { Need, Operation, RoleReach } from '@shared/contract/operation';
import { operations } from '@shared/contract/operations';
import { everyPermission, type Permission, type Permissions } from '@shared/permissions';
import { expect, test } from 'vitest';
import { scopeOf } from '../../electron/service/access/scope';
import type { Answer, Caller } from '../support/caller';
import { diceOf } from '../support/dice';
import { type Given, type Person, party } from '../support/given';
import { administrator, type Login, startService } from '../support/start-service';

const guarded = operations.filter(({ permission, door }) => permission !== 'public' && door === undefined);
const nameOf = ({ method, path }: Operation) => `${method} ${path}`;
const every = Object.entries(everyPermission()).flatMap(([area, actions]) =>
  (actions ?? []).map((action) => `${area}:${action}` as Permission),
);

/** Calls an operation with ids that do not exist and an empty body. */
async function ask(caller: Caller, { method, path, body }: Operation): Promise<Answer> {
  const response = await caller.raw(path.replace(/:\w+/g, randomUUID()), {
    method: method.toUpperCase(),
    ...(body && { body: '{}', headers: { 'content-type': 'application/json' } }),
  });
  const json = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, headers: response.headers, body: json ? await response.json() : null };
}

test('every operation except the public ones requires credentials', async () => {
  const { nobody, through } = await startService();
  const callers = [
    nobody,
    through('tcp', { authorization: 'Bearer x' }),
    through('app'),
    through('app', { authorization: 'Basic Og==' }),
  ];
  const seen = [];
  for (const operation of guarded) {
    for (const caller of callers) {
      const { status, body } = await ask(caller, operation);
      seen.push([nameOf(operation), status, body.error]);
    }
  }
  expect(seen).toEqual(guarded.flatMap((one) => callers.map(() => [nameOf(one), 401, 'AuthenticationRequired'])));
  expect(guarded.length).toBeGreaterThan(10);
});

test('an operation requires exactly its permission: all other permissions are not enough, and it alone is', async () => {
  const { given } = await startService();
  const person = await given.user({ access_level: 'system' });
  const asking = guarded.filter(({ permission }) => permission !== 'signed-in');
  const seen = [];
  for (const operation of asking) {
    const permission = operation.permission as Permission;
    person.may(every.filter((one) => one !== permission));
    const { status, body } = await ask(person, operation);
    person.may([permission]);
    const alone = (await ask(person, operation)).status;
    seen.push([
      nameOf(operation),
      status,
      body.error,
      (body.explanation ?? body.description)?.includes(permission),
      alone === 401 || alone === 403,
    ]);
  }
  // Of a record that does not exist, an operation that checks the reach first says nothing else.
  expect(seen).toEqual(
    asking.map((operation) =>
      operation.reachFirst
        ? [nameOf(operation), 404, 'NotFound', false, false]
        : [nameOf(operation), 403, 'PermissionError', true, false],
    ),
  );
});

/** Operations that a token never does, whatever its scope: it must not lock its user out, nor outlive itself. */
const ofPersons = ['/second_factor', '/tokens'];
const forTokens = guarded.filter(({ path }) => !ofPersons.some((part) => path.includes(part)));

/** A person with every right, and a token of theirs; and what each of them gets from every operation. */
async function withToken(limits: object) {
  const { given, through } = await startService();
  const person = await given.user({ access_level: 'system', permissions: every });
  const made = await person.post(`/api/v2/users/${person.user_id}/tokens.json`, { token: { name: 'CRM', ...limits } });
  const tool = through('tcp', { authorization: `Bearer ${made.body.token}` });
  const outcomes = async (caller: Caller) => {
    const seen = [];
    for (const operation of forTokens) {
      const { status, body } = await ask(caller, operation);
      seen.push([nameOf(operation), status, body?.error]);
    }
    return seen;
  };
  return { byPerson: await outcomes(person), byTool: await outcomes(tool) };
}

test('a token that only reads does what its user does with GET, and nothing else', async () => {
  const { byPerson, byTool } = await withToken({ access: 'read' });
  const wanted = forTokens.map((operation, n) =>
    operation.method === 'get' ? byPerson[n] : [nameOf(operation), 403, 'PermissionError'],
  );
  expect(byTool).toEqual(wanted);
});

const roll = diceOf(20_261_129);
const scopes = Array.from({ length: 20 }, () => every.filter(() => roll(3) === 0));

test.each(scopes.map((chosen, n) => [n, chosen] as const))(
  'a token of random scope %i does just that',
  async (_, chosen) => {
    const scope: Record<string, string[]> = {};
    for (const permission of chosen) {
      const [area = '', action = ''] = permission.split(':');
      scope[area] = [...(scope[area] ?? []), action];
    }
    const { byPerson, byTool } = await withToken({ scope });
    const held = new Set<string>(['signed-in', 'system:api_access', ...chosen]);
    const wanted = forTokens.map((operation, n) => {
      if (held.has(operation.permission)) return byPerson[n];
      return operation.reachFirst ? [nameOf(operation), 404, 'NotFound'] : [nameOf(operation), 403, 'PermissionError'];
    });
    expect(byTool).toEqual(wanted);
  },
);

test('without system:api_access, every operation is refused over TCP', async () => {
  const { given } = await startService();
  const person = await given.user();
  person.may(
    every.filter((one) => one !== 'system:api_access'),
    false,
  );
  const seen = [];
  for (const operation of guarded) seen.push([nameOf(operation), (await ask(person, operation)).status]);
  expect(seen).toEqual(guarded.map((operation) => [nameOf(operation), 403]));
});

test('a user who must change the password can only read and end the session', async () => {
  const { given } = await startService();
  const person = await given.user({ permissions: every, must_change_password: true });
  const seen = [];
  for (const operation of guarded.filter(
    ({ method, path }) => `${method} ${path}` !== 'delete /api/v2/sessions.json',
  )) {
    seen.push([nameOf(operation), (await ask(person, operation)).status]);
  }
  const own = (path: string) => path === '/api/v2/sessions.json';
  const wanted = guarded.filter(({ method, path }) => !(own(path) && method === 'delete'));
  expect(seen).toEqual(wanted.map((one) => [nameOf(one), own(one.path) ? 200 : 403]));
});

test('a user who must set up a second factor can only read and end the session', async () => {
  const { given, inWindow } = await startService();
  const person = await given.user({ permissions: every });
  const window = await inWindow(person);
  given.database((db) => db.exec(`UPDATE users SET require_2fa = 1 WHERE user_id = '${person.user_id}'`));
  const own = (path: string) => path === '/api/v2/sessions.json';
  const wanted = guarded.filter(({ method, path }) => !(own(path) && method === 'delete'));
  const seen = [];
  for (const operation of wanted) seen.push([nameOf(operation), (await ask(window, operation)).status]);
  expect(seen).toEqual(wanted.map((one) => [nameOf(one), own(one.path) ? 200 : 403]));
});

test("a change of a role's permissions applies from the next request", async () => {
  const { given } = await startService();
  const person = await given.user();
  const ask = async () => (await person.get('/api/v2/calls.json')).status;
  const before = await ask();
  person.may(['calls:view']);
  const during = await ask();
  person.may([]);
  expect([before, during, await ask()]).toEqual([403, 200, 403]);
});

test.each([
  ['is inactive', 'is_active = 0'],
  ['may not sign in', 'can_login = 0'],
  ['is past the last day', 'valid_till = 1'],
])('a user who %s is refused, also with an open session', async (_name, change) => {
  const { given, nobody, through } = await startService();
  const person = await given.user({ permissions: ['calls:view'] });
  const { login, password, user_id } = person;
  const { body } = await nobody.post('/api/v2/sessions.json', { login, password });
  const session = through('tcp', { authorization: `Bearer ${body.token}` });

  given.database((db) => db.exec(`UPDATE users SET ${change} WHERE user_id = '${user_id}'`));

  const again = await nobody.post('/api/v2/sessions.json', { login, password });
  const statuses = [await person.get('/api/v2/calls.json'), await session.get('/api/v2/calls.json'), again];
  expect(statuses.map(({ status }) => status)).toEqual([401, 401, 401]);
});

/** Creates calls of two tenants and several people. Returns who sees which of them, by name. */
async function twoTenants() {
  const { given } = await startService();
  const [north, south] = [await given.tenant(), await given.tenant()];
  const [managed, other] = [await given.group(north), await given.group(north)];
  const rights: Permission[] = ['calls:view', 'calls:playback', 'calls:download'];
  const agent = await given.user({ tenant_id: north, group_id: managed, access_level: 'user', permissions: rights });
  const colleague = await given.user({ tenant_id: north, group_id: other, access_level: 'user', permissions: rights });
  const people: Record<string, Person> = {
    agent,
    colleague,
    supervisor: await given.user({
      tenant_id: north,
      access_level: 'managed_groups',
      managed_groups: [managed],
      permissions: rights,
    }),
    tenant: await given.user({ tenant_id: north, permissions: rights }),
    auditor: await given.user({ tenant_id: north, permissions: [...rights, 'calls:confidential'] }),
    borderer: await given.user({ tenant_id: south, access_level: 'system', permissions: rights }),
    system: await given.user({ access_level: 'system', permissions: [...rights, 'calls:confidential'] }),
    root: await given.user({ tenant_id: south, access_level: 'root', permissions: [...rights, 'calls:confidential'] }),
  };
  const names = ['agents', 'colleagues', 'secret', 'nobodys', 'south', 'systems'];
  const ids = await given.calls(
    { tenant_id: north, participants: [party(agent.user_id)] },
    { tenant_id: north, participants: [party(colleague.user_id)] },
    { tenant_id: north, participants: [party(agent.user_id)], confidential: 1 },
    { tenant_id: north },
    { tenant_id: south },
    {},
  );
  return { given, people, ids, nameOf: (id: string) => names[ids.indexOf(id)] ?? id };
}

test('each access level sees its calls in the list, and no other', async () => {
  const { people, nameOf } = await twoTenants();
  const seen: Record<string, string[]> = {};
  for (const [name, person] of Object.entries(people)) {
    const { body } = await person.get('/api/v2/calls.json');
    seen[name] = body.calls.map(({ call_id }: Call) => nameOf(call_id));
  }
  expect(seen).toEqual({
    agent: ['agents'],
    colleague: ['colleagues'],
    supervisor: ['agents'],
    tenant: ['agents', 'colleagues', 'nobodys'],
    auditor: ['agents', 'colleagues', 'secret', 'nobodys'],
    borderer: ['south'],
    system: ['agents', 'colleagues', 'secret', 'nobodys', 'south', 'systems'],
    root: ['agents', 'colleagues', 'secret', 'nobodys', 'south', 'systems'],
  });
});

test('GET returns every call in the list, and responds 404 in every form to all others', async () => {
  const { given, people, ids } = await twoTenants();
  const audio = await given.recorded('question.mp3');
  given.database((db) => {
    const columns = db.prepare<[], { name: string }>("SELECT name FROM pragma_table_info('call_files')").all();
    const rest = columns
      .map(({ name }) => name)
      .filter((name) => !['call_pk', 'file_path', 'import_key'].includes(name));
    db.exec(`INSERT INTO call_files (call_pk, file_path, ${rest}) SELECT c.call_pk, f.file_path || c.call_pk, ${rest.map((name) => `f.${name}`)}
      FROM calls c, call_files f WHERE c.call_id <> '${audio}'`);
  });
  const mistakes = [];
  for (const [name, person] of Object.entries(people)) {
    const { body } = await person.get('/api/v2/calls.json');
    const listed = new Set(body.calls.map(({ call_id }: Call) => call_id));
    for (const id of ids) {
      const one = (await person.get(`/api/v2/calls/${id}.json`)).status;
      // The copied rows refer to missing files, so a 500 shows that the scope let the caller through.
      const forms = [];
      for (const form of ['file', 'audio']) forms.push((await person.get(`/api/v2/calls/${id}.json/${form}`)).status);
      const drawn = (await person.get(`/api/v2/calls/${id}.json/peaks.json`)).status;
      const wanted = listed.has(id) ? [200, 500, 500, 200] : [404, 404, 404, 404];
      const seen = [one, ...forms, drawn];
      if (String(seen) !== String(wanted)) mistakes.push({ name, id, seen, wanted });
    }
  }
  expect(mistakes).toEqual([]);
});

test('filters narrow the scope and never widen it', async () => {
  const { people, ids, nameOf } = await twoTenants();
  const { agent, tenant, colleague, borderer } = people as Record<string, Person>;
  const list = async (caller: Person | undefined, query: string) =>
    (await caller!.get(`/api/v2/calls.json?${query}`)).body.calls.map(({ call_id }: Call) => nameOf(call_id));
  const one = (await agent!.get(`/api/v2/calls/${ids[0]}.json`)).body.call as Call;
  const seen = [
    await list(agent, `user_id=${colleague!.user_id}`),
    await list(agent, `user_id=${colleague!.user_id},${agent!.user_id}`),
    await list(tenant, `user_id=${agent!.user_id}`),
    await list(borderer, `tenant_id=${one.tenant_id}`),
    await list(borderer, `user_id=${agent!.user_id}`),
  ];
  expect(seen).toEqual([[], ['agents'], ['agents'], [], []]);
});

test('total does not count calls outside the scope', async () => {
  const { people } = await twoTenants();
  const { agent, tenant } = people as Record<string, Person>;
  const total = async (caller: Person, query: string) => (await caller.get(`/api/v2/calls.json?${query}`)).body.total;
  expect([
    await total(agent!, 'start=50'),
    await total(tenant!, 'start=50'),
    await total(tenant!, 'limit=1&max_total_calc=1000'),
  ]).toEqual([1, 3, 3]);
});

test('a private category is visible only to its owner', async () => {
  const { given, admin } = await startService();
  const [one, two] = [
    await given.user({ permissions: ['calls:view'] }),
    await given.user({ permissions: ['calls:view'] }),
  ];
  const category = await given.category('mine', one.user_id);
  const [id] = await given.calls({ category_ids: [category] });
  const names = async (caller: Caller) => (await caller.get(`/api/v2/calls/${id}.json`)).body.call.categories.length;
  const found = async (caller: Caller) =>
    (await caller.get(`/api/v2/calls.json?category_id=${category}`)).body.calls.length;
  expect([await names(one), await names(two), await names(admin)]).toEqual([1, 0, 0]);
  expect([await found(one), await found(two)]).toEqual([1, 0]);
});

test('every right of the catalogue is needed by an operation, or widens what its holder sees', () => {
  const needed = operations.flatMap(({ permission, needs = {} }) => [
    permission,
    ...Object.values<Need>(needs).flatMap(({ rights = [] }) => rights),
  ]);
  const nobody = { user_id: '', tenant_id: '', multi_tenancy: false, in_system_tenant: false };
  const seen = (permissions: Permissions) =>
    JSON.stringify(scopeOf({ ...nobody, access_level: 'user', permissions }, 0));
  const widens = every.filter((right) => {
    const [area = '', action = ''] = right.split(':');
    return seen({ [area]: [action] }) !== seen({});
  });

  // The last one is needed by every operation over TCP.
  expect(every.filter((right) => ![...needed, ...widens, 'system:api_access'].includes(right))).toEqual([]);
});

/** What a body must have besides the part that requires further rights. */
const besides: Record<string, object> = {
  'post /api/v2/evaluation_samples.json': { evaluation_sample: { method: 'random', amount: 1 } },
  'post /api/v2/evaluation_plans.json': {
    evaluation_plan: { name: 'A', form_id: randomUUID(), period: 'week', amount: 1, evaluators: [randomUUID()] },
  },
  'post /api/v2/imports.json': { import: { source: 'x' } },
  'post /api/v2/users.json': { user: { name: 'Ada', group_id: randomUUID(), role_id: randomUUID() } },
};
/** A part of a request that is sent: a switch is turned on, a filter is used. */
const parts: Record<string, unknown> = {
  'evaluation_sample.query': 'direction=9',
  'evaluation_plan.query': 'direction=1',
  'evaluation_plan.saved_search_id': randomUUID(),
  'import.create_missing': true,
  'call.categories': [],
  'call.agent_user_id': randomUUID(),
  'view_as.user_id': randomUUID(),
  'agent_link.user_id': randomUUID(),
  with_calls: 'with_calls=1',
  import_id: `import_id=${randomUUID()}`,
  user_id: `user_id=${randomUUID()}`,
  'evaluation_report.title': 'Sales call',
  'evaluation_report.agent_review_status': 'acknowledged',
  'evaluation_report.agent_comment': 'Thank you',
  'settings.multi_tenancy': true,
  'custom_field.is_global': true,
  'call.legal_hold': false,
  'user.fieldset_recording.extensions': { extensions: ['201'] },
  filters: 'duration__greater_than=1:00',
};
/** The records whose need depends on them, by the id in the path. */
const recordWith: Record<string, (given: Given, asking: Person) => Record<string, string>> = {
  'custom_field.is_global': (given) => {
    const field_id = randomUUID();
    const named = { name: field_id, name_folded: field_id, computer_name: 'a', type: 'string' };
    given.insert('custom_fields', { field_id, tenant_id: null, ...named, created_at: 0, updated_at: 0 });
    return { field_id };
  },
  // Every caller reaches themselves.
  'user.fieldset_recording.extensions': (_, { user_id }) => ({ user_id }),
};

/** Sends an operation with a part in its query or its body. Ids without a record are of none. */
async function send(who: Caller, operation: Operation, part: string, records: Record<string, string> = {}) {
  const { path, method, query, body } = operation;
  const [envelope = '', field = ''] = part.split('.');
  const record = (besides[nameOf(operation)] as Record<string, object> | undefined)?.[envelope];
  const address = path.replace(/:(\w+)/g, (_, name) => records[name] ?? randomUUID());
  const response = await who.raw(query && part in query.shape ? `${address}?${parts[part]}` : address, {
    method: method.toUpperCase(),
    ...(body && {
      body: JSON.stringify({ [envelope]: { ...record, [field]: parts[part] ?? {} } }),
      headers: { 'content-type': 'application/json' },
    }),
  });
  return response.status;
}

const needing = operations.flatMap((operation) =>
  Object.entries<Need>(operation.needs ?? {}).map(([part, need]) => ({ operation, part, need })),
);
const ofRight = needing.flatMap(({ operation, part, need }) =>
  (need.rights ?? []).map((right) => [nameOf(operation), part, right, { operation, except: need.except }] as const),
);

test.each(ofRight)('%s with %s also requires %s', async (_name, part, right, { operation, except }) => {
  const { given } = await startService();
  const person = await given.user();
  const sent = except ? `${part}.title` : part;
  person.may(every.filter((one) => one !== right));
  const without = await send(person, operation, sent);
  const excepted = await Promise.all((except ?? []).map((one) => send(person, operation, one)));
  person.may(every);

  expect([without, ...excepted, await send(person, operation, sent)]).toEqual([
    403,
    ...excepted.map(() => 404),
    operation.path.includes(':') ? 404 : operation.method === 'get' ? 200 : 400,
  ]);
});

/** The callers who reach this far, of those below. */
const reachedBy: Record<RoleReach, string[]> = {
  unrestricted: ['root', 'root elsewhere'],
  'every tenant': ['system', 'root', 'root elsewhere'],
  'every tenant, in the System tenant': ['system', 'root'],
  'whole tenant': ['tenant', 'system elsewhere', 'system', 'root', 'root elsewhere'],
};
const ofReach = needing.flatMap(({ operation, part, need }) =>
  need.reach ? [[nameOf(operation), part, need, operation] as const] : [],
);

test.each(ofReach)('%s with %s also requires its reach', async (_name, part, { reach, when }, operation) => {
  const { given } = await startService();
  const elsewhere = await given.tenant();
  const callers = {
    user: await given.user({ permissions: every, access_level: 'user' }),
    managed_groups: await given.user({ permissions: every, access_level: 'managed_groups' }),
    tenant: await given.user({ permissions: every, access_level: 'tenant' }),
    'system elsewhere': await given.user({ tenant_id: elsewhere, permissions: every, access_level: 'system' }),
    system: await given.user({ permissions: every, access_level: 'system' }),
    root: await given.user({ permissions: every, access_level: 'root' }),
    'root elsewhere': await given.user({ tenant_id: elsewhere, permissions: every, access_level: 'root' }),
  };
  const passed: string[] = [];
  for (const [who, person] of Object.entries(callers)) {
    const records = when ? recordWith[part]?.(given, person) : {};
    if ((await send(person, operation, part, records)) !== 403) passed.push(who);
  }

  expect(passed.toSorted()).toEqual(reachedBy[reach].toSorted());
});

const reaching = operations.filter(({ reach, door }) => reach && door !== 'command');

test.each(reaching.map((operation) => [nameOf(operation), operation] as const))(
  '%s requires a role with its reach',
  async (_name, { path, method, body, reach }) => {
    const { given, inWindow } = await startService();
    const ask = async (person: Login) => {
      const init = {
        method: method.toUpperCase(),
        ...(body && { body: '{}', headers: { 'content-type': 'application/json' } }),
      };
      return (await (await inWindow(person)).raw(path.replace(/:\w+/g, randomUUID()), init)).status;
    };
    const isRefused = async (person: Parameters<typeof given.user>[0]) =>
      (await ask(await given.user({ permissions: every, ...person }))) === 403;
    const refused = [
      await isRefused({ tenant_id: await given.tenant(), access_level: 'system' }),
      await isRefused({ access_level: 'tenant' }),
      await isRefused({ access_level: 'managed_groups' }),
      await isRefused({ access_level: 'user' }),
    ];
    const one = reach === 'every tenant';
    expect(refused).toEqual([one, one, true, true]);
    expect(await ask(await given.user({ permissions: every, access_level: 'system' }))).not.toBe(403);
    expect(await ask(administrator)).not.toBe(403);
  },
);
