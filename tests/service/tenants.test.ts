import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Permission } from '@shared/permissions';
import { reason } from '@shared/reasons/reasons';
import { expect, test } from 'vitest';
import type { Person } from '../support/given';
import { administrator, startService } from '../support/start-service';

const settings = '/api/v2/settings.json';
const rights = ['tenants:view', 'tenants:edit', 'groups:view', 'groups:edit', 'system:view', 'system:edit'] as const;

async function withTenancy() {
  const started = await startService();
  await started.admin.put(settings, { settings: { multi_tenancy: true } });
  const { url } = (await started.admin.post('/api/v2/tenants.json', { tenant: { name: 'North' } })).body;
  const { tenant } = (await started.admin.get(url)).body;
  return { ...started, url, tenant };
}

test('settings have defaults, can be partly changed, and are audited', async () => {
  const { admin, given } = await startService();
  const before = (await admin.get(settings)).body;
  const after = await admin.put(settings, { settings: { timezone: 'Europe/Vienna' } });

  const others = {
    auto_resume_seconds: 0,
    store_format: 'wav',
    watch_folder: '',
    watch_folder_on: true,
    webhooks_outside: false,
  };
  const state = { database_damaged_at: null };
  expect(before).toEqual({ settings: { multi_tenancy: false, timezone: '', language: '', ...others, ...state } });
  expect([after.status, after.body.settings.timezone]).toEqual([200, 'Europe/Vienna']);
  expect(given.audited('settings')[0]?.details).toEqual({ changes: { timezone: ['', 'Europe/Vienna'] } });
});

test('settings have a version, and a change based on an outdated one is refused', async () => {
  const { admin } = await startService();
  const etag = (await admin.get(settings)).headers.get('etag') ?? '';
  const change = (timezone: string) => admin.put(settings, { settings: { timezone } }, { 'if-match': etag });

  const [first, second] = [await change('Europe/Vienna'), await change('Europe/Paris')];

  expect([first.status, second.status, second.body.error]).toEqual([200, 412, 'Conflict']);
  const now = await admin.get(settings);
  expect([now.body.settings.timezone, now.headers.get('etag')]).toEqual(['Europe/Vienna', first.headers.get('etag')]);
});

test.each([
  [{ timezone: 'Mars/Olympus' }, 'timezone'],
  [{ language: '??' }, 'language'],
  [{ multi_tenancy: 'yes' }, 'multi_tenancy'],
  [{ colour: 'red' }, 'colour'],
])('the settings %j are refused with an error at the field', async (changed, field) => {
  const { admin } = await startService();

  const { status, body } = await admin.put(settings, { settings: changed });

  expect([status, typeof body.description, Object.keys(body.details)]).toEqual([400, 'string', [field]]);
});

test('only an unrestricted role can set multi-tenancy, which stays on while other tenants exist', async () => {
  const { admin, given, url } = await withTenancy();
  const editor = await given.user({ permissions: [...rights], access_level: 'system' });
  const off = { settings: { multi_tenancy: false } };

  const byEditor = await editor.put(settings, off);
  const byAdmin = await admin.put(settings, off);
  // As it was read, with another change.
  const asRead = await editor.put(settings, { settings: { multi_tenancy: true, language: 'de' } });
  await admin.delete(url);

  expect(asRead.status).toBe(200);
  expect([byEditor.status, byAdmin.status, Object.keys(byAdmin.body.details)]).toEqual([403, 400, ['multi_tenancy']]);
  expect((await admin.put(settings, off)).status).toBe(200);
});

test('only people whose role reaches every tenant change the settings, which all tenants share', async () => {
  const { admin, given } = await startService();
  const permissions = ['system:view' as const, 'system:edit' as const];
  const put = async (access_level: 'system' | 'tenant' | 'managed_groups') => {
    const person = await given.user({ permissions, access_level });
    return (await person.put('/api/v2/settings.json', { settings: { auto_resume_seconds: 30 } })).status;
  };

  expect([await put('tenant'), await put('managed_groups')]).toEqual([403, 403]);
  expect((await admin.get('/api/v2/settings.json')).body.settings.auto_resume_seconds).toBe(0);
  expect(await put('system')).toBe(200);
});

