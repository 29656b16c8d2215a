import { randomUUID } from 'node:crypto';
import type { Call } from '@shared/contract/calls';
import type { Permission } from '@shared/permissions';
import { expect, test } from 'vitest';
import type { Caller } from '../support/caller';
import { startService } from '../support/start-service';

const at = (call_id: string) => `/api/v2/calls/${call_id}.json`;
const rights: Permission[] = ['calls:view', 'calls:edit', 'calls:categorize'];

/**
 * Starts a service with one call, two people who may categorize it, and for each of them a private category that the
 * call is in.
 */
async function withCall() {
  const started = await startService();
  const { given } = started;
  const [editor, other] = [await given.user({ permissions: rights }), await given.user({ permissions: rights })];
  const [mine, theirs] = [await given.category('mine', editor.user_id), await given.category('theirs', other.user_id)];
  const [sales, support] = [await given.category('sales'), await given.category('support')];
  const [call_id = ''] = await given.calls({ category_ids: [mine, theirs, sales] });
  const put = (ids: string[], by: Caller = editor) =>
    by.put(at(call_id), { call: { categories: ids.map((category_id) => ({ category_id })) } });
  const place = (category_id: string) => `${at(call_id)}/categories/${category_id}.json`;
  const namesOf = async (by: Caller = editor): Promise<string[]> =>
    (await by.get(at(call_id))).body.call.categories.map(({ name }: Call['categories'][number]) => name);
  const audited = () => given.audited('call').filter(({ action }) => action === 'update');
  return { ...started, editor, other, mine, theirs, sales, support, call_id, put, place, namesOf, audited };
}

test('PUT replaces the categories that the caller can see; private ones of others stay', async () => {
  const { editor, other, mine, support, put, namesOf } = await withCall();

  const { status, body } = await put([support, mine, support]);

  expect([status, body.call.categories.map(({ name }: { name: string }) => name)]).toEqual([200, ['mine', 'support']]);
  expect([await namesOf(editor), await namesOf(other)]).toEqual([
    ['mine', 'support'],
    ['support', 'theirs'],
  ]);
  await put([]);
  expect([await namesOf(editor), await namesOf(other)]).toEqual([[], ['theirs']]);
});

test('categories that are not sent stay, and values and categories can be changed together', async () => {
  const { admin, editor, call_id, support, namesOf } = await withCall();
  const custom_field = { name: 'Order', type: 'string', editable: true };
  await admin.post('/api/v2/custom_fields.json', { custom_field });
  const custom_fields = [{ name: 'Order', value: '7' }];

  await editor.put(at(call_id), { call: { custom_fields } });
  expect(await namesOf()).toEqual(['mine', 'sales']);

  const { body } = await editor.put(at(call_id), {
    call: { custom_fields: [{ name: 'Order', value: '8' }], categories: [{ category_id: support }] },
  });
  expect(body.call).toMatchObject({ custom_fields: [{ value: '8' }], categories: [{ name: 'support' }] });
});

test('a category that the caller cannot see is refused, and nothing is changed', async () => {
  const { given, theirs, support, put, namesOf } = await withCall();
  const foreign = randomUUID();
  const tenant_id = await given.tenant();
  const stamps = { created_at: 0, updated_at: 0 };
  given.insert('categories', { category_id: foreign, tenant_id, name: 'a', name_folded: 'a', ...stamps });

  const { status, body } = await put([support, theirs, randomUUID(), foreign]);

  expect([status, body.error]).toEqual([400, 'InvalidRecord']);
  expect(body.details).toEqual(
    Object.fromEntries(
      [1, 2, 3].map((n) => [`categories.${n}.category_id`, 'This category does not exist, or you cannot see it']),
    ),
  );
  expect(await namesOf()).toEqual(['mine', 'sales']);
});

test('POST adds a category and DELETE removes it; both are safe to repeat', async () => {
  const { editor, call_id, mine, support, place, namesOf, audited } = await withCall();

  const [first, second] = [await editor.post(place(support)), await editor.post(place(support))];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect([first.body, first.headers.get('location')]).toEqual([{ url: at(call_id) }, at(call_id)]);
  expect(await namesOf()).toEqual(['mine', 'sales', 'support']);

  const removed = [await editor.delete(place(mine)), await editor.delete(place(mine))];
  expect(removed.map(({ status, body }) => [status, body])).toEqual([
    [200, {}],
    [200, {}],
  ]);
  expect(await namesOf()).toEqual(['sales', 'support']);
  expect(audited()).toHaveLength(2);
});

