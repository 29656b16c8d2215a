import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reason } from '@shared/reasons/reasons';
import { expect, onTestFinished, test } from 'vitest';
import { newBackupName } from '../../electron/service/store/backup';
import { type Connection, openConnection } from '../../electron/service/store/connection';
import { migrate, migrations } from '../../electron/service/store/migrate';
import { damageIndex } from '../support/damaged-database';
import { temporaryFolder } from '../support/start-service';

function opened(folder = temporaryFolder()): { db: Connection; folder: string; path: string } {
  const path = join(folder, 'earshot.db');
  const db = openConnection(path);
  onTestFinished(() => db.close());
  return { db, folder, path };
}

/** The schema as reported by SQLite, without SQLite's own tables. */
const schemaOf = (db: Connection) =>
  db
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .all();

/** The copies in a data folder. */
const copiesIn = (folder: string) => {
  const backups = join(folder, 'backups');
  return existsSync(backups) ? readdirSync(backups).map((name) => join(backups, name)) : [];
};

const numbers = migrations.map(({ number }) => number);

test('migrations are numbered in tens, each number once', () => {
  expect(numbers.filter((number) => number % 10 !== 0)).toEqual([]);
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
});

test('every earlier schema migrates to the same schema, keeps its rows and leaves one backup of the earlier state', async () => {
  const fresh = opened();
  await migrate(fresh.db, fresh.folder);
  const wanted = schemaOf(fresh.db);
  for (const [place, number] of numbers.slice(0, -1).entries()) {
    const { db, folder } = opened();
    await migrate(db, folder, migrations.slice(0, place + 1));
    db.exec(`INSERT INTO settings (name, value) VALUES ('kept', '${number}')`);

    await migrate(db, folder);

    const [copy = '', ...others] = copiesIn(folder);
    const backup = openConnection(copy, { readonly: true });
    expect([copy.endsWith(`_before-${numbers[place + 1]}.db`), others]).toEqual([true, []]);
    const kept = (one: Connection) => one.prepare<[], { value: string }>('SELECT value FROM settings').get()?.value;
    expect([db.pragma('user_version'), kept(db)]).toEqual([numbers.at(-1), String(number)]);
    expect([backup.pragma('user_version'), kept(backup)]).toEqual([number, String(number)]);
    expect(schemaOf(db)).toEqual(wanted);
    expect([db.pragma('integrity_check'), db.prepare('PRAGMA foreign_key_check').all()]).toEqual(['ok', []]);
    backup.close();
  }
});

test('calls from before the search rules are searched by the current rules, including names of files', async () => {
  const { db, folder } = opened();
  await migrate(
    db,
    folder,
    migrations.filter(({ number }) => number < 110),
  );
  const insert = (table: string, row: Record<string, string | number>) =>
    db
      .prepare<object>(
        `INSERT INTO ${table} (${Object.keys(row)}) VALUES (${Object.keys(row).map((name) => `@${name}`)})`,
      )
      .run(row);
  const stamps = { created_at: 0, updated_at: 0 };
  insert('tenants', { tenant_id: 't', name: 't', name_folded: 't', timezone: 'UTC', ...stamps });
  const codes = { protocol_call_direction: 0, call_state: 0, record_state: 0, voip_protocol: 0, duration: 0 };
  insert('calls', {
    call_pk: 1024,
    call_id: 'c',
    tenant_id: 't',
    setup_time: 1,
    updated_at: 0,
    from_name: 'Tomás',
    from_number: '0044 20 7946 0321',
    ...codes,
  });
  insert('call_texts', { call_pk: 1024, text: '0044 20 7946 0321\ntomás' });
  insert('call_numbers', { number_key: '00442079460321', call_pk: 1024 });
  insert('call_files', {
    call_pk: 1024,
    file_id: '01',
    start_time: 1,
    stop_time: 2,
    file_size: 3,
    watermark: 'w',
    file_path: 'f',
    peaks_path: 'p',
    encrypt_key: 'k',
    encrypt_tag: 't',
    encrypt_fingerprint: 'f',
    codec: 'mp3',
    channels: 1,
    sample_rate: 8000,
    bits_per_sample: 16,
    duration_ms: 1,
    data_offset: 0,
    data_length: 3,
    original_name: 'Gespräch.mp3',
  });

  await migrate(db, folder);

  const found = (match: string) =>
    db
      .prepare<[string], { n: number }>('SELECT count(*) AS n FROM call_text_index WHERE call_text_index MATCH ?')
      .get(`"${match}"`)?.n;
  const digits = '02079460321'.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 32));
  expect(['tomas', 'gesprach.mp3', digits, 'tomás'].map(found)).toEqual([1, 1, 1, 0]);
  expect(db.prepare('SELECT number_key FROM call_numbers').all()).toEqual([{ number_key: '+442079460321' }]);
  expect(() => db.exec("INSERT INTO call_text_index (call_text_index) VALUES ('integrity-check')")).not.toThrow();
});

