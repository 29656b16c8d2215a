import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { callQuery } from '@shared/contract/calls';
import type { AccessLevel } from '@shared/permissions';
import { expect, onTestFinished, test } from 'vitest';
import type { Actor } from '../../electron/service/access/actor';
import { type Scope, scopeOf } from '../../electron/service/access/scope';
import { insertCalls, knownCall, selectCallCount, selectCalls } from '../../electron/service/resources/calls/queries';
import { type Connection, openConnection } from '../../electron/service/store/connection';
import { migrate } from '../../electron/service/store/migrate';
import { startService, temporaryFolder } from '../support/start-service';

const id = randomUUID();
const scope = (access_level: AccessLevel): Scope =>
  scopeOf({ access_level, in_system_tenant: true, permissions: {}, tenant_id: id, user_id: id } as unknown as Actor);

async function schema(): Promise<Connection> {
  const folder = temporaryFolder();
  const db = openConnection(join(folder, 'earshot.db'));
  onTestFinished(() => db.close());
  await migrate(db, folder);
  return db;
}

/** Calls an hour apart from 2026 on, each with the same number; the id of their tenant. */
function archiveOf(db: Connection, calls: number): string {
  const stamps = { created_at: 0, updated_at: 0 };
  db.prepare<object>(`
    INSERT INTO tenants (tenant_id, name, name_folded, timezone, created_at, updated_at)
    VALUES (@tenant_id, 'a', 'a', 'UTC', @created_at, @updated_at)`).run({ tenant_id: id, ...stamps });
  const made = Array.from({ length: calls }, (_, hour) => ({
    call_id: randomUUID(),
    tenant_id: id,
    setup_time: Date.UTC(2026, 0, 1, hour),
    from_number: '+12025550160',
    participants: [],
    category_ids: [],
    custom_values: [],
    at: 0,
  }));
  db.transaction(() => insertCalls.run(db, { calls: made }));
  return id;
}

/** A connection that explains its statements instead of running them, and the plans that it made. */
function explaining(db: Connection): { db: Connection; plans: string[] } {
  const plans: string[] = [];
  const explain = (sql: string, input: unknown[]) => {
    const lines = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...input);
    plans.push(lines.map(({ detail }) => detail).join('\n'));
  };
  const prepare = (sql: string) => ({
    all: (...input: unknown[]) => explain(sql, input) ?? [],
    get: (...input: unknown[]) => explain(sql, input),
  });
  return { db: { ...db, prepare } as unknown as Connection, plans };
}

