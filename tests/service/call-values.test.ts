import { randomUUID } from 'node:crypto';
import type { Call } from '@shared/contract/calls';
import type { Permission } from '@shared/permissions';
import { expect, test } from 'vitest';
import type { Caller } from '../support/caller';
import { startService } from '../support/start-service';

const calls = '/api/v2/calls.json';
const at = (call_id: string) => `/api/v2/calls/${call_id}.json`;
const rights: Permission[] = ['calls:view', 'calls:edit'];

/**
 * Starts a service with one call, and with a person who may edit its values. `field` creates an editable field and
 * returns its id; `put` sends values of the call.
 */
async function withCall() {
  const started = await startService();
  const { given, admin } = started;
  const editor = await given.user({ permissions: rights });
  const [call_id = ''] = await given.calls({});
  const field = async (name: string, rest: object = {}) => {
    const custom_field = { name, type: 'string', editable: true, ...rest };
    const { body } = await admin.post('/api/v2/custom_fields.json', { custom_field });
    return (body.url as string).slice('/api/v2/custom_fields/'.length, -'.json'.length);
  };
  const put = (custom_fields: object[], by: Caller = editor) => by.put(at(call_id), { call: { custom_fields } });
  const valuesOf = async (id = call_id, by: Caller = editor): Promise<[string, string][]> =>
    (await by.get(at(id))).body.call.custom_fields.map(({ name, value }: Call['custom_fields'][number]) => [
      name,
      value,
    ]);
  const found = async (term: string) =>
    (await editor.get(`${calls}?${new URLSearchParams({ search_term: term })}`)).body.calls.map(
      (call: Call) => call.call_id,
    );
  return { ...started, editor, call_id, field, put, valuesOf, found };
}

test('a value that the call has is sent back as it was read, whatever its field has become', async () => {
  const { admin, call_id, field, put, valuesOf } = await withCall();
  const [kind, site] = [await field('Kind', { type: 'option', options: ['x', 'y'] }), await field('Site')];
  await put([
    { field_id: kind, value: 'x' },
    { field_id: site, value: 'Bonn' },
  ]);
  const change = (id: string, custom_field: object) => admin.put(`/api/v2/custom_fields/${id}.json`, { custom_field });
  await change(kind, { options: ['y', 'z'] });
  await change(site, { editable: false });
  const { call } = (await admin.get(at(call_id))).body;

  const same = await admin.put(at(call_id), { call });
  const other = await put([
    { field_id: kind, value: 'w' },
    { field_id: site, value: 'Köln' },
  ]);

  expect([same.status, await valuesOf()]).toEqual([
    200,
    [
      ['Kind', 'x'],
      ['Site', 'Bonn'],
    ],
  ]);
  expect([other.status, Object.keys(other.body.details)]).toEqual([
    400,
    ['custom_fields.0.value', 'custom_fields.1.value'],
  ]);
});

test('values are set by the id or the name of their field, and fields that are not listed keep theirs', async () => {
  const { call_id, field, put, valuesOf } = await withCall();
  const [order] = [await field('Order'), await field('Site'), await field('Desk')];
  await put([{ name: 'Desk', value: '4' }]);

  const { status, body } = await put([
    { field_id: order.toUpperCase(), name: 'Site', value: '7' },
    { name: 'SITE', value: 'Bonn' },
  ]);

  const values = [
    ['Order', '7'],
    ['Site', 'Bonn'],
    ['Desk', '4'],
  ];
  expect([status, body.call.call_id]).toEqual([200, call_id]);
  expect(body.call.custom_fields.map(({ name, value }: Call['custom_fields'][number]) => [name, value])).toEqual(
    values,
  );
  expect(await valuesOf()).toEqual(values);
});

test('null and the empty text clear a value', async () => {
  const { field, put, valuesOf } = await withCall();
  const ids = [await field('a'), await field('b'), await field('c')];
  await put(ids.map((field_id) => ({ field_id, value: 'x' })));

  const { status } = await put([
    { field_id: ids[0], value: null },
    { field_id: ids[1], value: '' },
  ]);

  expect([status, await valuesOf()]).toEqual([200, [['c', 'x']]]);
});

