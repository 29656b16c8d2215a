import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openConnection } from '../../electron/service/store/connection';
import { memoryKeychain, startService, temporaryFolder } from '../support/start-service';
import { firstHeldAt, threadsWith } from '../support/threads';

const backups = '/api/v2/backups.json';
const asked = { backup: {} };

const filesIn = (folder: string) =>
  existsSync(join(folder, 'backups')) ? readdirSync(join(folder, 'backups')).sort() : [];

test('a backup is made, listed newest first, read and deleted, and each is in the audit log', async () => {
  let now = Date.parse('2026-03-01T10:00:00Z');
  const { admin, dataFolder } = await startService({ now: () => now });

  const first = await admin.post(backups, asked);
  now += 3_600_000;
  const second = await admin.post(backups, asked);
  const list = (await admin.get(backups)).body;
  const one = (await admin.get(first.body.url)).body.backup;

  expect([first.status, second.status, list.total]).toEqual([201, 201, 2]);
  expect(list.backups.map(({ backup_id }: { backup_id: string }) => `/api/v2/backups/${backup_id}.json`)).toEqual([
    second.body.url,
    first.body.url,
  ]);
  expect(one).toEqual(list.backups[1]);
  expect(Date.parse(one.created_at)).toBe(Date.parse('2026-03-01T10:00:00Z'));
  expect(filesIn(dataFolder)).toContain(one.file_name);
  expect(statSync(join(dataFolder, 'backups', one.file_name)).mode & 0o777).toBe(0o600);

  expect((await admin.delete(first.body.url)).status).toBe(200);
  expect((await admin.get(first.body.url)).status).toBe(404);
  expect(filesIn(dataFolder)).toEqual([list.backups[0].file_name]);
  const { audit_log } = (await admin.get('/api/v2/audit_log.json?resource=backup')).body;
  expect(audit_log.map(({ action }: { action: string }) => action)).toEqual(['delete', 'create', 'create']);
});

test('a backup put in place of the database opens with everything that was there when it was made', async () => {
  const keychain = memoryKeychain();
  const { admin, service, given, dataFolder } = await startService({ keychain });
  const before = await given.recorded('question.mp3');
  const { url } = (await admin.post(backups, asked)).body;
  const { file_name } = (await admin.get(url)).body.backup;
  const after = await given.recorded('spanish-16k.wav');
  await service.close();
  for (const end of ['', '-wal', '-shm']) rmSync(join(dataFolder, `earshot.db${end}`), { force: true });
  copyFileSync(join(dataFolder, 'backups', file_name), join(dataFolder, 'earshot.db'));

  const { admin: later } = await startService({ dataFolder, keychain });

  expect((await later.get(`/api/v2/calls/${before}.json`)).status).toBe(200);
  expect((await later.raw(`/api/v2/calls/${before}.json/audio`)).status).toBe(200);
  expect((await later.get(`/api/v2/calls/${after}.json`)).status).toBe(404);
  expect((await later.get('/api/v2/quarantine.json')).body.total).toBe(1);
});

test('a copy made while calls are pushed is whole', async () => {
  const { admin, dataFolder } = await startService();
  const push = (n: number) =>
    admin.post('/api/v2/calls.json', { call: { setup_time: '2026-03-01T10:00:00Z', from_number: `${n}` } });
  await Promise.all(Array.from({ length: 200 }, (_, n) => push(n)));

  const [{ body }, ...pushed] = await Promise.all([
    admin.post(backups, asked),
    ...Array.from({ length: 100 }, (_, n) => push(n + 200)),
  ]);

  expect(new Set(pushed.map(({ status }) => status))).toEqual(new Set([201]));
  const { file_name } = (await admin.get(body.url)).body.backup;
  const copy = openConnection(join(dataFolder, 'backups', file_name), { readonly: true });
  const count = copy.prepare<[], { calls: number }>('SELECT count(*) AS calls FROM calls').get()?.calls ?? 0;
  expect(copy.pragma('integrity_check')).toBe('ok');
  expect(copy.pragma('foreign_key_check')).toBeUndefined();
  copy.close();
  expect(count).toBeGreaterThanOrEqual(200);
});

