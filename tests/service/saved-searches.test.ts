import type { SavedSearch } from '@shared/contract/saved-searches';
import { expect, test } from 'vitest';
import { startService } from '../support/start-service';

const collection = '/api/v2/saved_searches.json';

async function withTwo() {
  const { given } = await startService();
  const [one, two] = [
    await given.user({ permissions: ['calls:view'] }),
    await given.user({ permissions: ['calls:view'] }),
  ];
  const make = async (search: object) => (await one.post(collection, { saved_search: search })).body.url as string;
  return { given, one, two, make };
}

test('a search is saved, read, changed in part and deleted', async () => {
  const { one, make } = await withTwo();
  const url = await make({
    name: 'Long calls',
    query: 'direction=1&sort_order=asc',
    columns: ['duration:68', 'from_number'],
    is_compact: true,
  });

  const { saved_search } = (await one.get(url)).body;
  const changed = await one.put(url, { saved_search: { ...saved_search, columns: [], is_compact: false } });
  const gone = await one.delete(url);

  expect(saved_search).toEqual({
    saved_search_id: saved_search.saved_search_id,
    user_id: one.user_id,
    name: 'Long calls',
    is_shared: false,
    query: 'direction=1&sort_order=asc',
    columns: ['duration:68', 'from_number'],
    is_compact: true,
  });
  expect(changed.body.saved_search).toEqual({ ...saved_search, columns: [], is_compact: false });
  expect([gone.status, (await one.get(url)).status]).toEqual([200, 404]);
});

test('tenant_id of a search is ignored', async () => {
  const { one } = await withTwo();
  const saved_search = { name: 'Long', tenant_id: '11111111-1111-4111-8111-111111111111' };

  expect((await one.post(collection, { saved_search })).status).toBe(201);
});

test.each([
  [{ name: '' }, 'name'],
  [{ name: 'LONG' }, 'name'],
  [{ name: 'a', columns: 'duration' }, 'columns'],
  [{ name: 'a', query: 'x'.repeat(8193) }, 'query'],
  [{ name: 'a', is_shared: 1 }, 'is_shared'],
])('%j is refused at the field', async (search, field) => {
  const { one, make } = await withTwo();
  await make({ name: 'Long' });

  const { status, body } = await one.post(collection, { saved_search: search });

  expect([status, Object.keys(body.details)]).toEqual([400, [field]]);
});

test('a search is hidden from others until it is shared; then the tenant reads it and its owner changes it', async () => {
  const { given, two, make } = await withTwo();
  const foreigner = await given.user({ permissions: ['calls:view'], tenant_id: await given.tenant() });
  const [own, shared] = [await make({ name: 'Own' }), await make({ name: 'Shared', is_shared: true })];
  const names = async (caller: typeof two) =>
    (await caller.get(collection)).body.saved_searches.map(({ name }: SavedSearch) => name);

  const statuses = [
    await two.get(own),
    await two.get(shared),
    await two.put(shared, { saved_search: { name: 'Mine' } }),
    await two.delete(shared),
    await foreigner.get(shared),
  ];

  expect(statuses.map(({ status }) => status)).toEqual([404, 200, 403, 403, 404]);
  expect([await names(two), await names(foreigner)]).toEqual([['Shared'], []]);
});
