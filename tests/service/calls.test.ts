import type { Call } from '@shared/contract/calls';
import { expect, test } from 'vitest';
import { party } from '../support/given';
import { startService } from '../support/start-service';

const idsOf = (calls: Call[]) => calls.map(({ call_id }) => call_id);

test('calls are listed newest first, twenty per page, and following next_url returns each call once', async () => {
  const { admin, given } = await startService();
  const ids = await given.calls(...Array.from({ length: 45 }, () => ({})));

  const seen: string[] = [];
  const totals: (number | null)[] = [];
  let url: string | null = '/api/v2/calls.json';
  while (url) {
    const { body } = await admin.get(url);
    seen.push(...idsOf(body.calls));
    totals.push(body.total);
    url = body.next_url;
  }

  expect(seen).toEqual(ids);
  expect(totals).toEqual([null, null, 45]);
});

test('a call that arrives while paging neither hides nor repeats another call', async () => {
  const { admin, given } = await startService();
  const ids = await given.calls({}, {}, {}, {});
  const first = await admin.get('/api/v2/calls.json?limit=2');

  await given.calls({ setup_time: Date.UTC(2026, 10, 21) });

  const second = await admin.get(first.body.next_url);
  expect([...idsOf(first.body.calls), ...idsOf(second.body.calls)]).toEqual(ids);
});

test('a call that is removed while paging hides no other call', async () => {
  const { admin, given } = await startService();
  const ids = await given.calls({}, {}, {}, {}, {});
  const first = await admin.get('/api/v2/calls.json?limit=2');

  for (const id of [ids[1], ids[3]]) await admin.delete(`/api/v2/calls/${id}.json`);

  const second = await admin.get(first.body.next_url);
  expect(idsOf(second.body.calls)).toEqual([ids[2], ids[4]]);
  expect(second.body.next_url).toBeNull();
});

test('times are in the zone of the user, else of the group, of the tenant, of the settings', async () => {
  const { admin, given } = await startService();
  const person = await given.user({ permissions: ['calls:view'] });
  await given.calls({ setup_time: Date.UTC(2026, 10, 20, 12) });
  const seen = async () => (await person.get('/api/v2/calls.json')).body.calls[0].setup_time;
  const times = [await seen()];
  await admin.put('/api/v2/settings.json', { settings: { timezone: 'Asia/Dubai' } });
  times.push(await seen());
  for (const [table, zone] of [
    ['tenants', 'Asia/Kolkata'],
    ['groups', 'America/New_York'],
    ['users', 'Asia/Tokyo'],
  ]) {
    given.database((db) => db.exec(`UPDATE ${table} SET timezone = '${zone}'`));
    times.push(await seen());
  }

  expect(times).toEqual([
    '2026-11-20T12:00:00+00:00',
    '2026-11-20T16:00:00+04:00',
    '2026-11-20T17:30:00+05:30',
    '2026-11-20T07:00:00-05:00',
    '2026-11-20T21:00:00+09:00',
  ]);
});

test.each([
  [5, '/api/v2/calls.json?limit=2&max_total_calc=10', 5],
  [5, '/api/v2/calls.json?limit=2&max_total_calc=5', null],
  [5, '/api/v2/calls.json?limit=2&max_total_calc=3', null],
  [5, '/api/v2/calls.json?limit=5', 5],
  [5, '/api/v2/calls.json?limit=2&start=40', 5],
  [0, '/api/v2/calls.json', 0],
])('with %i calls the total of %s is %s', async (n, url, total) => {
  const { admin, given } = await startService();
  await given.calls(...Array.from({ length: n }, () => ({})));
  expect((await admin.get(url)).body.total).toBe(total);
});

test.each([
  ['limit=0', 'limit'],
  ['limit=1001', 'limit'],
  ['limit=ten', 'limit'],
  ['limit=1.5', 'limit'],
  ['start=-1', 'start'],
  ['max_total_calc=1001', 'max_total_calc'],
  ['limit=2&limit=3', 'limit'],
  ['colour=blue', 'colour'],
  ['__proto__=1', '__proto__'],
  ['daterange=2026-11-01', 'daterange'],
  ['daterange=2026/02/30-2026/03/01', 'daterange'],
  ['daterange=2026/03/02-2026/03/01', 'daterange'],
  ['user_id=me', 'user_id'],
  ['direction=9', 'direction'],
  ['sort_order=up', 'sort_order'],
  ['after=nonsense', 'after'],
])('%s is refused and names the parameter', async (parameters, name) => {
  const { admin } = await startService();
  const { status, body } = await admin.get(`/api/v2/calls.json?${parameters}`);
  expect({ status, error: body.error, named: Object.keys(body.details) }).toEqual({
    status: 400,
    error: 'InvalidRecord',
    named: [name],
  });
});

