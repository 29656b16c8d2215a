import { copyFileSync, cpSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openConnection } from '../../electron/service/store/connection';
import { DatabaseDamaged } from '../../electron/service/store/damage';
import { migrate, migrations } from '../../electron/service/store/migrate';
import { start } from '../support/command-line';
import { changeBytes } from '../support/damaged-database';
import { diceOf } from '../support/dice';
import { noKeychain, startService, temporaryFolder } from '../support/start-service';

const dice = diceOf(Number(process.env.EARSHOT_TEST_SEED));
const sizeOf = (name: string, plain: number) => Number(process.env[name] ?? plain);

/** The number of commits that a database has, each of which added one number; throws if one is missing before another. */
function commitsIn(path: string): number {
  const db = openConnection(path);
  try {
    expect(db.pragma('integrity_check')).toBe('ok');
    const { count = 0, last = 0 } =
      db
        .prepare<[], { count: number; last: number }>(
          'SELECT count(*) AS count, COALESCE(MAX(n), 0) AS last FROM numbers',
        )
        .get() ?? {};
    expect(count).toBe(last);
    return count;
  } finally {
    db.close();
  }
}

test('a log that is cut or changed anywhere leaves the commits before that place, and no damage', () => {
  const folder = temporaryFolder();
  const [path, at] = [join(folder, 'first.db'), join(folder, 'cut.db')];
  const db = openConnection(path);
  db.exec('CREATE TABLE numbers (n INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT');
  db.pragma('wal_checkpoint(TRUNCATE)');
  const commits = 40;
  const add = db.prepare<[number, string]>('INSERT INTO numbers (n, text) VALUES (?, ?)');
  for (let n = 1; n <= commits; n++) db.transaction(() => add.run(n, 'x'.repeat(dice(6_000))));
  const [main, log] = [readFileSync(path), readFileSync(`${path}-wal`)];
  db.close();
  const left = (written: Buffer) => {
    writeFileSync(at, main);
    writeFileSync(`${at}-wal`, written);
    return commitsIn(at);
  };

  const places = sizeOf('EARSHOT_LOG_PLACES', 60);
  const cuts = Array.from({ length: places }, (_, n) => Math.floor((log.length * n) / places));
  const counts = cuts.map((place) => left(log.subarray(0, place)));
  const changed = Array.from({ length: places }, () => {
    const copy = Buffer.from(log);
    const place = dice(copy.length);
    copy[place] = (copy[place] ?? 0) ^ (1 + dice(255));
    return left(copy) <= commits;
  });

  expect([counts[0], left(log)]).toEqual([0, commits]);
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  expect(changed).not.toContain(false);
});

test('the log stays small while one reader lasts for many commits', () => {
  const path = join(temporaryFolder(), 'a.db');
  const [writer, reader] = [openConnection(path), openConnection(path)];
  writer.exec('CREATE TABLE numbers (n INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT');
  const add = writer.prepare<[string]>('INSERT INTO numbers (text) VALUES (?)');
  const commit = () => writer.transaction(() => add.run('x'.repeat(100)));
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM numbers').get();
  for (let n = 0; n < sizeOf('EARSHOT_COMMITS', 20_000); n++) commit();
  const during = statSync(`${path}-wal`).size;
  reader.exec('COMMIT');

  commit();
  commit();

  const mostBytes = 64 * 1024 * 1024;
  expect([during > mostBytes, statSync(`${path}-wal`).size <= mostBytes]).toEqual([true, true]);
  writer.close();
  reader.close();
});