test('numbers and contacts that are addresses have the digits of what was dialled, and no others', async () => {
  const { db, folder } = opened();
  await migrate(
    db,
    folder,
    migrations.filter(({ number }) => number < 620),
  );
  db.exec(`
    INSERT INTO tenants (tenant_id, name, name_folded, timezone, created_at, updated_at) VALUES ('t', 't', 't', 'UTC', 0, 0);
    INSERT INTO calls (call_pk, call_id, tenant_id, setup_time, updated_at, protocol_call_direction, call_state, record_state,
      voip_protocol, duration, from_number, to_number)
    VALUES (1024, 'address', 't', 1, 0, 0, 0, 0, 0, 0, 'sip:+4930123@192.168.1.10:5060', '201'),
      (2048, 'plain', 't', 2, 0, 0, 0, 0, 0, 0, '+4930123', NULL);
    INSERT INTO call_texts VALUES (1024, 'old'), (2048, 'kept');
    INSERT INTO call_numbers (number_key, call_pk) VALUES ('+49301231921681105060', 1024), ('201', 1024), ('+4930123', 2048);
    INSERT INTO clients (client_id, tenant_id, name, name_folded, created_at, updated_at) VALUES ('k', 't', 'k', 'k', 0, 0);
    INSERT INTO client_contacts (client_id, position, phone_number, number_key, name, searched)
    VALUES ('k', 0, 'tel:+49-30-123;ext=7', '+49301237', 'Änne', 'old'), ('k', 1, '030', '030', NULL, 'kept')`);

  await migrate(db, folder);

  const all = (sql: string) => db.prepare(sql).all();
  expect(all('SELECT number_key, call_pk FROM call_numbers ORDER BY call_pk, number_key')).toEqual([
    { number_key: '+4930123', call_pk: 1024 },
    { number_key: '201', call_pk: 1024 },
    { number_key: '+4930123', call_pk: 2048 },
  ]);
  expect(all('SELECT number_key, searched FROM client_contacts ORDER BY position')).toEqual([
    { number_key: '+4930123', searched: 'tel:+49-30-123;ext=7\n+4930123\nänne' },
    { number_key: '030', searched: 'kept' },
  ]);
  const [renewed, kept] = all('SELECT text FROM call_texts ORDER BY call_pk') as { text: string }[];
  expect([renewed?.text.split('\n')[0], kept]).toEqual(['sip:+4930123@192.168.1.10:5060', { text: 'kept' }]);
  expect(() => db.exec("INSERT INTO call_text_index (call_text_index) VALUES ('integrity-check')")).not.toThrow();
});

test('rows of earlier imports have the current counts', async () => {
  const { db, folder } = opened();
  await migrate(
    db,
    folder,
    migrations.filter(({ number }) => number < 130),
  );
  db.exec(`
    INSERT INTO tenants (tenant_id, name, name_folded, timezone, created_at, updated_at) VALUES ('t', 't', 't', 'UTC', 0, 0);
    INSERT INTO imports (import_id, tenant_id, name, status, total, imported, rows_without_audio, created_at)
    VALUES ('i', 't', 'i', 'done', 1, 1, 3, 0), ('none', 't', 'none', 'done', 1, 1, 0, 0);
    INSERT INTO import_rows (import_id, row, is_audio, outcome, code) VALUES ('i', 1, 1, 'imported', NULL),
      ('i', 2, 0, 'imported', NULL), ('i', 3, 0, 'skipped', NULL), ('i', 4, 0, 'refused', 'InvalidRecord'),
      ('i', 5, 0, 'without_audio', NULL), ('i', 6, 0, 'without_audio', NULL),
      ('i', 7, 0, 'without_audio', 'records_unreadable')`);

  await migrate(db, folder);

  const counts = db
    .prepare(`SELECT imported, rows, rows_imported, rows_skipped, rows_refused, rows_without_audio, record_files_refused
      FROM imports ORDER BY seq`)
    .all();
  expect(counts.map((row) => Object.values(row as object))).toEqual([
    [1, 5, 1, 1, 1, 2, 1],
    [1, 0, 0, 0, 0, 0, 0],
  ]);
  expect(db.prepare("SELECT row FROM import_rows WHERE outcome = 'refused' ORDER BY row").all()).toEqual([
    { row: 4 },
    { row: 7 },
  ]);
});