const filters: [string, string, RegExp][] = [
  ['all calls', '', /^(SCAN|SEARCH) c\b/],
  ['oldest first', 'sort_order=asc', /^(SCAN|SEARCH) c\b/],
  ['a date range', 'daterange=2026/01/01-2026/12/31', /^SEARCH c USING INDEX calls_\w+ \(.*call_pk>\?/],
  ['a text of three characters', 'search_term=abc', /^SCAN i VIRTUAL TABLE/],
  ['a text of three characters in a date range', 'search_term=abc&daterange=2026/01/01-2026/12/31', /^SCAN i VIRTUAL/],
  ['a text of two characters', 'search_term=ab', /^(SCAN|SEARCH) i\b/],
  ['a text and a person', `search_term=abc&user_id=${id}`, /^SCAN i VIRTUAL TABLE/],
  ['a person', `user_id=${id}`, /^SEARCH i USING (PRIMARY KEY|COVERING INDEX)/],
  ['two people', `user_id=${id},${id}`, /^(SCAN|SEARCH) c\b/],
  ['a category', `category_id=${id}`, /^SEARCH i USING (PRIMARY KEY|COVERING INDEX)/],
  ['a tenant', `tenant_id=${id}`, /^(SCAN|SEARCH) c\b/],
  ['two tenants', `tenant_id=${id},${id}`, /^(SCAN|SEARCH) c\b/],
  ['a group', `group_id=${id}`, /^(SCAN|SEARCH) c\b/],
  ['a client', `client_id=${id}`, /^(SCAN|SEARCH) c\b/],
  ['a direction', 'direction=1,2', /^(SCAN|SEARCH) c\b/],
  ['a text of two words, one of them short', 'search_term=abc+ab', /^SCAN i VIRTUAL TABLE/],
  ['a number', 'search_term=020+7946', /^SCAN i VIRTUAL TABLE/],
];

test.each(filters)(
  'a list of %s walks a key in order, on the first page and far behind',
  async (_name, query, first) => {
    const { db, plans } = explaining(await schema());
    const asked = callQuery.parse(Object.fromEntries(new URLSearchParams(query)));
    for (const level of ['root', 'tenant', 'managed_groups', 'user'] as const) {
      for (const after of [undefined, 1_700_000_000_000_000]) {
        selectCalls.run(db, { query: asked, scope: scope(level), zone: 'UTC', after });
      }
      selectCallCount.run(db, { query: asked, scope: scope(level), zone: 'UTC', cap: 1000 });
    }
    expect(plans).toHaveLength(12);
    for (const plan of plans) expect(plan).not.toMatch(/TEMP B-TREE FOR ORDER BY|CORRELATED LIST SUBQUERY/);
    // Keys are picked in a subquery; the calls of a page are then read by them.
    const page = /^SEARCH c USING INTEGER PRIMARY KEY \(rowid=\?\)\nLIST SUBQUERY \d+\n/;
    expect(plans.filter((plan) => page.test(plan))).toHaveLength(8);
    const led = plans.map((plan) => plan.replace(page, '').replace(/^CO-ROUTINE.*\n/, ''));
    for (const plan of led.slice(0, 9)) expect(plan).toMatch(first);
    // Who sees only the own calls is led by them, or by the text.
    for (const plan of led.slice(9)) expect(plan).toMatch(/^(SCAN|SEARCH) i\b/);
  },
);

test('a page visits few rows, on the first page, far behind and in old dates', async () => {
  const db = await schema();
  const tenant_id = archiveOf(db, 5_000);
  const all = db
    .prepare<[], { call_id: string; call_pk: number }>('SELECT call_id, call_pk FROM calls ORDER BY call_pk DESC')
    .all();
  const ids = (from: number) => all.slice(from, from + 21).map(({ call_id }) => call_id);
  const page = (query: string, after?: number) => {
    const asked = callQuery.parse(Object.fromEntries(new URLSearchParams(query)));
    // A deadline in the past refuses whatever walks some thousand rows.
    db.limit({ at: Date.now() - 1 });
    const calls = selectCalls.run(db, { query: asked, scope: scope('root'), zone: 'UTC', after });
    return calls.map(({ call_id }) => call_id);
  };

  for (const filter of ['', 'search_term=60', 'search_term=555', 'search_term=0160+202', `tenant_id=${tenant_id}`]) {
    const seen = {
      first: page(filter),
      deep: page(filter, all[4_499]?.call_pk),
      oldest: page(`${filter}&sort_order=asc`).toReversed(),
      dated: page(`${filter}&daterange=2026/01/02-2026/01/02`),
    };
    const wanted = { first: ids(0), deep: ids(4_500), oldest: ids(4_979), dated: ids(4_952) };
    expect({ filter, ...seen }).toEqual({ filter, ...wanted });
  }
});

test('whether a call is there already is looked up, not searched for', async () => {
  const { db, plans } = explaining(await schema());
  const call = {
    call_id: id,
    tenant_id: id,
    setup_time: 1,
    participants: [],
    category_ids: [],
    custom_values: [],
    at: 1,
  };
  knownCall(db, { ...call, protocol_call_id: 'a' });
  knownCall(db, call);
  expect(plans).toEqual([
    expect.stringMatching(/^SEARCH calls USING INDEX calls_by_protocol_call/),
    expect.stringMatching(/^SEARCH calls USING INTEGER PRIMARY KEY/),
  ]);
});

const million = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)
  SELECT count(*) AS n FROM n WHERE in_time(i)`;

test('a statement stops at its deadline, or when it is cancelled, and runs through without either', async () => {
  const db = await schema();
  const cancelled = new Int32Array(new SharedArrayBuffer(4));
  const run = () => db.prepare<[], { n: number }>(million).get()?.n;

  db.limit({ at: Date.now() - 1 });
  expect(run).toThrow(expect.objectContaining({ code: 'TooManyRequests' }));
  db.limit({ at: Date.now() + 60_000, cancelled });
  Atomics.store(cancelled, 0, 1);
  expect(run).toThrow(expect.objectContaining({ code: 'Conflict' }));
  db.limit(undefined);
  expect(run()).toBe(1_000_000);
});

test('a newer list of a view ends the older ones that wait, and no list of another view or session', async () => {
  const { nobody, through } = await startService();
  const credentials = { login: 'ingrid', password: 'correct horse battery' };
  const session = async () => {
    const { body } = await nobody.post('/api/v2/sessions.json', credentials);
    return through('app', { authorization: `Bearer ${body.token}` });
  };
  const [one, two] = [await session(), await session()];
  const list = (who: typeof one, view?: string) =>
    who.get('/api/v2/calls.json', view ? { 'x-earshot-view': view } : undefined).then(({ status }) => status);

  const others = [list(two, 'calls'), list(one, 'clients'), list(one)];
  const older = Array.from({ length: 5 }, () => list(one, 'calls'));
  const newest = list(one, 'calls');

  expect(await newest).toBe(200);
  expect(await Promise.all(others)).toEqual([200, 200, 200]);
  expect(await Promise.all(older)).toEqual(Array.from({ length: 5 }, () => 409));
});
