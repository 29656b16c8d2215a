import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Import } from '@shared/contract/imports';
import { expect, test } from 'vitest';
import { broughtIn, importOf, rowsOf, saidOf, windowOf } from '../support/imports';
import { folderWith } from '../support/sounds';
import { startService, temporaryFolder } from '../support/start-service';
import { firstHeldAt, threadsWith } from '../support/threads';

const row = (n: number, more: object = {}) => ({
  setup_time: `2026-01-0${n}T10:00:00Z`,
  from_number: '201',
  to_number: `+49301234${n}`,
  ...more,
});
const list = (...rows: object[]) => JSON.stringify(rows);
const ofRows = ({ rows, rows_with_audio, rows_imported, rows_skipped, rows_refused, rows_without_audio }: Import) => ({
  rows,
  parts: [rows_with_audio, rows_imported, rows_skipped, rows_refused, rows_without_audio],
});

test('rows of calls that already exist are counted as skipped when rows are imported without audio', async () => {
  const { admin, given } = await startService();
  const known = [row(1), row(2), row(3), row(4)];
  await given.imported([folderWith({ 'known.json': list(...known) })], { metadata_only: true });
  const csv = folderWith({ 'all.json': list(...known, row(5), row(6), { ...row(7), setup_time: 'some day' }) });

  const done = await importOf(admin, await given.imported([csv], { metadata_only: true }));

  expect(ofRows(done)).toEqual({ rows: 7, parts: [0, 2, 4, 0, 1] });
  expect([done.total, done.calls, done.skipped]).toEqual([0, 2, 0]);
});

test('each row of call details is in one count, and each count equals the length of a list', async () => {
  const { admin, given } = await startService();
  const folder = folderWith({
    'a.wav': {},
    'b.wav': 'no sound',
    'broken.json': '[{"file": "a.wav"',
    'rows.json': list(
      row(1, { file: 'a.wav' }),
      row(2, { file: 'a.wav' }),
      row(3, { file: 'b.wav' }),
      row(4, { file: 'nowhere.wav', setup_time: '' }),
      row(5, { categories: ['Nobody made this'] }),
      row(6, { duration: 'abc' }),
    ),
  });

  const import_id = await given.imported([folder], { metadata_only: true });

  const done = await importOf(admin, import_id);
  expect(ofRows(done)).toEqual({ rows: 6, parts: [2, 1, 1, 1, 1] });
  expect(done).toMatchObject({ total: 2, imported: 1, skipped: 0, refused: 1, annotated: 1, record_files_refused: 1 });
  const lengthOf = async (filter: string) => (await rowsOf(admin, import_id, filter)).length;
  const outcomes = ['imported', 'skipped', 'refused', 'without_audio'];
  const rows = await Promise.all(outcomes.map((outcome) => lengthOf(`&about=row&outcome=${outcome}`)));
  const files = await Promise.all(outcomes.map((outcome) => lengthOf(`&about=recording&outcome=${outcome}`)));
  expect({ rows, files, unread: await lengthOf('&about=record_file') }).toEqual({
    rows: [1, 1, 1, 1],
    files: [1, 0, 1, 0],
    unread: 1,
  });
});

test('rows that are imported again are skipped', async () => {
  const started = await startService();
  const window = await windowOf(started);
  const folder = folderWith({ 'a.wav': {}, 'rows.json': list(row(1, { file: 'a.wav' }), row(2), row(3)) });

  const done = await broughtIn(window, started, [folder], { metadata_only: true });
  const again = await broughtIn(window, started, [folder], { metadata_only: true });

  expect([ofRows(done), ofRows(again)]).toEqual([
    { rows: 3, parts: [1, 2, 0, 0, 0] },
    { rows: 3, parts: [1, 0, 2, 0, 0] },
  ]);
});

test.each([
  ['has become shorter', ',2026-01-02T10:00:00Z,2', [1, 1, 0, 0, 0]],
  ['has become shorter, with a broken row,', '"', [1, 0, 0, 1, 0]],
])('rows of a file that %s when it is read again are not counted, and the file is refused', async (_, end, parts) => {
  const marks = temporaryFolder();
  const [held, go] = [join(marks, 'held'), join(marks, 'go')];
  const { admin, given } = await startService({
    threadsFolder: threadsWith('job', firstHeldAt('imports.identify', held, go)),
  });
  const lines = ['file,setup_time,from_number', 'a.wav,2026-01-01T10:00:00Z,1'];
  const more = [',2026-01-02T10:00:00Z,2', ',2026-01-03T10:00:00Z,3'];
  const folder = folderWith({ 'a.wav': {}, 'rows.csv': [...lines, ...more].join('\n') });

  const importing = given.imported([folder], { metadata_only: true });
  while (!existsSync(held)) await new Promise(setImmediate);
  writeFileSync(join(folder, 'rows.csv'), [...lines, end].join('\n'));
  writeFileSync(go, '');

  const import_id = await importing;
  const done = await importOf(admin, import_id);
  expect(ofRows(done)).toEqual({ rows: 2, parts });
  expect(done).toMatchObject({ status: 'done', imported: 1, record_files_refused: 1 });
  expect((await rowsOf(admin, import_id, '&about=record_file')).map(saidOf)).toEqual(['file_changed']);
});

test('a row of call details has its position: its file, and its line in the file', async () => {
  const { admin, given } = await startService();
  const csv = 'file,from_name,setup_time\na.wav,Ada,\n\ngone.wav,"Ada\nLovelace",\n,Bo,soon\n';
  const folder = folderWith({
    'a.wav': {},
    'b.wav': {},
    'c.wav': {},
    'deep/calls.csv': csv,
    'other.json': list(row(1, { file: 'b.wav' }), row(2, { file: 'c.wav' }), row(3)),
  });

  const import_id = await given.imported([folder]);

  const rows = await rowsOf(admin, import_id);
  expect(
    rows.map(({ file, record_file, record_line, reasons }) => [file, record_file, record_line, saidOf({ reasons })]),
  ).toEqual([
    ['a.wav', null, null, null],
    ['b.wav', null, null, null],
    ['c.wav', null, null, null],
    ['gone.wav', 'deep/calls.csv', 4, 'no_recording'],
    [null, 'deep/calls.csv', 6, 'no_file_named unreadable'],
    [null, 'other.json', 3, 'no_file_named'],
  ]);
  expect(rows.at(-1)?.explanation).toBe('This row names no recording.');
});
