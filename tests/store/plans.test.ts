import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type Call, callQuery } from '@shared/contract/calls';
import { expect, onTestFinished, test } from 'vitest';
import { callList } from '../../electron/service/resources/calls/list/queries';
import { insertCalls, knownCall } from '../../electron/service/resources/calls/queries';
import { byEarshot } from '../../electron/service/store/audit';
import { type Connection, openConnection } from '../../electron/service/store/connection';
import { migrate } from '../../electron/service/store/migrate';
import { after, asked, id, levels, narrowed, scope } from '../support/lists';
import { startService, temporaryFolder } from '../support/start-service';

async function schema(): Promise<Connection> {
  const folder = temporaryFolder();
  const db = openConnection(join(folder, 'earshot.db'));
  onTestFinished(() => db.close());
  await migrate(db, folder);
  return db;
}

/** Creates calls one hour apart from 2026 on, each with the same number. Returns the id of their tenant. */
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
  db.transaction(() => insertCalls.change(db, { calls: made }, byEarshot(0)));
  return id;
}

type Step = { id: number; parent: number; detail: string };
/** A connection that explains its statements instead of running them, and the plans that it collected, line by line. */
function explaining(db: Connection): { db: Connection; plans: Step[][] } {
  const plans: Step[][] = [];
  const explain = (sql: string, input: unknown[]) => {
    plans.push(db.prepare<unknown[], Step>(`EXPLAIN QUERY PLAN ${sql}`).all(...input));
  };
  const prepare = (sql: string) => ({
    all: (...input: unknown[]) => explain(sql, input) ?? [],
    get: (...input: unknown[]) => explain(sql, input),
  });
  return { db: { ...db, prepare } as unknown as Connection, plans };
}
const linesOf = (plan: Step[]) => plan.map(({ detail }) => detail);

/** The part of a page's plan that selects its keys. */
function pickingOf(plan: Step[]): string[] {
  const picking = plan.find(({ detail }) => detail.startsWith('LIST SUBQUERY'));
  const below = (id: number | undefined): Step[] =>
    plan.filter(({ parent }) => parent === id).flatMap((step) => [step, ...below(step.id)]);
  return linesOf(below(picking?.id));
}

test.each(narrowed)(
  '$name selects its keys in order, on the first page and on a distant one',
  async ({ list, given }) => {
    const { db, plans } = explaining(await schema());
    expect(Object.values(given)).not.toContain(undefined);
    for (const level of levels) {
      for (const place of [undefined, after(list)]) {
        list.page.run(db, { ...asked(list, given), scope: scope(level), after: place });
      }
    }
    expect(plans).toHaveLength(2 * levels.length);
    for (const plan of plans) {
      expect(pickingOf(plan).join('\n')).toMatch(/^(CO-ROUTINE|SCAN|SEARCH)/);
      expect(pickingOf(plan).join('\n')).not.toMatch(/TEMP B-TREE FOR ORDER BY|CORRELATED LIST SUBQUERY/);
      // The records are read by the selected keys.
      expect(plan[0]?.detail).toMatch(/^SEARCH/);
    }
  },
);

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

test.each(filters)('calls by %s are read through the narrowest source', async (_name, query, leader) => {
  const { db, plans } = explaining(await schema());
  const values = callQuery.parse(Object.fromEntries(new URLSearchParams(query)));
  for (const level of levels) {
    const first = { values, zone: 'UTC', scope: scope(level), limit: 20, start: 0, cap: 0 };
    for (const behind of [undefined, after(callList)]) callList.page.run(db, { ...first, after: behind });
  }
  const leading = plans.map((plan) => pickingOf(plan).filter((line) => !line.startsWith('CO-ROUTINE'))[0]);
  for (const line of leading.slice(0, 6)) expect(line).toMatch(leader);
  // For users who see only their own calls, the plan starts with these, or with the text.
  for (const line of leading.slice(6)) expect(line).toMatch(/^(SCAN|SEARCH) i\b/);
});

test('a page reads few rows, on the first page, on a distant one and in old dates', async () => {
  const db = await schema();
  const tenant_id = archiveOf(db, 5_000);
  const all = db
    .prepare<[], { call_id: string; call_pk: number }>('SELECT call_id, call_pk FROM calls ORDER BY call_pk DESC')
    .all();
  const ids = (from: number) => all.slice(from, from + 21).map(({ call_id }) => call_id);
  const page = (query: string, after?: number) => {
    const values = callQuery.parse(Object.fromEntries(new URLSearchParams(query)));
    // A deadline in the past refuses a statement that walks some thousand rows.
    db.limit({ at: Date.now() - 1 });
    const place = { start: 0, cap: 0, after: after === undefined ? undefined : [after] };
    const { bytes } = callList.page.run(db, { values, limit: 21, scope: scope('root'), zone: 'UTC', ...place });
    return (JSON.parse(Buffer.from(bytes).toString()) as Call[]).map(({ call_id }) => call_id);
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

test('an existing call is found through an index, without a scan', async () => {
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
  expect(plans.map((plan) => plan[0]?.detail)).toEqual([
    expect.stringMatching(/^SEARCH calls USING INDEX calls_by_protocol_call/),
    expect.stringMatching(/^SEARCH calls USING INTEGER PRIMARY KEY/),
  ]);
});

const million = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)
  SELECT count(*) AS n FROM n WHERE in_time(i)`;

test('a statement stops at its deadline or when it is cancelled, and otherwise completes', async () => {
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

test('a newer list of a view cancels its older waiting lists, but not those of other views or sessions', async () => {
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
