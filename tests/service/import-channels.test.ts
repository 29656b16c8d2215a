import type { Call } from '@shared/contract/calls';
import { expect, test } from 'vitest';
import { sources } from '../../electron/service/resources/sources/imports';
import { callsOf, ended, rowsOf, saidOf } from '../support/imports';
import { folderWith } from '../support/sounds';
import { startService, type TestService } from '../support/start-service';

const stereo = { channels: 2 } as const;
const names = {
  'in-201-030111-20260203-101112-1770109870.7.wav': { ...stereo, ms: 300 },
  'out-030222-202-20260203-101312-1770109990.8.wav': { ...stereo, ms: 400 },
  'internal-203-204-20260203-101512-1770110110.9.wav': { ...stereo, ms: 500 },
  'in-205-030333-20260203-101712-1770110230.10.wav': { channels: 1, ms: 600 } as const,
};

async function bring(started: TestService, told: object): Promise<Record<string, string | null>> {
  const source = started.service.part(sources).add('calls', [folderWith(names)]);
  const { body } = await started.admin.post('/api/v2/imports.json', {
    import: { source, timezone: 'Europe/Berlin', ...told },
  });
  expect(await ended(started.admin, body.url)).toMatchObject({ status: 'done', imported: 4 });
  return Object.fromEntries((await callsOf(started.admin)).map(sideOf));
}

const sideOf = ({ from_number, files }: Call): [string, string | null] => [
  String(from_number),
  files[0]?.agent_channel ?? null,
];

test.each([
  ['agent_left', { '030111': 'left', '202': 'left', '204': 'left', '030333': null }],
  ['agent_right', { '030111': 'right', '202': 'right', '204': 'right', '030333': null }],
  ['caller_left', { '030111': 'right', '202': 'left', '204': null, '030333': null }],
  ['caller_right', { '030111': 'left', '202': 'right', '204': null, '030333': null }],
  [undefined, { '030111': null, '202': null, '204': null, '030333': null }],
])('with %s, each stereo file says on which channel its agent is', async (channels, expected) => {
  const started = await startService();

  expect(await bring(started, { channels })).toEqual(expected);

  const { imports } = (await started.admin.get('/api/v2/imports.json')).body;
  const rows = await rowsOf(started.admin, imports[0].import_id);
  const unclear = rows.filter((row) => saidOf(row)?.includes('side_unknown')).map(({ file }) => file?.slice(0, 8));
  expect(unclear).toEqual(channels?.startsWith('caller') ? ['internal'] : []);
  expect(imports[0].doubts).toEqual(channels?.startsWith('caller') ? { side_unknown: 1 } : {});
});

test('a preset says it too, what is sent goes before it, and a later change of the direction turns nothing', async () => {
  const started = await startService();
  const { admin } = started;
  const pattern = 'in-{to}-{from}-{date}-{time}-{id}';
  const preset = { name: 'Right', channels: 'agent_right', names: [{ pattern, direction: 'inbound' }] };
  const source = () => started.service.part(sources).add('calls', [folderWith(names)]);
  const preview = async (told: object) =>
    (await admin.post('/api/v2/imports/preview.json', { preview: { source: source(), ...told } })).body.preview.reading;
  expect((await preview({ preset })).stereo).toEqual({ files: 3, channels: 'agent_right', because: 'preset' });
  expect((await preview({ preset, channels: 'caller_left' })).stereo).toEqual({
    files: 3,
    channels: 'caller_left',
    because: 'given',
  });
  const unclear = async (told: object) =>
    (await preview(told)).calls.flatMap(({ doubts }: { doubts: { field: string; code: string }[] }) =>
      doubts.filter(({ field }) => field === 'agent_channel'),
    );
  expect([(await preview({})).stereo.because, await unclear({})]).toEqual(['default', []]);
  expect(await unclear({ channels: 'caller_left' })).toEqual([{ field: 'agent_channel', code: 'side_unknown' }]);

  expect(await bring(started, { preset })).toMatchObject({ '030111': 'right' });
  const [call] = (await callsOf(admin)).filter(({ from_number }) => from_number === '030111');
  await admin.put(`/api/v2/calls/${call?.call_id}.json`, { call: { protocol_call_direction: 1 } });
  const [same] = (await callsOf(admin)).filter(({ from_number }) => from_number === '030111');
  expect(same?.files[0]?.agent_channel).toBe('right');
});

test('another rule for channels is refused by its name', async () => {
  const started = await startService();
  const source = started.service.part(sources).add('calls', [folderWith(names)]);
  for (const [path, body] of [
    ['/api/v2/imports.json', { import: { source, channels: 'left' } }],
    ['/api/v2/imports/preview.json', { preview: { source, channels: 'left' } }],
    ['/api/v2/import_presets/trial.json', { trial: { names: ['a.wav'], channels: 'left' } }],
  ] as const) {
    const { status, body: refused } = await started.admin.post(path, body);
    expect([status, Object.keys(refused.details)]).toEqual([400, ['channels']]);
  }
});
