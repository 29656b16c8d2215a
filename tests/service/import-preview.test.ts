import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Call } from '@shared/contract/calls';
import type { ReadCall } from '@shared/contract/import-reading';
import type { ImportPreview } from '@shared/contract/imports';
import { expect, test } from 'vitest';
import { records } from '../support/given';
import { callsOf, ended, windowOf } from '../support/imports';
import { folderWith, wavOf } from '../support/sounds';
import { startService, type TestService, temporaryFolder } from '../support/start-service';
import { heldUntilCancelled, threadsWith } from '../support/threads';

async function previewed(started: TestService, paths: string[]): Promise<ImportPreview> {
  const source = started.choose('Chosen', paths);
  const { body } = await started.admin.post('/api/v2/imports/preview.json', { preview: { source } });
  return body.preview;
}

test('a preview counts recordings, rows and bytes, and leaves the handle valid', async () => {
  const started = await startService();
  const window = await windowOf(started);
  const csv = 'file,setup_time\na.wav,2026-01-02 10:00:00\nb.wav,2026-01-02 11:00:00\nc.wav,2026-01-02 12:00:00\n';
  const folder = folderWith({ 'a.wav': {}, 'deep/b.wav': {}, 'calls.csv': csv, 'notes.txt': 'words', 'x.json': '{}' });
  const source = started.choose('Chosen', [folder]);

  const { status, body } = await window.post('/api/v2/imports/preview.json', { preview: { source } });

  expect([status, body.preview]).toEqual([
    200,
    {
      recordings: 2,
      recording_bytes: 2 * wavOf().length,
      record_files: 1,
      rows: 3,
      rows_without_audio: 1,
      other_files: 1,
      needs_timezone: true,
      needed_bytes: expect.any(Number),
      free_bytes: expect.any(Number),
      transcript_files: 0,
      reading: expect.any(Object),
    },
  ]);
  expect(body.preview.needed_bytes).toBeGreaterThan(2 * wavOf().length);
  const begun = await window.post('/api/v2/imports.json', { import: { source } });
  expect(await ended(window, begun.body.url)).toMatchObject({ imported: 2, rows_without_audio: 1 });
});

const dated = (time: string) => `file,setup_time\na.wav,${time}\n`;
const withTags = (recorded: string) => {
  const info = Buffer.alloc(24);
  info.write('INFOICRD');
  info.writeUInt32LE(12, 8);
  info.write(recorded, 12);
  const list = Buffer.concat([Buffer.from('LIST'), Buffer.from([24, 0, 0, 0]), info]);
  return Buffer.concat([wavOf(), list]);
};

test.each<[string, boolean, Record<string, string | Buffer>]>([
  ['no time at all', false, { 'a.wav': wavOf() }],
  ['times with an offset', false, { 'a.wav': wavOf(), 'c.csv': dated('2026-01-02T10:00:00Z') }],
  ['a local time among them', true, { 'a.wav': wavOf(), 'c.csv': dated('2026-01-02 10:00:00') }],
  ['a local time in the tags', true, { 'a.wav': withTags('2026-01-02') }],
  ['tags that records override', false, { 'a.wav': withTags('2026-01-02'), 'c.csv': dated('2026-01-02T10:00:00Z') }],
  ['a local time in a name', true, { '20260102-100000.wav': wavOf() }],
])('of recordings with %s, the zone matters: %s', async (_name, needs_timezone, files) => {
  const started = await startService();
  expect(await previewed(started, [folderWith(files)])).toMatchObject({ recordings: 1, needs_timezone });
});

test('a preview of twenty thousand files ends when it is cancelled, and does not block other requests', async () => {
  const held = join(temporaryFolder(), 'held');
  const threadsFolder = threadsWith('job', heldUntilCancelled('imports.preview', held));
  const started = await startService({ threadsFolder });
  const folder = temporaryFolder();
  for (let part = 0; part < 20; part++) {
    mkdirSync(join(folder, `${part}`));
    for (let n = 0; n < 1000; n++) writeFileSync(join(folder, `${part}`, `${n}.wav`), '');
  }
  const source = started.choose('Large', [folder]);
  const look = () => started.admin.post('/api/v2/imports/preview.json', { preview: { source } });

  const cut = look();
  await expect.poll(() => existsSync(held)).toBe(true);
  const health = await started.admin.get('/healthz');
  const discarded = await started.admin.delete(`/api/v2/imports/sources/${source}.json`);
  const refused = await cut;
  const gone = await look();
  const whole = await previewed(started, [folder]);

  expect([whole.recordings, whole.recording_bytes]).toEqual([20_000, 0]);
  expect([health.status, discarded.status]).toEqual([200, 200]);
  expect([refused.status, refused.body.error]).toEqual([409, 'Conflict']);
  expect([gone.status, Object.keys(gone.body.details)]).toEqual([400, ['source']]);
});

test('a preview of a missing source reports that it is missing', async () => {
  const started = await startService();
  const source = started.choose('Gone', ['/nowhere/at/all']);
  const { status, body } = await started.admin.post('/api/v2/imports/preview.json', { preview: { source } });
  expect([status, body.error]).toEqual([404, 'NotFound']);
});

