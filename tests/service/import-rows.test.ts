import { expect, test } from 'vitest';
import { recording, records } from '../support/given';
import { broughtIn, callsOf, rowsOf, windowOf } from '../support/imports';
import { folderWith, wavOf } from '../support/sounds';
import { startService } from '../support/start-service';

test('rows can be filtered by outcome, and by whether they have a note', async () => {
  const { admin, given } = await startService();
  const known = wavOf();
  await given.imported([folderWith({ 'known.wav': known })]);
  const csv = 'file,setup_time,duration\nnoted.wav,2026-01-02 10:00:00,abc\n';
  const folder = folderWith({
    'known.wav': known,
    'noted.wav': {},
    'plain.wav': {},
    'text.wav': 'words',
    'calls.csv': csv,
    'cut.wav': wavOf().subarray(0, 9_000),
  });

  const import_id = await given.imported([folder]);

  const filesOf = async (filter: string) => (await rowsOf(admin, import_id, filter)).map(({ file }) => file);
  expect(await filesOf('&outcome=imported')).toEqual(['cut.wav', 'noted.wav', 'plain.wav']);
  expect(await filesOf('&outcome=imported&annotated=true')).toEqual(['cut.wav', 'noted.wav']);
  expect(await filesOf('&annotated=false')).toEqual(['known.wav', 'plain.wav', 'text.wav']);
  expect(await filesOf('&outcome=skipped')).toEqual(['known.wav']);
  expect(await filesOf('&outcome=refused')).toEqual(['text.wav']);
  const { body } = await admin.get(`/api/v2/imports/${import_id}.json`);
  expect(body.import).toMatchObject({ imported: 3, annotated: 2, skipped: 1, refused: 1, calls: 3 });
});

test('a skipped row has the id of the existing call', async () => {
  const { admin, given } = await startService();
  const folder = folderWith({ 'a.wav': {} });
  await given.imported([folder, records('freepbx-cdr.csv')], { metadata_only: true });

  const import_id = await given.imported([folder, records('freepbx-cdr.csv')], { metadata_only: true });

  const rows = await rowsOf(admin, import_id, '&outcome=skipped');
  const calls = await callsOf(admin);
  expect(rows.map(({ call_id }) => call_id).sort()).toEqual(calls.map(({ call_id }) => call_id).sort());
  expect(rows).toHaveLength(3);
});

test('an import from the window can create calls for rows without audio', async () => {
  const started = await startService();
  const window = await windowOf(started);

  const without = await broughtIn(window, started, [records('freepbx-cdr.csv')]);
  const wanted = await broughtIn(window, started, [records('freepbx-cdr.csv'), recording('question.mp3')], {
    metadata_only: true,
  });

  expect([without.calls, without.rows_without_audio]).toEqual([0, 2]);
  expect([wanted.imported, wanted.calls, wanted.rows_without_audio]).toEqual([1, 3, 0]);
});

test('the calls of one import can be listed and counted, with other filters', async () => {
  const { admin, given } = await startService();
  const first = await given.imported([folderWith({ 'a.wav': {} })]);
  await given.imported([folderWith({ 'b.wav': {} })]);

  const of = async (query: string) => [
    (await admin.get(`/api/v2/calls/count.json?${query}`)).body.count,
    (await admin.get(`/api/v2/calls.json?${query}`)).body.calls.length,
  ];

  expect(await of('')).toEqual([2, 2]);
  expect(await of(`import_id=${first}`)).toEqual([1, 1]);
  expect(await of(`advanced_search=1&import_id__equal_to=${first}`)).toEqual([1, 1]);
  expect(await of(`advanced_search=1&import_id__not_equal_to=${first}`)).toEqual([1, 1]);
  expect(await of(`import_id=${first}&direction=1`)).toEqual([0, 0]);
  expect((await admin.get('/api/v2/calls/count.json?import_id=first')).status).toBe(400);
});
