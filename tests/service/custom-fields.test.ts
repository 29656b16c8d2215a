import { randomUUID } from 'node:crypto';
import type { CustomField } from '@shared/contract/custom-fields';
import { expect, test } from 'vitest';
import type { Caller } from '../support/caller';
import { party } from '../support/given';
import { startService } from '../support/start-service';

const collection = '/api/v2/custom_fields.json';
const rights = ['custom_fields:view', 'custom_fields:edit', 'custom_fields:delete'] as const;

/** Starts a service. Returns a function that creates a field as the administrator and returns its address. */
async function withFields() {
  const started = await startService();
  const make = async (custom_field: object, by: Caller = started.admin) =>
    (await by.post(collection, { custom_field })).body.url as string;
  const read = async (url: string, by: Caller = started.admin): Promise<CustomField> =>
    (await by.get(url)).body.custom_field;
  const change = (url: string, custom_field: object, by: Caller = started.admin) => by.put(url, { custom_field });
  return { ...started, make, read, change };
}
const idOf = (url: string) => url.slice('/api/v2/custom_fields/'.length, -'.json'.length);

test('a new field has the defaults of everything that is not sent', async () => {
  const { make, read } = await withFields();

  const url = await make({ name: ' Order  Number ', type: 'string' });

  expect(await read(url)).toEqual({
    field_id: idOf(url),
    name: 'Order  Number',
    computer_name: 'order_number',
    description: '',
    enable: true,
    is_global: false,
    type: 'string',
    options: [],
    display_as: 'default',
    str_max_len: 64,
    editable: false,
    search_options: [],
    ai_assist: false,
    dashboard: false,
    position: 0,
    fieldset_dropdown_value_settings: null,
    fieldset_integer_value_settings: null,
  });
});

test('every property is stored and read as sent, and a field that is sent back as read does not change', async () => {
  const { make, read, change } = await withFields();
  const sent = {
    name: 'Score',
    computer_name: 'score_1',
    description: 'x'.repeat(4096),
    enable: false,
    type: 'integer',
    display_as: 'label',
    editable: true,
    search_options: ['free_text', 'advanced', 'free_text'],
    dashboard: true,
    position: 7,
    fieldset_integer_value_settings: {
      int_min: -5,
      int_max: 10,
      aggregate: 'avg',
      fieldset_thresholds: { thresholds: [{ op: 'ge', value: 7.5, label: 'good', color: '#1F6feb' }] },
    },
  };

  const url = await make(sent);
  const made = await read(url);
  const again = await change(url, made);

  expect(made).toMatchObject({ ...sent, search_options: ['advanced', 'free_text'] });
  expect([again.status, again.body.custom_field]).toEqual([200, made]);
});

test('field_id is ignored on create and on update', async () => {
  const { make, read, change } = await withFields();
  const sent = { field_id: randomUUID() };

  const url = await make({ name: 'Order', type: 'string', ...sent });
  const changed = await change(url, { name: 'Site', ...sent });

  expect((await read(url)).field_id).toBe(idOf(url));
  expect([changed.status, changed.body.custom_field.field_id]).toEqual([200, idOf(url)]);
  expect(idOf(url)).not.toBe(sent.field_id);
});

test('a change of the definition keeps the values of calls', async () => {
  const { given, admin, make, change } = await withFields();
  const url = await make({ name: 'Order', type: 'string' });
  const field_id = idOf(url);
  const [call] = await given.calls({ custom_values: [{ field_id, value: '4471' }] });

  await change(url, { name: 'Contract', description: 'As on the invoice', str_max_len: 3, editable: true });

  const { custom_fields } = (await admin.get(`/api/v2/calls/${call}.json`)).body.call;
  expect(custom_fields).toEqual([{ field_id, name: 'Contract', value: '4471' }]);
});

test.each([
  ['flat', { options: ['good', 'bad'] }, ['', '']],
  [
    'in a section',
    { fieldset_dropdown_value_settings: { options: [{ value: 'good', color: '#00AA00' }, { value: 'bad' }] } },
    ['#00AA00', ''],
  ],
])('options that are sent %s are read in both forms', async (_form, sent, colors) => {
  const { make, read, change } = await withFields();

  const url = await make({ name: 'Mood', type: 'option', ...sent });
  const made = await read(url);
  const again = await change(url, made);

  expect(made.options).toEqual(['good', 'bad']);
  expect(made.fieldset_dropdown_value_settings).toEqual({
    options: [
      { value: 'good', color: colors[0] },
      { value: 'bad', color: colors[1] },
    ],
  });
  expect([again.status, again.body.custom_field]).toEqual([200, made]);
});