test('a tenant has every field, with no limit on its seats', async () => {
  const { tenant } = await withTenancy();
  expect(tenant).toEqual({
    tenant_id: tenant.tenant_id,
    name: 'North',
    timezone: '',
    language: null,
    domain: null,
    encrypt_data: true,
    fieldset_licensing: {
      recording_seats: null,
      recording_sessions: null,
      screen_recording_seats: null,
      monitoring_seats: null,
      evaluation_seats: null,
      speech_analytics: 0,
    },
  });
});

test('a tenant is deleted only when it is empty; until then one kind of its records is named', async () => {
  const { admin, given, url, tenant } = await withTenancy();
  const { tenant_id } = tenant;
  const refusal = async () => {
    const { status, body } = await admin.delete(url);
    return [status, body.reason];
  };

  const group_id = await given.group(tenant_id);
  const category = (await admin.post('/api/v2/categories.json', { category: { name: 'Complaint', tenant_id } })).body
    .url;
  expect(await refusal()).toEqual([409, reason('tenant_not_empty', { records: 'categories' })]);

  await admin.delete(category);
  expect(await refusal()).toEqual([409, reason('tenant_not_empty', { records: 'groups' })]);

  await admin.delete(`/api/v2/groups/${group_id}.json`);
  expect((await admin.delete(url)).status).toBe(200);
});

test('the domain of a tenant is a host name, empty or null', async () => {
  const { admin, url } = await withTenancy();
  const put = async (domain: unknown) => {
    const { status, body } = await admin.put(url, { tenant: { domain } });
    return status === 200 ? body.tenant.domain : Object.keys(body.details);
  };

  const names = ['calls.North-1.example', 'localhost', '', null];
  const wrong = ['not a domain!!', 'http://a.example', '-a.example', 'a_b.example', 'a..example', 'a.example\nb', 5];
  for (const name of names) expect(await put(name)).toBe(name);
  for (const one of wrong) expect(await put(one)).toEqual(['domain']);
});

test('recordings of a tenant are encrypted, whatever its record says', async () => {
  const { admin, inWindow, given, dataFolder } = await withTenancy();
  const [system] = (await admin.get('/api/v2/tenants.json?search_term=system')).body.tenants;
  await admin.put(`/api/v2/tenants/${system.tenant_id}.json`, { tenant: { encrypt_data: false } });

  const call_id = await given.recorded('question.mp3');

  const [file] = (await (await inWindow(administrator)).get(`/api/v2/calls/${call_id}.json`)).body.call.files;
  const stored = readFileSync(join(dataFolder, 'audio', file.file_path));
  expect(file.encrypt_fingerprint).toMatch(/^[\da-f]{64}$/);
  expect(stored.subarray(1, 4).toString()).toBe('CRA');
});

test('nobody is given a tenant that the caller does not reach, not by themselves either', async () => {
  const { given, admin, tenant } = await withTenancy();
  const other = await given.tenant();
  const people: Permission[] = ['users:view', 'users:edit'];
  const local = await given.user({ tenant_id: tenant.tenant_id, permissions: people, access_level: 'tenant' });
  const central = await given.user({ permissions: people, access_level: 'tenant' });
  const put = async (caller: Person, managed_tenants: string[]) => {
    const { status, body } = await caller.put(`/api/v2/users/${caller.user_id}.json`, { user: { managed_tenants } });
    return status === 200 ? body.user.managed_tenants : Object.keys(body.details);
  };

  expect(await put(local, [other])).toEqual(['managed_tenants']);
  expect(await put(local, [tenant.tenant_id])).toEqual([tenant.tenant_id]);
  expect(await put(central, [tenant.tenant_id])).toEqual(['managed_tenants']);
  expect((await admin.get(`/api/v2/users/${central.user_id}.json`)).body.user.managed_tenants).toEqual([]);
});

