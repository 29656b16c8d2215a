import { randomUUID } from 'node:crypto';
import type { Category } from '@shared/contract/categories';
import { expect, test } from 'vitest';
import { startService } from '../support/start-service';

const collection = '/api/v2/categories.json';
const rights = ['call_categories:view', 'call_categories:edit', 'call_categories:delete'] as const;

/**
 * Starts a service with one user who has all rights for categories. Returns a function that creates a category and
 * returns its address.
 */
async function withEditor() {
  const { given, admin } = await startService();
  const editor = await given.user({ permissions: [...rights] });
  const make = async (category: object, by = editor) => (await by.post(collection, { category })).body.url as string;
  return { given, admin, editor, make };
}
const idOf = (url: string) => url.slice('/api/v2/categories/'.length, -'.json'.length);

test('a category is created, read, partly changed and deleted', async () => {
  const { editor, make } = await withEditor();
  const [parent, url] = [await make({ name: 'Sales' }), await make({ name: '  Upsell ' })];

  const made = await editor.get(url);
  const changed = await editor.put(url, { category: { parent_id: idOf(parent) } });
  const gone = await editor.delete(url);

  const category = { category_id: idOf(url), name: 'Upsell', private_user_id: null, parent_id: null };
  expect(made.body).toEqual({ category });
  expect([changed.status, changed.body]).toEqual([200, { category: { ...category, parent_id: idOf(parent) } }]);
  expect([gone.status, gone.body, (await editor.get(url)).status]).toEqual([200, {}, 404]);
});

test('the list is sorted by name, and its search finds part of a name in any case', async () => {
  const { editor, make } = await withEditor();
  for (const name of ['Zahlung', 'ärger', 'Billing', 'billable']) await make({ name });
  const names = async (query: string) =>
    (await editor.get(`${collection}?${query}`)).body.categories.map(({ name }: Category) => name);

  expect(await names('')).toEqual(['billable', 'Billing', 'Zahlung', 'ärger']);
  expect(await names('search_term=BILL')).toEqual(['billable', 'Billing']);
  expect(await names('search_term=%25')).toEqual([]);
});

test('following next_url returns each category once', async () => {
  const { editor, make } = await withEditor();
  const names = Array.from({ length: 7 }, (_, n) => `Category ${n}`);
  for (const name of names.toReversed()) await make({ name });

  const seen: string[] = [];
  let page: string | null = `${collection}?limit=3`;
  while (page) {
    const { body } = await editor.get(page);
    seen.push(...body.categories.map(({ name }: Category) => name));
    page = body.next_url;
  }
  expect(seen).toEqual(names);
});

test.each([
  [{ name: '' }, 'name'],
  [{ name: 'x'.repeat(65) }, 'name'],
  [{ name: 'SALES' }, 'name'],
  [{ name: 'a', parent_id: randomUUID() }, 'parent_id'],
  [{ name: 'a', parent_id: 'x' }, 'parent_id'],
  [{ name: 'a', private_user_id: randomUUID() }, 'private_user_id'],
  [{ name: 'a', colour: 'red' }, 'colour'],
  [{}, 'name'],
])('%j is refused with an error at its field', async (category, field) => {
  const { editor, make } = await withEditor();
  await make({ name: 'Sales' });

  const { status, body } = await editor.post(collection, { category });

  expect([status, body.error, Object.keys(body.details)]).toEqual([400, 'InvalidRecord', [field]]);
});

test('a category cannot be moved below itself', async () => {
  const { editor, make } = await withEditor();
  const top = await make({ name: 'top' });
  const middle = await make({ name: 'middle', parent_id: idOf(top) });
  const low = await make({ name: 'low', parent_id: idOf(middle) });

  const under = async (url: string) => (await editor.put(top, { category: { parent_id: idOf(url) } })).body.details;

  expect([await under(low), await under(top)]).toEqual([
    { parent_id: 'This is the category itself or one below it' },
    { parent_id: 'This is the category itself or one below it' },
  ]);
});

test('only its owner sees, finds and changes a private category, and others can use its name', async () => {
  const { given, editor, make } = await withEditor();
  const other = await given.user({ permissions: [...rights] });
  const url = await make({ name: 'Mine', private_user_id: editor.user_id });

  const seen = [
    (await other.get(url)).status,
    (await other.put(url, { category: { name: 'Yours' } })).status,
    (await other.delete(url)).status,
    (await other.get(collection)).body.categories.length,
    (await other.post(collection, { category: { name: 'Mine' } })).status,
    (await other.post(collection, { category: { name: 'Under', parent_id: idOf(url) } })).status,
  ];
  expect(seen).toEqual([404, 404, 404, 0, 201, 400]);
  expect((await editor.get(url)).status).toBe(200);
});

test('a change based on an outdated version is refused, and no change is lost', async () => {
  const { editor, make } = await withEditor();
  const url = await make({ name: 'First' });
  const { headers } = await editor.get(url);
  const put = (name: string, tag: string) =>
    editor.raw(url, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'if-match': tag },
      body: JSON.stringify({ category: { name } }),
    });
  const read = headers.get('etag') ?? '';

  const first = await put('Second', read);
  const late = await put('Third', read);
  const any = await put('Fourth', '*');

  expect([first.status, late.status, any.status]).toEqual([200, 412, 200]);
  expect(await late.json()).toMatchObject({ error: 'Conflict' });
  expect(first.headers.get('etag')).not.toBe(read);
  expect((await editor.get(url)).body.category.name).toBe('Fourth');
});