test('rows of earlier imports keep their sentence, and its reason where it has no values', async () => {
  const { db, folder } = opened();
  await migrate(
    db,
    folder,
    migrations.filter(({ number }) => number < 180),
  );
  db.exec(`
    INSERT INTO tenants (tenant_id, name, name_folded, timezone, created_at, updated_at) VALUES ('t', 't', 't', 'UTC', 0, 0);
    INSERT INTO imports (import_id, tenant_id, name, status, created_at) VALUES ('i', 't', 'i', 'done', 0);
    INSERT INTO import_rows (import_id, row, outcome, explanation, reason) VALUES ('i', 1, 'imported', NULL, NULL),
      ('i', 2, 'skipped', 'Already there.', 'ALREADY_THERE'), ('i', 3, 'refused', 'There is no such file.', 'ENOENT'),
      ('i', 4, 'refused', 'This file is not a WAV or MP3 recording.', 'AUDIO_UNKNOWN'),
      ('i', 5, 'refused', 'This is a FLAC file. Earshot takes WAV and MP3 recordings.', 'AUDIO_UNKNOWN'),
      ('i', 6, 'refused', 'Earshot cannot play GSM 6.10.', 'WAV_CODEC')`);

  await migrate(db, folder);

  const rows = db
    .prepare<[], { explanation: string | null; reasons: string }>(
      'SELECT explanation, reasons FROM import_rows ORDER BY row',
    )
    .all()
    .map(({ explanation, reasons }) => ({ explanation, reasons: JSON.parse(reasons) as Reason[] }));
  expect(rows.map(({ reasons }) => reasons.map(({ code }) => code))).toEqual([
    [],
    ['already_there'],
    ['file_gone'],
    ['audio_unknown'],
    [],
    [],
  ]);
  expect(rows.map(({ explanation }) => explanation)).toEqual([
    null,
    'Already there.',
    'There is no such file.',
    'This file is not a WAV or MP3 recording.',
    'This is a FLAC file. Earshot takes WAV and MP3 recordings.',
    'Earshot cannot play GSM 6.10.',
  ]);
});

test('a migration that fails leaves the schema as it was before', async () => {
  const { db, folder } = opened();
  await migrate(db, folder);
  const before = schemaOf(db);
  const broken = [
    ...migrations,
    { number: 9990, sql: 'CREATE TABLE half (a INTEGER) STRICT; INSERT INTO nowhere VALUES (1);' },
  ];

  await expect(migrate(db, folder, broken)).rejects.toThrow('nowhere');

  expect([db.pragma('user_version'), schemaOf(db)]).toEqual([numbers.at(-1), before]);
  expect(copiesIn(folder)).toEqual([expect.stringMatching(/_before-9990\.db$/)]);
});

test('the backup of an earlier attempt at the same upgrade is replaced, and only that', async () => {
  const { db, folder } = opened();
  await migrate(db, folder, migrations.slice(0, 1));
  mkdirSync(join(folder, 'backups'));
  const [attempt, other] = [numbers[1], 9980].map((number) => newBackupName(0, number).file_name);
  for (const name of [attempt, other]) writeFileSync(join(folder, 'backups', `${name}`), 'a backup');

  await migrate(db, folder);

  expect(copiesIn(folder).filter((path) => path.includes('1970'))).toEqual([
    expect.stringMatching(/_before-9980\.db$/),
  ]);
  const made = copiesIn(folder).filter((path) => path.endsWith(`_before-${numbers[1]}.db`));
  const [backup] = made.map((path) => openConnection(path, { readonly: true }));
  expect([made.length, backup?.pragma('user_version')]).toEqual([1, numbers[0]]);
  backup?.close();
});

test('a damaged database is not upgraded, and no backup of it is kept', async () => {
  const { db: before, folder, path } = opened();
  await migrate(before, folder, migrations.slice(0, -1));
  before.exec(`INSERT INTO tenants (tenant_id, is_system, name, name_folded, timezone, created_at, updated_at)
    VALUES ('t', 1, 'A tenant', 'a tenant', 'UTC', 0, 0)`);
  before.close();
  damageIndex(path, 'tenants_system');
  const { db } = opened(folder);

  await expect(migrate(db, folder)).rejects.toThrow(/tenants_system/);

  expect([db.pragma('user_version'), copiesIn(folder)]).toEqual([numbers.at(-2), []]);
});

test('an archive made by a newer Earshot is refused and not changed', async () => {
  const { db, folder, path } = opened();
  await migrate(db, folder);
  db.pragma('user_version = 9990');
  db.pragma('wal_checkpoint(TRUNCATE)');
  const before = readFileSync(path);

  await expect(migrate(db, folder)).rejects.toThrow('newer Earshot');

  expect(readFileSync(path).equals(before)).toBe(true);
  expect(existsSync(join(folder, 'backups'))).toBe(false);
});

