import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Call, CallFile } from '@shared/contract/calls';
import type { Permission } from '@shared/permissions';
import { expect, test } from 'vitest';
import { wavHeader } from '../../electron/service/audio/wav';
import { importSummary } from '../../electron/service/resources/sources/imports';
import type { Caller } from '../support/caller';
import { filesBelow, sha256 } from '../support/folder-files';
import type { Given } from '../support/given';
import { Sender, tone } from '../support/live';
import { noKeychain, startService, temporaryFolder } from '../support/start-service';
import { diesAfter, threadsWith } from '../support/threads';

const lost = 12;
const format = { codec: 'pcm_s16le', sample_rate: 8000, channels: 1, bits_per_sample: 16 } as const;

// Before the fix, the clean-up after a crash removed all twelve, and after a clean end they were never listed.
test.each([
  ['after a crash', true],
  ['after a clean end', false],
])('%s, recordings that an older database does not know are kept, counted and can be restored', async (_, isCrash) => {
  const { dataFolder, originals, putBackupBack } = await archiveThatGrew();
  const containers = contentsOf(dataFolder);
  putBackupBack();
  if (isCrash) writeFileSync(join(dataFolder, 'running'), '');

  const { service, admin } = await startService({ dataFolder, keychain: noKeychain });
  const found = (await admin.get('/api/v2/quarantine.json?limit=100')).body;
  const kept = contentsOf(dataFolder);
  const urls = [];
  for (const { quarantine_id } of found.quarantine) {
    urls.push((await admin.post(`/api/v2/quarantine/${quarantine_id}.json/restore.json`)).body.url);
  }
  const calls = await allCalls(admin);
  const again = await admin.get('/api/v2/quarantine.json');
  const heard = await listenToAll(admin, calls);
  const drawn = await Promise.all(urls.map((url) => admin.get(`${url}/peaks.json`)));
  await service.close();

  expect([found.total, again.body.total]).toEqual([lost, 0]);
  expect(kept).toEqual(containers);
  expect(heard.sort()).toEqual(originals.sort());
  expect(drawn.map(({ status }) => status)).toEqual(Array(lost).fill(200));
  for (const { call_id, setup_time, duration, files } of calls) {
    const [file] = files;
    if (!urls.includes(`/api/v2/calls/${call_id}.json`)) continue;
    expect([setup_time.slice(0, 10).replaceAll('-', '/'), duration]).toEqual([file?.file_path.slice(0, 10), 1]);
  }
});

test('after the newer database is put back, everything is as before', async () => {
  const { dataFolder, originals, putBackupBack } = await archiveThatGrew();
  const newer = join(temporaryFolder(), 'newer.db');
  copyFileSync(join(dataFolder, 'earshot.db'), newer);
  putBackupBack();
  await (await startService({ dataFolder, keychain: noKeychain })).service.close();

  copyFileSync(newer, join(dataFolder, 'earshot.db'));
  const { admin } = await startService({ dataFolder, keychain: noKeychain });

  const calls = await allCalls(admin);
  const heard = await listenToAll(admin, calls);
  expect(heard.sort()).toEqual(originals.sort());
  expect((await admin.get('/api/v2/quarantine.json')).body.total).toBe(0);
});

test('a restore that is committed, but not answered, keeps its recording', async () => {
  const { dataFolder, originals, putBackupBack } = await archiveThatGrew();
  putBackupBack();
  const threadsFolder = threadsWith('writer', diesAfter('quarantine.restore', join(temporaryFolder(), 'died')));
  const { admin } = await startService({ dataFolder, keychain: noKeychain, threadsFolder });
  const [one] = (await admin.get('/api/v2/quarantine.json')).body.quarantine;
  const before = await allCalls(admin);

  const { status } = await admin.post(`/api/v2/quarantine/${one.quarantine_id}.json/restore.json`);

  const restored = (await allCalls(admin)).filter(({ call_id }) => !before.some((call) => call.call_id === call_id));
  const heard = await listenToAll(admin, restored);
  expect([status, restored.length, originals.includes(heard[0] ?? '')]).toEqual([500, 1, true]);
  expect((await admin.get(`/api/v2/calls/${restored[0]?.call_id}.json/peaks.json`)).status).toBe(200);
});

test('a recording that was imported again in the meantime does not exist twice', async () => {
  const { dataFolder, folder, putBackupBack } = await archiveThatGrew();
  putBackupBack();
  const { admin, given } = await startService({ dataFolder, keychain: noKeychain });
  await given.imported([folder]);
  const before = await allCalls(admin);
  const [one] = (await admin.get('/api/v2/quarantine.json')).body.quarantine;

  const { status, body } = await admin.post(`/api/v2/quarantine/${one.quarantine_id}.json/restore.json`);
  const twice = await admin.post(`/api/v2/quarantine/${one.quarantine_id}.json/restore.json`);

  expect([status, twice.status]).toEqual([200, 404]);
  expect(before.map(({ call_id }) => `/api/v2/calls/${call_id}.json`)).toContain(body.url);
  expect(await allCalls(admin)).toHaveLength(before.length);
  expect((await admin.get('/api/v2/quarantine.json')).body.total).toBe(lost - 1);
});

