import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startService } from '../support/start-service';

const categories = '/api/v2/calls/categories.json';
const removal = '/api/v2/calls/removal.json';
const restore = '/api/v2/removed_calls/restore.json';
const at = (call_id: string) => `/api/v2/calls/${call_id}.json`;

async function withThree() {
  const started = await startService();
  const { given, admin } = started;
  const [sales, support] = [await given.category('sales'), await given.category('support')];
  const call_ids = await given.calls({ category_ids: [sales] }, {}, {});
  const namesOf = async (call_id: string): Promise<string[]> =>
    (await admin.get(at(call_id))).body.call.categories.map(({ name }: { name: string }) => name);
  return { ...started, sales, support, call_ids, namesOf };
}

test('categories are added to several calls and removed from them; unknown calls are named with the reason', async () => {
  const { admin, given, sales, support, call_ids, namesOf } = await withThree();
  const unknown = randomUUID();

  const { status, body } = await admin.post(categories, {
    call_ids: [...call_ids, unknown],
    add: [support],
    remove: [sales],
  });

  expect([status, body.calls.map(({ call_id }: { call_id: string }) => call_id)]).toEqual([200, call_ids]);
  expect(body.refused).toEqual([
    {
      call_id: unknown,
      error: 'NotFound',
      explanation: 'This does not exist, or you do not have access to it.',
      reason: { code: 'not_found', values: {} },
    },
  ]);
  expect(await Promise.all(call_ids.map(namesOf))).toEqual([['support'], ['support'], ['support']]);
  expect(given.audited('call').filter(({ action }) => action === 'update').length).toBe(3);
});

test('a category that the caller cannot see is refused, and no call is changed', async () => {
  const { given, support, call_ids, namesOf } = await withThree();
  const other = await given.user();
  const hidden = await given.category('mine', other.user_id);
  const clerk = await given.user({ permissions: ['calls:view', 'calls:categorize'] });

  const { status, body } = await clerk.post(categories, { call_ids, add: [support, hidden] });

  expect([status, Object.keys(body.details)]).toEqual([400, ['add.1']]);
  expect(await namesOf(call_ids[1] ?? '')).toEqual([]);
});

test('several calls are removed and restored; one under legal hold stays, and is named', async () => {
  const { admin, call_ids } = await withThree();
  const [first = '', held = '', last = ''] = call_ids;
  await admin.put(`${at(held)}/legal_hold.json`, { call: { legal_hold: true } });

  const removed = await admin.post(removal, { call_ids: [...call_ids, first] });

  expect([removed.status, removed.body.removed]).toEqual([200, [first, last]]);
  expect(removed.body.refused).toMatchObject([{ call_id: held, error: 'Conflict', reason: { code: 'call_held' } }]);
  expect((await admin.get('/api/v2/calls/count.json')).body.count).toBe(1);

  const restored = await admin.post(restore, { call_ids });

  expect(restored.body).toMatchObject({ restored: [first, last], refused: [{ call_id: held, error: 'NotFound' }] });
  expect((await admin.get('/api/v2/calls/count.json')).body.count).toBe(3);
});

test('calls out of the scope of the caller stay as they were', async () => {
  const { given, sales, call_ids, namesOf } = await withThree();
  const clerk = await given.user({ access_level: 'user', permissions: ['calls:categorize', 'calls:delete'] });

  const categorized = await clerk.post(categories, { call_ids, remove: [sales] });
  const removed = await clerk.post(removal, { call_ids });

  expect([categorized.body.calls, removed.body.removed]).toEqual([[], []]);
  expect([categorized.body.refused.length, removed.body.refused.length]).toEqual([3, 3]);
  expect(await namesOf(call_ids[0] ?? '')).toEqual(['sales']);
});

test.each([categories, removal, restore])('%s takes one to 1,000 calls', async (path) => {
  const { admin } = await startService();
  const ask = async (count: number) =>
    (await admin.post(path, { call_ids: Array.from({ length: count }, () => randomUUID()) })).status;

  expect([await ask(0), await ask(1), await ask(1000), await ask(1001)]).toEqual([400, 200, 200, 400]);
});
