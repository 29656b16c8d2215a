import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openConnection } from '../../electron/service/store/connection';
import { migrate, migrations } from '../../electron/service/store/migrate';
import type { Answer, Caller } from '../support/caller';
import { administratorBy, run, serving, withoutKeychain } from '../support/command-line';
import { filesBelow, sha256 } from '../support/folder-files';
import { recording } from '../support/given';
import { mayMount, mounted } from '../support/mount';
import { administrator, basic, noKeychain, startService, temporaryFolder } from '../support/start-service';
import { firstHeldAt, threadsWith } from '../support/threads';

// A disk that can be filled must be mounted, which requires root. Otherwise these tests are reported as skipped.
const onSmallDisk = test.skipIf(!mayMount);
const { login, password } = administrator;
const sound = 'short-stereo-16k.wav';

onSmallDisk('on a full disk, sign-in, list and playback work, each with an audit row (needs root)', async () => {
  const { admin, call_id, fill, signIn, trail } = await archiveOnSmallDisk();
  fill();

  const right = await signIn();
  const list = await admin.get('/api/v2/calls.json');
  const heard = await listen(admin, call_id);
  const peaks = await admin.get(`/api/v2/calls/${call_id}.json/peaks.json`);
  const wrong = await signIn('a wrong password');

  expect([right.status, list.status, peaks.status, wrong.status]).toEqual([201, 200, 200, 401]);
  expect([right.body.user.name, list.body.calls.length]).toEqual([administrator.name, 1]);
  expect(heard).toEqual({ status: 200, sum: sha256(readFileSync(recording(sound))) });
  expect(trail()).toEqual(['sign_in done', 'play done', 'sign_in refused']);
});

onSmallDisk('on a full disk, an import is refused with 503, and works once there is space (needs root)', async () => {
  const { admin, folder, fill, free, signIn, importOne } = await archiveOnSmallDisk();
  fill();
  const early = await importOne(admin);
  await signIn();
  const late = await importOne(admin);

  free();
  const after = await importOne(admin);

  for (const { status, headers, body } of [early, late]) {
    expect([status, body.error, headers.get('retry-after')]).toEqual([503, 'InsufficientStorage', '1']);
    expect(body.details).toEqual({ free_bytes: expect.any(Number) });
  }
  expect([after.status, existsSync(join(folder, 'reserve'))]).toEqual([201, true]);
});

onSmallDisk('with the reserve used up, no audio is sent without its audit row (needs root)', async () => {
  const { admin, call_id, fill, free, signIn, trail } = await archiveOnSmallDisk();
  fill();
  await signIn();
  fill();
  let last = await signIn();
  for (let n = 0; n < 100 && last.status === 201; n++) last = await signIn();
  const before = trail();

  const refused = [await listen(admin, call_id), await listen(admin, call_id)];
  const list = await admin.get('/api/v2/calls.json');
  const during = trail();
  free();
  const heard = await listen(admin, call_id);

  expect([last.status, last.body.error, list.status]).toEqual([503, 'InsufficientStorage', 200]);
  expect(refused.map(({ status }) => status)).toEqual([503, 503]);
  expect(during).toEqual(before);
  expect([heard.status, trail().at(-1)]).toEqual([200, 'play done']);
});

onSmallDisk('a recording that does not fit leaves no partial file (needs root)', async () => {
  const { given, folder, fill } = await archiveOnSmallDisk();
  const before = filesBelow(join(folder, 'audio'));
  fill({ leave: 17 * 1024 * 1024 });

  await given.imported([recording('repair-call-stereo-8k.wav')]);

  expect(filesBelow(join(folder, 'audio'))).toEqual(before);
});

onSmallDisk('a start on a full disk succeeds, and so does the end (needs root)', async () => {
  const { service, folder, fill } = await archiveOnSmallDisk({ scryptLn: 17 });
  await service.close();
  fill();

  const { announced, stop } = await serving(folder);
  const authorization = basic(login, password);
  const { status } = await fetch(`${announced.url}/api/v2/calls.json`, { headers: { authorization } });

  expect([status, (await stop('SIGTERM')).code]).toEqual([200, 0]);
});

onSmallDisk('a first start on a full disk reports it and ends with exit code 1 (needs root)', async () => {
  const { folder, fill } = smallDisk();
  fill();

  const { code, stderr } = await run(
    ['serve', '--data', folder, '--port', '0'],
    withoutKeychain(administratorBy(password)),
  );

  expect([code, stderr]).toEqual([1, expect.stringContaining('The disk is full')]);
});

