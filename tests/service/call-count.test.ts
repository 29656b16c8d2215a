import type { Call } from '@shared/contract/calls';
import type { Permission } from '@shared/permissions';
import { expect, test } from 'vitest';
import { party } from '../support/given';
import { startService } from '../support/start-service';

const minute = 60_000;
const noon = Date.UTC(2026, 10, 20, 12);

test('the count equals the length of the list with the same filters, whatever the page size', async () => {
  const { admin, given } = await startService();
  await given.calls(
    ...Array.from({ length: 45 }, (_, n) => ({
      setup_time: noon - n * 12 * 60 * minute,
      from_number: n % 3 ? '6001' : '+1202555',
      from_name: n % 5 ? 'Rosa Diaz' : '王芳',
      protocol_call_direction: n % 2,
    })),
  );
  const filters = [
    '',
    'search_term=diaz',
    'search_term=60',
    'search_term=nobody',
    'direction=1',
    'daterange=2026/11/10-2026/11/12',
    'search_term=diaz&direction=0&daterange=2026/11/10-2026/11/12',
  ];

  const counts = await Promise.all(
    filters.map(async (filter) => (await admin.get(`/api/v2/calls/count.json?${filter}`)).body),
  );

  const lists = await Promise.all(
    filters.map(async (filter) => (await admin.get(`/api/v2/calls.json?limit=1000&${filter}`)).body.calls.length),
  );
  expect(counts).toEqual(lists.map((count) => ({ count })));
  expect(lists.slice(0, 1)).toEqual([45]);
});

test('newer_than counts the calls after a time, in whole seconds as they are shown', async () => {
  const { admin, given } = await startService();
  const [newest = ''] = await given.calls(
    { setup_time: noon + 1000 },
    { setup_time: noon + 999 },
    { setup_time: noon },
    { setup_time: noon - 1 },
  );
  const { setup_time } = (await admin.get(`/api/v2/calls/${newest}.json`)).body.call as Call;
  const newerThan = async (moment: string) =>
    (await admin.get(`/api/v2/calls/count.json?newer_than=${encodeURIComponent(moment)}`)).body.count;

  const counts = [
    await newerThan(setup_time),
    await newerThan('2026-11-20T12:00:00Z'),
    await newerThan('2026-11-20T13:00:00+01:00'),
    await newerThan('2026-11-20T11:59:59.999+0000'),
    await newerThan('2026-11-20T11:59:58Z'),
  ];

  expect(counts).toEqual([0, 1, 1, 3, 4]);
});

test('newer_than combines with the other filters', async () => {
  const { admin, given } = await startService();
  await given.calls(...['Diaz', 'Kaya', 'Diaz', 'Diaz'].map((from_name) => ({ from_name })));
  const { body } = await admin.get('/api/v2/calls/count.json?search_term=diaz&newer_than=2026-11-20T11:57:00Z');
  expect(body).toEqual({ count: 2 });
});

test('the count respects the scope of each access level', async () => {
  const { given } = await startService();
  const [north, south] = [await given.tenant(), await given.tenant()];
  const [managed, other] = [await given.group(north), await given.group(north)];
  const permissions: Permission[] = ['calls:view'];
  const agent = await given.user({ tenant_id: north, group_id: managed, access_level: 'user', permissions });
  const colleague = await given.user({ tenant_id: north, group_id: other, access_level: 'user', permissions });
  const supervisor = { tenant_id: north, access_level: 'managed_groups' as const, managed_groups: [managed] };
  const people = [
    agent,
    await given.user({ ...supervisor, permissions }),
    await given.user({ tenant_id: north, permissions }),
    await given.user({ tenant_id: north, permissions: [...permissions, 'calls:confidential'] }),
    await given.user({ access_level: 'root', permissions }),
  ];
  await given.calls(
    { tenant_id: north, participants: [party(agent.user_id)], from_name: 'Diaz' },
    { tenant_id: north, participants: [party(colleague.user_id)], from_name: 'Diaz' },
    { tenant_id: north, participants: [party(agent.user_id)], from_name: 'Diaz', confidential: 1 },
    { tenant_id: south, from_name: 'Diaz' },
    { from_name: 'Diaz' },
  );
  for (const filter of ['', '?search_term=diaz', '?search_term=di', '?daterange=2026/11/20-2026/11/20']) {
    const counts = await Promise.all(
      people.map(async (person) => (await person.get(`/api/v2/calls/count.json${filter}`)).body.count),
    );
    expect({ filter, counts }).toEqual({ filter, counts: [1, 1, 2, 3, 4] });
  }
});

test.each([
  ['limit=20', 'limit'],
  ['start=0', 'start'],
  ['max_total_calc=10', 'max_total_calc'],
  ['sort_order=asc', 'sort_order'],
  ['colour=blue', 'colour'],
  ['direction=9', 'direction'],
  ['newer_than=2026-11-20', 'newer_than'],
  ['newer_than=2026-11-20T12:00:00', 'newer_than'],
  ['newer_than=2026-11-20T12:00:00Z&newer_than=2026-11-20T12:00:00Z', 'newer_than'],
  ['newer_than=noon', 'newer_than'],
])('a count with %s is refused and names the parameter', async (parameters, name) => {
  const { admin } = await startService();
  const { status, body } = await admin.get(`/api/v2/calls/count.json?${parameters}`);
  expect({ status, error: body.error, named: Object.keys(body.details) }).toEqual({
    status: 400,
    error: 'InvalidRecord',
    named: [name],
  });
});

test('a newer count or list of a view cancels its older waiting requests', async () => {
  const { nobody, through } = await startService();
  const { body } = await nobody.post('/api/v2/sessions.json', { login: 'ingrid', password: 'correct horse battery' });
  const session = through('app', { authorization: `Bearer ${body.token}` });
  const ask = (path: string, view: string) =>
    session.get(path, { 'x-earshot-view': view }).then(({ status }) => status);
  const [list, count] = ['/api/v2/calls.json', '/api/v2/calls/count.json'];

  // Another view occupies both reader threads, so that further requests wait.
  const other = [ask(count, 'one other'), ask(count, 'another')];
  const older = [ask(count, 'calls'), ask(list, 'calls'), ask(count, 'calls')];
  const newest = ask(count, 'calls');

  expect(await newest).toBe(200);
  expect(await Promise.all(other)).toEqual([200, 200]);
  expect(await Promise.all(older)).toEqual([409, 409, 409]);
});
