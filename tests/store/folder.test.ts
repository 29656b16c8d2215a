import { chmodSync, copyFileSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { RunMark } from '../../electron/service/run-mark';
import { FolderUnusable } from '../../electron/service/store/folder';
import { FolderTaken, lockFolder, takeFolder } from '../../electron/service/store/lock';
import { noKeychain, startService, temporaryFolder } from '../support/start-service';

const modeOf = (path: string) => statSync(path).mode & 0o777;

test.each([
  ['documents', (folder: string) => writeFileSync(join(folder, 'letter.txt'), 'Dear Sir')],
  ['a folder named like one of ours', (folder: string) => mkdirSync(join(folder, 'audio'))],
  ['a file that only has the name of a database', (folder: string) => writeFileSync(join(folder, 'earshot.db'), 'no')],
])('a folder that contains %s is refused and not changed', async (_, fill) => {
  const folder = temporaryFolder();
  fill(folder);
  chmodSync(folder, 0o755);
  const before = [readdirSync(folder), statSync(folder).mtimeMs];

  const start = startService({ dataFolder: folder });

  await expect(start).rejects.toThrow(`${folder} is not empty and holds no archive of Earshot.`);
  expect([readdirSync(folder), statSync(folder).mtimeMs]).toEqual(before);
  expect(modeOf(folder)).toBe(0o755);
});

test.each([
  ['is missing', (folder: string) => join(folder, 'new', 'archive')],
  ['is empty', (folder: string) => folder],
  [
    'holds only what the system puts there',
    (folder: string) => {
      writeFileSync(join(folder, '.DS_Store'), '');
      return folder;
    },
  ],
])('a folder that %s is accepted, with access for its owner only', (_, prepare) => {
  const folder = prepare(temporaryFolder());

  lockFolder(folder)();

  expect(modeOf(folder)).toBe(0o700);
  expect(readdirSync(folder)).toContain('owner.lock');
});

test('a database that was copied into an otherwise empty folder is an archive', async () => {
  const { service, dataFolder } = await startService({ keychain: noKeychain });
  await service.close();
  const folder = temporaryFolder();
  copyFileSync(join(dataFolder, 'earshot.db'), join(folder, 'earshot.db'));

  const copy = await startService({ dataFolder: folder, keychain: noKeychain });

  expect((await copy.admin.get('/api/v2/calls.json')).status).toBe(200);
});

test('a path that is not a folder is refused as such', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'file');
  writeFileSync(file, '');
  symlinkSync(file, join(folder, 'link'));

  expect(() => lockFolder(file)).toThrow(new FolderUnusable(file, 'not_a_folder'));
  expect(() => lockFolder(join(folder, 'link'))).toThrow('is not a folder.');
});

test('a folder whose owner is closing is taken as soon as it is free', async () => {
  const folder = temporaryFolder();
  const unlock = lockFolder(folder);
  writeFileSync(join(folder, 'closing'), '');

  const waiting = takeFolder(folder);
  const early = await Promise.race([waiting, Promise.resolve('waits')]);
  unlock();

  expect(early).toBe('waits');
  (await waiting)();
});

test('a folder whose owner does not finish closing is refused', async () => {
  const folder = temporaryFolder();
  onTestFinished(lockFolder(folder));
  writeFileSync(join(folder, 'closing'), '');

  await expect(takeFolder(folder, 300)).rejects.toThrow(FolderTaken);
});

test('an end that was cut off is no sign that the next owner is closing', async () => {
  const folder = temporaryFolder();
  onTestFinished(lockFolder(folder));
  writeFileSync(join(folder, 'closing'), '');

  const { isSuspect } = new RunMark(folder);

  expect([isSuspect, new RunMark(folder).isSuspect]).toEqual([true, true]);
  await expect(takeFolder(folder)).rejects.toThrow(FolderTaken);
});