test('every connection is safe against power loss, whichever opened the database first', () => {
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

test('custom fields of earlier archives keep their options, and numbers have settings', async () => {
  const { db, folder } = opened();
  await migrate(
    db,
    folder,
    migrations.filter(({ number }) => number < 250),
  );
  db.exec(`
    INSERT INTO tenants (tenant_id, name, name_folded, timezone, created_at, updated_at) VALUES ('t', 't', 't', 'UTC', 0, 0);
    INSERT INTO custom_fields (field_id, tenant_id, name, name_folded, computer_name, type, options, created_at, updated_at)
    VALUES ('mood', 't', 'Mood', 'mood', 'mood', 'option', '["good","bad"]', 0, 0),
      ('score', 't', 'Score', 'score', 'score', 'integer', '[]', 0, 0)`);

  await migrate(db, folder);

  const options = db.prepare('SELECT field_id, value, color FROM custom_field_options ORDER BY position').all();
  const settings = db.prepare<[], { settings: string | null }>(
    'SELECT integer_settings AS settings FROM custom_fields ORDER BY field_id',
  );
  expect(options).toEqual([
    { field_id: 'mood', value: 'good', color: '' },
    { field_id: 'mood', value: 'bad', color: '' },
  ]);
  expect(settings.all().map((row) => row.settings && JSON.parse(row.settings))).toEqual([
    null,
    { int_min: null, int_max: null, aggregate: null, fieldset_thresholds: { thresholds: [] } },
  ]);
});

test.each([
  ['Europe/Oslo', null, 'Europe/Oslo'],
  ['Europe/Oslo', '', 'Europe/Oslo'],
  ['Europe/Oslo', 'Asia/Dubai', 'Asia/Dubai'],
  ['', null, undefined],
])(
  'the zone %j of the System tenant, with %j in the settings, becomes %j in the settings',
  async (zone, setting, wanted) => {
    const { db, folder } = opened();
    await migrate(
      db,
      folder,
      migrations.filter(({ number }) => number < 320),
    );
    db.prepare(`
    INSERT INTO tenants (tenant_id, name, name_folded, is_system, timezone, created_at, updated_at)
    VALUES ('t', 'System', 'system', 1, ?, 0, 0)`).run(zone);
    if (setting !== null) {
      db.prepare("INSERT INTO settings (name, value) VALUES ('timezone', ?)").run(JSON.stringify(setting));
    }

    await migrate(db, folder);

    const stored = db.prepare<[], { value: string }>("SELECT value FROM settings WHERE name = 'timezone'").get();
    expect(stored && JSON.parse(stored.value)).toBe(wanted);
    expect(db.prepare('SELECT timezone FROM tenants').all()).toEqual([{ timezone: '' }]);
  },
);

test('zones of earlier archives that give no local time are unset', async () => {
  const { db, folder } = opened();
  await migrate(
    db,
    folder,
    migrations.filter(({ number }) => number < 610),
  );
  db.exec(`
    INSERT INTO tenants (tenant_id, name, name_folded, timezone, created_at, updated_at)
    VALUES ('a', 'a', 'a', 'pst', 0, 0), ('b', 'b', 'b', 'Europe/Oslo', 0, 0);
    INSERT INTO settings (name, value) VALUES ('timezone', '"IST"')`);

  await migrate(db, folder);

  const zones = db.prepare<[], { timezone: string }>('SELECT timezone FROM tenants ORDER BY tenant_id').all();
  const setting = db.prepare<[], { value: string }>("SELECT value FROM settings WHERE name = 'timezone'").get();
  expect([zones.map(({ timezone }) => timezone), setting?.value]).toEqual([['', 'Europe/Oslo'], '""']);
});

test('roles of earlier archives that run the site lift holds, and lose the rights that nothing asks for', async () => {
  const { db, folder } = opened();
  await migrate(
    db,
    folder,
    migrations.filter(({ number }) => number < 650),
  );
  const everything = { system: ['view', 'edit'], calls: ['view', 'live_monitor', 'delete'], call_notes: ['pin'] };
  const some = { system: ['view'], calls: ['view'] };
  db.exec(`
    INSERT INTO tenants (tenant_id, name, name_folded, timezone, created_at, updated_at) VALUES ('t', 't', 't', '', 0, 0);
    INSERT INTO roles (role_id, tenant_id, name, name_folded, access_level, permissions, created_at, updated_at)
    VALUES ('a', 't', 'a', 'a', 'root', '${JSON.stringify(everything)}', 0, 0),
      ('b', 't', 'b', 'b', 'user', '${JSON.stringify(some)}', 0, 0)`);

  await migrate(db, folder);

  const roles = db.prepare<[], { permissions: string }>('SELECT permissions FROM roles ORDER BY role_id').all();
  expect(roles.map(({ permissions }) => JSON.parse(permissions))).toEqual([
    {
      system: ['view', 'edit'],
      calls: ['view', 'delete'],
      call_notes: [],
      retention: ['edit'],
      import_presets: ['edit', 'delete'],
      evaluation_reports: ['calibrate', 'plan'],
    },
    some,
  ]);
});