test('options that are sent flat keep the colors of those that remain', async () => {
  const { make, change } = await withFields();
  const options = [
    { value: 'good', color: '#00aa00' },
    { value: 'bad', color: '#aa0000' },
  ];
  const url = await make({ name: 'Mood', type: 'option', fieldset_dropdown_value_settings: { options } });

  const { body } = await change(url, { options: ['neutral', 'good'] });

  expect(body.custom_field.fieldset_dropdown_value_settings.options).toEqual([
    { value: 'neutral', color: '' },
    { value: 'good', color: '#00aa00' },
  ]);
});

test('settings of numbers are merged, thresholds are replaced', async () => {
  const { make, change } = await withFields();
  const threshold = { op: 'le', value: 3, label: '', color: '' };
  const settings = { int_min: 0, aggregate: 'sum', fieldset_thresholds: { thresholds: [threshold, threshold] } };
  const url = await make({ name: 'Score', type: 'integer', fieldset_integer_value_settings: settings });
  const put = async (fieldset_integer_value_settings: object) =>
    (await change(url, { fieldset_integer_value_settings })).body.custom_field.fieldset_integer_value_settings;

  expect(await put({ int_max: 5 })).toEqual({ ...settings, int_max: 5 });
  expect(await put({ int_min: null, fieldset_thresholds: { thresholds: [{ op: 'lt', value: 1 }] } })).toEqual({
    int_min: null,
    int_max: 5,
    aggregate: 'sum',
    fieldset_thresholds: { thresholds: [{ op: 'lt', value: 1, label: '', color: '' }] },
  });
});

const text = { name: 'a', type: 'string' };
const choice = { name: 'a', type: 'option' };
const number = { name: 'a', type: 'integer' };
const inNumber = (settings: object) => ({ ...number, fieldset_integer_value_settings: settings });
const threshold = (part: object) =>
  inNumber({ fieldset_thresholds: { thresholds: [{ op: 'ge', value: 1, ...part }] } });
const inChoice = (...options: object[]) => ({ ...choice, fieldset_dropdown_value_settings: { options } });
const thresholds = 'fieldset_integer_value_settings.fieldset_thresholds.thresholds';

test.each([
  [{ ...text, name: ' ' }, 'name'],
  [{ ...text, name: '𝄞'.repeat(65) }, 'name'],
  [{ ...text, name: 'ORDER' }, 'name'],
  [{ ...text, type: 'text' }, 'type'],
  [{ ...text, description: '𝄞'.repeat(4097) }, 'description'],
  [{ ...text, enable: 1 }, 'enable'],
  [{ ...text, display_as: 'big' }, 'fieldset_text_value_settings.display_as'],
  [{ ...text, fieldset_text_value_settings: { display_as: 'big' } }, 'fieldset_text_value_settings.display_as'],
  [
    { ...text, display_as: 'label', fieldset_text_value_settings: { display_as: 'default' } },
    'fieldset_text_value_settings.display_as',
  ],
  [{ ...text, str_max_len: 8097 }, 'str_max_len'],
  [{ ...text, str_max_len: 0 }, 'str_max_len'],
  [{ ...text, str_max_len: 1.5 }, 'str_max_len'],
  [{ ...number, str_max_len: 64 }, 'str_max_len'],
  [{ ...text, search_options: ['basic'] }, 'search_options.0'],
  [{ ...text, options: ['a'] }, 'options'],
  [{ ...choice, options: ['a', 'b', 'a'] }, 'options.2'],
  [{ ...choice, options: [''] }, 'options.0'],
  [{ ...choice, options: ['a', 'b\nc'] }, 'options.1'],
  [{ ...choice, options: ['𝄞'.repeat(257)] }, 'options.0'],
  [{ ...text, ...inChoice({ value: 'a' }), type: 'string' }, 'fieldset_dropdown_value_settings.options'],
  [{ ...inChoice({ value: 'a' }), options: ['b'] }, 'fieldset_dropdown_value_settings.options'],
  [inChoice({ value: 'a', color: 'red' }), 'fieldset_dropdown_value_settings.options.0.color'],
  [inChoice({ value: 'a', color: '#12345' }), 'fieldset_dropdown_value_settings.options.0.color'],
  [inChoice({ value: 'a' }, { value: 'a' }), 'fieldset_dropdown_value_settings.options.1.value'],
  [inChoice({ value: 'a', icon: 'b' }), 'fieldset_dropdown_value_settings.options.0.icon'],
  [{ ...inNumber({ int_min: 1 }), type: 'date' }, 'fieldset_integer_value_settings'],
  [inNumber({ int_min: 1.5 }), 'fieldset_integer_value_settings.int_min'],
  [inNumber({ int_min: 2, int_max: 1 }), 'fieldset_integer_value_settings.int_max'],
  [inNumber({ aggregate: 'median' }), 'fieldset_integer_value_settings.aggregate'],
  [threshold({ op: 'ne' }), `${thresholds}.0.op`],
  [threshold({ value: '1' }), `${thresholds}.0.value`],
  [threshold({ color: 'red' }), `${thresholds}.0.color`],
  [{ ...text, ai_assist: true }, 'ai_assist'],
  [{ ...text, position: -1 }, 'position'],
  [{ ...text, unit: 'cm' }, 'unit'],
])('%j is refused with an error at its field, on create and on update', async (custom_field, field) => {
  const { admin, make, change } = await withFields();
  await make({ name: 'Order', type: 'string' });
  const { type = 'string' } = custom_field as { type?: string };
  const existing = await make({ name: 'existing', type: type === 'text' ? 'string' : type });

  const fresh = await admin.post(collection, { custom_field });
  const changed = await change(existing, custom_field);

  expect([fresh.status, fresh.body.error, Object.keys(fresh.body.details)]).toEqual([400, 'InvalidRecord', [field]]);
  expect(fresh.body.explanation).toBe('Record validation errors');
  expect([changed.status, changed.body.error, Object.keys(changed.body.details)]).toEqual([
    400,
    'InvalidRecord',
    [field],
  ]);
  expect(changed.body.description).toBe('Record validation errors');
});

