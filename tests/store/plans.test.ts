import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FilterName } from '@shared/call-filters/table';
import type { Call } from '@shared/contract/calls';
import { everyPermission } from '@shared/permissions';
import { talkFigureNames } from '@shared/talk-figures';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import type { List, ListOperation } from '../../electron/service/access/list';
import { callList } from '../../electron/service/resources/calls/calls/list.queries';
import {
  callsAt,
  callsTracked,
  callsWithId,
  insertCalls,
  type NewCall,
} from '../../electron/service/resources/calls/calls/queries';
import { byEarshot } from '../../electron/service/store/audit';
import { type Connection, openConnection } from '../../electron/service/store/connection';
import { migrate } from '../../electron/service/store/migrate';
import { filterNames, insertFields, operatorsFor, searchBy, searchesByField } from '../support/call-filters';
import { after, asked, type Given, id, levels, narrowed, scope } from '../support/lists';
import { startService, temporaryFolder } from '../support/start-service';

const calls = callList as unknown as List<ListOperation>;

/** An empty database of the current schema, of which each test gets a copy. */
let migrated: string | undefined;
afterAll(() => migrated && rmSync(migrated, { recursive: true }));

async function schema(): Promise<Connection> {
  if (!migrated) {
    migrated = mkdtempSync(join(tmpdir(), 'earshot-test-'));
    const db = openConnection(join(migrated, 'earshot.db'));
    await migrate(db, migrated);
    db.close();
  }
  const folder = temporaryFolder();
  copyFileSync(join(migrated, 'earshot.db'), join(folder, 'earshot.db'));
  const db = openConnection(join(folder, 'earshot.db'));
  onTestFinished(() => db.close());
  return db;
}

/** Creates calls one hour apart from 2026 on, each with the same number. Returns the id of their tenant. */
function archiveOf(db: Connection, calls: number): string {
  const stamps = { created_at: 0, updated_at: 0 };
  db.prepare<object>(`
    INSERT INTO tenants (tenant_id, name, name_folded, timezone, created_at, updated_at)
    VALUES (@tenant_id, 'a', 'a', 'UTC', @created_at, @updated_at)`).run({ tenant_id: id, ...stamps });
  const made = callsOf(calls, { from_number: '+12025550160' });
  db.transaction(() => insertCalls.change(db, { calls: made }, byEarshot(0)));
  return id;
}

/** Calls of this tenant, one hour apart from 2026 on. */
const callsOf = (length: number, call: Partial<NewCall>): NewCall[] =>
  Array.from({ length }, (_, hour) => ({
    call_id: randomUUID(),
    tenant_id: id,
    setup_time: Date.UTC(2026, 0, 1, hour),
    participants: [],
    category_ids: [],
    custom_values: [],
    ...call,
  }));

type Step = { id: number; parent: number; detail: string };

/** A connection that explains its statements, and their plans, line by line: of those that read records, and others. */
function explaining(db: Connection): { db: Connection; plans: Step[][]; others: Step[][] } {
  const plans: Step[][] = [];
  const others: Step[][] = [];
  const explain = (sql: string, input: unknown[]) => {
    const kind = / AS json\b/.test(sql) ? plans : others;
    kind.push(db.prepare<unknown[], Step>(`EXPLAIN QUERY PLAN ${sql}`).all(...input));
  };
  const prepare = (sql: string) => ({
    all(...input: unknown[]) {
      explain(sql, input);
      return db.prepare<unknown[]>(sql).all(...input);
    },
    get(...input: unknown[]) {
      explain(sql, input);
      return db.prepare<unknown[]>(sql).get(...input);
    },
  });
  return { db: { ...db, prepare } as unknown as Connection, plans, others };
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
  ['their ids', `call_id=${id},${id}`, /^SEARCH c .*call_pk=\?/],
  ['a category', `category_id=${id}`, /^SEARCH i USING (PRIMARY KEY|COVERING INDEX)/],
  ['a tenant', `tenant_id=${id}`, /^(SCAN|SEARCH) c\b/],
  ['two tenants', `tenant_id=${id},${id}`, /^(SCAN|SEARCH) c\b/],
  ['a group', `group_id=${id}`, /^(SCAN|SEARCH) c\b/],
  ['a client', `client_id=${id}`, /^(SCAN|SEARCH) c\b/],
  ['a direction', 'direction=1,2', /^(SCAN|SEARCH) c\b/],
  ['a text of two words, one of them short', 'search_term=abc+ab', /^SCAN i VIRTUAL TABLE/],
  ['a number', 'search_term=020+7946', /^SCAN i VIRTUAL TABLE/],
  ['two characters of a number', 'advanced_search=1&phone_number__includes=ab', /^(SCAN|SEARCH) i\b/],
  [
    'a short and a long piece',
    'advanced_search=1&phone_number__includes=ab&phone_name__includes=abc',
    /^SCAN i VIRTUAL/,
  ],
  ['a word and a filter', 'search_term=ab&advanced_search=1&phone_number__includes=abc', /^SCAN i VIRTUAL TABLE/],
  ['a person and two characters', `user_id=${id}&advanced_search=1&phone_name__includes=ab`, /^SEARCH i USING PRIMARY/],
];

