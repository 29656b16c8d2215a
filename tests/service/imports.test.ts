import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Import, ImportRow } from '@shared/contract/imports';
import { expect, test } from 'vitest';
import { recording, records } from '../support/given';
import { callsOf, ended, holdingImport, importOf, rowsOf, saidOf, windowOf } from '../support/imports';
import { wavOf } from '../support/sounds';
import { startService, temporaryFolder } from '../support/start-service';
import { heldAt, noRoomFor, threadsWith } from '../support/threads';

/** A folder with copies of recordings and with text files, by the name each should have. */
function folderOf(files: Record<string, { copy: string } | string | Buffer>): string {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(join(path, '..'), { recursive: true });
    if (typeof content === 'string' || Buffer.isBuffer(content)) writeFileSync(path, content);
    else copyFileSync(content.copy, path);
  }
  return folder;
}
const copy = (name: string) => ({ copy: recording(name) });

test('the window sends a handle and follows the import to its end', async () => {
  const started = await startService();
  const window = await windowOf(started);
  const source = started.choose('Recordings', [folderOf({ 'a.mp3': copy('question.mp3') })]);

  const { status, headers, body } = await window.post('/api/v2/imports.json', { import: { source } });
  const done = await ended(window, body.url);

  expect([status, headers.get('location')]).toEqual([201, body.url]);
  expect(done).toMatchObject({ name: 'Recordings', status: 'done', total: 1, done: 1, imported: 1, bytes: 12_276 });
  const [row] = await rowsOf(window, done.import_id);
  expect(row).toMatchObject({ row: 1, file: 'a.mp3', outcome: 'imported', code: null });
  expect((await window.get(`/api/v2/calls/${row?.call_id}.json`)).status).toBe(200);
});

test('a handle works once, and nothing else works as a handle', async () => {
  const started = await startService();
  const window = await windowOf(started);
  const folder = folderOf({ 'a.mp3': copy('question.mp3') });
  const source = started.choose('Recordings', [folder]);
  const bring = (body: Record<string, unknown>) => window.post('/api/v2/imports.json', { import: body });

  const badZone = await bring({ source, timezone: 'Mars/Olympus' });
  const badField = await bring({ source, mapping: { Caller: 'from_number', Colour: 'nonsense' } });
  const first = await bring({ source });
  const again = await bring({ source });
  const path = await bring({ source: folder });
  await ended(window, first.body.url);

  const seen = [badZone, badField, again, path].map(({ status, body }) => [
    status,
    body.error,
    Object.keys(body.details),
  ]);
  expect(seen).toEqual([
    [400, 'InvalidRecord', ['timezone']],
    [400, 'InvalidRecord', ['mapping']],
    [400, 'InvalidRecord', ['source']],
    [400, 'InvalidRecord', ['source']],
  ]);
  expect(first.status).toBe(201);
});

test('a handle works again after an import that could not be stored', async () => {
  const started = await startService({ threadsFolder: threadsWith('writer', noRoomFor('imports.insert', 1)) });
  const window = await windowOf(started);
  const source = started.choose('Recordings', [folderOf({ 'a.mp3': copy('question.mp3') })]);
  const bring = () => window.post('/api/v2/imports.json', { import: { source } });

  const [refused, begun, again] = [await bring(), await bring(), await bring()];

  expect([refused.status, begun.status, again.status]).toEqual([503, 201, 400]);
  expect(await ended(window, begun.body.url)).toMatchObject({ status: 'done', imported: 1 });
});

test('a lock forgets the handle of an import that is then not stored', async () => {
  const [held, go] = [join(temporaryFolder(), 'held'), join(temporaryFolder(), 'go')];
  const before = `{${heldAt('imports.insert', held, go)}}{${noRoomFor('imports.insert', 1)}}`;
  const started = await startService({ threadsFolder: threadsWith('writer', before) });
  const source = started.choose('Recordings', [folderOf({ 'a.mp3': copy('question.mp3') })]);
  const bring = async () => (await windowOf(started)).post('/api/v2/imports.json', { import: { source } });
  const first = bring();
  await expect.poll(() => existsSync(held)).toBe(true);

  started.service.forgetCredentials();
  writeFileSync(go, '');
  const refused = await first;
  const later = await bring();

  expect([refused.status, later.status]).toEqual([503, 400]);
});