test('without multi-tenancy there is no second tenant, and tenant_id is ignored', async () => {
  const { admin } = await startService();
  const [system] = (await admin.get('/api/v2/tenants.json')).body.tenants;
  const { url } = (await admin.post('/api/v2/groups.json', { group: { name: 'A', tenant_id: randomUUID() } })).body;

  const refused = await admin.post('/api/v2/tenants.json', { tenant: { name: 'North' } });

  expect(refused.status).toBe(409);
  expect((await admin.get(url)).body.group.tenant_id).toBe(system.tenant_id);
});

test('with multi-tenancy a record is created in the requested tenant, if it is in scope', async () => {
  const { admin, given, tenant } = await withTenancy();
  const local = await given.user({ tenant_id: tenant.tenant_id, permissions: [...rights] });
  const other = await given.tenant();
  const make = async (caller: typeof admin, tenant_id: string) => {
    const group = { name: randomUUID(), tenant_id };
    const { status, body } = await caller.post('/api/v2/groups.json', { group });
    return status === 201 ? (await caller.get(body.url)).body.group.tenant_id : Object.keys(body.details);
  };

  expect(await make(admin, tenant.tenant_id)).toBe(tenant.tenant_id);
  expect(await make(local, tenant.tenant_id)).toBe(tenant.tenant_id);
  expect(await make(local, other)).toEqual(['tenant_id']);
});

test('a user of a tenant can change its name but not its licences', async () => {
  const { given, tenant, url } = await withTenancy();
  const local = await given.user({ tenant_id: tenant.tenant_id, permissions: [...rights] });

  const renamed = await local.put(url, { tenant: { name: 'South' } });
  const licensed = await local.put(url, { tenant: { fieldset_licensing: { recording_seats: 9 } } });

  expect([renamed.body.tenant.name, licensed.status]).toEqual(['South', 403]);
});

test('a tenant with records cannot be deleted, and neither can the System tenant', async () => {
  const { admin, given, tenant, url } = await withTenancy();
  await given.group(tenant.tenant_id);
  const system = (await admin.get('/api/v2/tenants.json?search_term=SYSTEM')).body.tenants[0];

  const statuses = [await admin.delete(url), await admin.delete(`/api/v2/tenants/${system.tenant_id}.json`)];

  expect(statuses.map(({ status }) => status)).toEqual([409, 409]);
});

test('a tenant that once had calls and imports, and that a user manages, can be deleted once it is empty', async () => {
  const { admin, given, tenant, url } = await withTenancy();
  const { tenant_id } = tenant;
  const manager = `/api/v2/users/${(await given.user()).user_id}.json`;
  const managing = await admin.put(manager, { user: { managed_tenants: [tenant_id] } });
  const [call_id = ''] = await given.calls({ tenant_id });
  const imported = (status: string) =>
    given.database((db) => {
      db.prepare('DELETE FROM imports').run();
      db.prepare("INSERT INTO imports (import_id, tenant_id, name, status, created_at) VALUES ('i', ?, 'i', ?, 0)").run(
        tenant_id,
        status,
      );
    });
  imported('paused');
  const withCall = await admin.delete(url);
  given.database((db) => db.prepare('DELETE FROM calls WHERE call_id = ?').run(call_id));
  const whileImporting = await admin.delete(url);
  imported('done');

  expect([withCall.status, whileImporting.status, (await admin.delete(url)).status]).toEqual([409, 409, 200]);
  expect([managing.status, (await admin.get(manager)).body.user.managed_tenants]).toEqual([200, []]);
});

test('roles contain their tenant only with multi-tenancy', async () => {
  const { admin } = await startService();
  const without = (await admin.get('/api/v2/roles.json')).body.roles[0];
  await admin.put(settings, { settings: { multi_tenancy: true } });
  const within = (await admin.get('/api/v2/roles.json')).body.roles[0];

  expect([without.tenant_id, typeof within.tenant_id]).toEqual([undefined, 'string']);
});