test('a start removes an incomplete copy that a crash left, and nothing else', async () => {
  const { admin, service, dataFolder } = await startService();
  const { url } = (await admin.post(backups, asked)).body;
  const { file_name } = (await admin.get(url)).body.backup;
  await service.close();
  for (const end of ['', '-wal', '-shm']) writeFileSync(join(dataFolder, 'backups', `${file_name}.part${end}`), 'half');
  writeFileSync(join(dataFolder, 'backups', 'notes.txt'), 'mine');

  const { admin: later } = await startService({ dataFolder });

  expect(filesIn(dataFolder)).toEqual([file_name, 'notes.txt'].sort());
  expect((await later.get(backups)).body.total).toBe(1);
});

test('only one is made at a time', async () => {
  const { admin } = await startService();

  const together = await Promise.all([admin.post(backups, asked), admin.post(backups, asked)]);

  expect(together.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(together.find(({ status }) => status === 409)?.body.explanation).toBe('A backup is already being made.');
  expect((await admin.get(backups)).body.total).toBe(1);
});

test('thirty are kept', async () => {
  const { admin, dataFolder } = await startService();
  await admin.post(backups, asked);
  const [made = ''] = filesIn(dataFolder);
  for (let n = 10; n < 39; n++) {
    const name = made.replace(/_.*/, `_00000000-0000-4000-8000-0000000000${n}.db`);
    copyFileSync(join(dataFolder, 'backups', made), join(dataFolder, 'backups', name));
  }

  const refused = await admin.post(backups, asked);

  expect([refused.status, refused.body.explanation]).toEqual([409, 'Earshot keeps 30 backups. Delete one first.']);
});

test('a page continues after the last backup that it showed, in the order of their time', async () => {
  let now = Date.parse('2026-03-01T10:00:00Z');
  const { admin } = await startService({ now: () => (now += 5) });
  const urls: string[] = [];
  for (let n = 0; n < 5; n++) {
    const { body, headers } = await admin.post(backups, asked);
    expect(headers.get('location')).toBe(body.url);
    urls.unshift(body.url);
  }
  const urlsOf = (list: { backup_id: string }[]) => list.map(({ backup_id }) => `/api/v2/backups/${backup_id}.json`);

  const first = (await admin.get(`${backups}?limit=2`)).body;
  for (const url of urlsOf(first.backups)) await admin.delete(url);
  const second = (await admin.get(first.next_url)).body;
  const third = (await admin.get(second.next_url)).body;

  expect([first, second, third].map((page) => urlsOf(page.backups))).toEqual([
    urls.slice(0, 2),
    urls.slice(2, 4),
    urls.slice(4),
  ]);
  expect(third.next_url).toBeNull();
});

test('a backup that is deleted twice at once is deleted and audited once, and only files are backups', async () => {
  const { admin, dataFolder } = await startService();
  const { url } = (await admin.post(backups, asked)).body;
  const [name = ''] = filesIn(dataFolder);
  mkdirSync(join(dataFolder, 'backups', name.replace(/_.*/, '_00000000-0000-4000-8000-000000000010.db')));
  expect((await admin.get(backups)).body.total).toBe(1);

  const deleted = await Promise.all([1, 2, 3].map(() => admin.delete(url)));

  expect(deleted.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  expect((await admin.get('/api/v2/audit_log.json?resource=backup&action=delete&outcome=done')).body.total).toBe(1);
});

test('closing cancels a backup and leaves nothing of it', async () => {
  const [held, go] = [join(temporaryFolder(), 'held'), join(temporaryFolder(), 'go')];
  const threadsFolder = threadsWith('job', firstHeldAt('backups.copy', held, go));
  const { admin, service, dataFolder } = await startService({ threadsFolder });
  const making = admin.post(backups, asked);
  await expect.poll(() => existsSync(held)).toBe(true);

  const closed = service.close();
  writeFileSync(go, '');
  await closed;

  expect((await making).status).not.toBe(201);
  expect(filesIn(dataFolder)).toEqual([]);
});

test('only people whose role reaches every tenant see and make backups', async () => {
  const { given } = await startService();
  const permissions = ['system:view', 'system:edit'] as const;
  const own = await given.user({ permissions: [...permissions], access_level: 'tenant' });
  const all = await given.user({ permissions: [...permissions], access_level: 'system' });

  const statuses = async (person: typeof own) => [
    (await person.get(backups)).status,
    (await person.post(backups, asked)).status,
  ];

  expect([await statuses(own), await statuses(all)]).toEqual([
    [403, 403],
    [200, 201],
  ]);
});