test('a cursor belongs to its list: with other parameters it is refused, with another start it is ignored', async () => {
  const { admin, given } = await startService();
  const ids = await given.calls({}, {}, {}, {});
  const next = new URL((await admin.get('/api/v2/calls.json?limit=2')).body.next_url, 'http://x');

  next.searchParams.set('limit', '3');
  const refused = await admin.get(`${next.pathname}${next.search}`);
  next.searchParams.set('limit', '2');
  next.searchParams.set('start', '1');
  const moved = await admin.get(`${next.pathname}${next.search}`);

  expect([refused.status, Object.keys(refused.body.details)]).toEqual([400, ['after']]);
  expect(idsOf(moved.body.calls)).toEqual(ids.slice(1, 3));
});

test("a cursor of someone else leads to the same position of the caller's own list, with its total", async () => {
  const { admin, given } = await startService();
  const agent = await given.user({ permissions: ['calls:view'], access_level: 'user' });
  const own = Array.from({ length: 4 }, () => ({ participants: [party(agent.user_id)] }));
  const ids = await given.calls(...own, ...Array.from({ length: 6 }, () => ({})));
  const first = (await admin.get('/api/v2/calls.json?limit=3')).body;
  const later = (await admin.get('/api/v2/calls.json?limit=8')).body;

  const followed = (await agent.get(first.next_url)).body;
  const beyond = (await agent.get(later.next_url)).body;

  expect(followed.calls.map(({ call_id }: { call_id: string }) => call_id)).toEqual([ids[3]]);
  expect([followed.total, followed.next_url]).toEqual([4, null]);
  expect([beyond.calls, beyond.total]).toEqual([[], 4]);
});

test('calls in the same millisecond keep their order in both directions', async () => {
  const { admin, given } = await startService();
  const setup_time = Date.UTC(2026, 0, 1);
  await given.calls({ setup_time }, { setup_time }, { setup_time });

  const down = idsOf((await admin.get('/api/v2/calls.json')).body.calls);
  const up = idsOf((await admin.get('/api/v2/calls.json?sort_order=asc')).body.calls);

  expect(up).toEqual([...down].reverse());
});

test.each([
  ['55501', 'number in the middle'],
  ['LÓPEZ', 'name, whatever its case'],
  ['ß', 'one character, folded'],
  ['王芳', 'two characters'],
  ['60', 'two digits'],
  ['"quoted" (name) *', 'special characters of the index'],
])('search for %s finds the call: %s', async (term) => {
  const { admin, given } = await startService();
  const [wanted] = await given.calls(
    {
      from_number: '+49 30 5550101',
      from_name: 'María López',
      to_number: '6001',
      to_name: 'Weiß 王芳 a "quoted" (name) *',
    },
    { from_number: '1234', from_name: 'Someone else' },
  );
  const { body } = await admin.get(`/api/v2/calls.json?search_term=${encodeURIComponent(term)}`);
  expect(idsOf(body.calls)).toEqual([wanted]);
});

test("a date range includes both of its days, in the caller's zone", async () => {
  const { admin, given } = await startService({ timezone: 'America/New_York' });
  const [, inside, late] = await given.calls(
    { setup_time: Date.UTC(2026, 10, 20, 4, 59) },
    { setup_time: Date.UTC(2026, 10, 20, 5) },
    { setup_time: Date.UTC(2026, 10, 21, 4, 59) },
    { setup_time: Date.UTC(2026, 10, 21, 5) },
  );
  const { body } = await admin.get('/api/v2/calls.json?daterange=2026/11/20-2026/11/20');
  expect(idsOf(body.calls)).toEqual([late, inside]);
  expect(body.calls[1].setup_time).toBe('2026-11-20T00:00:00-05:00');
});