test.each([
  [{ type: 'string' }, 'name'],
  [{ name: 'a' }, 'type'],
])('a new field from %j lacks its %s', async (custom_field, field) => {
  const { admin } = await withFields();

  const { status, body } = await admin.post(collection, { custom_field });

  expect([status, Object.keys(body.details)]).toEqual([400, [field]]);
});

test('lengths are counted in code points', async () => {
  const { make, read } = await withFields();
  const most = { name: '𝄞'.repeat(64), description: '𝄞'.repeat(4096), options: ['𝄞'.repeat(256)], type: 'option' };

  expect(await read(await make(most))).toMatchObject(most);
});

test('several errors are reported together, also a wrong display_as', async () => {
  const { admin } = await withFields();

  const { body } = await admin.post(collection, { custom_field: { name: '', type: 'string', display_as: 'big' } });

  expect(body.details).toEqual({
    name: 'Enter a name',
    'fieldset_text_value_settings.display_as': 'Use default, label or multiline',
  });
});

test('a field whose values calls have keeps its type, and is not deleted', async () => {
  const { given, admin, make, change } = await withFields();
  const url = await make({ name: 'Order', type: 'string' });
  await given.calls({ custom_values: [{ field_id: idOf(url), value: '7' }] });

  const [typed, same, gone] = [
    await change(url, { type: 'integer' }),
    await change(url, { type: 'string', str_max_len: 8096 }),
    await admin.delete(url),
  ];
  given.database((db) => db.exec('DELETE FROM call_custom_values'));
  const [free, late] = [await change(url, { type: 'option', options: ['7'] }), await admin.delete(url)];

  expect([typed.status, Object.keys(typed.body.details)]).toEqual([400, ['type']]);
  expect([same.status, gone.status, gone.body.error]).toEqual([200, 409, 'Conflict']);
  expect(free.body.custom_field).toMatchObject({ type: 'option', options: ['7'], str_max_len: null });
  expect([late.status, (await admin.get(url)).status]).toEqual([200, 404]);
});