test('importing the same folder again skips every file', async () => {
  const { admin, given } = await startService();
  const folder = folderOf({
    'a.mp3': copy('question.mp3'),
    'deep/er/b.wav': copy('spanish-16k.wav'),
    'call-7-in.wav': wavOf(),
    'call-7-out.wav': wavOf(),
  });
  await given.imported([folder]);

  const again = await importOf(admin, await given.imported([folder]));

  expect(again).toMatchObject({ status: 'done', total: 4, done: 4, imported: 0, skipped: 4, bytes: 0 });
  expect(await callsOf(admin)).toHaveLength(3);
});

test('a recording is identified by its content, not by its name or header, and each refusal has a reason', async () => {
  const { admin, given } = await startService();
  const names = ['broken-mp3-named.wav', 'broken-no-header.wav', 'broken-truncated.wav', 'unplayable-g722.wav'];
  const folder = folderOf({
    ...Object.fromEntries(names.map((name) => [name, copy(name)])),
    'empty.wav': '',
    'noise.mp3': Buffer.alloc(5000, 7),
    'no-name': copy('question-ulaw-16k.wav'),
    'song.dat': copy('question.mp3'),
  });

  const import_id = await given.imported([folder]);

  const seen = (await rowsOf(admin, import_id)).map(({ file, outcome, code, explanation, reasons }) => [
    file,
    outcome,
    code,
    Boolean(explanation),
    saidOf({ reasons }),
  ]);
  expect(seen).toEqual([
    ['broken-mp3-named.wav', 'imported', null, false, null],
    ['broken-no-header.wav', 'refused', 'InvalidRecord', true, 'audio_unknown'],
    ['broken-truncated.wav', 'imported', 'truncated', true, 'note_truncated'],
    ['empty.wav', 'refused', 'InvalidRecord', true, 'audio_empty'],
    ['no-name', 'imported', null, false, null],
    ['noise.mp3', 'refused', 'InvalidRecord', true, 'audio_unknown'],
    ['song.dat', 'skipped', null, true, 'already_there'],
    ['unplayable-g722.wav', 'refused', 'InvalidRecord', true, 'wav_codec'],
  ]);
  expect(await importOf(admin, import_id)).toMatchObject({ total: 8, imported: 3, skipped: 1, refused: 4, done: 8 });
});

test('links, pipes and other files in a folder are named, but not followed, opened or waited for', async () => {
  const { admin, given } = await startService();
  const outside = folderOf({ 'secret.wav': copy('spanish-16k.wav') });
  const folder = folderOf({
    'x.wav/inside.mp3': copy('question.mp3'),
    'notes.txt': 'words',
    '.hidden.wav': '',
    'package.json': '{"name": "x"}',
    'empty.csv': 'file,setup_time\n',
  });
  symlinkSync(join(outside, 'secret.wav'), join(folder, 'linked.wav'));
  symlinkSync(outside, join(folder, 'linked-folder'));
  execFileSync('mkfifo', [join(folder, 'pipe.wav')]);

  const import_id = await given.imported([folder]);

  const rows = await rowsOf(admin, import_id);
  expect(rows.map((row) => [row.file, row.about, saidOf(row)])).toEqual([
    ['package.json', 'record_file', 'records_no_property'],
    [join('x.wav', 'inside.mp3'), 'recording', null],
    ['.hidden.wav', 'other_file', 'other_hidden'],
    ['linked-folder', 'other_file', 'other_link'],
    ['linked.wav', 'other_file', 'other_link'],
    ['notes.txt', 'other_file', 'other_kind'],
    ['pipe.wav', 'other_file', 'other_device'],
    ['empty.csv', 'other_file', 'other_no_rows'],
  ]);
  expect(await importOf(admin, import_id)).toMatchObject({ total: 1, imported: 1, refused: 0, other_files: 6 });
  expect(await rowsOf(admin, import_id, '&about=other_file')).toHaveLength(6);
});

