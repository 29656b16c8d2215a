import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ImportPreset } from '@shared/contract/import-presets';
import { NewImportPreset } from '@shared/contract/import-presets';
import { expect, test } from 'vitest';
import type { Caller } from '../support/caller';
import { startService } from '../support/start-service';

const collection = '/api/v2/import_presets.json';
const builtinFolder = resolve('electron/service/resources/sources/presets/builtin');
const pattern = '{agent_id}_{date:YYMMDD}_{time:HHmm}_{from}_{to}<_{queue_name}>';
const reception = { name: 'Reception', names: [{ pattern, direction: null }] };

const presetsOf = async (caller: Caller): Promise<ImportPreset[]> =>
  (await caller.get(`${collection}?limit=100`)).body.import_presets;

test('a preset is made, read, changed in part, exported, taken in again and deleted', async () => {
  const { given } = await startService();
  const one = await given.user({ permissions: ['calls:create', 'import_presets:edit', 'import_presets:delete'] });

  const { status, body } = await one.post(collection, { import_preset: reception });
  const { import_preset } = (await one.get(body.url)).body;
  const changed = await one.put(body.url, { import_preset: { ...import_preset, channels: 'agent_right' } });
  const exported = await one.raw(body.url.replace('.json', '/export.json'));
  const file = await exported.json();
  const again = await one.post(collection, { import_preset: { ...file.import_preset, name: 'Copy' } });
  const copy = await (await one.raw(again.body.url.replace('.json', '/export.json'))).json();

  expect(status).toBe(201);
  expect(import_preset).toEqual({
    preset_id: import_preset.preset_id,
    tenant_id: expect.any(String),
    key: null,
    is_builtin: false,
    is_active: true,
    name: 'Reception',
    description: '',
    timezone: null,
    internal_digits: 6,
    channels: null,
    names: [{ pattern, direction: null }],
    details: [],
    created_at: expect.any(String),
  });
  expect(changed.body.import_preset).toEqual({ ...import_preset, channels: 'agent_right' });
  expect(exported.headers.get('content-disposition')).toContain('Reception.json');
  expect(Object.keys(file.import_preset)).not.toContain('preset_id');
  expect(copy).toEqual({ import_preset: { ...file.import_preset, name: 'Copy' } });
  expect([(await one.delete(body.url)).status, (await one.get(body.url)).status]).toEqual([200, 404]);
});

test.each<[object, string]>([
  [{}, 'name'],
  [{ ...reception, names: [] }, 'names'],
  [{ ...reception, names: [{ pattern: '{form}' }] }, 'names.0.pattern'],
  [{ ...reception, names: [{ pattern, direction: 'in' }] }, 'names.0.direction'],
  [{ ...reception, timezone: 'Mars/Olympus' }, 'timezone'],
  [{ ...reception, internal_digits: 11 }, 'internal_digits'],
  [{ ...reception, channels: 'left' }, 'channels'],
  [{ ...reception, details: [{ format: 'pdf' }] }, 'details.0.format'],
  [{ ...reception, details: [{ format: 'csv', list: 'calls' }] }, 'details.0.list'],
  [{ ...reception, details: [{ format: 'json', columns: ['a'] }] }, 'details.0.columns'],
  [{ ...reception, details: [{ format: 'csv', has: [''] }] }, 'details.0.has.0'],
  [
    { ...reception, details: [{ format: 'csv', mapping: [{ field: 'colour', from: 'a' }] }] },
    'details.0.mapping.0.field',
  ],
  [{ ...reception, details: [{ format: 'csv', mapping: [{ field: 'from', from: '' }] }] }, 'details.0.mapping.0.from'],
  [
    { ...reception, details: [{ format: 'csv', mapping: [{ field: 'from', from: 'a', form: 'dmy' }] }] },
    'details.0.mapping.0.form',
  ],
  [
    { ...reception, details: [{ format: 'csv', mapping: [{ field: 'duration', from: 'a', form: 'iso' }] }] },
    'details.0.mapping.0.form',
  ],
  [
    { ...reception, details: [{ format: 'csv', mapping: Array(201).fill({ field: '', from: 'a' }) }] },
    'details.0.mapping',
  ],
  [{ ...reception, names: Array(21).fill({ pattern }) }, 'names'],
  [{ ...reception, name: 'freepbx' }, 'name'],
])('%j is refused at %s', async (import_preset, field) => {
  const { admin } = await startService();
  const { status, body } = await admin.post(collection, { import_preset });
  expect([status, Object.keys(body.details)]).toEqual([400, expect.arrayContaining([field])]);
});

test('a change that leaves nothing to read by, and a name that another preset has, are refused', async () => {
  const { admin } = await startService();
  const { body } = await admin.post(collection, { import_preset: reception });
  const emptied = await admin.put(body.url, { import_preset: { names: [] } });
  const twice = await admin.post(collection, { import_preset: { ...reception, name: 'RECEPTION' } });
  expect([emptied.status, Object.keys(emptied.body.details)]).toEqual([400, ['names']]);
  expect([twice.status, Object.keys(twice.body.details)]).toEqual([400, ['name']]);
});

test('built-in presets are the files of this version, are listed last, and do not change', async () => {
  const { admin } = await startService();
  await admin.post(collection, { import_preset: { ...reception, name: 'Zulu' } });
  const presets = await presetsOf(admin);
  const [builtin] = presets.filter(({ is_builtin }) => is_builtin);
  const url = `/api/v2/import_presets/${builtin?.preset_id}.json`;

  const keys = readdirSync(builtinFolder).flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -5)] : []));
  expect(
    presets
      .slice(1)
      .map(({ key }) => key)
      .sort(),
  ).toEqual(keys.sort());
  expect([presets[0]?.name, presets[0]?.key]).toEqual(['Zulu', null]);
  for (const one of presets.slice(1)) {
    const file = JSON.parse(readFileSync(join(builtinFolder, `${one.key}.json`), 'utf8')).import_preset;
    expect(one).toMatchObject({ tenant_id: null, ...NewImportPreset.parse(file) });
  }
  expect((await admin.put(url, { import_preset: { name: 'Mine' } })).status).toBe(409);
  expect((await admin.delete(url)).status).toBe(409);
});

test('who imports sees the presets of the tenant and the built-in ones, and changes none', async () => {
  const { admin, given } = await startService();
  const { body } = await admin.post(collection, { import_preset: reception });
  const importer = await given.user({ permissions: ['calls:create'] });
  const other = await given.user({ permissions: ['calls:create'], tenant_id: await given.tenant() });
  expect((await presetsOf(importer))[0]?.name).toBe('Reception');
  expect((await presetsOf(other)).every(({ is_builtin }) => is_builtin)).toBe(true);
  expect((await other.get(body.url)).status).toBe(404);
  expect((await importer.put(body.url, { import_preset: { name: 'x' } })).status).toBe(403);
  expect((await importer.delete(body.url)).status).toBe(403);
});