test('another type takes the settings of that type, and drops those of the one before', async () => {
  const { make, change } = await withFields();
  const url = await make({ name: 'a', type: 'option', options: ['1'] });

  const asNumber = (await change(url, { type: 'integer' })).body.custom_field;
  const asText = (await change(url, { type: 'string' })).body.custom_field;
  const asChoice = (await change(url, { type: 'option' })).body.custom_field;

  const settings = { int_min: null, int_max: null, aggregate: null, fieldset_thresholds: { thresholds: [] } };
  expect(asNumber).toMatchObject({ options: [], fieldset_integer_value_settings: settings, str_max_len: null });
  expect(asNumber.fieldset_dropdown_value_settings).toBeNull();
  expect(asText).toMatchObject({ fieldset_integer_value_settings: null, str_max_len: 64 });
  expect(asChoice).toMatchObject({ options: [], fieldset_dropdown_value_settings: { options: [] }, str_max_len: null });
});

test('fields are listed by position, then by name; a new one is the last', async () => {
  const { admin, make, change } = await withFields();
  const [, second] = [await make({ name: 'First', type: 'date' }), await make({ name: 'Second', type: 'date' })];
  await make({ name: 'Between', type: 'date', position: 1 });
  await make({ name: 'Last', type: 'date' });
  const names = async (query = '') =>
    (await admin.get(`${collection}${query}`)).body.custom_fields.map(({ name }: CustomField) => name);

  const made = await names();
  await change(second, { position: 0 });

  expect(made).toEqual(['First', 'Between', 'Second', 'Last']);
  expect(await names()).toEqual(['First', 'Second', 'Between', 'Last']);
  expect(await names('?search_term=S')).toEqual(['First', 'Second', 'Last']);
  await make({ name: 'Far', type: 'date', position: 1_000_000 });
  await make({ name: 'Farther', type: 'date' });
  expect((await names()).slice(-2)).toEqual(['Far', 'Farther']);
});

test('ai_assist requires a licence of the tenant', async () => {
  const { admin, make, change } = await withFields();
  const { tenant_id } = (await admin.get('/api/v2/sessions.json')).body.user;
  const url = await make({ name: 'a', type: 'string' });
  const license = (speech_analytics: number) =>
    admin.put(`/api/v2/tenants/${tenant_id}.json`, { tenant: { fieldset_licensing: { speech_analytics } } });

  const without = await change(url, { ai_assist: true });
  await license(2);
  const licensed = await change(url, { ai_assist: true });

  expect(without.body.details).toEqual({ ai_assist: 'The tenant has no licence for speech analytics' });
  expect(licensed.body.custom_field.ai_assist).toBe(true);
});

test('each change is in the audit log, with the values before and after', async () => {
  const { given, admin, make, change } = await withFields();
  const url = await make({ name: 'Mood', type: 'option', options: ['good'] });
  await change(url, { options: ['good', 'bad'], editable: true });
  await admin.delete(url);

  const [created, changed, deleted] = given.audited('custom_field');
  expect([created?.action, changed?.action, deleted?.action]).toEqual(['create', 'update', 'delete']);
  expect(created?.details.changes).toMatchObject({ name: [null, 'Mood'], options: [null, ['good']] });
  expect(changed?.details.changes).toEqual({
    editable: [false, true],
    options: [['good'], ['good', 'bad']],
    'fieldset_dropdown_value_settings.options': [
      [{ value: 'good', color: '' }],
      [
        { value: 'good', color: '' },
        { value: 'bad', color: '' },
      ],
    ],
  });
  expect(deleted?.details.changes).toMatchObject({ name: ['Mood', null] });
});

test('a change based on an outdated version is refused', async () => {
  const { admin, make, change } = await withFields();
  const url = await make({ name: 'a', type: 'string' });
  const tag = (await admin.get(url)).headers.get('etag') ?? '';
  await change(url, { name: 'b' });

  const late = await admin.raw(url, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'if-match': tag },
    body: JSON.stringify({ custom_field: { name: 'c' } }),
  });

  expect([late.status, (await admin.get(url)).body.custom_field.name]).toEqual([412, 'b']);
});

/** A service with two tenants besides the System tenant, and an editor of fields in each. */
async function withTenants() {
  const made = await withFields();
  await made.admin.put('/api/v2/settings.json', { settings: { multi_tenancy: true } });
  const [north, south] = [await made.given.tenant(), await made.given.tenant()];
  const permissions = [...rights];
  return {
    ...made,
    north,
    south,
    northern: await made.given.user({ tenant_id: north, permissions }),
    southern: await made.given.user({ tenant_id: south, permissions }),
    /** In the System tenant, but without reach over others. */
    local: await made.given.user({ access_level: 'tenant', permissions: [...permissions, 'tenants:view'] }),
    /** Reaches every tenant, but may not see tenants. */
    blind: await made.given.user({ access_level: 'system', permissions }),
    /** Reaches every tenant from another than the System tenant. */
    foreign: await made.given.user({
      tenant_id: south,
      access_level: 'root',
      permissions: [...permissions, 'tenants:view'],
    }),
  };
}