test('a period has the days of the request, in the zone of the caller', async () => {
  const now = () => Date.UTC(2026, 10, 21, 4, 30);
  const { admin, given } = await startService({ timezone: 'America/New_York', now });
  const [, inside, late] = await given.calls(
    { setup_time: Date.UTC(2026, 10, 20, 4, 59) },
    { setup_time: Date.UTC(2026, 10, 20, 5) },
    { setup_time: Date.UTC(2026, 10, 21, 4, 15) },
  );

  const { body } = await admin.get('/api/v2/calls.json?daterange=today&limit=1');

  expect(idsOf(body.calls)).toEqual([late]);
  expect(idsOf((await admin.get(body.next_url)).body.calls)).toEqual([inside]);
  expect((await admin.get('/api/v2/calls/count.json?daterange=this_week')).body.count).toBe(3);
  expect((await admin.get('/api/v2/calls/count.json?daterange=tomorrow')).status).toBe(400);
});

test('a day that its zone skipped is an empty range, and a range across it includes the adjacent days', async () => {
  const { admin, given } = await startService({ timezone: 'Pacific/Apia' });
  const [after, before] = await given.calls(
    { setup_time: Date.UTC(2011, 11, 30, 10) },
    { setup_time: Date.UTC(2011, 11, 30, 9, 59) },
  );
  const found = async (range: string) => {
    const { status, body } = await admin.get(`/api/v2/calls.json?daterange=${range}`);
    return { status, ids: idsOf(body.calls ?? []) };
  };
  expect([
    await found('2011/12/30-2011/12/30'),
    await found('2011/12/29-2011/12/30'),
    await found('2011/12/30-2011/12/31'),
  ]).toEqual([
    { status: 200, ids: [] },
    { status: 200, ids: [before] },
    { status: 200, ids: [after] },
  ]);
});

test('direction accepts one code or several', async () => {
  const { admin, given } = await startService();
  const [unknown, out, into] = await given.calls(
    { protocol_call_direction: 0 },
    { protocol_call_direction: 1 },
    { protocol_call_direction: 2 },
  );
  const found = async (value: string) => idsOf((await admin.get(`/api/v2/calls.json?direction=${value}`)).body.calls);
  expect([await found('2'), await found('0,1')]).toEqual([[into], [unknown, out]]);
});

test('several calls are read by their ids, those in reach only', async () => {
  const { admin, given } = await startService();
  const [first, , third] = await given.calls({}, {}, {});
  const [foreign] = await given.calls({ tenant_id: await given.tenant() });
  const agent = await given.user({ access_level: 'tenant', permissions: ['calls:view'] });
  const path = `/api/v2/calls.json?call_id=${third},${first?.toUpperCase()},${foreign}`;

  expect(idsOf((await admin.get(path)).body.calls).toSorted()).toEqual([first, foreign, third].toSorted());
  expect(idsOf((await agent.get(`${path}&sort_order=asc`)).body.calls)).toEqual([third, first]);
  expect((await admin.get('/api/v2/calls.json?call_id=third')).body.details).toHaveProperty('call_id');
});

test('a single call has every key, null where unknown', async () => {
  const { admin, given } = await startService();
  const [id] = await given.calls({ from_number: '+12025550143' });

  const { status, body } = await admin.get(`/api/v2/calls/${id}.json`);

  expect(status).toBe(200);
  expect(body.call).toMatchObject({
    call_id: id,
    from_number: '+12025550143',
    pbx1_user_id: null,
    participants: [],
    files: [],
  });
});

test('a call is found by its id in upper case too', async () => {
  const { admin, given } = await startService();
  const [id = ''] = await given.calls({});
  const { body } = await admin.get(`/api/v2/calls/${id.toUpperCase()}.json`);
  expect(body.call.call_id).toBe(id);
});

test.each([
  ['/api/v2/calls/00000000-0000-4000-8000-000000000000.json', 404],
  ['/api/v2/calls/not-a-uuid.json', 404],
  ['/api/v2/calls/00000000-0000-4000-8000-000000000000', 404],
  ['/api/v2/calls', 404],
  ['/api/v2/nothing.json', 404],
  ['/api/v2/calls/%2e%2e.json', 404],
  ['/api/v2/calls%2f.json', 404],
])('%s is %i with a JSON body', async (path, status) => {
  const { admin } = await startService();
  const answer = await admin.get(path);
  expect({ status: answer.status, error: answer.body.error }).toEqual({ status, error: 'NotFound' });
});
