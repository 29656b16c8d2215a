import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { AuditEntry } from '@shared/contract/audit-log';
import type { WatchedFile, WatchFolder } from '@shared/contract/watch-folders';
import { expect, test } from 'vitest';
import { sources } from '../../electron/service/resources/sources/imports';
import { filesBelow } from '../support/folder-files';
import { callsOf } from '../support/imports';
import { wavOf } from '../support/sounds';
import { startService, type TestService, temporaryFolder } from '../support/start-service';

const folders = '/api/v2/watch_folders.json';
const began = Date.now();
const noon = Date.UTC(2026, 10, 20, 12);
/** Time passes faster, from noon on, so that no day ends. Durations are the real ones. */
const fast = { now: () => noon + 16 * (Date.now() - began), elapsed: () => performance.now() };

const sourceOf = ({ service }: TestService, ...paths: string[]) => service.part(sources).add('chosen', paths);

/** Watches a folder, and returns its address. */
async function watch(started: TestService, folder: string, told: object = {}): Promise<string> {
  const { status, body } = await started.admin.post(folders, {
    watch_folder: { source: sourceOf(started, folder), ...told },
  });
  expect([status, body]).toEqual([201, expect.anything()]);
  return body.url;
}

const read = async ({ admin }: TestService, url: string): Promise<WatchFolder> =>
  (await admin.get(url)).body.watch_folder;
const filesOf = async ({ admin }: TestService, query = ''): Promise<WatchedFile[]> =>
  (await admin.get(`/api/v2/watched_files.json?limit=1000${query}`)).body.watched_files;
async function until(is: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await is())) await pause(30);
}

/** The path of the stored recording of a call. */
const storedPath = ({ given, dataFolder }: TestService, call_id: string): string =>
  given.database((db) => {
    const sql = 'SELECT file_path FROM call_files JOIN calls USING (call_pk) WHERE call_id = ?';
    const row = db.prepare<[string], { file_path: string }>(sql).get(call_id);
    return join(dataFolder, 'audio', row?.file_path ?? '');
  });