test('is_global is only checked of callers who may decide it', async () => {
  const { admin, northern } = await withTenants();
  const post = async (caller: Caller) => {
    const custom_field = { name: randomUUID(), type: 'string', is_global: 'maybe', tenant_id: '' };
    const { status, body } = await caller.post(collection, { custom_field });
    return [status, ...Object.keys(body.details ?? {})];
  };

  expect([await post(northern), await post(admin)]).toEqual([[201], [400, 'is_global']]);
});

test('tenant_id is shown for a field of a tenant, to users of the System tenant who may see tenants', async () => {
  const { admin, north, northern, foreign, blind, local, make, read } = await withTenants();
  const ofNorth = await make({ ...text, tenant_id: north });
  const global = await make({ name: 'global', type: 'string', is_global: true });
  const own = await make({ name: 'own', type: 'string' });
  const shown = async (url: string, by: Caller) => {
    const field = await read(url, by);
    return 'tenant_id' in field ? field.tenant_id : 'absent';
  };

  expect([await shown(ofNorth, admin), await shown(global, admin)]).toEqual([north, 'absent']);
  expect(await shown(own, local)).toBe(await shown(own, admin));
  expect([await shown(ofNorth, northern), await shown(ofNorth, foreign), await shown(ofNorth, blind)]).toEqual(
    Array.from({ length: 3 }, () => 'absent'),
  );
});

test('is_global makes a field visible in every tenant, if a user of the System tenant with that reach sends it', async () => {
  const { northern, southern, local, foreign, make, read } = await withTenants();
  const global = await make({ name: 'Everywhere', type: 'string', is_global: true });
  const isGlobal = async (by: Caller) =>
    (await read(await make({ name: randomUUID(), type: 'string', is_global: true }, by), by)).is_global;

  expect((await read(global, northern)).is_global).toBe(true);
  expect((await read(global, southern)).is_global).toBe(true);
  expect([await isGlobal(northern), await isGlobal(local), await isGlobal(foreign)]).toEqual([false, false, false]);
});

test('without multi-tenancy, is_global and tenant_id are ignored and tenant_id is not shown', async () => {
  const { make, read, change } = await withFields();

  const url = await make({ ...text, is_global: true, tenant_id: randomUUID() });
  const changed = await change(url, { is_global: 'maybe', tenant_id: 'x', field_id: 'y' });

  expect([changed.status, changed.body.custom_field.is_global]).toEqual([200, false]);
  expect(Object.keys(await read(url))).not.toContain('tenant_id');
});

test('a user of a tenant creates fields of that tenant; in the System tenant, tenant_id chooses one in reach', async () => {
  const { admin, northern, southern, local, foreign, north, south, make, read } = await withTenants();
  const own = await make({ ...text, tenant_id: south }, northern);
  const afar = await make({ ...text, tenant_id: north }, foreign);
  const chosen = await make({ name: 'b', type: 'string', tenant_id: south });

  const tenantOf = async (url: string) => (await read(url)).tenant_id;
  expect([await tenantOf(own), await tenantOf(afar), await tenantOf(chosen)]).toEqual([north, south, south]);
  expect((await southern.get(own)).status).toBe(404);
  const unseen = await local.post(collection, { custom_field: { name: 'c', type: 'string', tenant_id: south } });
  const unknown = await admin.post(collection, {
    custom_field: { name: 'c', type: 'string', tenant_id: randomUUID() },
  });
  expect([unseen.body.details, unknown.body.details].map(Object.keys)).toEqual([['tenant_id'], ['tenant_id']]);
});

test('without tenant_id, a field belongs to the tenant of its creator', async () => {
  const { admin, northern, north, make, read } = await withTenants();
  const { tenant_id } = (await admin.get('/api/v2/sessions.json')).body.user;
  const [ours, theirs] = [await make(text), await make({ name: 'b', type: 'string' }, northern)];

  expect([(await read(ours)).tenant_id, (await read(theirs)).tenant_id]).toEqual([tenant_id, north]);
});