const choice = { type: 'option', options: ['good', 'bad'] };
const bounded = { type: 'integer', fieldset_integer_value_settings: { int_min: -3, int_max: 5 } };
const listed = { type: 'option', options: Array.from({ length: 21 }, (_, n) => `option ${n}`) };

test.each([
  [{ str_max_len: 3 }, '𝄞𝄞𝄞', undefined],
  [{ str_max_len: 8096 }, 'two\nlines\tand a tab', undefined],
  [{ str_max_len: 3 }, '𝄞𝄞𝄞𝄞', 'Longer than maximum length 3'],
  [{ type: 'date' }, '2024-02-29', undefined],
  [{ type: 'date' }, '2023-02-29', '"2023-02-29" is not a date (YYYY-MM-DD)'],
  [{ type: 'date' }, '29.02.2024', '"29.02.2024" is not a date (YYYY-MM-DD)'],
  [choice, 'bad', undefined],
  [choice, 'Bad', '"Bad" is not one of good or bad'],
  [listed, 'option 20', undefined],
  [listed, 'option 21', '"option 21" is not an option of this field'],
  [bounded, '-3', undefined],
  [bounded, '5.0', '"5.0" is not a number'],
  [bounded, '6', '6 is greater than maximum value 5'],
  [bounded, '-4', '-4 is less than minimum value -3'],
])('a field with %j accepts %j: %s', async (rest, value, message) => {
  const { field, put, valuesOf } = await withCall();
  await field('Field', rest);

  const { status, body } = await put([{ name: 'Field', value }]);

  expect([status, body.details]).toEqual(
    message === undefined ? [200, undefined] : [400, { 'custom_fields.0.value': message }],
  );
  expect(await valuesOf()).toEqual(message === undefined ? [['Field', value]] : []);
});

test('each value that is refused is named, and nothing is changed', async () => {
  const { field, put, valuesOf } = await withCall();
  const order = await field('Order');
  await field('fixed', { editable: false });
  await field('off', { enable: false });

  const { status, body } = await put([
    { field_id: order, value: '7' },
    { name: 'fixed', value: '1' },
    { name: 'off', value: '1' },
    { name: 'unknown', value: '1' },
    { field_id: randomUUID(), name: 'Order', value: '1' },
    { value: '1' },
    { name: 'order', value: '8' },
  ]);

  expect([status, body.error, body.description]).toEqual([400, 'InvalidRecord', 'Record validation errors']);
  expect(body.details).toEqual({
    'custom_fields.1.value': 'Values of this custom field cannot be edited',
    'custom_fields.2.value': 'This custom field is not in use',
    'custom_fields.3.name': 'Is not a custom field of this call',
    'custom_fields.4.field_id': 'Is not a custom field of this call',
    'custom_fields.5.field_id': 'Required',
    'custom_fields.6.name': 'Is given more than once',
  });
  expect(await valuesOf()).toEqual([]);
});

test.each([
  [{ field_id: 'x', value: '1' }, 'custom_fields.0.field_id'],
  [{ name: 'a' }, 'custom_fields.0.value'],
  [{ name: 'a', value: 1 }, 'custom_fields.0.value'],
  [{ name: 'a', value: '1', color: 'red' }, 'custom_fields.0.color'],
])('the value %j is refused with an error at its property', async (value, path) => {
  const { put } = await withCall();

  const { status, body } = await put([value]);

  expect([status, Object.keys(body.details)]).toEqual([400, [path]]);
});

test('a call that is sent back as it was read does not change', async () => {
  const { given, call_id, field, put } = await withCall();
  await field('Order');
  const { call } = (await put([{ name: 'Order', value: '7' }])).body;
  const everything = await given.user({ permissions: [...rights, 'calls:categorize'] });

  const { status, body } = await everything.put(at(call_id), { call });

  expect([status, body.call]).toEqual([200, call]);
});

