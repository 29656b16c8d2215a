import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Call } from '@shared/contract/calls';
import type { WatchedFile, WatchFolder } from '@shared/contract/watch-folders';
import { hourMs } from '@shared/duration';
import { expect, test, vi } from 'vitest';
import { watchOnly } from '../../electron/service/resources/sources/imports';
import { findWhole } from '../../electron/service/resources/sources/imports/watch/watch-job';
import { hasEndedTaken } from '../../electron/service/resources/sources/imports/watch/watched.queries';
import { growingOf } from '../../electron/service/resources/sources/imports/watch/watching';
import { sha256 } from '../support/folder-files';
import { rowsOf } from '../support/imports';
import { folderWith, wavOf } from '../support/sounds';
import { memoryKeychain, startService, type TestService, temporaryFolder } from '../support/start-service';
import { firstHeldAt, threadsWith } from '../support/threads';

const total = Number(process.env.EARSHOT_WATCHED ?? 40);
const began = Date.now();
const noon = Date.UTC(2026, 10, 20, 12);
/** Time passes faster, so that a file is soon complete, from noon on, so that no day ends. Durations are the real ones. */
const fast = { now: () => noon + 16 * (Date.now() - began), elapsed: () => performance.now() };

const callsOf = async ({ admin }: TestService): Promise<Call[]> => {
  const response = await admin.raw('/api/v2/calls.json?limit=1000');
  return ((await response.json()) as { calls: Call[] }).calls;
};

/** Waits for this many further turns of the watch, which are a second apart. */
async function turns({ service }: TestService, count: number): Promise<void> {
  const get = vi.spyOn(service.store, 'get');
  const begun = () => get.mock.calls.filter(([query]) => (query as unknown) === hasEndedTaken).length;
  // The last one has ended when the next one begins.
  await expect.poll(begun).toBeGreaterThan(count);
  get.mockRestore();
}

const stateOf = async ({ admin }: TestService): Promise<WatchFolder> =>
  (await admin.get('/api/v2/watch_folder.json')).body.watch_folder;
/** The files by name. */
const filesOf = async ({ admin }: TestService): Promise<WatchedFile[]> =>
  (await admin.get('/api/v2/watched_files.json')).body.watched_files.toSorted((one: WatchedFile, other: WatchedFile) =>
    one.name < other.name ? -1 : 1,
  );
async function until(is: () => Promise<boolean>): Promise<void> {
  while (!(await is())) await pause(50);
}

/** Another recorder: writes each file in pieces, some with the header of a file that is still growing. */
const recorder = `
  import { closeSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
  import { join } from 'node:path';
  import { setTimeout as pause } from 'node:timers/promises';
  const [from, to] = process.argv.slice(1);
  for (const name of readdirSync(from)) {
    const bytes = readFileSync(join(from, name));
    const file = openSync(join(to, name), 'w');
    for (let part = 0; part < 3; part += 1) {
      writeSync(file, bytes.subarray((part * bytes.length) / 3, ((part + 1) * bytes.length) / 3));
      if (name.endsWith('0.wav')) await pause(60);
    }
    closeSync(file);
  }
`;

test(`of ${total} files, each is imported once and whole, while another process writes them`, async () => {
  const [finished, folder] = [join(temporaryFolder(), 'finished'), temporaryFolder()];
  mkdirSync(finished);
  const sums = Array.from({ length: total }, (_, n) => {
    const wav = wavOf({ ms: 300 });
    // The length that streaming recorders write.
    if (n % 3 === 0) wav.fill(0xff, 40, 44);
    writeFileSync(join(finished, `call-${n}.wav`), wav);
    return sha256(wav);
  });
  const started = await startService(fast);
  await watchOnly(started.service, [folder]);

  const writer = spawn(process.execPath, ['--input-type=module', '-e', recorder, finished, folder], {
    stdio: 'inherit',
  });
  const written = once(writer, 'close');
  while ((await callsOf(started)).length < total) await pause(50);
  await written;
  await turns(started, 1);

  const files = (await callsOf(started)).flatMap((call) => call.files);
  expect(files.map(({ watermark }) => watermark).sort()).toEqual(sums.sort());
  expect(files.filter(({ truncated }) => truncated)).toEqual([]);
  expect(readdirSync(folder)).toHaveLength(total);
}, 600_000);