/** A folder that is named, because names of folders are shown. */
function folderNamed(name: string): string {
  const folder = join(temporaryFolder(), name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

test('watch folders are made from a choice, listed by name, changed and removed, and say it in the audit log', async () => {
  const started = await startService(fast);
  const { admin } = started;
  const [monitor, spool] = [folderNamed('monitor'), folderNamed('spool')];
  const url = await watch(started, spool, { name: 'Queue', afterwards: 'move', done_folder: 'done' });
  await watch(started, monitor);

  const { watch_folders, total } = (await admin.get(`${folders}?max_total_calc=10`)).body;
  expect(total).toBe(2);
  expect(watch_folders).toMatchObject([
    { name: 'monitor', folder: monitor, is_on: true, preset_id: null, timezone: null, date_order: null },
    { name: 'Queue', folder: spool, afterwards: 'move', done_folder: 'done', category_ids: [] },
  ]);
  expect((await admin.get(`${folders}?search_term=QUE`)).body.watch_folders).toHaveLength(1);
  const oldest = (await admin.get('/api/v2/watch_folder.json')).body.watch_folder;
  expect([oldest.folder, (await admin.get('/api/v2/settings.json')).body.settings.watch_folder]).toEqual([
    spool,
    spool,
  ]);

  const before = await admin.raw(url);
  const changed = await admin.put(url, { watch_folder: { name: 'Hotline', timezone: 'Europe/Vienna', is_on: false } });
  expect(changed.body.watch_folder).toMatchObject({ name: 'Hotline', timezone: 'Europe/Vienna', is_on: false });
  const late = { 'if-match': before.headers.get('etag') ?? '' };
  const stale = await admin.raw(url, { method: 'DELETE', headers: late });
  expect(stale.status).toBe(412);
  expect(await admin.delete(url)).toMatchObject({ status: 200 });
  expect((await admin.get(url)).status).toBe(404);
  const { audit_log } = (await admin.get('/api/v2/audit_log.json?resource=watch_folder')).body;
  expect(audit_log.map(({ action }: AuditEntry) => action)).toEqual(['delete', 'update', 'create', 'create']);
});

test('what cannot be a watch folder is refused by its name, and changes nothing', async () => {
  const started = await startService(fast);
  const { admin, dataFolder, given } = started;
  const outer = folderNamed('outer');
  const inner = join(outer, 'inner');
  mkdirSync(inner);
  const file = join(outer, 'a.wav');
  writeFileSync(file, wavOf());
  await watch(started, inner);
  const post = async (told: object) => {
    const { status, body } = await admin.post(folders, { watch_folder: told });
    return [status, ...Object.keys(body.details ?? {})];
  };
  const chosen = (...paths: string[]) => ({ source: sourceOf(started, ...paths) });
  const away = folderNamed('away');

  expect(await post({ source: 'none' })).toEqual([404]);
  expect(await post({})).toEqual([400, 'source']);
  expect(await post({ ...chosen(away), folder: '/etc' })).toEqual([201]);
  for (const one of [file, join(outer, 'missing')]) expect(await post(chosen(one))).toEqual([400, 'source']);
  expect(await post(chosen(folderNamed('b'), folderNamed('c')))).toEqual([400, 'source']);
  for (const one of [inner, outer, dataFolder, join(dataFolder, '..'), away])
    expect(await post(chosen(one))).toEqual([409]);
  for (const done_folder of ['', '..', 'a/b', 'a\\b', '.done', 'a:b', 'x'.repeat(65)])
    expect(await post({ ...chosen(folderNamed('d')), done_folder })).toEqual([400, 'done_folder']);
  for (const [field, value] of [
    ['timezone', 'Mars'],
    ['date_order', 'ydm'],
    ['channels', 'left'],
    ['afterwards', 'burn'],
    ['preset_id', '00000000-0000-4000-8000-00000000dead'],
    ['category_ids.0', ['00000000-0000-4000-8000-00000000dead']],
    ['name', ''],
    ['path', '/etc'],
  ] as const)
    expect(await post({ ...chosen(folderNamed('e')), [field.split('.')[0] ?? '']: value })).toEqual([400, field]);

  const viewer = await given.user({ permissions: ['system:view'] });
  expect((await viewer.get(folders)).status).toBe(200);
  expect((await viewer.post(folders, { watch_folder: chosen(folderNamed('f')) })).status).toBe(403);
  const editor = await given.user({ permissions: ['system:view', 'system:edit'], access_level: 'tenant' });
  expect((await editor.post(folders, { watch_folder: chosen(folderNamed('g')) })).status).toBe(403);
  for (let n = 2; n < 20; n += 1) await watch(started, folderNamed(`n${n}`));
  expect(await post(chosen(folderNamed('last')))).toEqual([409]);
}, 60_000);

test('each folder has its own tenant of calls, categories and preset; a preset that is used stays', async () => {
  const started = await startService(fast);
  const { admin } = started;
  const names = [{ pattern: '{from}_to_{to}_{datetime:YYYY-MM-DD_HHmmss}', direction: 'inbound' }];
  const preset = (await admin.post('/api/v2/import_presets.json', { import_preset: { name: 'Reception', names } }))
    .body;
  const category = (await admin.post('/api/v2/categories.json', { category: { name: 'Hotline' } })).body.url;
  const preset_id = preset.url.match(/[\da-f-]{36}/)[0];
  const category_id = category.match(/[\da-f-]{36}/)[0];
  const [one, two] = [folderNamed('one'), folderNamed('two')];
  writeFileSync(join(one, '030111_to_201_2026-11-20_101500.wav'), wavOf());
  writeFileSync(join(two, '030111_to_202_2026-11-20_101500.wav'), wavOf({ ms: 400 }));
  const url = await watch(started, one, { preset_id, category_ids: [category_id], timezone: 'UTC' });
  await watch(started, two, { timezone: 'UTC', is_on: false });

  await until(async () => (await read(started, url)).taken_today === 1);
  expect(await callsOf(admin)).toMatchObject([
    { from_number: '030111', to_number: '201', setup_time: '2026-11-20T10:15:00+00:00', protocol_call_direction: 2 },
  ]);
  expect((await callsOf(admin)).flatMap(({ categories }) => categories)).toMatchObject([{ category_id }]);
  expect(await admin.delete(preset.url)).toMatchObject({ status: 409 });
  await admin.put(url, { watch_folder: { preset_id: null } });
  expect(await admin.delete(preset.url)).toMatchObject({ status: 200 });
});

test('files whose dates nothing decides wait for an answer, and are taken once it is there', async () => {
  const started = await startService(fast);
  const folder = folderNamed('exports');
  writeFileSync(join(folder, 'one.wav'), wavOf());
  writeFileSync(join(folder, 'calls.csv'), 'file,start,from\none.wav,03/04/2026 10:11:12,030111\n');
  const url = await watch(started, folder, { timezone: 'UTC' });

  await until(async () => (await read(started, url)).waiting === 1);
  expect(await callsOf(started.admin)).toEqual([]);
  expect(await filesOf(started, '&outcome=waiting')).toMatchObject([
    { name: 'one.wav', outcome: 'waiting', import_id: null, reasons: [{ code: 'date_order' }] },
  ]);
  expect((await started.admin.get('/api/v2/imports.json')).body.imports).toEqual([]);

  await started.admin.put(url, { watch_folder: { date_order: 'dmy' } });
  await until(async () => (await callsOf(started.admin)).length === 1);
  expect(await callsOf(started.admin)).toMatchObject([{ setup_time: '2026-04-03T10:11:12+00:00' }]);
  await until(async () => (await read(started, url)).taken_today === 1);
  expect(await read(started, url)).toMatchObject({ waiting: 0 });
});

test('another row that decides the dates is an answer too', async () => {
  const started = await startService(fast);
  const folder = folderNamed('exports');
  writeFileSync(join(folder, 'one.wav'), wavOf());
  const first = 'file,start,from\none.wav,03/04/2026 10:11:12,030111\n';
  writeFileSync(join(folder, 'calls.csv'), first);
  const url = await watch(started, folder, { timezone: 'UTC' });
  await until(async () => (await read(started, url)).waiting === 1);

  writeFileSync(join(folder, 'calls.csv'), `${first}two.wav,28/04/2026 10:11:12,030222\n`);

  await until(async () => (await callsOf(started.admin)).length === 1);
  expect(await callsOf(started.admin)).toMatchObject([{ setup_time: '2026-04-03T10:11:12+00:00' }]);
});

test('imported and skipped recordings are moved with what is about them alone, and never over a file', async () => {
  const started = await startService(fast);
  const { admin } = started;
  const folder = folderNamed('monitor');
  mkdirSync(join(folder, 'day'));
  mkdirSync(join(folder, 'imported', 'day'), { recursive: true });
  const [wav, other] = [wavOf(), wavOf({ ms: 450 })];
  writeFileSync(join(folder, 'day', 'one.wav'), wav);
  writeFileSync(join(folder, 'imported', 'day', 'one.wav'), 'of an earlier day');
  writeFileSync(join(folder, 'day', 'copy.wav'), wav);
  writeFileSync(join(folder, 'two.wav'), other);
  writeFileSync(
    join(folder, 'two.json'),
    JSON.stringify({ from_number: '030222', setup_time: '2026-11-20T10:00:00Z' }),
  );
  writeFileSync(join(folder, 'two.vtt'), 'WEBVTT\n');
  const named = (...names: string[]) =>
    JSON.stringify(names.map((file) => ({ file, setup_time: '2026-11-20T10:00:00Z', from_number: '030111' })));
  writeFileSync(join(folder, 'day', 'both.json'), named('one.wav', 'later.wav'));
  writeFileSync(join(folder, 'calls.csv'), 'file,setup_time\ntwo.wav,2026-11-20T10:00:00Z\n');
  writeFileSync(join(folder, 'notes.wav'), 'words');
  const url = await watch(started, folder, { afterwards: 'move' });

  await until(async () => (await read(started, url)).moved_today === 3);
  await until(async () => (await read(started, url)).refused === 1);
  await until(() => existsSync(join(folder, 'imported', 'two.vtt')));

  expect(filesBelow(folder).sort()).toEqual([
    'calls.csv',
    'day/both.json',
    'imported/day/copy.wav',
    'imported/day/one-1.wav',
    'imported/day/one.wav',
    'imported/two.json',
    'imported/two.vtt',
    'imported/two.wav',
    'notes.wav',
  ]);
  expect(readFileSync(join(folder, 'imported', 'day', 'one-1.wav'))).toEqual(wav);
  const files = await filesOf(started);
  expect(files.map(({ name, outcome, source }) => [name, outcome, source]).sort()).toEqual([
    ['day/copy.wav', expect.stringMatching(/imported|skipped/), 'moved'],
    ['day/one.wav', expect.stringMatching(/imported|skipped/), 'moved'],
    ['notes.wav', 'refused', null],
    ['two.wav', 'imported', 'moved'],
  ]);
  const { audit_log } = (await admin.get('/api/v2/audit_log.json?action=source_removed&limit=100')).body;
  const details = audit_log.map(
    (entry: AuditEntry) => entry.details as { moved: number; deleted: number; names: string[] },
  );
  expect(details.reduce((sum: number, { moved }: { moved: number }) => sum + moved, 0)).toBe(5);
  expect(details.flatMap(({ names }: { names: string[] }) => names).sort()).toEqual([
    'day/copy.wav',
    'day/one.wav',
    'two.json',
    'two.vtt',
    'two.wav',
  ]);

  // The last recording of the file follows.
  writeFileSync(join(folder, 'day', 'later.wav'), wavOf({ ms: 700 }));
  await until(() => !existsSync(join(folder, 'day', 'both.json')));
  expect(filesBelow(folder)).toContain('imported/day/later.wav');
}, 60_000);

test('call details are deleted only after they were read, and a transcript never', async () => {
  const started = await startService(fast);
  const folder = folderNamed('monitor');
  const write = (name: string, content: string | Buffer) => writeFileSync(join(folder, name), content);
  const about = JSON.stringify({ from_number: '030222', setup_time: '2026-11-20T10:00:00Z' });
  write('one.wav', wavOf());
  write('one.json', about);
  write('one.vtt', 'WEBVTT\n');
  await watch(started, folder, { afterwards: 'delete' });
  await until(() => readdirSync(folder).length === 1);

  write('one.json', about);
  for (const name of ['two.wav', 'three.wav']) {
    write(name, wavOf());
    await until(() => !existsSync(join(folder, name)));
  }
  expect(readdirSync(folder).sort()).toEqual(['one.json', 'one.vtt']);
}, 60_000);

test('what was moved does not come in again when the folder for it gets another name', async () => {
  const started = await startService(fast);
  const folder = folderNamed('monitor');
  writeFileSync(join(folder, 'one.wav'), wavOf());
  const url = await watch(started, folder, { afterwards: 'move' });
  await until(() => existsSync(join(folder, 'imported', 'one.wav')));

  await started.admin.put(url, { watch_folder: { afterwards: 'delete', done_folder: 'done' } });
  writeFileSync(join(folder, 'two.wav'), wavOf());
  await until(() => !existsSync(join(folder, 'two.wav')));

  expect(filesBelow(folder)).toEqual(['imported/one.wav']);
  expect((await filesOf(started)).map(({ name }) => name).sort()).toEqual(['one.wav', 'two.wav']);
}, 60_000);

test('a file is deleted only when its stored copy opens and is the same', async () => {
  const started = await startService(fast);
  const folder = folderNamed('monitor');
  writeFileSync(join(folder, 'one.wav'), wavOf());
  // Its copy is damaged before it is compared.
  writeFileSync(join(folder, 'damaged.wav'), wavOf({ ms: 800 }));
  const url = await watch(started, folder, { afterwards: 'keep' });
  await until(async () => (await read(started, url)).taken_today === 2);
  const damaged = (await filesOf(started)).find(({ name }) => name === 'damaged.wav');
  const stored = storedPath(started, damaged?.call_id ?? '');
  const bytes = readFileSync(stored);
  bytes[bytes.length - 40] = (bytes.at(-40) ?? 0) ^ 1;
  writeFileSync(stored, bytes);
  // The same files again, from another folder that deletes.
  await started.admin.delete(url);
  const again = folderNamed('again');
  for (const name of ['one.wav', 'damaged.wav']) writeFileSync(join(again, name), readFileSync(join(folder, name)));
  const deleting = await watch(started, again, { afterwards: 'delete' });

  await until(async () => (await read(started, deleting)).moved_today === 1);
  await until(async () =>
    (await filesOf(started)).some(({ reasons }) => reasons.some(({ code }) => code === 'kept_error')),
  );
  expect([readdirSync(again), readdirSync(folder).sort()]).toEqual([['damaged.wav'], ['damaged.wav', 'one.wav']]);
}, 60_000);

test('a file that changed after its import, and one whose copy only people open, stay and say why', async () => {
  const started = await startService(fast);
  const folder = folderNamed('monitor');
  const [path, wav] = [join(folder, 'one.wav'), wavOf()];
  writeFileSync(path, wav);
  const past = new Date(2020, 1, 1);
  utimesSync(path, past, past);
  const url = await watch(started, folder, { afterwards: 'keep' });
  await until(async () => (await read(started, url)).taken_today === 1);
  const changed = Buffer.from(wav);
  changed[100] = (changed[100] ?? 0) ^ 1;
  writeFileSync(path, changed);
  utimesSync(path, past, past);
  await started.admin.put(url, { watch_folder: { afterwards: 'delete' } });
  started.given.database((db) => db.exec('UPDATE watched_files SET leaves = 1'));
  const reasonsOf = async () => (await filesOf(started)).flatMap(({ reasons }) => reasons.map(({ code }) => code));

  await until(async () => (await reasonsOf()).includes('kept_changed'));
  expect(existsSync(path)).toBe(true);

  writeFileSync(path, wav);
  utimesSync(path, past, past);
  started.given.database((db) => db.exec('UPDATE encrypt_keys SET kek_sealed = NULL'));
  started.service.forgetCredentials();
  started.given.database((db) => db.exec('UPDATE watched_files SET leaves = 1, reasons = NULL'));
  await until(async () => (await reasonsOf()).includes('kept_unverified'));
  expect(existsSync(path)).toBe(true);
}, 60_000);

test('a link in the folder does not lead a file out of it', async () => {
  const started = await startService(fast);
  const [folder, elsewhere] = [folderNamed('monitor'), folderNamed('elsewhere')];
  symlinkSync(elsewhere, join(folder, 'imported'));
  writeFileSync(join(folder, 'one.wav'), wavOf());
  await watch(started, folder, { afterwards: 'move' });

  await until(async () =>
    (await filesOf(started)).some(({ reasons }) => reasons.some(({ code }) => code === 'kept_error')),
  );
  expect([readdirSync(elsewhere), existsSync(join(folder, 'one.wav'))]).toEqual([[], true]);
});

test('with metadata_only, rows of call details become calls, each once, and a share that goes away stops no other', async () => {
  const started = await startService(fast);
  const [folder, gone] = [folderNamed('tables'), folderNamed('gone')];
  const absent = await watch(started, gone);
  rmSync(gone, { recursive: true });
  const lines = ['setup_time,from_number,to_number', '2026-11-20T10:00:00Z,030111,201'];
  writeFileSync(join(folder, 'calls.csv'), lines.join('\n'));
  const url = await watch(started, folder, { metadata_only: true });
  await until(async () => (await callsOf(started.admin)).length === 1);
  await until(async () => (await read(started, absent)).is_readable === false);
  writeFileSync(join(folder, 'calls.csv'), [...lines, '2026-11-20T11:00:00Z,030222,202'].join('\n'));
  await until(async () => (await callsOf(started.admin)).length === 2);
  // The known row is counted, and not stored again.
  const [newest] = (await started.admin.get('/api/v2/imports.json')).body.imports;
  expect(newest).toMatchObject({ rows: 2, rows_imported: 1, rows_skipped: 1 });
  const stored = await started.admin.get(`/api/v2/imports/${newest.import_id}.json/rows.json`);
  expect(stored.body.rows).toMatchObject([{ outcome: 'imported', record_line: 3 }]);
  expect(await read(started, url)).toMatchObject({ is_readable: true, refused: 0 });
  mkdirSync(gone);
  await until(async () => (await read(started, absent)).is_readable === true);
}, 60_000);