test('restored recordings do not exist twice when their files are imported again', async () => {
  const { dataFolder, folder, putBackupBack } = await archiveThatGrew();
  putBackupBack();
  const { service, admin, given } = await startService({ dataFolder, keychain: noKeychain });
  for (const { quarantine_id } of (await admin.get('/api/v2/quarantine.json?limit=100')).body.quarantine) {
    await admin.post(`/api/v2/quarantine/${quarantine_id}.json/restore.json`);
  }
  const dated = join(temporaryFolder(), 'dated');
  mkdirSync(dated);
  copyFileSync(join(folder, 'later 1.wav'), join(dated, '2026-01-02 10-00-00.wav'));
  const detailed = join(temporaryFolder(), 'detailed');
  mkdirSync(detailed);
  copyFileSync(join(folder, 'later 2.wav'), join(detailed, 'two.wav'));
  writeFileSync(join(detailed, 'calls.csv'), 'file,setup_time,from_number\ntwo.wav,2026-01-02T10:00:00Z,6001\n');

  const [again, named, withDetails] = [
    await importSummary(service.store, await given.imported([folder])),
    await importSummary(service.store, await given.imported([dated])),
    await importSummary(service.store, await given.imported([detailed])),
  ];

  expect([again.imported, again.skipped]).toEqual([0, lost]);
  expect([named.imported, named.skipped]).toEqual([0, 1]);
  // Details that identify a caller are still imported.
  expect(withDetails.imported).toBe(1);
});

test.each([
  ['samples in two channels', { sample_rate: 16_000, channels: 2 }, 'wav'],
  ['MP3', {}, 'mp3'],
] as const)(
  'a live recording that is stored as %s is restored too, also without its waveform if it has frames',
  async (_, sound, store_format) => {
    const first = await startService({ keychain: noKeychain });
    const { dataFolder } = first;
    await first.service.close();
    const backup = join(temporaryFolder(), 'backup.db');
    copyFileSync(join(dataFolder, 'earshot.db'), backup);
    const later = await startService({ dataFolder, keychain: noKeychain });
    await later.admin.put('/api/v2/settings.json', { settings: { store_format } });
    const sender = await Sender.open(later.admin, sound);
    await sender.send(tone(400, 40_001, sound));
    await sender.close();
    const [whole, before] = [await sender.file(), await sender.call()];
    await later.service.close();
    copyFileSync(backup, join(dataFolder, 'earshot.db'));
    if (store_format === 'mp3') {
      for (const path of filesBelow(join(dataFolder, 'audio')))
        if (path.endsWith('.peaks')) rmSync(join(dataFolder, 'audio', path));
    }

    const { admin } = await startService({ dataFolder, keychain: noKeychain });
    const [one] = (await admin.get('/api/v2/quarantine.json')).body.quarantine;
    const { status, body } = await admin.post(`/api/v2/quarantine/${one.quarantine_id}.json/restore.json`);

    expect([status, body.details]).toEqual([200, undefined]);
    const { call } = (await admin.get(body.url)).body;
    const restored = Buffer.from(await (await admin.raw(`${body.url}/file`)).arrayBuffer());
    expect(restored.equals(whole)).toBe(true);
    // Of MP3, the silence that the encoder adds counts as well.
    const told = ({ codec, sample_rate, channels, file_size }: CallFile) => [codec, sample_rate, channels, file_size];
    expect(call.files.map(told)).toEqual(before.files.map(told));
    expect((await admin.get(body.url.replace('.json', '.json/peaks.json'))).status).toBe(200);
  },
);

test('samples of a live recording without their waveform stay in quarantine, with the reason', async () => {
  const first = await startService({ keychain: noKeychain });
  const { dataFolder } = first;
  await first.service.close();
  const backup = join(temporaryFolder(), 'backup.db');
  copyFileSync(join(dataFolder, 'earshot.db'), backup);
  const later = await startService({ dataFolder, keychain: noKeychain });
  const sender = await Sender.open(later.admin);
  await sender.send(tone(400, 40_000));
  await sender.close();
  await later.service.close();
  copyFileSync(backup, join(dataFolder, 'earshot.db'));
  for (const path of filesBelow(join(dataFolder, 'audio')))
    if (path.endsWith('.peaks')) rmSync(join(dataFolder, 'audio', path));

  const { admin } = await startService({ dataFolder, keychain: noKeychain });
  const [one] = (await admin.get('/api/v2/quarantine.json')).body.quarantine;
  const { status, body } = await admin.post(`/api/v2/quarantine/${one.quarantine_id}.json/restore.json`);

  expect([status, body.explanation]).toEqual([400, expect.stringContaining('its waveform is missing')]);
  expect((await admin.get('/api/v2/quarantine.json')).body.total).toBe(1);
});