test('a database with random damage is refused, or is neither backed up nor answered without a reason', async () => {
  const host = { keychain: noKeychain, scryptLn: 15 };
  const { admin, service, dataFolder } = await startService(host);
  for (let n = 0; n < 30; n++) {
    const call = { setup_time: `2026-03-01T10:00:${10 + n}Z`, from_number: `+4930${n}`, from_name: `Name ${n}` };
    await admin.post('/api/v2/calls.json', { call });
  }
  await service.close();
  const outcomes: string[] = [];
  for (let n = 0; n < sizeOf('EARSHOT_DAMAGED', 8); n++) {
    const folder = join(temporaryFolder(), 'archive');
    cpSync(dataFolder, folder, { recursive: true, preserveTimestamps: true });
    const path = join(folder, 'earshot.db');
    copyFileSync(path, `${path}.sound`);
    for (let flip = 0; flip < 8; flip++) {
      changeBytes(path, dice(statSync(path).size), (bytes) => bytes.fill((bytes[0] ?? 0) ^ (1 << dice(8))));
    }
    outcomes.push(await outcomeOf(folder));
  }

  expect(outcomes.filter((one) => !/^(refused|sound|not backed up: (401|403|500))$/.test(one))).toEqual([]);

  async function outcomeOf(folder: string): Promise<string> {
    const started = await startService({ ...host, dataFolder: folder }).catch((cause: unknown) => cause);
    if (started instanceof Error) return started instanceof DatabaseDamaged ? 'refused' : String(started);
    const { admin: again, service: running } = started as Awaited<ReturnType<typeof startService>>;
    const answers = [
      await again.get('/api/v2/calls.json'),
      await again.get('/api/v2/audit_log.json'),
      await again.post('/api/v2/backups.json', { backup: {} }),
    ];
    const odd = answers.find(({ status, body }) => status >= 500 && body.error !== 'IntegrityError');
    const made = answers[2]?.status === 201 ? (await again.get(answers[2].body.url)).body.backup : undefined;
    await running.close();
    if (odd) return JSON.stringify(odd.body);
    // The row of the caller may be damaged too.
    if (!made) return `not backed up: ${answers[2]?.status}`;
    const copy = openConnection(join(folder, 'backups', made.file_name), { readonly: true });
    const found = copy.pragma('integrity_check');
    copy.close();
    return found === 'ok' ? 'sound' : `backed up: ${found}`;
  }
});

test('an upgrade that is killed leaves a schema between two steps, and the next start completes it', async () => {
  const early = join(temporaryFolder(), 'early');
  const { service, dataFolder, admin } = await startService({ keychain: noKeychain, scryptLn: 15 });
  await admin.post('/api/v2/calls.json', { call: { setup_time: '2026-03-01T10:00:00Z', from_number: '1' } });
  await service.close();
  const wanted = schemaOf(join(dataFolder, 'earshot.db'));
  cpSync(dataFolder, early, { recursive: true });
  const first = 20;
  const db = openConnection(join(temporaryFolder(), 'earshot.db'));
  await migrate(db, early, migrations.slice(0, first));
  db.exec("INSERT INTO settings (name, value) VALUES ('kept', '1')");
  db.exec(`VACUUM INTO '${join(early, 'older.db')}'`);
  db.close();

  for (let kill = 0; kill < sizeOf('EARSHOT_KILLS', 4); kill++) {
    const folder = join(temporaryFolder(), 'archive');
    cpSync(early, folder, { recursive: true });
    const path = join(folder, 'earshot.db');
    copyFileSync(join(folder, 'older.db'), path);
    const { child, ended } = start(['serve', '--data', folder, '--port', '0']);
    // The command takes about half a second to load.
    await delay(300 + dice(900));
    child.kill('SIGKILL');
    await ended;

    const left = openConnection(path);
    const version = Number(left.pragma('user_version'));
    expect([0, ...migrations.map(({ number }) => number)]).toContain(version);
    expect([left.pragma('integrity_check'), left.prepare('PRAGMA foreign_key_check').all()]).toEqual(['ok', []]);
    await migrate(left, folder);
    expect(left.prepare("SELECT value FROM settings WHERE name = 'kept'").get()).toEqual({ value: '1' });
    left.close();
    expect(schemaOf(path)).toEqual(wanted);
  }
});

/** The schema as reported by SQLite, without SQLite's own tables. */
function schemaOf(path: string) {
  const db = openConnection(path);
  const schema = db.prepare("SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name").all();
  db.close();
  return schema;
}