test('If-Match names one or several versions, and a weak one never matches', async () => {
  const { editor, make } = await withEditor();
  const url = await make({ name: 'First' });
  const put = async (tags: (current: string) => string) => {
    const current = (await editor.get(url)).headers.get('etag') ?? '';
    return (await editor.put(url, { category: { name: 'Next' } }, { 'if-match': tags(current) })).status;
  };

  const accepted = [
    await put((current) => `"zz", ${current}`),
    await put((current) => `${current},"zz"`),
    await put((current) => `W/"zz" , ${current}`),
  ];
  const refused = [
    await put((current) => `W/${current}`),
    await put((current) => `"zz", W/${current}`),
    await put((current) => current.replaceAll('"', '')),
    await put(() => '"zz"'),
  ];

  expect([accepted, refused]).toEqual([
    [200, 200, 200],
    [412, 412, 412, 412],
  ]);
});

test('deleting a category removes it from its calls; a category with subcategories is not deleted', async () => {
  const { given, admin, editor, make } = await withEditor();
  const [parent, plain] = [await make({ name: 'Parent' }), await make({ name: 'Plain' })];
  const child = await make({ name: 'Child', parent_id: idOf(parent) });
  const [call] = await given.calls({ category_ids: [idOf(plain)] });

  const statuses = [await editor.delete(plain), await editor.delete(parent), await editor.delete(child)];

  expect(statuses.map(({ status }) => status)).toEqual([200, 409, 200]);
  expect((await admin.get(`/api/v2/calls/${call}.json`)).body.call.categories).toEqual([]);
});

test('a category with categories of others below it stays public, and its users can be deleted', async () => {
  const { given, admin, editor, make } = await withEditor();
  const [parent, own] = [await make({ name: 'Parent' }), await make({ name: 'Own' })];
  await make({ name: 'Child', parent_id: idOf(parent) });
  await make({ name: 'Mine', parent_id: idOf(own), private_user_id: editor.user_id });
  const makePrivate = (url: string) => editor.put(url, { category: { private_user_id: editor.user_id } });

  const [refused, changed] = [await makePrivate(parent), await makePrivate(own)];
  // As an archive may have it from before this was refused.
  given.database((db) =>
    db.prepare('UPDATE categories SET private_user_id = ? WHERE category_id = ?').run(editor.user_id, idOf(parent)),
  );
  const deleted = await admin.delete(`/api/v2/users/${editor.user_id}.json`);

  expect([refused.status, Object.keys(refused.body.details), changed.status]).toEqual([400, ['private_user_id'], 200]);
  expect(deleted.status).toBe(200);
  const { categories } = (await admin.get(collection)).body;
  expect(categories.map(({ name, parent_id }: Category) => [name, parent_id])).toEqual([['Child', null]]);
});

test('a private category of someone else does not keep the one above it from being deleted', async () => {
  const { given, editor, make } = await withEditor();
  const other = await given.user({ permissions: [...rights] });
  const parent = await make({ name: 'Parent' });
  const category = { name: 'Private', parent_id: idOf(parent), private_user_id: other.user_id };
  const { url } = (await other.post(collection, { category })).body;
  const tag = (await other.get(url)).headers.get('etag');

  const { status } = await editor.delete(parent);

  const left = await other.get(url);
  expect([status, left.body.category.parent_id]).toEqual([200, null]);
  expect(left.headers.get('etag')).not.toBe(tag);
});

test('each change is in the audit log with its author', async () => {
  const { given, editor, make } = await withEditor();
  const url = await make({ name: 'First' });
  await editor.put(url, { category: { name: 'Second' } });
  await editor.delete(url);

  const rows = given.database((db) =>
    db
      .prepare<[string], object>(
        'SELECT action, resource, user_id, outcome FROM audit_log WHERE resource_id = ? ORDER BY audit_id',
      )
      .all(idOf(url)),
  );
  const row = { resource: 'category', user_id: editor.user_id, outcome: 'done' };
  expect(rows).toEqual(['create', 'update', 'delete'].map((action) => ({ action, ...row })));
});

test('tenant_id of a new category is ignored without multi-tenancy, and otherwise chooses its tenant', async () => {
  const { admin, given } = await startService();
  const tenant_id = await given.tenant();
  const make = async (name: string) => {
    const { status } = await admin.post('/api/v2/categories.json', { category: { name, tenant_id } });
    const row = given.database((db) =>
      db.prepare<[string], { tenant_id: string }>('SELECT tenant_id FROM categories WHERE name = ?').get(name),
    );
    return [status, row?.tenant_id === tenant_id];
  };

  const before = await make('Sales');
  await admin.put('/api/v2/settings.json', { settings: { multi_tenancy: true } });

  expect([before, await make('Support')]).toEqual([
    [201, false],
    [201, true],
  ]);
});

test.each(['St\u200br', 'St\u202er', 'S\ufefftr', 'St\nr', 'St\u0000r'])(
  'a name with an invisible character (%j) is refused',
  async (name) => {
    const { admin } = await startService();

    const { status, body } = await admin.post('/api/v2/categories.json', { category: { name: `${name}x` } });

    expect([status, body.reasons?.name.code]).toEqual([400, 'invisible_character']);
  },
);