test('a recording is imported with its call details; what cannot be played is listed and stays where it is', async () => {
  const folder = temporaryFolder();
  const keychain = memoryKeychain();
  const started = await startService({ ...fast, keychain });
  await watchOnly(started.service, [folder]);
  writeFileSync(join(folder, 'one.wav'), wavOf());
  writeFileSync(join(folder, 'notes.wav'), 'words');
  const details = [
    { file: 'one.wav', setup_time: '2026-11-20T12:00:00Z', from_number: '+442079460321', to_name: 'Maria' },
  ];
  writeFileSync(join(folder, 'one.json'), JSON.stringify(details));

  const rows = async () => {
    const { imports } = (await started.admin.get('/api/v2/imports.json')).body;
    const lists = imports.map(({ import_id }: { import_id: string }) => rowsOf(started.admin, import_id));
    return (await Promise.all(lists)).flat();
  };
  while ((await rows()).length < 2) await pause(50);

  expect(await callsOf(started)).toMatchObject([
    { setup_time: '2026-11-20T12:00:00+00:00', from_number: '+442079460321', to_name: 'Maria' },
  ]);
  expect((await rows()).map(({ file, outcome }) => [file, outcome]).sort()).toEqual([
    ['notes.wav', 'refused'],
    ['one.wav', 'imported'],
  ]);
  expect(existsSync(join(folder, 'notes.wav'))).toBe(true);
  await until(async () => (await stateOf(started)).refused === 1);
  expect(await stateOf(started)).toMatchObject({ folder, is_on: true, is_readable: true, growing: [], taken_today: 1 });
  expect(await filesOf(started)).toMatchObject([
    { name: 'notes.wav', outcome: 'refused', call_id: null, explanation: expect.stringMatching(/\w/) },
    { name: 'one.wav', outcome: 'imported', call_id: expect.stringMatching(/^[\da-f-]{36}$/) },
  ]);

  // After a restart, nothing is imported again.
  await started.service.close();
  const again = await startService({ ...fast, keychain, dataFolder: started.dataFolder });
  writeFileSync(join(folder, 'two.wav'), wavOf());
  while ((await callsOf(again)).length < 2) await pause(50);
  expect((await again.admin.get('/api/v2/imports.json')).body.imports).toHaveLength(2);
}, 120_000);

test('a file that does not change is imported even if the clock stands still', async () => {
  const folder = temporaryFolder();
  // A faster clock of durations would make the pauses between two looks longer.
  const started = await startService({ now: () => noon, elapsed: fast.elapsed });
  await watchOnly(started.service, [folder]);
  writeFileSync(join(folder, 'one.wav'), wavOf());

  await until(async () => (await callsOf(started)).length === 1);

  expect(await filesOf(started)).toMatchObject([{ name: 'one.wav', outcome: expect.toBeOneOf(['imported', null]) }]);
});

test('of call details for many recordings, rows without one of the batch are counted and not stored', async () => {
  const folder = temporaryFolder();
  const started = await startService(fast);
  const lines = Array.from({ length: 3000 }, (_, n) => `${n}.wav,2026-11-20T12:00:00Z,${n}`);
  writeFileSync(join(folder, 'Master.csv'), ['file,setup_time,from_number', ...lines].join('\n'));
  writeFileSync(join(folder, '7.wav'), wavOf());

  await watchOnly(started.service, [folder]);
  const imported = async () => (await started.admin.get('/api/v2/imports.json')).body.imports;
  await until(async () => (await imported())[0]?.status === 'done');

  const [{ import_id, ...counts }] = await imported();
  expect(counts).toMatchObject({ rows: 3000, rows_with_audio: 1, rows_without_audio: 2999, imported: 1 });
  expect(await rowsOf(started.admin, import_id)).toHaveLength(1);
  expect(await callsOf(started)).toMatchObject([{ from_number: '7' }]);
}, 120_000);

test('call details beside a recording are read with it, and not again', async () => {
  const folder = temporaryFolder();
  const started = await startService(fast);
  const write = (name: string, from_number: string) => {
    const details = { setup_time: '2026-11-20T12:00:00Z', from_number };
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(details));
    writeFileSync(join(folder, `${name.replace('.wav', '')}.wav`), wavOf());
  };
  write('one.wav', '201');
  write('two', '202');
  await watchOnly(started.service, [folder]);
  await until(async () => (await callsOf(started)).length === 2);
  write('three.wav', '203');
  await until(async () => (await filesOf(started)).filter(({ outcome }) => outcome === 'imported').length === 3);

  expect((await callsOf(started)).map(({ from_number }) => from_number).sort()).toEqual(['201', '202', '203']);
  const { imports } = (await started.admin.get('/api/v2/imports.json')).body;
  const lists = imports.map(({ import_id }: { import_id: string }) => rowsOf(started.admin, import_id));
  const rows = (await Promise.all(lists)).flat();
  expect(rows.map(({ file, outcome }) => [file, outcome]).sort()).toEqual([
    ['one.wav', 'imported'],
    ['three.wav', 'imported'],
    ['two.wav', 'imported'],
  ]);
}, 120_000);

