import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startService as start } from '../../electron/service/service';
import { FolderTaken, lockFolder } from '../../electron/service/store/lock';
import { memoryKeychain, startService, temporaryFolder } from '../support/start-service';

test('only one service can use a folder, and it is free once that service has closed', async () => {
  const { service, dataFolder, admin } = await startService();
  const host = {
    threadsFolder: 'build/node',
    elapsed: () => performance.now(),
    now: Date.now,
    scryptLn: 14,
    timezone: 'UTC',
    log: () => {},
    mode: 'headless' as const,
  };
  const second = start({ ...host, dataFolder, keychain: memoryKeychain() });

  await expect(second).rejects.toThrow(FolderTaken);
  const meanwhile = await admin.get('/api/v2/calls.json');
  await service.close();

  expect(meanwhile.status).toBe(200);
  expect(() => lockFolder(dataFolder)()).not.toThrow();
});

test('a folder is free again after its owner was killed', async () => {
  const folder = temporaryFolder();
  lockFolder(folder)();
  const child = spawn(process.execPath, [
    '-e',
    `const db = new (require('better-sqlite3'))(${JSON.stringify(join(folder, 'owner.lock'))});
     db.exec('BEGIN EXCLUSIVE'); console.log('taken'); setInterval(() => {}, 1000);`,
  ]);
  await once(child.stdout, 'data');
  expect(() => lockFolder(folder)).toThrow(FolderTaken);

  child.kill('SIGKILL');
  await once(child, 'exit');

  expect(() => lockFolder(folder)()).not.toThrow();
});

test('a clean end leaves no mark; after an unclean one, the next start cleans up', async () => {
  const { service, dataFolder, given } = await startService();
  const import_id = await given.imported([]);
  given.database((db) => db.exec("UPDATE imports SET status = 'running', finished_at = NULL"));
  const mark = join(dataFolder, 'running');
  const during = existsSync(mark);
  await service.close();
  const after = existsSync(mark);
  writeFileSync(mark, '');

  const next = await startService({ dataFolder });

  const status = next.given.database(
    (db) =>
      db.prepare<[string], { status: string }>('SELECT status FROM imports WHERE import_id = ?').get(import_id)?.status,
  );
  expect([during, after, status]).toEqual([true, false, 'interrupted']);
});
