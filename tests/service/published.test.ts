import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { recording } from '../support/given';
import { startService } from '../support/start-service';

/** The type of a value in the words of API v2. A list has the type of its first item. */
function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'empty' : `list of ${typeOf(value[0])}`;
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  if (typeof value !== 'string') return typeof value;
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value)) return 'UUID';
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/.test(value) ? 'timestamp' : 'string';
}
const typesOf = (record: object) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, typeOf(value)]));
const each = <T>(names: string[], value: T) => Object.fromEntries(names.map((name) => [name, value]));

/** The fields of a call whose types API v2 does not show. All are texts or null here. */
const texts = [
  'parent_call_id',
  'secondary_parent_call_id',
  'interaction_id',
  'protocol_call_id',
  'protocol_tracking_id',
  'recorder_id',
  'from_ip',
  'from_mac',
  'from_name',
  'from_id',
  'to_ip',
  'to_mac',
  'to_name',
  'to_id',
  'redirected_from_number',
  'redirected_from_name',
  'redirected_from_id',
  'redirected_to_number',
  'redirected_to_name',
  'redirected_to_id',
  'orig_from_number',
  'orig_from_name',
  'orig_to_number',
  'orig_to_name',
  'agent_id',
  'agent_name',
  'acd_number',
  'acd_name',
  'acd_id',
  'pbx1_user_id',
  'pbx1_group_id',
  'pbx1_sp_id',
  'pbx2_extension',
  'pbx2_user',
  'pbx2_group',
  'pbx2_system',
  'phonesys_nearend_guid',
  'phonesys_farend_guid',
  'phonesys_nearend_refci',
  'phonesys_farend_refci',
  'phonesys_nearend_partition',
  'phonesys_farend_partition',
  'phonesys_phone_ip',
];
/** Those of them that name another record. */
const ids = ['parent_call_id', 'secondary_parent_call_id', 'interaction_id', 'recorder_id'];
const lists = ['participants', 'categories', 'files', 'custom_fields'];
const unknown = [...texts, 'connect_time', 'disconnect_time', 'from_number', 'to_number', 'from_port', 'to_port'];
const codes = ['protocol_call_direction', 'call_state', 'record_state', 'voip_protocol', 'duration'];

/** Starts a service with a call that has a value in every field, and returns the call as it is read. */
async function withWholeCall() {
  const started = await startService();
  const { admin } = started;
  const { user_id } = (await admin.get('/api/v2/sessions.json')).body.user;
  const [field, parent] = [
    await admin.post('/api/v2/custom_fields.json', { custom_field: { name: 'Order', type: 'string' } }),
    await admin.post('/api/v2/categories.json', { category: { name: 'Sales' } }),
  ];
  const { field_id } = (await admin.get(field.body.url)).body.custom_field;
  const parent_id = (await admin.get(parent.body.url)).body.category.category_id;
  const category = { name: 'Upsell', parent_id, private_user_id: user_id };
  const { url } = (await admin.post('/api/v2/categories.json', { category })).body;
  const { category_id } = (await admin.get(url)).body.category;
  const times = { join_time: '2026-11-20T12:00:01+00:00', leave_time: '2026-11-20T12:00:02+00:00' };
  const party = { party_direction: 1, party_type: 1, party_number: '6001', party_name: 'Ada', party_caller_id: 'A' };
  const sent = {
    ...Object.fromEntries(texts.map((name) => [name, `text of ${name}`])),
    ...each(ids, '6f1c2a0e-5d3b-4c8e-9a47-0b2d9e7c1f58'),
    setup_time: '2026-11-20T12:00:00+00:00',
    connect_time: times.join_time,
    disconnect_time: times.leave_time,
    protocol_call_direction: 1,
    call_state: 6,
    voip_protocol: 1,
    duration: 1,
    on_demand_state: 1,
    confidential: false,
    from_number: '6001',
    to_number: '6002',
    from_port: 5060,
    to_port: 5061,
    participants: [{ participant_id: '07', user_id, ...times, ...party }],
    categories: [{ category_id }],
    custom_fields: [{ field_id, value: '4471' }],
  };
  const made = await admin.post('/api/v2/calls.json', { call: sent });
  await admin.raw(`${made.body.url}/file`, {
    method: 'PUT',
    body: new Uint8Array(readFileSync(recording('question.mp3'))),
    headers: { 'content-type': 'audio/mpeg' },
  });
  return { ...started, sent, call: (await admin.get(made.body.url)).body.call };
}