test('a refused file is imported again when it is asked for, by whoever may change settings', async () => {
  const folder = temporaryFolder();
  const started = await startService(fast);
  const { admin, given } = started;
  await watchOnly(started.service, [folder]);
  writeFileSync(join(folder, 'notes.wav'), 'words');
  await until(async () => (await stateOf(started)).refused === 1);
  const [refused] = (await admin.get('/api/v2/watched_files.json?outcome=refused')).body.watched_files;
  const retry = { retry: { watched_file_ids: [refused.watched_file_id] } };
  const viewer = await given.user({ permissions: ['system:view'] });
  expect((await viewer.post('/api/v2/watched_files/retry.json', retry)).status).toBe(403);

  const { body } = await admin.post('/api/v2/watched_files/retry.json', retry);

  expect(body).toEqual({ retried: 1 });
  await until(async () => {
    const [again] = await filesOf(started);
    return again?.outcome === 'refused' && again.import_id !== refused.import_id;
  });
  expect(await filesOf(started)).toHaveLength(1);
  expect((await admin.post('/api/v2/watched_files/retry.json', { retry: { watched_file_ids: ['x'] } })).body).toEqual({
    retried: 0,
  });
});

test('files of a cancelled import are reported as cancelled, not as refused, and are imported when it is asked for', async () => {
  const folder = temporaryFolder();
  const started = await startService(fast);
  const { admin } = started;
  const names = Array.from({ length: 60 }, (_, n) => `call-${String(n).padStart(2, '0')}.wav`);
  for (const [n, name] of names.entries()) writeFileSync(join(folder, name), wavOf({ ms: 300 + n }));
  await watchOnly(started.service, [folder]);
  const running = async () =>
    (await admin.get('/api/v2/imports.json')).body.imports.find(
      ({ status, imported }: { status: string; imported: number }) => status === 'running' && imported > 0,
    );
  let found: { import_id: string } | undefined;
  while (!found) found = await running();
  await admin.delete(`/api/v2/imports/${found.import_id}.json`);
  await until(async () => (await outcomes()).every((outcome: string | null) => outcome !== null));
  async function outcomes() {
    return (await admin.get('/api/v2/watched_files.json?limit=100')).body.watched_files.map(
      ({ outcome }: WatchedFile) => outcome,
    );
  }

  const listed = async (outcome: string): Promise<WatchedFile[]> =>
    (await admin.get(`/api/v2/watched_files.json?limit=100&outcome=${outcome}`)).body.watched_files;
  const cancelled = await listed('cancelled');

  expect([new Set(await outcomes()), (await stateOf(started)).refused]).toEqual([
    new Set(['imported', 'cancelled']),
    0,
  ]);
  expect([cancelled.length + (await listed('imported')).length, await listed('refused')]).toEqual([60, []]);
  const watched_file_ids = cancelled.map(({ watched_file_id }) => watched_file_id);
  const { body } = await admin.post('/api/v2/watched_files/retry.json', { retry: { watched_file_ids } });
  expect(body).toEqual({ retried: cancelled.length });
  await until(async () => (await listed('imported')).length === 60);
}, 120_000);

test('the files that are still being written are found in time that grows with their number, not with its square', () => {
  const files = Array.from({ length: 300_000 }, (_, n) => {
    const path = `/in/${n}.wav`;
    return { path, name: `${n}.wav`, kind: 'audio' as const, size: 1, version: '1', source_key: path };
  });

  // Comparing every two files would take minutes, longer than the time limit of this test.
  const growing = growingOf(files, files.slice(0, -150));

  expect(growing.map(({ name }) => name)).toEqual(files.slice(-150, -50).map(({ name }) => name));
});

test('of a backlog, no more recordings are opened than one import takes', async () => {
  const cut = wavOf().subarray(0, 1000);
  const folder = folderWith({ 'a.wav': cut, 'b.wav': {}, 'c.wav': cut, 'd.wav': 'words', 'e.wav': {} });
  const pathOf = (name: string) => join(folder, `${name}.wav`);
  const files = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ path: pathOf(name), isOld: name === 'c' }));
  let opened = 0;

  const found = await findWhole.run({ files, most: 3 }, () => {
    opened++;
  });

  expect(found).toEqual({ whole: ['b', 'c', 'd'].map(pathOf), cut: [pathOf('a')] });
  expect(opened).toBe(4);
});