test('a name that is not UTF-8 is refused with that reason, not as a missing file', async () => {
  const { admin, given } = await startService();
  const folder = temporaryFolder();
  copyFileSync(
    recording('question.mp3'),
    Buffer.concat([Buffer.from(`${folder}/latin`), Buffer.from([0xe9]), Buffer.from('.mp3')]),
  );

  const import_id = await given.imported([folder]);

  expect((await rowsOf(admin, import_id)).map(({ outcome, reasons }) => [outcome, saidOf({ reasons })])).toEqual([
    ['refused', 'file_name_not_utf8'],
  ]);
});

test('a link or pipe that was chosen directly is refused with a reason', async () => {
  const { admin, given } = await startService();
  const folder = folderOf({});
  symlinkSync(recording('spanish-16k.wav'), join(folder, 'linked.wav'));
  execFileSync('mkfifo', [join(folder, 'pipe.wav')]);

  const import_id = await given.imported([join(folder, 'linked.wav'), join(folder, 'pipe.wav')]);

  const seen = (await rowsOf(admin, import_id)).map(({ file, outcome, explanation }) => [file, outcome, !!explanation]);
  expect(seen).toEqual([
    ['linked.wav', 'refused', true],
    ['pipe.wav', 'refused', true],
  ]);
});

test('a file of another kind that was chosen itself is named', async () => {
  const { admin, given } = await startService();
  const folder = folderOf({ 'book.docx': 'words', 'a.mp3': copy('question.mp3') });

  const import_id = await given.imported([join(folder, 'book.docx'), join(folder, 'a.mp3')]);

  expect((await rowsOf(admin, import_id)).map((row) => [row.file, saidOf(row)])).toEqual([
    ['a.mp3', null],
    ['book.docx', 'other_kind'],
  ]);
});

test('a folder that becomes a link after it was listed is not followed', async () => {
  const { threadsFolder, isHeld, letGo } = holdingImport('first.wav');
  const { admin, given } = await startService({ threadsFolder });
  const outside = folderOf({ 'secret.wav': wavOf(), 'calls.csv': 'file,from_number\nsecret.wav,1\n' });
  const folder = folderOf({ 'first.wav': wavOf(), 'sub/secret.wav': wavOf() });
  const importing = given.imported([folder]);
  await isHeld();

  renameSync(join(folder, 'sub'), join(folder, 'moved'));
  symlinkSync(outside, join(folder, 'sub'));
  letGo();

  const import_id = await importing;
  expect((await rowsOf(admin, import_id)).map((row) => [row.file, row.outcome, saidOf(row)])).toEqual([
    ['first.wav', 'imported', null],
    [join('sub', 'secret.wav'), 'refused', 'file_moved'],
  ]);
});

test('a folder that cannot be opened is one refused entry, not a failed import', async () => {
  const { admin, given } = await startService();
  const folder = folderOf({ 'a.mp3': copy('question.mp3') });
  // A name with bytes that are not valid UTF-8: the listed name cannot be opened.
  mkdirSync(Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9])]));

  const import_id = await given.imported([folder]);

  expect(await importOf(admin, import_id)).toMatchObject({ status: 'done', total: 2, imported: 1, refused: 1 });
});

test('a chosen path that no longer exists is one refused file, not a failed import', async () => {
  const { admin, given } = await startService();
  const folder = folderOf({ 'a.mp3': copy('question.mp3') });

  const import_id = await given.imported([join(folder, 'gone.wav'), join(folder, 'a.mp3')]);

  expect(await importOf(admin, import_id)).toMatchObject({ status: 'done', total: 2, imported: 1, refused: 1 });
});