test('values need calls:edit, and a call in reach', async () => {
  const { given, field, put } = await withCall();
  await field('Order');
  const values = [{ name: 'Order', value: '7' }];
  const viewer = await given.user({ permissions: ['calls:view', 'calls:categorize', 'custom_fields:edit'] });
  const agent = await given.user({ permissions: rights, access_level: 'user' });
  const foreign = await given.user({ permissions: rights, tenant_id: await given.tenant() });

  const denied = await put(values, viewer);
  const unseen = [await put(values, agent), await put(values, foreign)];

  expect([denied.status, denied.body.error]).toEqual([403, 'PermissionError']);
  expect(unseen.map(({ status, body }) => [status, body.error])).toEqual([
    [404, 'NotFound'],
    [404, 'NotFound'],
  ]);
});

test('a call has the fields of its own tenant, and global ones', async () => {
  const { given, admin, field } = await withCall();
  await admin.put('/api/v2/settings.json', { settings: { multi_tenancy: true } });
  const north = await given.tenant();
  const [call = ''] = await given.calls({ tenant_id: north });
  const theirs = await field('theirs', { tenant_id: north });
  const [ours, global] = [await field('ours'), await field('global', { is_global: true })];
  const put = async (field_id: string) =>
    (await admin.put(at(call), { call: { custom_fields: [{ field_id, value: '1' }] } })).status;

  expect([await put(theirs), await put(global), await put(ours)]).toEqual([200, 200, 400]);
});

test('searches find the new value, and no longer the old one', async () => {
  const { call_id, field, put, found } = await withCall();
  await field('Order', { search_options: ['free_text'] });
  await put([{ name: 'Order', value: 'Zwetschge' }]);
  expect(await found('zwetsch')).toEqual([call_id]);

  await put([{ name: 'Order', value: 'Mirabelle' }]);
  expect([await found('zwetsch'), await found('mirabelle')]).toEqual([[], [call_id]]);

  await put([{ name: 'Order', value: null }]);
  expect(await found('mirabelle')).toEqual([]);
});

test('a change of values has a new version, and one based on an outdated version is refused', async () => {
  const { editor, call_id, field, put, valuesOf } = await withCall();
  await field('Order');
  const tag = (await editor.get(at(call_id))).headers.get('etag') ?? '';
  const changed = await put([{ name: 'Order', value: '7' }]);

  const late = await editor.raw(at(call_id), {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'if-match': tag },
    body: JSON.stringify({ call: { custom_fields: [{ name: 'Order', value: '8' }] } }),
  });

  expect(changed.headers.get('etag')).not.toBe(tag);
  expect([late.status, await valuesOf()]).toEqual([412, [['Order', '7']]]);
});

test('each changed call is in the audit log, with the values before and after', async () => {
  const { given, editor, field, put } = await withCall();
  const field_id = await field('Order');
  await put([{ field_id, value: '7' }]);
  await put([{ field_id, value: '8' }]);

  const entries = given.audited('call').filter(({ action }) => action === 'update');

  const shown = (value: string) => [{ field_id, name: 'Order', value }];
  expect(entries.map(({ user_id, details }) => [user_id, details.changes])).toEqual([
    [editor.user_id, { custom_fields: [[], shown('7')] }],
    [editor.user_id, { custom_fields: [shown('7'), shown('8')] }],
  ]);
});

test('several calls are changed at once, and returned in the order of the request', async () => {
  const { given, editor, call_id, field, valuesOf } = await withCall();
  await field('Order');
  const [other = ''] = await given.calls({ setup_time: Date.UTC(2026, 1, 1) });
  const ids = [other, call_id];

  const { status, body } = await editor.put(calls, {
    calls: ids.map((id, n) => ({ call_id: id, custom_fields: [{ name: 'Order', value: String(n) }] })),
  });

  expect([status, Object.keys(body)]).toEqual([200, ['calls']]);
  expect(body.calls.map((call: Call) => [call.call_id, call.custom_fields[0]?.value])).toEqual([
    [other, '0'],
    [call_id, '1'],
  ]);
  expect([await valuesOf(other), await valuesOf()]).toEqual([[['Order', '0']], [['Order', '1']]]);
  expect(given.audited('call').filter(({ action }) => action === 'update')).toHaveLength(2);
});