test('nothing is imported while watching is off, and a folder that is gone is reported and may come back', async () => {
  const [folder, later] = [temporaryFolder(), join(temporaryFolder(), 'later')];
  const started = await startService(fast);
  const { admin } = started;
  await watchOnly(started.service, [folder]);
  await admin.put('/api/v2/settings.json', { settings: { watch_folder_on: false } });
  await until(async () => (await stateOf(started)).is_readable === null);
  writeFileSync(join(folder, 'one.wav'), wavOf());
  // More than an import would need.
  await turns(started, 7);
  expect(await callsOf(started)).toEqual([]);

  mkdirSync(later);
  await watchOnly(started.service, []);
  await watchOnly(started.service, [later]);
  rmdirSync(later);
  await until(async () => (await stateOf(started)).is_readable === false);
  expect((await stateOf(started)).is_on).toBe(true);
  mkdirSync(later);
  writeFileSync(join(later, 'two.wav'), wavOf());
  await until(async () => (await callsOf(started)).length === 1);
  expect((await filesOf(started)).map(({ name }) => name)).toEqual(['two.wav']);
});

test('the time of an import does not count as time of looking: the folder is looked at again soon', async () => {
  const [folder, marks] = [temporaryFolder(), temporaryFolder()];
  const [held, go] = [join(marks, 'held'), join(marks, 'go')];
  const threadsFolder = threadsWith('job', firstHeldAt('imports.identify', held, go));
  let importMs = 0;
  const started = await startService({ ...fast, elapsed: () => performance.now() + importMs, threadsFolder });
  writeFileSync(join(folder, 'one.wav'), wavOf());
  await watchOnly(started.service, [folder]);
  await until(async () => existsSync(held));

  importMs = hourMs;
  writeFileSync(go, '');
  writeFileSync(join(folder, 'two.wav'), wavOf());

  // If the hour counted, the next look would be in ten hours.
  await until(async () => (await callsOf(started)).length === 2);
});

test.each(['watch-folders.look', 'watch-folders.find-whole'])(
  'the service ends while %s waits for a drive that hangs',
  async (name) => {
    const [folder, marks] = [temporaryFolder(), temporaryFolder()];
    const held = join(marks, 'held');
    const threadsFolder = threadsWith('job', firstHeldAt(name, held, join(marks, 'never')));
    // The watchdog would end the wait.
    const jobLimits = { silenceMs: 600_000, stuckMs: 600_000 };
    writeFileSync(join(folder, 'one.wav'), wavOf());
    const { service } = await startService({ ...fast, threadsFolder, jobLimits });
    await watchOnly(service, [folder]);
    await until(async () => existsSync(held));

    await expect(service.close()).resolves.toBeUndefined();
  },
);

test('the data folder is not watched', async () => {
  const { service, dataFolder } = await startService();
  await expect(watchOnly(service, [dataFolder])).rejects.toMatchObject({ code: 'Conflict' });
});

test('the watched folder and its files need system:view, and bad input is refused by its name', async () => {
  const { admin, given } = await startService();
  const agent = await given.user({ permissions: ['calls:view', 'system:edit'] });
  const files = '/api/v2/watched_files.json';
  const named = async (asked: Promise<{ status: number; body: { details?: object } }>) => {
    const { status, body } = await asked;
    return [status, ...Object.keys(body.details ?? {})];
  };
  const retry = (watched_file_ids: unknown, more: object = {}) =>
    named(admin.post('/api/v2/watched_files/retry.json', { retry: { watched_file_ids, ...more } }));

  for (const address of ['/api/v2/watch_folder.json', files]) expect(await named(agent.get(address))).toEqual([403]);
  for (const query of ['outcome=lost', 'limit=0', 'start=-1', 'after=x', 'colour=red'])
    expect(await named(admin.get(`${files}?${query}`))).toEqual([400, query.split('=')[0]]);
  for (const ids of [[], 'x', Array.from({ length: 1001 }, String)])
    expect(await retry(ids)).toEqual([400, 'watched_file_ids']);
  expect(await retry([''])).toEqual([400, 'watched_file_ids.0']);
  expect(await retry(['x'], { all: true })).toEqual([400, 'all']);
});

test('the watched folder is shown, but not set, over HTTP', async () => {
  const { admin, service } = await startService();
  const folder = temporaryFolder();
  await watchOnly(service, [folder]);

  const changed = await admin.put('/api/v2/settings.json', {
    settings: { watch_folder: '/', timezone: 'Europe/Oslo' },
  });

  expect([changed.status, changed.body.settings]).toMatchObject([
    200,
    { watch_folder: folder, timezone: 'Europe/Oslo' },
  ]);
});