test('a name is unique in its tenant and among global fields', async () => {
  const { admin, northern, southern, make, change } = await withTenants();
  const ours = await make({ name: 'Order', type: 'string' }, northern);
  await make({ name: 'order', type: 'string' }, southern);
  const refused = async (custom_field: object, by: Caller = admin) => {
    const { status, body } = await by.post(collection, { custom_field: { type: 'string', ...custom_field } });
    return [status, body.details?.name];
  };
  const taken = [400, 'Is already taken'];

  expect(await refused({ name: 'ＯＲＤＥＲ', is_global: true })).toEqual(taken);
  await make({ name: 'Site', type: 'string', is_global: true });
  expect(await refused({ name: 'site' }, northern)).toEqual(taken);
  expect(await refused({ name: 'order' }, northern)).toEqual(taken);
  expect((await change(ours, { name: 'SITE' }, northern)).body.details).toEqual({ name: 'Is already taken' });
  expect((await change(ours, { name: 'ORDER' }, northern)).status).toBe(200);
  expect((await change(ours, { is_global: true })).body.details).toEqual({ name: 'Is already taken' });
});

test('only users of the System tenant who reach every tenant change and delete a global field', async () => {
  const { admin, northern, local, foreign, make, change } = await withTenants();
  const url = await make({ name: 'Everywhere', type: 'string', is_global: true });
  const seen = [];
  for (const by of [northern, local, foreign]) {
    const [changed, deleted] = [await change(url, { name: 'mine' }, by), await by.delete(url)];
    seen.push(changed.status, changed.body.error, deleted.status);
  }

  expect(seen).toEqual(Array.from({ length: 3 }, () => [403, 'PermissionError', 403]).flat());
  expect((await change(url, { name: 'Anywhere' })).status).toBe(200);
  expect((await admin.delete(url)).status).toBe(200);
});

test('a field becomes global and, while calls have no value of it, belongs to a tenant again', async () => {
  const { given, north, northern, southern, make, read, change } = await withTenants();
  const url = await make(text, northern);
  const values = given.calls.bind(given);

  const wide = await change(url, { is_global: true });
  expect([wide.status, (await read(url, southern)).is_global]).toEqual([200, true]);
  await values({ tenant_id: north, custom_values: [{ field_id: idOf(url), value: 'x' }] });
  const narrow = await change(url, { is_global: false });
  expect([narrow.status, Object.keys(narrow.body.details)]).toEqual([400, ['is_global']]);
  given.database((db) => db.exec('DELETE FROM call_custom_values'));
  await change(url, { is_global: false });
  expect((await southern.get(url)).status).toBe(404);
});

test('tenant_id lists the fields that calls of a tenant have: its own and global ones', async () => {
  const { admin, north, south, make } = await withTenants();
  await make({ name: 'north', type: 'date', tenant_id: north });
  await make({ name: 'south', type: 'date', tenant_id: south });
  await make({ name: 'global', type: 'date', is_global: true });

  const { body } = await admin.get(`${collection}?tenant_id=${north}`);

  expect(body.custom_fields.map(({ name }: CustomField) => name).toSorted()).toEqual(['global', 'north']);
});

test('the usage of a field counts the calls in scope with values, and each option that calls have', async () => {
  const { admin, given } = await startService();
  const made = await admin.post('/api/v2/custom_fields.json', {
    custom_field: { name: 'Topic', type: 'option', options: ['Billing', 'Refund', 'Meter'], editable: true },
  });
  const field_id = made.body.url.split('/').at(-1).replace('.json', '');
  const person = await given.user({ permissions: ['calls:view'], access_level: 'user' });
  const calls = await given.calls({ participants: [party(person.user_id)] }, {}, {}, {});
  for (const [at, value] of ['Billing', 'Billing', 'Meter'].entries())
    await admin.put(`/api/v2/calls/${calls[at]}.json`, { call: { custom_fields: [{ field_id, value }] } });
  const address = made.body.url.replace(/$/, '/usage.json');

  const [all, own] = [await admin.get(address), await person.get(address)];
  await admin.put(made.body.url, { custom_field: { enable: false } });
  const disabled = [(await admin.get(address)).status, (await person.get(address)).status];

  const options = [
    { value: 'Billing', call_count: 2 },
    { value: 'Meter', call_count: 1 },
  ];
  expect(all.body.usage).toEqual({ call_count: 3, options });
  expect(disabled).toEqual([200, 404]);
  expect(own.body.usage).toEqual({ call_count: 1, options: [{ value: 'Billing', call_count: 1 }] });
});