test('a call has every field of API v2 with its type, and keeps what was sent', async () => {
  const { call, sent } = await withWholeCall();

  expect(typesOf(call)).toEqual({
    ...each(['call_id', 'tenant_id'], 'UUID'),
    ...each([...codes, 'on_demand_state', 'from_port', 'to_port'], 'integer'),
    ...each(['setup_time', 'connect_time', 'disconnect_time'], 'timestamp'),
    ...each([...texts, 'from_number', 'to_number'], 'string'),
    ...each(ids, 'UUID'),
    ...each(['confidential', 'legal_hold'], 'boolean'),
    ...each(lists, 'list of object'),
    paused_spans: 'empty',
    // Measured in the background.
    talk: expect.stringMatching(/^(null|object)$/),
  });
  expect(call).toMatchObject(sent);
});

test('the fields of a call that are not known are null, and its lists are empty', async () => {
  const { admin, given } = await startService();
  const [id] = await given.calls({});

  const { call } = (await admin.get(`/api/v2/calls/${id}.json`)).body;

  expect(typesOf(call)).toEqual({
    ...each(['call_id', 'tenant_id'], 'UUID'),
    ...each(codes, 'integer'),
    setup_time: 'timestamp',
    ...each([...unknown, 'on_demand_state', 'confidential', 'talk'], 'null'),
    ...each([...lists, 'paused_spans'], 'empty'),
    legal_hold: 'boolean',
  });
});

test('a participant has every field of API v2 with its type', async () => {
  const { call } = await withWholeCall();
  const [participant] = call.participants;

  expect(typesOf(participant)).toEqual({
    ...each(['participant_id', 'party_number', 'party_name', 'party_caller_id'], 'string'),
    ...each(['join_time', 'leave_time'], 'timestamp'),
    user_id: 'UUID',
    ...each(['party_direction', 'party_type'], 'integer'),
  });
  expect(participant.participant_id).toHaveLength(2);
});

test('a category of a call has every field of API v2 with its type', async () => {
  const { call } = await withWholeCall();
  expect(typesOf(call.categories[0])).toEqual({
    ...each(['category_id', 'private_user_id', 'parent_id'], 'UUID'),
    name: 'string',
  });
});

test('a participant and a category have null where nothing is known', async () => {
  const { admin, given } = await startService();
  const call = { setup_time: '2026-11-20T12:00:00Z', participants: [{}] };
  const categories = [{ category_id: await given.category('Sales') }];
  const { url } = (await admin.post('/api/v2/calls.json', { call: { ...call, categories } })).body;

  const { participants, categories: shown } = (await admin.get(url)).body.call;

  expect(typesOf(participants[0])).toEqual({
    participant_id: 'string',
    ...each(['join_time', 'leave_time', 'user_id', 'party_number', 'party_name', 'party_caller_id'], 'null'),
    ...each(['party_direction', 'party_type'], 'integer'),
  });
  expect(shown).toEqual([{ ...categories[0], name: 'Sales', private_user_id: null, parent_id: null }]);
});

test('a file of a call has every field of API v2 with its type', async () => {
  const { call } = await withWholeCall();
  const [file] = call.files;
  const published = ['file_id', 'start_time', 'stop_time', 'file_size', 'file_path'];
  const nullable = ['watermark', 'encrypt_key', 'encrypt_tag', 'encrypt_fingerprint'];

  expect(typesOf(file)).toMatchObject({
    ...each(['file_id', 'file_path', ...nullable], 'string'),
    ...each(['start_time', 'stop_time'], 'timestamp'),
    file_size: 'integer',
  });
  expect(Object.keys(file)).toEqual(expect.arrayContaining([...published, ...nullable]));
  expect([file.file_id.length, file.file_size]).toEqual([2, 12_276]);
  expect(file.file_path).toMatch(/^2026\/11\/20\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\.cra$/);
});

test('a custom field value of a call has every field of API v2 with its type', async () => {
  const { call } = await withWholeCall();
  expect(typesOf(call.custom_fields[0])).toEqual({ field_id: 'UUID', name: 'string', value: 'string' });
});

test('each item of the list of calls is the whole call', async () => {
  const { admin, call } = await withWholeCall();
  expect((await admin.get('/api/v2/calls.json')).body.calls).toEqual([call]);
});

/** Starts a service with several tenants. */
async function withTenants() {
  const started = await startService();
  await started.admin.put('/api/v2/settings.json', { settings: { multi_tenancy: true } });
  const { tenant_id } = (await started.admin.get('/api/v2/sessions.json')).body.user;
  return { ...started, tenant_id, system: `/api/v2/tenants/${tenant_id}.json` };
}

