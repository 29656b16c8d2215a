import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Connection, openConnection } from '../../electron/service/store/connection';
import { migrate, migrations } from '../../electron/service/store/migrate';
import { temporaryFolder } from '../support/start-service';

function opened(folder = temporaryFolder()): { db: Connection; folder: string; path: string } {
  const path = join(folder, 'earshot.db');
  const db = openConnection(path);
  onTestFinished(() => db.close());
  return { db, folder, path };
}

/** The schema as SQLite tells it, without what it keeps for itself. */
const schemaOf = (db: Connection) =>
  db
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .all();

const numbers = migrations.map(({ number }) => number);

test('the steps are numbered in tens, each once', () => {
  expect(numbers.filter((number) => number % 10 !== 0)).toEqual([]);
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
});

test('every step of the past comes to the same schema, keeps its rows and leaves a backup of what was', async () => {
  const fresh = opened();
  await migrate(fresh.db, fresh.folder);
  const wanted = schemaOf(fresh.db);
  for (const [place, number] of numbers.slice(0, -1).entries()) {
    const { db, folder } = opened();
    await migrate(db, folder, migrations.slice(0, place + 1));
    db.exec(`INSERT INTO settings (name, value) VALUES ('kept', '${number}')`);

    await migrate(db, folder);

    const backup = openConnection(join(folder, 'backups', `before-${numbers[place + 1]}.db`), { readonly: true });
    const kept = (one: Connection) => one.prepare<[], { value: string }>('SELECT value FROM settings').get()?.value;
    expect([db.pragma('user_version'), kept(db)]).toEqual([numbers.at(-1), String(number)]);
    expect([backup.pragma('user_version'), kept(backup)]).toEqual([number, String(number)]);
    expect(schemaOf(db)).toEqual(wanted);
    expect([db.pragma('integrity_check'), db.prepare('PRAGMA foreign_key_check').all()]).toEqual(['ok', []]);
    backup.close();
  }
});

test('a step that fails leaves the schema as it was before the step', async () => {
  const { db, folder } = opened();
  await migrate(db, folder);
  const before = schemaOf(db);
  const broken = [
    ...migrations,
    { number: 9990, sql: 'CREATE TABLE half (a INTEGER) STRICT; INSERT INTO nowhere VALUES (1);' },
  ];

  await expect(migrate(db, folder, broken)).rejects.toThrow('nowhere');

  expect([db.pragma('user_version'), schemaOf(db)]).toEqual([numbers.at(-1), before]);
  expect(existsSync(join(folder, 'backups', 'before-9990.db'))).toBe(true);
});

test('a backup of an earlier try, whole or half, is made anew', async () => {
  const { db, folder } = opened();
  await migrate(db, folder, migrations.slice(0, 1));
  mkdirSync(join(folder, 'backups'));
  const place = join(folder, 'backups', `before-${numbers[1]}.db`);
  for (const path of [place, `${place}.part`]) writeFileSync(path, 'half a backup');

  await migrate(db, folder);

  const backup = openConnection(place, { readonly: true });
  expect([backup.pragma('user_version'), existsSync(`${place}.part`)]).toEqual([numbers[0], false]);
  backup.close();
});

test('an archive made by a newer Earshot is refused and not touched', async () => {
  const { db, folder, path } = opened();
  await migrate(db, folder);
  db.pragma('user_version = 9990');
  db.pragma('wal_checkpoint(TRUNCATE)');
  const before = readFileSync(path);

  await expect(migrate(db, folder)).rejects.toThrow('newer Earshot');

  expect(readFileSync(path).equals(before)).toBe(true);
  expect(existsSync(join(folder, 'backups'))).toBe(false);
});

test('every connection is safe against power loss, whoever opened the database before', () => {
  const { db, path } = opened();
  db.exec('CREATE TABLE first (a INTEGER) STRICT');
  const again = openConnection(path);
  const reading = openConnection(path, { readonly: true });
  const settings = (one: Connection) =>
    ['synchronous', 'journal_mode', 'foreign_keys', 'trusted_schema', 'busy_timeout', 'cell_size_check'].map((name) =>
      one.pragma(name),
    );
  expect([db, again, reading].map(settings)).toEqual(Array.from({ length: 3 }, () => [2, 'wal', 1, 0, 5000, 1]));
  again.close();
  reading.close();
});