test('a category that the caller cannot see gets 404, also one that the call is in', async () => {
  const { given, editor, other, theirs, place, namesOf } = await withCall();
  const foreign = randomUUID();
  const tenant_id = await given.tenant();
  const stamps = { created_at: 0, updated_at: 0 };
  given.insert('categories', { category_id: foreign, tenant_id, name: 'a', name_folded: 'a', ...stamps });
  const statuses = [];
  for (const id of [theirs, foreign, randomUUID(), 'x']) {
    statuses.push((await editor.post(place(id))).status, (await editor.delete(place(id))).status);
  }

  expect(statuses).toEqual(Array.from({ length: 8 }, () => 404));
  expect(await namesOf(other)).toContain('theirs');
});

test('categories need calls:categorize and a call in reach', async () => {
  const { given, support, put, place } = await withCall();
  const without = await given.user({ permissions: ['calls:view', 'calls:edit', 'call_categories:edit'] });
  const agent = await given.user({ permissions: rights, access_level: 'user' });
  const statuses = async (by: Caller) => [
    (await put([support], by)).status,
    (await by.post(place(support))).status,
    (await by.delete(place(support))).status,
  ];

  expect(await statuses(without)).toEqual([403, 403, 403]);
  expect(await statuses(agent)).toEqual([404, 404, 404]);
});

test('POST and DELETE of a category need no right to edit calls', async () => {
  const { given, support, place } = await withCall();
  const person = await given.user({ permissions: ['calls:categorize'] });

  expect([(await person.post(place(support))).status, (await person.delete(place(support))).status]).toEqual([
    201, 200,
  ]);
});

test('each change has a new version and is in the audit log, with the categories before and after', async () => {
  const { editor, call_id, sales, support, place, put, audited } = await withCall();
  const tags: unknown[] = [];
  const tag = async () => tags.push((await editor.get(at(call_id))).headers.get('etag'));
  await tag();
  // The private category that this removes is nobody else's business: the version stays.
  await put([sales]);
  await tag();
  await editor.post(place(support));
  await tag();
  await editor.delete(place(sales));
  await tag();

  const names = (list: unknown) => (list as Call['categories']).map(({ name }) => name);
  const changes = audited().map(({ details }) => (details.changes as Record<string, unknown[]>).categories?.map(names));
  expect(new Set(tags).size).toBe(3);
  expect(changes).toEqual([
    [['mine', 'sales'], ['sales']],
    [['sales'], ['sales', 'support']],
    [['sales', 'support'], ['support']],
  ]);
});

test('lists by category follow', async () => {
  const { editor, call_id, sales, support, put } = await withCall();
  await put([support]);
  const found = async (id: string) =>
    (await editor.get(`/api/v2/calls.json?category_id=${id}`)).body.calls.map((call: Call) => call.call_id);

  expect([await found(sales), await found(support)]).toEqual([[], [call_id]]);
});

test('a private category on a call keeps its version, and so does a change that is done already', async () => {
  const { other, theirs, sales, call_id, place, audited } = await withCall();
  const tag = async () => (await other.get(at(call_id))).headers.get('etag');
  const before = await tag();

  await other.delete(place(theirs));
  await other.post(place(theirs));
  expect([await tag(), audited().length]).toEqual([before, 2]);

  await other.post(place(sales));
  expect([await tag(), audited().length]).toEqual([before, 2]);
});

test('adding and removing a category respects If-Match', async () => {
  const { editor, call_id, support, place, namesOf } = await withCall();
  const stale = { 'if-match': '"stale"' };
  const etag = (await editor.get(at(call_id))).headers.get('etag') ?? '';

  const refused = await editor.post(place(support), undefined, stale);
  const removed = await editor.raw(place(support), { method: 'DELETE', headers: stale });
  const accepted = await editor.post(place(support), undefined, { 'if-match': etag });

  expect([refused.status, refused.body.error, removed.status, accepted.status]).toEqual([412, 'Conflict', 412, 201]);
  expect(await namesOf()).toEqual(['mine', 'sales', 'support']);
});

test('a category of a removed call is not deleted, so that the call can be restored whole', async () => {
  const { admin, call_id, sales, namesOf } = await withCall();
  await admin.delete(at(call_id));

  const refused = await admin.delete(`/api/v2/categories/${sales}.json`);
  await admin.post(`/api/v2/removed_calls/${call_id}/restore.json`);

  expect([refused.status, refused.body.reason.code]).toEqual([409, 'category_on_removed_calls']);
  expect(await namesOf()).toContain('sales');
  expect((await admin.delete(`/api/v2/categories/${sales}.json`)).status).toBe(200);
});