test('every field of a user is stored and read as it was sent', async () => {
  const { admin, given, system } = await withTenants();
  await admin.put(system, { tenant: { fieldset_licensing: { speech_analytics: 1 } } });
  const role = await admin.post('/api/v2/roles.json', { role: { name: 'Agent' } });
  const { role_id } = (await admin.get(role.body.url)).body.role;
  const group_id = await given.group();
  const user = {
    name: 'Ada',
    is_active: true,
    email: 'ada@example.com',
    timezone: 'Europe/Vienna',
    language: 'de',
    group_id,
    role_id,
    groups: [group_id, await given.group()].sort(),
    managed_tenants: [await given.tenant()],
    managed_groups: [group_id],
    fieldset_login: {
      can_login: true,
      login: 'ada',
      authenticate_type: 'password',
      must_change_password: true,
      require_2fa: true,
      valid_till: '2099-01-31T12:00:00+00:00',
    },
    fieldset_recording: {
      record: 'always',
      on_demand_default: 'keep',
      record_direction: ['in', 'out'],
      extensions: ['4711'],
      record_announcement: true,
      confidential: true,
    },
    fieldset_screen_recording: { screen_recording_login: 'ada-desk' },
    fieldset_phone_services: { phone_pin: '1234' },
    fieldset_licensing: {
      ...each(['recording_seat', 'screen_recording_seat', 'monitoring_seat', 'evaluation_seat'], true),
      speech_analytics: true,
      speech_analytics_license_type: 'advanced',
    },
  };

  const { status, body } = await admin.post('/api/v2/users.json', { user });

  expect(status).toBe(201);
  const made = (await admin.get(body.url)).body.user;
  expect(made).toMatchObject(user);
  expect([typeOf(made.user_id), typeOf(made.tenant_id)]).toEqual(['UUID', 'UUID']);
});

test('every field of a tenant is stored and read as it was sent', async () => {
  const { admin } = await withTenants();
  const tenant = {
    name: 'North',
    timezone: 'Europe/Vienna',
    language: 'de',
    domain: 'north.example',
    encrypt_data: true,
    fieldset_licensing: {
      recording_seats: 1,
      recording_sessions: 2,
      screen_recording_seats: 3,
      monitoring_seats: 4,
      evaluation_seats: 5,
      speech_analytics: 6,
    },
  };

  const { url } = (await admin.post('/api/v2/tenants.json', { tenant })).body;

  const made = (await admin.get(url)).body.tenant;
  expect(made).toEqual({ tenant_id: made.tenant_id, ...tenant });
  expect(typeOf(made.tenant_id)).toBe('UUID');
});

test('a role keeps its name, its tenant and its permissions by area', async () => {
  const { admin, given } = await withTenants();
  const permissions = {
    system: ['view'],
    users: ['view'],
    calls: ['view', 'download', 'categorize', 'on_demand_trigger'],
  };
  const role = { name: 'Agent', tenant_id: await given.tenant(), permissions };

  const { url } = (await admin.post('/api/v2/roles.json', { role })).body;

  expect((await admin.get(url)).body.role).toMatchObject(role);
});

test.each(['string', 'date', 'option', 'integer'])(
  'a custom field may have the type %s and each display',
  async (type) => {
    const { admin } = await startService();
    const seen = [];
    for (const display_as of ['default', 'label', 'multiline']) {
      const custom_field = { name: `shown as ${display_as}`, type, display_as };
      const { url } = (await admin.post('/api/v2/custom_fields.json', { custom_field })).body;
      const made = (await admin.get(url)).body.custom_field;
      seen.push([made.type, made.display_as]);
    }
    expect(seen).toEqual(['default', 'label', 'multiline'].map((display_as) => [type, display_as]));
  },
);

test.each(['users', 'roles', 'custom_fields'])('a new record of %s gets 201 with its address', async (collection) => {
  const { admin, given } = await startService();
  const role = await admin.post('/api/v2/roles.json', { role: { name: 'Agent' } });
  const { role_id } = (await admin.get(role.body.url)).body.role;
  const bodies: Record<string, object> = {
    users: { user: { name: 'Ada', role_id, group_id: await given.group() } },
    roles: { role: { name: 'Supervisor' } },
    custom_fields: { custom_field: { name: 'Order', type: 'string' } },
  };

  const { status, headers, body } = await admin.post(`/api/v2/${collection}.json`, bodies[collection]);

  const location = headers.get('location') ?? '';
  expect(location).toMatch(new RegExp(`^/api/v2/${collection}/[\\da-f-]{36}\\.json$`));
  expect([status, body, (await admin.get(location)).status]).toEqual([201, { url: location }, 200]);
});