test.each(filters)('calls by %s are read through the narrowest source', async (_name, query, leader) => {
  const { db, plans } = explaining(await schema());
  const first = asked(calls, Object.fromEntries(new URLSearchParams(query)));
  for (const level of levels) {
    for (const behind of [undefined, after(calls)]) {
      calls.page.run(db, { ...first, scope: scope(level), after: behind });
    }
  }
  const leading = plans.map((plan) => pickingOf(plan).filter((line) => !line.startsWith('CO-ROUTINE'))[0]);
  for (const line of leading.slice(0, 6)) expect(line).toMatch(leader);
  // For users who see only their own calls, the plan starts with these, with the text, or with few calls by their keys.
  for (const line of leading.slice(6)) expect(line).toMatch(/^((SCAN|SEARCH) i\b|SEARCH c .*call_pk=\?)/);
});

const texts =
  /^(phone_(number|name)(_from|_to)?|agent_name|acd_(number|name)|original_name)__(equal_to|includes|starts_with|ends_with)$/;

/** Where the plan begins to find the few calls of a value, by the names that an index or a small table leads from. */
const leads: { readonly [N in FilterName]?: RegExp } = {
  pbx_call_id: /^SEARCH d USING COVERING INDEX calls_by_protocol_call_id_folded/,
  pbx_tracking_id: /^SEARCH d USING COVERING INDEX calls_by_protocol_tracking_id_folded/,
  phone_id: /^SEARCH d USING COVERING INDEX calls_by_from_id_folded/,
  phone_id_from: /^SEARCH d USING COVERING INDEX calls_by_from_id_folded/,
  phone_id_to: /^SEARCH d USING COVERING INDEX calls_by_to_id_folded/,
  agent_id: /^SEARCH d USING COVERING INDEX calls_by_agent_id_folded/,
  legal_hold: /^SEARCH d USING COVERING INDEX calls_by_legal_hold/,
  user_id: /^SEARCH f USING PRIMARY KEY/,
  user_name: /^SEARCH u USING COVERING INDEX users_in_order/,
  group_id: /^SEARCH g/,
  client_id: /^SEARCH k USING PRIMARY KEY/,
  category_id: /^SEARCH g USING INDEX sqlite_autoindex_categories_1/,
  notes: /^SCAN n/,
  evaluation_form_id: /^SEARCH e USING INDEX evaluation_reports_by_form/,
  evaluator_id: /^SEARCH e USING INDEX evaluation_reports_(by_evaluator|in_queue)/,
  score: /^SEARCH e USING INDEX evaluation_reports_by_score/,
  is_passed: /^SCAN e$/,
  agent_review_status: /^SCAN e$/,
  evaluation_question_id: /^SCAN e$/,
  import_id: /^SEARCH m USING PRIMARY KEY \(import_id=\?\)/,
  ...Object.fromEntries(
    talkFigureNames.map((name) => [name, new RegExp(`^SEARCH t USING COVERING INDEX call_order_by_${name} `)]),
  ),
  evaluation_section_id: /^SEARCH s USING COVERING INDEX evaluation_report_sections_by_section/,
};
const isNegated = (operator: string) => operator === 'is_empty' || operator.startsWith('not_');
const byKeys = /^SEARCH c USING INDEX calls_\w+ \(.*call_pk=\?/;

/** The source of the calls that pass one filter of the advanced search: the table or index that the plan walks. */
function sourceFor(name: FilterName, operator: string): RegExp {
  if (name in leads && !isNegated(operator)) return byKeys;
  if (texts.test(`${name}__${operator}`)) return /^SCAN i VIRTUAL TABLE/;
  if (name === 'call_id' && operator === 'equal_to') return byKeys;
  if (name === 'date' || name === 'datetime') return /^SEARCH c USING INDEX calls_\w+ \(.*call_pk[<>]\?/;
  return /^(SCAN|SEARCH) c USING INDEX calls_/;
}

/**
 * The first table that the plans of pages read, at the levels that reach every call of a tenant, and at the others; and
 * the first one of the plans that find few calls.
 */
function sourcesOf(db: Connection, given: Given): { open: string[]; own: string[]; found: string[] } {
  const { db: explained, plans, others } = explaining(db);
  for (const level of levels) {
    const first = { ...asked(calls, given), scope: scope(level, everyPermission()) };
    for (const behind of [undefined, after(calls)]) calls.page.run(explained, { ...first, after: behind });
  }
  const pages = plans.map(pickingOf);
  for (const lines of pages) {
    expect(lines.join('\n')).not.toMatch(/TEMP B-TREE FOR ORDER BY|CORRELATED LIST SUBQUERY/);
  }
  const leading = pages.map((lines) => lines.find((line) => !line.startsWith('CO-ROUTINE')) ?? '');
  expect(leading).toHaveLength(2 * levels.length);
  const found = others.map((plan) => linesOf(plan).find((line) => /^(SCAN|SEARCH)/.test(line)) ?? '');
  return { open: leading.slice(0, 6), own: leading.slice(6), found };
}

test.each(filterNames)('calls by %s are read through the narrowest source, with each operator', async (name) => {
  const db = await schema();
  for (const operator of operatorsFor(name)) {
    const { open, own, found } = sourcesOf(db, searchBy(name, operator));
    for (const line of open) expect(line, operator).toMatch(sourceFor(name, operator));
    const isLed = name in leads && !isNegated(operator);
    for (const line of own) expect(line, operator).toMatch(isLed ? byKeys : /^(SCAN|SEARCH) i\b/);
    for (const line of operator === 'equal_to' ? found : []) expect(line, operator).toMatch(leads[name] as RegExp);
  }
});

const sorts = ['duration', 'customer', 'number', 'agent', 'notes_count', ...talkFigureNames];

test.each(sorts)('calls by %s are walked by the index of their values, and those without in theirs', async (sort) => {
  const { db, plans, others } = explaining(await schema());
  for (const sort_order of ['asc', 'desc']) {
    for (const place of [undefined, [0, 1, 1], [1, 0, 1]])
      calls.page.run(db, {
        ...asked(calls, { sort, sort_order }),
        scope: scope('root', everyPermission()),
        after: place,
      });
  }

  const walked = [...plans, ...others].map(linesOf).filter(([line = '']) => /^(SCAN|SEARCH) s\b/.test(line));
  expect(walked.length).toBeGreaterThanOrEqual(10);
  for (const lines of walked) {
    // Nothing is read of a column that is never empty.
    const never = ['duration', 'notes_count'].includes(sort) ? '^SCAN s$|^SEARCH s USING INTEGER PRIMARY KEY|' : '';
    expect(lines[0]).toMatch(new RegExp(`${never}^S(EARCH|CAN) s USING COVERING INDEX call_order_by_${sort}\\b`));
    expect(lines.join('\n')).not.toMatch(/TEMP B-TREE/);
  }
});

test('calls of a value that many have are walked in order, without collecting them', async () => {
  const db = await schema();
  const tenant_id = archiveOf(db, 1);
  const many = callsOf(2_001, { tenant_id, from_id: 'sip:many', setup_time: 0 }).map((call, ms) => ({
    ...call,
    setup_time: ms,
  }));
  db.transaction(() => insertCalls.change(db, { calls: many }, byEarshot(0)));

  const sources = (value: string) => sourcesOf(db, { advanced_search: '1', phone_id__equal_to: value }).open;

  for (const line of sources('SIP:many')) expect(line).toMatch(/^(SCAN|SEARCH) c USING INDEX calls_(?!.*call_pk=\?)/);
  for (const line of sources('sip:few')) expect(line).toMatch(byKeys);
});

test('calls by the value of a custom field are read from the values of this field', async () => {
  const db = await schema();
  insertFields(db);
  for (const search of searchesByField) {
    const { open, found } = sourcesOf(db, search);
    for (const line of open) expect(line).toMatch(byKeys);
    // The second reads the values that the search names.
    for (const line of found) expect(line).toMatch(/^(SEARCH (d|o|v) |SCAN json_each )/);
  }
});

test('a page reads few rows, on the first page, on a distant one and in old dates', async () => {
  const db = await schema();
  const tenant_id = archiveOf(db, 5_000);
  const all = db
    .prepare<[], { call_id: string; call_pk: number }>('SELECT call_id, call_pk FROM calls ORDER BY call_pk DESC')
    .all();
  const ids = (from: number) => all.slice(from, from + 21).map(({ call_id }) => call_id);
  const page = (query: string, after?: number) => {
    const { values } = asked(calls, Object.fromEntries(new URLSearchParams(query)));
    // A deadline in the past refuses a statement that walks some thousand rows.
    db.limit({ at: Date.now() - 1 });
    const place = { start: 0, cap: 0, after: after === undefined ? undefined : [after] };
    const { bytes } = calls.page.run(db, { values, limit: 21, scope: scope('root'), zone: 'UTC', ...place });
    return (JSON.parse(Buffer.from(bytes).toString()) as Call[]).map(({ call_id }) => call_id);
  };

  const advanced = ['includes=60', 'includes=0160', 'starts_with=%2B1202', 'equal_to=%2B12025550160', 'not_includes=7'];
  const filters = [
    '',
    'search_term=60',
    'search_term=555',
    'search_term=0160+202',
    `tenant_id=${tenant_id}`,
    ...advanced.map((condition) => `advanced_search=1&phone_number__${condition}`),
    `advanced_search=1&tenant_id__equal_to=${tenant_id}&phone_id__is_empty=1`,
  ];
  for (const filter of filters) {
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

test('one call among thousands is found by part of a number or name without reading the others', async () => {
  const db = await schema();
  archiveOf(db, 5_000);
  const rare = { from_number: '+4930111222', from_name: 'Žofie Brzęczyszczykiewicz', from_id: 'sip:zofie' };
  const [call] = callsOf(1, { ...rare, setup_time: 0 });
  db.transaction(() => insertCalls.change(db, { calls: [call as NewCall] }, byEarshot(0)));
  const found = (filter: string) => {
    const { values } = asked(calls, { advanced_search: '1', ...Object.fromEntries(new URLSearchParams(filter)) });
    db.limit({ at: Date.now() - 1 });
    const place = { start: 0, cap: 0, after: undefined };
    return calls.page.run(db, { values, limit: 20, scope: scope('root'), zone: 'UTC', ...place }).count;
  };

  const filters = [
    'phone_number__equal_to=%2B4930111222',
    'phone_number_from__starts_with=%2B4930',
    'phone_name__includes=BRZĘ',
    'phone_id__includes=ZOFIE',
  ];
  expect(filters.map(found)).toEqual([1, 1, 1, 1]);
  // Other values are compared call by call, within the deadline.
  expect(() => found('duration__equal_to=77')).toThrow(expect.objectContaining({ code: 'TooManyRequests' }));
});

test('an existing call is found through an index, without a scan', async () => {
  const { db, others } = explaining(await schema());
  const call = {
    call_id: id,
    tenant_id: id,
    setup_time: 1,
    participants: [],
    category_ids: [],
    custom_values: [],
    at: 1,
  };
  callsWithId(db, { ...call, protocol_call_id: 'a' });
  callsTracked(db, { ...call, protocol_tracking_id: 'a' });
  callsAt(db, call);
  expect(others.map((plan) => plan[0]?.detail)).toEqual([
    expect.stringMatching(/^SEARCH calls USING INDEX calls_by_protocol_call \(protocol_call_id/),
    expect.stringMatching(/^SEARCH calls USING INDEX calls_by_protocol_tracking_id_folded/),
    expect.stringMatching(/^SEARCH calls USING (INTEGER PRIMARY KEY|INDEX calls_listed) \(call_pk>\?/),
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
  const list = (caller: typeof one, view?: string) =>
    caller.get('/api/v2/calls.json', view ? { 'x-earshot-view': view } : undefined).then(({ status }) => status);

  const others = [list(two, 'calls'), list(one, 'clients'), list(one)];
  const older = Array.from({ length: 5 }, () => list(one, 'calls'));
  const newest = list(one, 'calls');

  expect(await newest).toBe(200);
  expect(await Promise.all(others)).toEqual([200, 200, 200]);
  expect(await Promise.all(older)).toEqual(Array.from({ length: 5 }, () => 409));
});