test('one call can be named in the body', async () => {
  const { editor, call_id, field } = await withCall();
  await field('Order');

  const { status, body } = await editor.put(calls, {
    call: { call_id, custom_fields: [{ name: 'Order', value: '7' }] },
  });

  expect([status, Object.keys(body)]).toEqual([200, ['call']]);
  expect(body.call).toMatchObject({ call_id, custom_fields: [{ name: 'Order', value: '7' }] });
});

test('when one of several calls is refused, none is changed', async () => {
  const { given, editor, call_id, field, valuesOf } = await withCall();
  await field('Order', { str_max_len: 1 });
  const [removed = '', other = ''] = await given.calls({}, {});
  given.database((db) => db.prepare<[string]>('UPDATE calls SET removed_at = 1 WHERE call_id = ?').run(removed));
  const custom_fields = [{ name: 'Order', value: '7' }];
  const put = async (...further: object[]) => {
    const { status, body } = await editor.put(calls, { calls: [{ call_id, custom_fields }, ...further] });
    return [status, body.error, Object.keys(body.details ?? {})];
  };

  expect(await put({ call_id: removed, custom_fields })).toEqual([404, 'NotFound', []]);
  expect(await put({ call_id: randomUUID(), custom_fields: [] })).toEqual([404, 'NotFound', []]);
  expect(await put({ call_id, custom_fields })).toEqual([400, 'InvalidRecord', ['calls.1.call_id']]);
  expect(await put({ call_id: other, custom_fields: [...custom_fields, { name: 'Site', value: '8' }] })).toEqual([
    400,
    'InvalidRecord',
    ['calls.1.custom_fields.1.name'],
  ]);
  expect(await put({ call_id: other, custom_fields: [{ name: 'Order', value: '10' }] })).toEqual([
    400,
    'InvalidRecord',
    ['calls.1.custom_fields.0.value'],
  ]);
  expect([await valuesOf(), await valuesOf(other)]).toEqual([[], []]);
  expect(given.audited('call').filter(({ action }) => action === 'update')).toEqual([]);
});

test.each([
  ['body', {}],
  ['calls', { calls: [] }],
  ['calls.0.call_id', { calls: [{ custom_fields: [] }] }],
  ['calls.0.call_id', { calls: [{ call_id: 'x', custom_fields: [] }] }],
  ['calls.0.custom_fields', { calls: [{ call_id: randomUUID() }] }],
  ['calls.0.custom_fields.0.value', { calls: [{ call_id: randomUUID(), custom_fields: [{ name: 'a' }] }] }],
  ['calls', { calls: Array.from({ length: 1001 }, () => ({ call_id: randomUUID(), custom_fields: [] })) }],
  ['call.custom_fields.0.value', { call: { call_id: randomUUID(), custom_fields: [{}] } }],
  ['call.colour', { call: { call_id: randomUUID(), custom_fields: [], colour: 'red' } }],
])('an error at %s refuses the whole body', async (path, body) => {
  const { editor } = await withCall();

  const answer = await editor.put(calls, body);

  expect([answer.status, answer.body.error, Object.keys(answer.body.details)]).toEqual([400, 'InvalidRecord', [path]]);
});

test('either calls or call is sent, not both', async () => {
  const { editor, call_id } = await withCall();
  const one = { call_id, custom_fields: [] };

  const { status, body } = await editor.put(calls, { calls: [one], call: one });

  expect([status, body.details]).toEqual([400, { body: 'Send either calls or call' }]);
});

test('a thousand calls with long values are changed at once, and a body of more than 16 MiB is refused', async () => {
  const { given, editor, field } = await withCall();
  await field('Text', { str_max_len: 8096 });
  const ids = await given.calls(...Array.from({ length: 1000 }, () => ({})));
  const send = (length: number) =>
    editor.put(calls, {
      calls: ids.map((call_id) => ({ call_id, custom_fields: [{ name: 'Text', value: 'x'.repeat(length) }] })),
    });

  const [all, tooLarge] = [await send(8096), await send(17_000)];

  expect([all.status, all.body.calls.map((call: Call) => call.call_id)]).toEqual([200, ids]);
  expect([tooLarge.status, tooLarge.body.error]).toEqual([413, 'PayloadTooLarge']);
});