onSmallDisk('a migration that does not fit on the disk changes nothing (needs root)', async () => {
  const { folder, fill, free } = smallDisk();
  const db = openConnection(join(folder, 'earshot.db'));
  await migrate(db, folder);
  db.exec(`INSERT INTO settings (name, value) VALUES ('much', '"${'x'.repeat(2_000_000)}"')`);
  const steps = [...migrations, { number: 9990, sql: 'CREATE TABLE later (a INTEGER) STRICT;' }];
  fill({ leave: 1024 * 1024 });

  await expect(migrate(db, folder, steps)).rejects.toThrow(/full/);
  const during = [db.pragma('user_version'), filesBelow(join(folder, 'backups'))];
  free();
  await migrate(db, folder, steps);

  expect(during).toEqual([migrations.at(-1)?.number, []]);
  expect([db.pragma('user_version'), filesBelow(join(folder, 'backups'))]).toEqual([
    9990,
    [expect.stringMatching(/_before-9990\.db$/)],
  ]);
  db.close();
});

onSmallDisk(
  'a backup that does not fit is refused with 503, says how much it needs, and leaves no file (needs root)',
  async () => {
    const { admin, folder, fill, free } = await archiveOnSmallDisk();
    fill({ leave: 8 * 1024 * 1024 });

    const refused = await admin.post('/api/v2/backups.json', { backup: {} });
    const left = filesBelow(join(folder, 'backups'));
    free();

    expect([refused.status, refused.body.error, left]).toEqual([503, 'InsufficientStorage', []]);
    expect(refused.body.details.needed_bytes).toBeGreaterThan(refused.body.details.free_bytes);
    expect((await admin.post('/api/v2/backups.json', { backup: {} })).status).toBe(201);
  },
);

onSmallDisk(
  'a backup during which the disk fills is refused with 503, and an older one can be deleted (needs root)',
  async () => {
    const [held, go] = [join(temporaryFolder(), 'held'), join(temporaryFolder(), 'go')];
    const { folder, fill } = smallDisk();
    const earlier = await startService({ dataFolder: folder });
    const { url } = (await earlier.admin.post('/api/v2/backups.json', { backup: {} })).body;
    await earlier.service.close();
    const threadsFolder = threadsWith('job', firstHeldAt('backups.copy', held, go));
    const { admin } = await startService({ dataFolder: folder, threadsFolder });
    const making = admin.post('/api/v2/backups.json', { backup: {} });
    await expect.poll(() => existsSync(held)).toBe(true);
    fill();
    writeFileSync(go, '');

    const refused = await making;
    const deleted = await admin.delete(url);

    expect([refused.status, refused.body.error, deleted.status]).toEqual([503, 'InsufficientStorage', 200]);
    expect(filesBelow(join(folder, 'backups'))).toEqual([]);
  },
);

type Filling = { leave?: number };

/** A disk of 64 MiB: `fill` uses all of its free space except for `leave` bytes, and `free` releases it. */
function smallDisk() {
  const disk = mounted('-t', 'tmpfs', '-o', 'size=64m,mode=0700', 'tmpfs');
  const folder = join(disk, 'archive');
  mkdirSync(folder);
  const filler = join(disk, 'filler');
  const free = () => rmSync(filler, { force: true });
  function fill({ leave = 0 }: Filling = {}): void {
    const spare = join(disk, 'spare');
    write(spare, leave);
    expect(() => write(filler, Number.POSITIVE_INFINITY)).toThrow('ENOSPC');
    rmSync(spare);
  }
  return { folder, fill, free };
}

/** Appends `bytes` to a file. */
function write(path: string, bytes: number): void {
  const file = openSync(path, 'a');
  try {
    for (let left = bytes; left > 0; ) left -= writeSync(file, Buffer.alloc(Math.min(left, 65_536), 1));
  } finally {
    closeSync(file);
  }
}

/** An archive with one recording on a small disk. */
async function archiveOnSmallDisk(host: { scryptLn?: number } = {}) {
  const { folder, fill, free } = smallDisk();
  const { service, choose, admin, given, through } = await startService({
    ...host,
    dataFolder: folder,
    keychain: noKeychain,
  });
  await given.imported([recording(sound)]);
  const { body } = await admin.get('/api/v2/calls.json');
  const signIn = (text = password) => through('app').post('/api/v2/sessions.json', { login, password: text });
  const importOne = (caller: Caller): Promise<Answer> => {
    const source = choose('recordings', [recording('question.mp3')]);
    return caller.post('/api/v2/imports.json', { import: { source } });
  };
  const trail = () =>
    given.database((db) =>
      db
        .prepare<[], { act: string }>(
          `SELECT action || ' ' || outcome AS act FROM audit_log WHERE action IN ('sign_in', 'play') ORDER BY audit_id`,
        )
        .all()
        .map(({ act }) => act),
    );
  return {
    service,
    folder,
    admin,
    given,
    call_id: body.calls[0].call_id as string,
    fill,
    free,
    signIn,
    importOne,
    trail,
  };
}

/** The response to a request for the audio: its status and the SHA-256 of the received bytes. */
async function listen(caller: Caller, call_id: string): Promise<{ status: number; sum: string | null }> {
  const response = await caller.raw(`/api/v2/calls/${call_id}.json/audio`);
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, sum: response.status === 200 ? sha256(bytes) : null };
}
