import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { Call } from '@shared/contract/calls';
import { expect, test } from 'vitest';
import { broughtIn, callsOf, importOf, rowsOf, windowOf } from '../support/imports';
import { folderWith } from '../support/sounds';
import { startService } from '../support/start-service';

type Expected = Partial<Omit<Call, 'setup_time'>> & { setup_time?: string | null };
/** Names as systems write them, what a call must have, and the codes that its row may have. Numbers are from ranges for fiction. */
const sets: Record<
  string,
  { preset: string | null; timezone: string; names: Record<string, Expected>; doubts?: string[] }
> = {
  freepbx: {
    preset: 'FreePBX',
    timezone: 'Europe/Berlin',
    names: {
      '2026/02/03/in-201-03023125301-20260203-101112-1770109870.7.wav': {
        setup_time: '2026-02-03T10:11:12+01:00',
        from_number: '03023125301',
        to_number: '201',
        protocol_call_direction: 2,
        protocol_call_id: '1770109870.7',
      },
      '2026/02/03/out-03023125302-202-20260203-111213-1770113531.9.wav': {
        from_number: '202',
        to_number: '03023125302',
        protocol_call_direction: 1,
      },
      '2026/02/03/external-203-03023125303-20260203-121314-1770117181.11.wav': {
        from_number: '03023125303',
        to_number: '203',
        protocol_call_direction: 2,
      },
      '2026/02/03/q-650-03023125304-20260203-131415-1770120830.13.wav': {
        from_number: '03023125304',
        to_number: '650',
        acd_number: '650',
        protocol_call_direction: 2,
      },
    },
  },
  '3cx': {
    preset: '3CX',
    timezone: 'Europe/Berlin',
    names: {
      '[Omar Haddad]_111-03023125311_20260203101112(3).wav': {
        setup_time: '2026-02-03T10:11:12+01:00',
        from_number: '111',
        to_number: '03023125311',
        to_name: 'Omar Haddad',
        protocol_call_direction: 1,
      },
      '[03023125312]_03023125312-112_20260203111213(4).wav': {
        from_number: '03023125312',
        from_name: null,
        to_number: '112',
        protocol_call_direction: 2,
      },
    },
  },
  yeastar: {
    preset: 'Yeastar',
    timezone: 'Europe/Berlin',
    names: {
      '20260203101112-1770109872.77-211-03023125321-Outbound.wav': {
        setup_time: '2026-02-03T10:11:12+01:00',
        from_number: '211',
        to_number: '03023125321',
        protocol_call_direction: 1,
      },
    },
  },
  ringcentral: {
    preset: 'RingCentral',
    timezone: 'America/New_York',
    names: {
      '20260203-101112_221_(202)555-0131_Incoming_Auto_2234567890071.wav': {
        setup_time: '2026-02-03T16:11:12+01:00',
        from_number: '(202)555-0131',
        to_number: '221',
        protocol_call_direction: 2,
      },
    },
  },
  'Android with the direction': {
    preset: 'Android',
    timezone: 'America/New_York',
    names: {
      '20260203_151112.123+0000_in_+12025550132_Kim Reyes.wav': {
        setup_time: '2026-02-03T16:11:12+01:00',
        from_number: '+12025550132',
        from_name: 'Kim Reyes',
        protocol_call_direction: 2,
      },
      '20260203_111213.000-0500_out_+12025550133_Lee Park.wav': {
        setup_time: '2026-02-03T17:12:13+01:00',
        to_number: '+12025550133',
        to_name: 'Lee Park',
        protocol_call_direction: 1,
      },
    },
  },
  'Android without it': {
    preset: 'Android',
    timezone: 'Europe/Berlin',
    names: {
      'CallRecord_20260203-101112_+493023125331.wav': {
        setup_time: '2026-02-03T10:11:12+01:00',
        from_number: '+493023125331',
        protocol_call_direction: 0,
      },
    },
    doubts: ['side_unknown'],
  },
  'none that is known': {
    preset: null,
    timezone: 'Europe/Berlin',
    names: {
      '2026-02-03 10-11-12 visit.wav': { setup_time: '2026-02-03T10:11:12+01:00', from_number: null, to_number: null },
      'meeting room 3.wav': { from_number: null, to_number: null },
    },
  },
};

test.each(Object.entries(sets))(
  '%s: a folder is recognised by its names, which give the details of calls',
  async (_, set) => {
    const { admin, given } = await startService();
    const folder = folderWith(Object.fromEntries(Object.keys(set.names).map((name) => [name, {}])));
    const import_id = await given.imported([folder], { timezone: set.timezone });
    const calls = await callsOf(admin);
    const rows = await rowsOf(admin, import_id);
    for (const [path, expected] of Object.entries(set.names)) {
      const name = path.split('/').at(-1) ?? '';
      const call = calls.find(({ files }) => files[0]?.original_name === name);
      const { setup_time, ...others } = expected;
      expect(call, name).toMatchObject(others);
      if (setup_time) expect(Date.parse(call?.setup_time ?? ''), name).toBe(Date.parse(setup_time));
    }
    const { preset_name, doubts } = await importOf(admin, import_id);
    expect(preset_name).toBe(set.preset);
    expect(Object.keys(doubts)).toEqual(set.doubts ?? []);
    expect([...new Set(rows.flatMap(({ reasons }) => reasons.map(({ code }) => code)))]).toEqual(set.doubts ?? []);
  },
);