test('a refusal of very many wrong values names the first of them, and stays small', async () => {
  const { given, editor, field } = await withCall();
  const options = Array.from({ length: 20 }, (_, n) => `${n}`.padEnd(256, '.'));
  await field('Mood', { type: 'option', options });
  const ids = await given.calls(...Array.from({ length: 1000 }, () => ({})));

  const { status, body } = await editor.put(calls, {
    calls: ids.map((call_id) => ({ call_id, custom_fields: [{ name: 'Mood', value: 'x' }] })),
  });

  expect([status, Object.keys(body.details)]).toEqual([
    400,
    Array.from({ length: 100 }, (_, n) => `calls.${n}.custom_fields.0.value`),
  ]);
});

test('a person who does not see a disabled field does not learn whether a value is the one that the call has', async () => {
  const { admin, field, put } = await withCall();
  const field_id = await field('Diagnosis');
  await put([{ field_id, value: 'B' }]);
  await admin.put(`/api/v2/custom_fields/${field_id}.json`, { custom_field: { enable: false } });

  const answers = [];
  for (const value of ['A', 'B', '']) {
    const { status, body } = await put([{ field_id, value }]);
    answers.push([status, body.details]);
  }

  const refused = [400, { 'custom_fields.0.value': 'This custom field is not in use' }];
  expect(answers).toEqual([refused, refused, refused]);
  expect((await put([{ field_id, value: 'B' }], admin)).status).toBe(200);
});

test('values of a disabled field are shown only to people who may edit fields, and are found by nobody', async () => {
  const { given, admin, field, put, call_id, valuesOf, found } = await withCall();
  const field_id = await field('Order', { search_options: ['free_text'] });
  await put([{ field_id, value: 'Zwetschge' }]);
  const other = await field('Site');

  await admin.put(`/api/v2/custom_fields/${field_id}.json`, { custom_field: { enable: false } });
  const { body } = await put([{ field_id: other, value: 'Bonn' }]);

  const steward = await given.user({ permissions: [...rights, 'custom_fields:edit'] });
  expect(await valuesOf()).toEqual([['Site', 'Bonn']]);
  expect(body.call.custom_fields).toHaveLength(1);
  expect(await valuesOf(call_id, steward)).toHaveLength(2);
  expect((await put([{ field_id, value: 'x' }], steward)).body.details).toEqual({
    'custom_fields.0.value': 'This custom field is not in use',
  });
  expect(await found('zwetsch')).toEqual([]);
});

test('If-Match guards one call in the bulk form, and is refused for several', async () => {
  const { given, editor, call_id, field, valuesOf } = await withCall();
  await field('Order');
  const [other = ''] = await given.calls({});
  const of = (id: string) => ({ call_id: id, custom_fields: [{ name: 'Order', value: '7' }] });
  const bulk = (body: object) => editor.put('/api/v2/calls.json', body, { 'if-match': '"stale"' });

  const one = await bulk({ call: of(call_id) });
  const listed = await bulk({ calls: [of(call_id)] });
  const several = await bulk({ calls: [of(call_id), of(other)] });

  expect([one.status, listed.status]).toEqual([412, 412]);
  expect([several.status, Object.keys(several.body.details)]).toEqual([400, ['If-Match']]);
  expect(await valuesOf()).toEqual([]);
});

test('a change that changes nothing keeps the version and is not audited', async () => {
  const { given, editor, call_id, field, put } = await withCall();
  await field('Order');
  await put([{ name: 'Order', value: '7' }]);
  const tag = async () => (await editor.get(at(call_id))).headers.get('etag');
  const before = [await tag(), given.audited('call').length];

  await put([{ name: 'Order', value: '7' }]);
  await put([]);

  expect([await tag(), given.audited('call').length]).toEqual(before);
});

test('a whole number is stored in its usual form', async () => {
  const { field, put, valuesOf } = await withCall();
  await field('Count', { type: 'integer' });

  await put([{ name: 'Count', value: '007' }]);
  expect(await valuesOf()).toEqual([['Count', '7']]);
  await put([{ name: 'Count', value: '-0' }]);
  expect(await valuesOf()).toEqual([['Count', '0']]);
});
