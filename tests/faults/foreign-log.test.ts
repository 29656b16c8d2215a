import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openConnection } from '../../electron/service/store/connection';
import { FolderUnusable } from '../../electron/service/store/folder';
import { LogMark } from '../../electron/service/store/log-mark';
import { migrate, migrations } from '../../electron/service/store/migrate';
import { sha256 } from '../support/folder-files';
import { folderWith } from '../support/sounds';
import { noKeychain, startService, temporaryFolder } from '../support/start-service';

const databases = ['earshot.db', 'earshot.db-wal'];
const pageBytes = 4096;

test('an older database beside the log of a newer one is refused, and both are unchanged', async () => {
  const { dataFolder, older } = await killedArchive();
  copyFileSync(older, join(dataFolder, 'earshot.db'));
  const before = contents(dataFolder);

  await expect(startService({ dataFolder, keychain: noKeychain })).rejects.toThrow('move earshot.db-wal');
  const after = contents(dataFolder);
  for (const name of ['earshot.db-wal', 'earshot.db-shm']) rmSync(join(dataFolder, name), { force: true });
  const { admin } = await startService({ dataFolder, keychain: noKeychain });

  expect(after).toEqual(before);
  expect((await admin.get('/api/v2/calls.json?limit=1000')).body.calls).toHaveLength(1);
  expect((await admin.get('/api/v2/quarantine.json')).body.total).toBe(2);
});

test('the newer database is complete when it is put back after the refusal, including the changes that were only in the log', async () => {
  const { dataFolder, older } = await killedArchive();
  const newer = join(temporaryFolder(), 'newer.db');
  renameSync(join(dataFolder, 'earshot.db'), newer);
  copyFileSync(older, join(dataFolder, 'earshot.db'));
  await expect(startService({ dataFolder, keychain: noKeychain })).rejects.toThrow('move earshot.db-wal');

  copyFileSync(newer, join(dataFolder, 'earshot.db'));
  const { admin } = await startService({ dataFolder, keychain: noKeychain });

  expect((await admin.get('/api/v2/calls.json?limit=1000')).body.calls).toHaveLength(3);
});

test('a missing database is reported, and its log is neither applied nor changed', async () => {
  const { dataFolder } = await killedArchive();
  rmSync(join(dataFolder, 'earshot.db'));
  const log = readFileSync(join(dataFolder, 'earshot.db-wal'));

  await expect(startService({ dataFolder, keychain: noKeychain })).rejects.toThrow('earshot.db-wal');

  expect(readFileSync(join(dataFolder, 'earshot.db-wal')).equals(log)).toBe(true);
});

test('a damaged database is refused, and neither it nor its log is changed', async () => {
  const { dataFolder } = await killedArchive();
  const path = join(dataFolder, 'earshot.db');
  writeFileSync(path, readFileSync(path).fill(255, 20 * pageBytes, 40 * pageBytes));
  const before = contents(dataFolder);

  await expect(startService({ dataFolder, keychain: noKeychain })).rejects.toThrow(`${path} is damaged`);

  expect(contents(dataFolder)).toEqual(before);
});

test('a backup from before a migration is refused beside the log that was written since', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'earshot.db');
  const mark = new LogMark(folder);
  const first = openConnection(path);
  await migrate(first, folder, migrations.slice(0, -1));
  mark.renew(first);
  first.close();
  mark.settle();
  const db = openConnection(path);
  await migrate(db, folder);
  db.exec("INSERT INTO settings (name, value) VALUES ('later', '1')");
  const log = readFileSync(join(folder, 'earshot.db-wal'));
  db.close();

  const [copy = ''] = readdirSync(join(folder, 'backups'));
  copyFileSync(join(folder, 'backups', copy), path);
  writeFileSync(join(folder, 'earshot.db-wal'), log);

  expect(() => mark.check()).toThrow('earshot.db-wal');
});

test.each([
  ['before its mark is in the database', false],
  ['after its mark is in the database', true],
])('a start that is interrupted %s leaves a log that the next start accepts', (_, isWrittenBack) => {
  const folder = temporaryFolder();
  const [path, image] = [join(folder, 'earshot.db'), temporaryFolder()];
  for (const cutOff of [false, true]) {
    const db = openConnection(path);
    db.exec('CREATE TABLE IF NOT EXISTS kept (value TEXT)');
    new LogMark(folder).renew(db);
    if (isWrittenBack) db.pragma('wal_checkpoint(PASSIVE)');
    if (cutOff) copyAll(folder, image);
    db.close();
    if (!cutOff) new LogMark(folder).settle();
  }

  expect(readFileSync(join(image, 'earshot.db-wal')).length).toBeGreaterThan(0);
  expect(() => new LogMark(image).check()).not.toThrow();
});

test('a list of marks that cannot be read stops the start', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'log-of'));

  expect(() => new LogMark(folder).check()).toThrow(FolderUnusable);
});

/**
 * An archive that was killed with its third call only in the log, and a copy of its database from before the second
 * call.
 */
async function killedArchive() {
  const first = await startService({ keychain: noKeychain });
  await first.given.imported([folderWith({ 'first.wav': {} })]);
  await first.service.close();
  const older = join(temporaryFolder(), 'older.db');
  copyFileSync(join(first.dataFolder, 'earshot.db'), older);
  const later = await startService({ dataFolder: first.dataFolder, keychain: noKeychain });
  await later.given.imported([folderWith({ 'a.wav': {} })]);
  await later.service.close();
  const grows = await startService({ dataFolder: first.dataFolder, keychain: noKeychain });
  await grows.given.imported([folderWith({ 'b.wav': {} })]);
  const dataFolder = join(temporaryFolder(), 'killed');
  mkdirSync(dataFolder);
  copyAll(first.dataFolder, dataFolder);
  await grows.service.close();
  return { dataFolder, older };
}

/** Copies in another process, because this one would lose its locks on the files that it reads. */
const copyAll = (from: string, to: string) => execFileSync('cp', ['-r', `${from}/.`, to]);

const contents = (folder: string) => databases.map((name) => sha256(readFileSync(join(folder, name))));