test('two mono files named as the legs of one call become one call of two files', async () => {
  const { admin, given } = await startService();
  const folder = folderOf({
    'call-1-in.wav': wavOf(),
    'call-1-out.wav': wavOf(),
  });

  const import_id = await given.imported([folder]);

  const calls = await callsOf(admin);
  expect(calls.map(({ files }) => files.map(({ file_id, channels }) => [file_id, channels]))).toEqual([
    [
      ['01', 1],
      ['02', 1],
    ],
  ]);
  const rows = await rowsOf(admin, import_id);
  expect(rows.map(({ call_id }) => call_id)).toEqual([calls[0]?.call_id, calls[0]?.call_id]);
});

test('legs with identical bytes are both kept', async () => {
  const { admin, given } = await startService();
  const folder = folderOf({
    'call-1-in.wav': copy('spanish-16k.wav'),
    'call-1-out.wav': copy('spanish-16k.wav'),
  });

  const first = await importOf(admin, await given.imported([folder]));
  const again = await importOf(admin, await given.imported([folder]));

  expect([first.imported, again.skipped]).toEqual([2, 2]);
  expect((await callsOf(admin)).map(({ files }) => files.length)).toEqual([2]);
});

test('stereo files are never legs', async () => {
  const { admin, given } = await startService();
  const folder = folderOf({
    'call-1-in.wav': copy('repair-call-stereo-8k.wav'),
    'call-1-out.wav': copy('short-stereo-16k.wav'),
  });
  await given.imported([folder]);
  expect((await callsOf(admin)).map(({ files }) => files.length)).toEqual([1, 1]);
});

test('the pages of imports and of their rows are consistent, whatever starts in between', async () => {
  const { admin, given } = await startService();
  const folder = folderOf({ 'a.wav': 'none', 'b.wav': 'none', 'c.wav': 'none' });
  const ids = [];
  for (let n = 0; n < 3; n++) ids.unshift(await given.imported([folder]));

  const first = await admin.get('/api/v2/imports.json?limit=2');
  await given.imported([folder]);
  const second = await admin.get(first.body.next_url);
  const rows = await admin.get(`/api/v2/imports/${ids[0]}.json/rows.json?limit=2`);
  const more = await admin.get(rows.body.next_url);

  const seen = [...first.body.imports, ...second.body.imports].map((one: Import) => one.import_id);
  expect(seen).toEqual(ids);
  expect([...rows.body.rows, ...more.body.rows].map((row: ImportRow) => row.row)).toEqual([1, 2, 3]);
  expect((await admin.get('/api/v2/imports.json?after=garbage')).status).toBe(400);
});

test('an import of another tenant is not found', async () => {
  const { admin, given } = await startService();
  const import_id = await given.imported([recording('question.mp3')]);
  const stranger = await given.user({ permissions: ['calls:create'], tenant_id: await given.tenant() });

  const one = await stranger.get(`/api/v2/imports/${import_id}.json`);
  const rows = await stranger.get(`/api/v2/imports/${import_id}.json/rows.json`);
  const cancel = await stranger.delete(`/api/v2/imports/${import_id}.json`);
  const all = await stranger.get('/api/v2/imports.json');

  expect([one.status, rows.status, cancel.status, all.body.imports]).toEqual([404, 404, 404, []]);
  expect((await admin.get('/api/v2/imports.json')).body.total).toBe(1);
});

test('rows can be filtered by outcome', async () => {
  const { admin, given } = await startService();
  const import_id = await given.imported([
    recording('question.mp3'),
    recording('unplayable-g722.wav'),
    records('calls.json'),
  ]);
  const count = async (outcome: string) =>
    (await admin.get(`/api/v2/imports/${import_id}.json/rows.json?outcome=${outcome}`)).body.total;
  expect([
    await count('imported'),
    await count('refused'),
    await count('skipped'),
    await count('without_audio'),
  ]).toEqual([1, 1, 0, 2]);
});