const damages: Record<string, (given: Given, dataFolder: string, files: CallFile[]) => void> = {
  noticed: (given) => given.database((db) => db.prepare('UPDATE call_files SET damaged = 1').run()),
  'not noticed yet': (_, dataFolder, files) => {
    for (const { file_path } of files) {
      const path = join(dataFolder, 'audio', file_path);
      const bytes = readFileSync(path);
      bytes[bytes.length - 20] = (bytes.at(-20) ?? 0) ^ 1;
      writeFileSync(path, bytes);
    }
  },
};
test.each(Object.keys(damages))(
  'a recording whose other copy is damaged (%s) is restored as its own call',
  async (kind) => {
    const { dataFolder, folder, putBackupBack } = await archiveThatGrew();
    putBackupBack();
    const { admin, given } = await startService({ dataFolder, keychain: noKeychain });
    await given.imported([folder]);
    const before = await allCalls(admin);
    damages[kind]?.(
      given,
      dataFolder,
      before.flatMap(({ files }) => files),
    );
    const [one] = (await admin.get('/api/v2/quarantine.json')).body.quarantine;

    const { body } = await admin.post(`/api/v2/quarantine/${one.quarantine_id}.json/restore.json`);

    const calls = await allCalls(admin);
    expect(before.map(({ call_id }) => `/api/v2/calls/${call_id}.json`)).not.toContain(body.url);
    expect(calls.find(({ call_id }) => body.url === `/api/v2/calls/${call_id}.json`)?.files[0]?.file_path).toBe(
      one.file_path,
    );
  },
);

test('only users who reach every tenant see the quarantine', async () => {
  const { dataFolder, putBackupBack } = await archiveThatGrew();
  putBackupBack();
  const { given } = await startService({ dataFolder, keychain: noKeychain });
  const permissions: Permission[] = ['system:view', 'system:edit'];
  const [root, local] = [await given.user({ permissions, access_level: 'root' }), await given.user({ permissions })];
  const seen = await root.get('/api/v2/quarantine.json?limit=100');
  const { quarantine_id } = seen.body.quarantine[0];

  const hidden = await local.get('/api/v2/quarantine.json?limit=100');
  const { status } = await local.post(`/api/v2/quarantine/${quarantine_id}.json/restore.json`);

  expect([seen.body.total, hidden.body.total, status]).toEqual([lost, 0, 404]);
});

/** A closed archive with one recording that its backup knows, and twelve that were imported later. */
async function archiveThatGrew() {
  const [early, late] = [join(temporaryFolder(), 'early'), join(temporaryFolder(), 'late')];
  for (const folder of [early, late]) mkdirSync(folder);
  const originals = [write(join(early, 'first.wav'), 0)];
  for (let n = 1; n <= lost; n++) originals.push(write(join(late, `later ${n}.wav`), n));
  const first = await startService({ keychain: noKeychain });
  await first.given.imported([early]);
  await first.service.close();
  const { dataFolder } = first;
  const [database, backup] = [join(dataFolder, 'earshot.db'), join(temporaryFolder(), 'backup.db')];
  copyFileSync(database, backup);
  const then = await startService({ dataFolder, keychain: noKeychain });
  await then.given.imported([late]);
  await then.service.close();
  return { dataFolder, folder: late, originals, putBackupBack: () => copyFileSync(backup, database) };
}

/** Writes one second of sound, different for each n, and returns its SHA-256. */
function write(path: string, n: number): string {
  const bytes = Buffer.concat([wavHeader(format, 16_000), Buffer.alloc(16_000, n + 1)]);
  writeFileSync(path, bytes);
  return sha256(bytes);
}

/** The SHA-256 of every container below the folder. */
function contentsOf(dataFolder: string): string[] {
  const audio = join(dataFolder, 'audio');
  const containers = filesBelow(audio).filter((path) => path.endsWith('.cra'));
  return containers.map((path) => sha256(readFileSync(join(audio, path)))).sort();
}

async function allCalls(admin: Caller): Promise<Call[]> {
  return (await admin.get('/api/v2/calls.json?limit=1000')).body.calls;
}

/** The SHA-256 of the recording of each call. */
async function listenToAll(admin: Caller, calls: Call[]): Promise<string[]> {
  const sums = [];
  for (const { call_id } of calls) {
    const response = await admin.raw(`/api/v2/calls/${call_id}.json/file`);
    sums.push(sha256(Buffer.from(await response.arrayBuffer())));
  }
  return sums;
}