test('records without recordings are counted as rows without audio', async () => {
  const started = await startService();
  const preview = await previewed(started, [records('freepbx-cdr.csv')]);
  expect(preview).toMatchObject({ recordings: 0, record_files: 1, rows: 2, rows_without_audio: 2 });
});

test('the chosen files are forgotten at lock, so the next person cannot preview or import them', async () => {
  const started = await startService();
  const source = started.choose('Chosen', [folderWith({ 'a.wav': {} })]);
  started.service.forgetCredentials();
  const window = await windowOf(started);

  const preview = await window.post('/api/v2/imports/preview.json', { preview: { source } });
  const begun = await window.post('/api/v2/imports.json', { import: { source } });

  expect([preview.status, begun.status]).toEqual([400, 400]);
});

test('the calls of a preview have the times that they get in an import', async () => {
  const started = await startService();
  const folder = folderWith({
    '20261120-101500_call-1-in.wav': { ms: 2000 },
    '20261120-101500_call-1-out.wav': { ms: 2000 },
    'dial_2026-11-20.wav': {},
    'line.ulaw': Buffer.alloc(8000, 0x7f),
  });
  const { reading } = await previewed(started, [folder]);

  await started.given.imported([folder]);

  const shown = (all: readonly (Call | ReadCall)[]) =>
    all
      .map(({ setup_time, disconnect_time, duration }) => [
        Date.parse(setup_time ?? ''),
        Date.parse(disconnect_time ?? ''),
        duration,
      ])
      .sort();
  expect(reading.calls).toHaveLength(3);
  expect(shown(reading.calls)).toEqual(shown(await callsOf(started.admin)));
});

test('the columns of a table that nothing knows are listed, so that one can be named as its time', async () => {
  const started = await startService();
  const csv = 'Wann;Ende;Nummer\n28.02.2026 10:11:12;03/04/2026;03023125507\n28.02.2026 10:12:12;04/05/2026;\n';
  const source = started.choose('Chosen', [folderWith({ 'calls.csv': csv })]);
  const ask = async (mapping: Record<string, string>): Promise<ImportPreview> => {
    const preview = { source, mapping, metadata_only: true };
    return (await started.admin.post('/api/v2/imports/preview.json', { preview })).body.preview;
  };

  const unread = await ask({});
  expect([unread.rows, unread.reading.questions, unread.reading.calls]).toEqual([0, [], []]);
  expect(
    unread.reading.columns.map(({ from, field, filled, samples }) => [from, field, filled, samples.length]),
  ).toEqual([
    ['Wann', null, 2, 2],
    ['Ende', 'disconnect_time', 2, 2],
    ['Nummer', null, 1, 1],
  ]);

  const { rows, reading } = await ask({ Wann: 'setup_time', Ende: '', Nummer: 'from_number' });
  expect(rows).toBe(2);
  expect(reading.calls[0]).toMatchObject({
    from_number: '03023125507',
    setup_time: expect.stringMatching(/^2026-02-28/),
  });
});

test.each([
  ['a list', { total: 2, items: [{ wann: '2026-02-28 10:11:12', wer: { nummer: '03023125507' } }, { wann: '' }] }],
  ['a list alone', [{ wann: '2026-02-28 10:11:12', wer: { nummer: '03023125507' } }]],
  ['one object', { wann: '2026-02-28 10:11:12', wer: { nummer: '03023125507' } }],
])('the names in JSON that nothing knows are listed too: %s', async (_, content) => {
  const started = await startService();
  const source = started.choose('Chosen', [folderWith({ 'export.json': JSON.stringify(content) })]);
  const ask = async (mapping: Record<string, string>): Promise<ImportPreview> => {
    const preview = { source, mapping, metadata_only: true };
    return (await started.admin.post('/api/v2/imports/preview.json', { preview })).body.preview;
  };

  const { columns } = (await ask({})).reading;
  expect(columns.map(({ file, from, field }) => [file, from, field])).toEqual([
    ['export.json', 'wann', null],
    ['export.json', 'wer.nummer', null],
  ]);

  const { calls } = (await ask({ wann: 'setup_time', 'wer.nummer': 'from_number' })).reading;
  expect(calls[0]).toMatchObject({ from_number: '03023125507' });
});

test('a recording of which only the file has a time is in doubt about it', async () => {
  const started = await startService();
  const sounds = { 'meeting.wav': {}, 'tagged.wav': withTags('2026-02-03 10:11:12'), 'x-20260203-101112.wav': {} };
  const { reading } = await previewed(started, [folderWith(sounds)]);
  const doubted = reading.calls.filter(({ doubts }) => doubts.length > 0);
  expect(doubted.map(({ files }) => files[0]?.name)).toEqual(['meeting.wav']);
  expect(doubted[0]?.doubts).toEqual([{ field: 'setup_time', code: 'file_time' }]);
});

test('a recording that will be refused says why before it is imported', async () => {
  const started = await startService();
  const damaged = Buffer.from('RIFF....WAVEnothing that could be played');
  const { reading } = await previewed(started, [
    folderWith({ 'a-20260203-101112.wav': damaged, 'b-20260203-101113.wav': {} }),
  ]);
  expect(reading.calls.map(({ doubts }) => doubts.map(({ field }) => field))).toEqual([['file'], []]);
  expect(reading.doubts).toMatchObject([
    { field: 'file', count: 1, reason: { code: reading.calls[0]?.doubts[0]?.code } },
  ]);
});
