import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openConnection } from '../../electron/service/store/connection';
import { DatabaseDamaged } from '../../electron/service/store/damage';
import { changeBytes, damageIndex, firstPageOf } from '../support/damaged-database';
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
  for (const end of ['', '-wal', '-shm', '-journal'])
    writeFileSync(join(dataFolder, 'backups', `${file_name}.part${end}`), 'half');
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

test('the copies before an upgrade are listed, and deleted with an audit entry 30 days later', async () => {
  let now = Date.parse('2026-03-01T10:00:00Z');
  const { admin, service, dataFolder } = await startService({ now: () => now });
  await admin.post(backups, asked);
  await service.close();
  const [made = ''] = filesIn(dataFolder);
  // As earlier versions named them, one for each step.
  for (const number of [600, 610]) {
    const path = join(dataFolder, 'backups', `before-${number}.db`);
    copyFileSync(join(dataFolder, 'backups', made), path);
    utimesSync(path, now / 1000, now / 1000);
  }

  const { admin: later, service: second } = await startService({ dataFolder, now: () => now });
  const { total, backups: listed } = (await later.get(backups)).body;
  await second.close();
  now += 30 * 86_400_000;
  const { admin: last } = await startService({ dataFolder, now: () => now });

  expect(total).toBe(3);
  expect(listed.map(({ expires_at }: { expires_at: string | null }) => expires_at).sort()).toEqual([
    '2026-03-31T10:00:00+00:00',
    '2026-03-31T10:00:00+00:00',
    null,
  ]);
  await expect.poll(() => filesIn(dataFolder)).toEqual([made]);
  const { audit_log } = (await last.get('/api/v2/audit_log.json?resource=backup&action=delete')).body;
  expect(audit_log.map(({ door }: { door: string }) => door)).toEqual(['earshot', 'earshot']);
});

/** A data folder whose database is damaged after a clean end, without another size or time. */
async function damagedArchive(damage: (path: string) => void) {
  const keychain = memoryKeychain();
  const { admin, service, given, dataFolder } = await startService({ keychain, now: () => checked });
  await given.recorded('question.mp3');
  await admin.post('/api/v2/calls.json', { call: { setup_time: '2026-03-01T10:00:00Z', from_number: '1' } });
  await service.close();
  damage(join(dataFolder, 'earshot.db'));
  return { dataFolder, keychain };
}
const checked = Date.parse('2026-03-01T10:00:00Z');

test('a damaged database is not backed up, and from then on Earshot says so', async () => {
  const { dataFolder, keychain } = await damagedArchive((path) => damageIndex(path, 'calls_listed'));
  const { admin, service } = await startService({ dataFolder, keychain, now: () => checked });
  const before = (await admin.get('/api/v2/settings.json')).body.settings.database_damaged_at;

  const refused = await admin.post(backups, asked);

  expect([refused.status, refused.body.error, refused.body.reason.code]).toEqual([
    500,
    'IntegrityError',
    'database_damaged',
  ]);
  expect([filesIn(dataFolder), before]).toEqual([[], null]);
  expect((await admin.get('/api/v2/settings.json')).body.settings.database_damaged_at).toBe(
    '2026-03-01T10:00:00+00:00',
  );
  await service.close();
  const content = readFileSync(join(dataFolder, 'earshot.db'));
  await expect(startService({ dataFolder, keychain })).rejects.toThrow(DatabaseDamaged);
  expect(readFileSync(join(dataFolder, 'earshot.db')).equals(content)).toBe(true);
});

test('the whole database is read once a week, and a sound one is used on', async () => {
  const { dataFolder, keychain } = await damagedArchive((path) => damageIndex(path, 'calls_listed'));
  const damagedAt = (admin: {
    get: (path: string) => Promise<{ body: { settings: { database_damaged_at: unknown } } }>;
  }) => admin.get('/api/v2/settings.json').then(({ body }) => body.settings.database_damaged_at);
  const { admin, service } = await startService({ dataFolder, keychain, now: () => checked + 6 * 86_400_000 });
  expect(await damagedAt(admin)).toBeNull();
  await service.close();

  const { admin: later } = await startService({ dataFolder, keychain, now: () => checked + 8 * 86_400_000 });

  await expect.poll(() => damagedAt(later)).toBe('2026-03-09T10:00:00+00:00');
});

test('a backup in place of a database that was found damaged is opened', async () => {
  const { dataFolder, keychain } = await damagedArchive(() => {});
  const sound = await startService({ dataFolder, keychain });
  await sound.admin.post(backups, asked);
  await sound.service.close();
  writeFileSync(join(dataFolder, 'damaged'), '');
  copyFileSync(join(dataFolder, 'backups', filesIn(dataFolder)[0] ?? ''), join(dataFolder, 'earshot.db'));

  const { admin } = await startService({ dataFolder, keychain });

  expect((await admin.get('/api/v2/settings.json')).body.settings.database_damaged_at).toBeNull();
  expect(existsSync(join(dataFolder, 'damaged'))).toBe(false);
});

test('an entry of the audit log that is no JSON any more does not hide the others', async () => {
  const { dataFolder, keychain } = await damagedArchive((path) => {
    const place = readFileSync(path).indexOf('"from_number":');
    changeBytes(path, place, (bytes) => bytes.fill('{'));
  });
  const { admin } = await startService({ dataFolder, keychain, now: () => checked });

  const { status, body } = await admin.get('/api/v2/audit_log.json?resource=call&action=create');

  expect([
    status,
    body.audit_log.some(({ details }: { details: object }) => Object.keys(details).length === 0),
  ]).toEqual([200, true]);
});

test('a request that meets a damaged page is refused with its reason, and Earshot says so from then on', async () => {
  const { dataFolder, keychain } = await damagedArchive((path) => {
    // The first byte of a page says what kind of page it is.
    changeBytes(path, firstPageOf(path, 'audit_log').begin, (bytes) => bytes.fill(0xff));
  });
  const { admin } = await startService({ dataFolder, keychain, now: () => checked });

  const { status, body } = await admin.get('/api/v2/audit_log.json');

  expect([status, body.error, body.reason.code]).toEqual([500, 'IntegrityError', 'database_damaged']);
  expect((await admin.get('/api/v2/settings.json')).body.settings.database_damaged_at).toBe(
    '2026-03-01T10:00:00+00:00',
  );
});