test('a preset of the site goes before the built-in ones, and an import keeps it', async () => {
  const { admin, given } = await startService();
  const pattern = '{agent_id}_{date:YYMMDD}_{time:HHmm}_{from}_{to}<_{queue_name}>';
  const import_preset = { name: 'Reception', timezone: 'Europe/Berlin', names: [{ pattern }] };
  const { body } = await admin.post('/api/v2/import_presets.json', { import_preset });
  const names = ['a17_260203_1011_231_03023125341.wav', 'a18_260203_1112_03023125342_232_Front desk.wav'];
  const folder = folderWith(Object.fromEntries(names.map((name) => [name, {}])));
  const import_id = await given.imported([folder], { timezone: 'UTC' });
  await admin.delete(body.url);

  const [second, first] = await callsOf(admin);
  expect(first).toMatchObject({ agent_id: 'a17', from_number: '231', to_number: '03023125341', acd_name: null });
  expect(second).toMatchObject({ agent_id: 'a18', acd_name: 'Front desk', protocol_call_direction: 2 });
  expect(Date.parse(first?.setup_time ?? '')).toBe(Date.parse('2026-02-03T10:11:00+01:00'));
  expect(await importOf(admin, import_id)).toMatchObject({ preset_name: 'Reception' });
});

test('an import reads by the preset that it names or sends, even if others fit better', async () => {
  const service = await startService();
  const { admin } = service;
  const window = await windowOf(service);
  const wrong = { name: 'Turned round', is_active: false, names: [{ pattern: 'in-{from}-{to}-{date}-{time}-{id}' }] };
  const { body } = await admin.post('/api/v2/import_presets.json', { import_preset: wrong });
  const preset_id = body.url.match(/[0-9a-f-]{36}/)[0];
  const name = 'in-201-03023125301-20260203-101112-1770109870.7.wav';
  const named = await broughtIn(window, service, [folderWith({ [name]: {} })], { preset_id });
  const [call] = await callsOf(admin);
  const sent = await broughtIn(window, service, [folderWith({ [name]: {} })], { preset: { ...wrong, name: 'Sent' } });

  expect([named.preset_id, named.preset_name, call?.from_number]).toEqual([preset_id, 'Turned round', '201']);
  expect([sent.preset_id, sent.preset_name]).toEqual([null, 'Sent']);
});

test.each([
  [{ preset_id: '11111111-1111-4111-8111-111111111111' }, 'preset_id'],
  [{ preset: { name: 'Empty' } }, 'preset.names'],
  [{ preset: { name: 'a', names: [{ pattern: '{' }] } }, 'preset.names.0.pattern'],
])('an import by %j is refused at %s', async (preset, field) => {
  const service = await startService();
  const window = await windowOf(service);
  const source = service.choose('Chosen', [folderWith({ 'a.wav': {} })]);
  const { status, body } = await window.post('/api/v2/imports.json', { import: { source, ...preset } });
  expect([status, Object.keys(body.details)]).toEqual([400, [field]]);
});

test('an import that names a preset and sends one is refused', async () => {
  const service = await startService();
  const window = await windowOf(service);
  const source = service.choose('Chosen', [folderWith({ 'a.wav': {} })]);
  const [{ preset_id }] = (await window.get('/api/v2/import_presets.json')).body.import_presets;
  const preset = { name: 'a', names: [{ pattern: '{id}' }] };
  const { status, body } = await window.post('/api/v2/imports.json', { import: { source, preset_id, preset } });
  expect([status, Object.keys(body.details)]).toEqual([400, ['preset']]);
});

test('a name that can be read in several ways gives none of these values, and its row says so', async () => {
  const { admin, given } = await startService();
  const import_preset = { name: 'Two names', names: [{ pattern: '{date}_{from_name}-{agent}_{id}' }] };
  await admin.post('/api/v2/import_presets.json', { import_preset });
  const folder = folderWith({ '20260203_Ann-Lee-Bob_7.wav': {}, '20260203_Ann-Bob_8.wav': {} });
  const import_id = await given.imported([folder]);

  const calls = await callsOf(admin);
  const named = (id: string) => calls.find(({ protocol_call_id }) => protocol_call_id === id);
  expect(named('8')).toMatchObject({ from_name: 'Ann', agent_name: 'Bob' });
  expect(named('7')).toMatchObject({ from_name: null, agent_name: null });
  expect((await importOf(admin, import_id)).doubts).toMatchObject({ pattern_ambiguous: 2 });
});

test('the side of a file comes from its pattern: two files are one call', async () => {
  const { admin, given } = await startService();
  const import_preset = { name: 'Sides', names: [{ pattern: '{date}-{time}-{from}-{to}-{leg}' }] };
  await admin.post('/api/v2/import_presets.json', { import_preset });
  const names = ['20260203-101112-231-030231250-rx.wav', '20260203-101112-231-030231250-tx.wav'];
  await given.imported([folderWith(Object.fromEntries(names.map((name) => [name, {}])))]);
  const calls = await callsOf(admin);
  expect(calls.map(({ files }) => files.map(({ original_name }) => original_name))).toEqual([[names[1], names[0]]]);
});

test('a day without a time of day is that of the file if this was written then', async () => {
  const { admin, given } = await startService();
  const import_preset = { name: 'Days', names: [{ pattern: '{date}_{from}' }] };
  await admin.post('/api/v2/import_presets.json', { import_preset });
  const folder = folderWith({ '20200304_030.wav': {}, '20200102_031.wav': {} });
  const written = new Date('2020-03-04T12:00:00Z');
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), written, written);
  const import_id = await given.imported([folder], { timezone: 'UTC' });
  const calls = await callsOf(admin);
  const [now, then] = ['030', '031'].map((number) => calls.find(({ from_number }) => from_number === number));
  expect(then?.setup_time).toContain('2020-01-02T00:00:00');
  expect(now?.setup_time).toContain('2020-03-04T11:59:59');
  expect((await importOf(admin, import_id)).doubts).toEqual({ day_only: 1 });
});
