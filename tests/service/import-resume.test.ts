import { randomUUID } from 'node:crypto';
import { renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ensureArchive } from '../../electron/service/resources/site/setup';
import { importSummary, insertImport } from '../../electron/service/resources/sources/imports';
import type { ImportOptions } from '../../electron/service/resources/sources/imports/options';
import { byEarshot } from '../../electron/service/store/audit';
import { sha256 } from '../support/folder-files';
import { callsOf, ended, holdingImport, rowsOf, windowOf } from '../support/imports';
import { folderWith, wavOf } from '../support/sounds';
import { startService, type TestService } from '../support/start-service';
import { strays } from '../support/strays';

const count = 40;
const sounds = () => Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}.wav`, wavOf()]));
/** Rows without a recording, which the import turns into calls. */
const records = `setup_time,from_number\n${Array.from({ length: 5 }, (_, n) => `2026-01-0${n + 1}T10:00:00Z,20${n}`).join('\n')}\n`;

/** Closes the service in the middle of an import, when some files are imported and others not. Returns the archive and the address of the import. */
async function closedInTheMiddle(folder: string): Promise<{ dataFolder: string; url: string }> {
  const { threadsFolder, isHeld, letGoOnceStopped } = holdingImport('20.wav');
  const started = await startService({ threadsFolder });
  const { service, choose, dataFolder } = started;
  const window = await windowOf(started);
  const source = choose('Chosen', [folder]);
  const { body } = await window.post('/api/v2/imports.json', { import: { source, metadata_only: true } });
  await isHeld();
  await Promise.all([service.close(), letGoOnceStopped()]);
  return { dataFolder, url: body.url };
}

const pathsKept = ({ given }: TestService) =>
  given.database((db) => db.prepare<[], { n: number }>('SELECT count(*) AS n FROM import_options').get()?.n);

test('an import interrupted by closing continues at the next start, and imports nothing twice', async () => {
  const files = sounds();
  const folder = folderWith({ ...files, 'words.wav': 'words', 'calls.csv': records });
  const { dataFolder, url } = await closedInTheMiddle(folder);
  const next = await startService({ dataFolder });

  const before = (await next.admin.get(url)).body.import;
  const done = await ended(next.admin, url);

  expect(before.status).toBe('running');
  const counts = { total: count + 1, imported: count, skipped: 0, refused: 1, calls: count + 5, rows_without_audio: 0 };
  expect(done).toMatchObject({ status: 'done', ...counts });
  const rows = await rowsOf(next.admin, done.import_id);
  expect(rows.map(({ row }) => row)).toEqual(Array.from({ length: count + 6 }, (_, n) => n + 1));
  const calls = await callsOf(next.admin);
  const stored = calls.flatMap((call) => call.files.map(({ watermark }) => watermark));
  expect(stored.sort()).toEqual(Object.values(files).map(sha256).sort());
  expect(calls).toHaveLength(count + 5);
  expect(strays(dataFolder)).toEqual([]);
  expect(pathsKept(next)).toBe(0);
});

test('an import whose source is missing at the next start fails with that reason', async () => {
  const folder = folderWith(sounds());
  const { dataFolder, url } = await closedInTheMiddle(folder);
  renameSync(folder, `${folder}-gone`);
  const next = await startService({ dataFolder });

  const failed = await ended(next.admin, url);
  renameSync(`${folder}-gone`, folder);

  expect(failed).toMatchObject({ status: 'failed', reason: 'SOURCE_GONE', refused: 0, skipped: 0 });
  expect(failed.imported).toBeGreaterThanOrEqual(3);
  expect(pathsKept(next)).toBe(0);
});

test('an import whose source disappears while it runs fails with that reason, instead of refusing each file', async () => {
  const { threadsFolder, isHeld, letGo } = holdingImport('20.wav');
  const started = await startService({ threadsFolder });
  const window = await windowOf(started);
  const folder = folderWith(sounds());
  const source = started.choose('Chosen', [folder]);
  const { body } = await window.post('/api/v2/imports.json', { import: { source } });
  await isHeld();
  renameSync(folder, `${folder}-gone`);
  letGo();

  const failed = await ended(window, body.url);
  renameSync(`${folder}-gone`, folder);

  expect(failed).toMatchObject({ status: 'failed', reason: 'SOURCE_GONE', refused: 0 });
});

test('the paths of an import are in a file that only its owner can read, until it ends', async () => {
  const { dataFolder, url } = await closedInTheMiddle(folderWith(sounds()));
  const next = await startService({ dataFolder });
  const kept = pathsKept(next);
  const cancelled = await next.admin.delete(url);
  const { mode } = statSync(join(dataFolder, 'earshot.db'));
  expect([kept, cancelled.body.import.status, pathsKept(next)]).toEqual([1, 'cancelled', 0]);
  expect(mode & 0o777).toBe(0o600);
});

test('a command repeated after it was killed continues its import instead of starting another', async () => {
  const { service, dataFolder } = await startService();
  const [first, other] = [folderWith(sounds()), folderWith({ 'a.wav': {} })];
  const { tenant_id } = await ensureArchive(service);
  const begun: ImportOptions = {
    import_id: randomUUID(),
    tenant_id,
    user_id: null,
    name: 'given',
    paths: [first],
    timezone: 'UTC',
    mapping: {},
    create_missing: false,
    metadata_only: false,
  };
  await service.store.write(insertImport, begun, byEarshot(0));
  await service.close();
  const next = await startService({ dataFolder });

  const again = await next.given.imported([first]);
  const another = await next.given.imported([other]);
  const onceMore = await next.given.imported([first]);

  expect(again).toBe(begun.import_id);
  expect(await importSummary(next.service.store, again)).toMatchObject({
    status: 'done',
    total: count,
    imported: count,
  });
  expect(new Set([again, another, onceMore]).size).toBe(3);
});
