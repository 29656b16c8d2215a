import { linkSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { Call } from '@shared/contract/calls';
import { expect, test } from 'vitest';
import { partId } from '../../electron/service/resources/calls/calls/rules';
import { recording } from '../support/given';
import { broughtIn, callsOf, ended, holdingImport, importOf, rowsOf, saidOf, windowOf } from '../support/imports';
import { folderWith, wavOf } from '../support/sounds';
import { startService } from '../support/start-service';

/** Call records of these files, one second apart, with the same id of the phone system. */
const recordsOf = (names: string[], id = 'x-1') =>
  ['file,setup_time,from_number,to_number,protocol_call_id']
    .concat(names.map((name, n) => `${name},2026-01-02T10:00:${String(n).padStart(2, '0')}Z,201,+4930123456,${id}`))
    .join('\n');
const filesOf = ({ files }: Call) => files.map(({ original_name }) => original_name);

test('thirty records of one call become one call of thirty files, sorted by start and then by name', async () => {
  const { admin, given } = await startService();
  const names = Array.from({ length: 30 }, (_, n) => `part-${n}.wav`);
  const sounds = Object.fromEntries([...names].reverse().map((name) => [name, { ms: 100 }]));

  const import_id = await given.imported([folderWith({ ...sounds, 'calls.csv': recordsOf(names) })]);

  const [call, ...more] = await callsOf(admin);
  expect([filesOf(call as Call), more]).toEqual([names, []]);
  expect([call?.duration, call?.setup_time]).toEqual([29, '2026-01-02T10:00:00+00:00']);
  expect(await importOf(admin, import_id)).toMatchObject({ total: 30, imported: 30, calls: 1 });
});

test('files of one call without start times in their records follow one another', async () => {
  const { admin, given } = await startService();
  const csv = 'file,setup_time,protocol_call_id\n2.wav,2026-01-02T10:00:00Z,7\n10.wav,2026-01-02T10:00:00Z,7\n';
  const files = { '2.wav': { ms: 2000, channels: 2 }, '10.wav': { ms: 1000, channels: 2 } } as const;

  await given.imported([folderWith({ ...files, 'calls.csv': csv })]);

  const [call] = await callsOf(admin);
  expect(call?.files.map(({ original_name, start_time }) => [original_name, start_time])).toEqual([
    ['2.wav', '2026-01-02T10:00:00+00:00'],
    ['10.wav', '2026-01-02T10:00:02+00:00'],
  ]);
});

test('an id used again on another day belongs to another call', async () => {
  const { admin, given } = await startService();
  const csv = 'file,setup_time,call_id\na.wav,2026-01-02T10:00:00Z,1\nb.wav,2026-01-05T10:00:00Z,1\n';
  await given.imported([folderWith({ 'a.wav': {}, 'b.wav': {}, 'calls.csv': csv })]);
  await given.imported([
    folderWith({ 'c.wav': {}, 'c.csv': 'file,setup_time,call_id\nc.wav,2026-01-09T10:00:00Z,1\n' }),
  ]);
  expect((await callsOf(admin)).map(filesOf)).toEqual([['c.wav'], ['b.wav'], ['a.wav']]);
});

test('each of two legs starts at its own time, and so does its party', async () => {
  const { admin, given } = await startService();
  const csv = `file,setup_time,direction,from_number,to_number,protocol_call_id
x-in.wav,2026-01-02T10:00:00Z,in,+4930123456,201,9
x-out.wav,2026-01-02T10:00:04Z,in,+4930123456,201,9
`;

  await given.imported([folderWith({ 'x-in.wav': { ms: 6000 }, 'x-out.wav': { ms: 2000 }, 'calls.csv': csv })]);

  const [call] = await callsOf(admin);
  const time = (seconds: number) => `2026-01-02T10:00:0${seconds}+00:00`;
  expect(call?.files.map(({ original_name, start_time }) => [original_name, start_time])).toEqual([
    ['x-out.wav', time(4)],
    ['x-in.wav', time(0)],
  ]);
  expect(call?.participants.map((one) => [one.party_number, one.party_type, one.join_time, one.leave_time])).toEqual([
    ['+4930123456', 0, time(0), time(6)],
    ['201', 1, time(4), time(6)],
  ]);
});

test('further files of an existing call are added to it, which is audited', async () => {
  const started = await startService();
  const { given } = started;
  const window = await windowOf(started);
  const [names, more] = [['a.wav', 'b.wav'], ['c.wav']];
  const first = folderWith({ 'a.wav': {}, 'b.wav': {}, 'calls.csv': recordsOf(names) });
  const whole = folderWith({ 'c.wav': { ms: 5000 }, 'calls.csv': recordsOf([...names, ...more]) });
  await given.imported([first]);

  const again = await broughtIn(window, started, [first, whole]);

  const calls = await callsOf(window);
  expect(calls.map((call) => [filesOf(call), call.duration])).toEqual([[['a.wav', 'b.wav', 'c.wav'], 7]]);
  expect(again).toMatchObject({ total: 3, imported: 1, skipped: 2, calls: 0 });
  const rows = await rowsOf(window, again.import_id);
  expect(new Set(rows.map(({ call_id }) => call_id))).toEqual(new Set([calls[0]?.call_id]));
  const audited = given.database((db) =>
    db
      .prepare(
        "SELECT action, resource_id, user_id IS NOT NULL AS by_person, details FROM audit_log WHERE resource = 'call'",
      )
      .all(),
  );
  expect(audited).toEqual([
    {
      action: 'update',
      resource_id: calls[0]?.call_id,
      by_person: 1,
      details: JSON.stringify({ import_id: again.import_id, file_ids: ['03'] }),
    },
  ]);
});

test('a call out of reach of the importer, or under legal hold, gains nothing, and the rows do not say which', async () => {
  const started = await startService();
  const { admin, given } = started;
  const agent = await given.user({ access_level: 'user', permissions: ['calls:create', 'calls:view'] });
  const window = await started.inWindow(agent);
  const known = (id: string) => folderWith({ [`${id}.wav`]: {}, 'calls.csv': recordsOf([`${id}.wav`], id) });
  const more = (id: string) =>
    folderWith({ [`${id} 2.wav`]: { ms: 3000 }, 'calls.csv': recordsOf([`${id} 2.wav`], id) });
  const paths = [known('held'), known('foreign')];
  await given.imported(paths);
  const [{ call_id: held } = { call_id: '' }] = (await callsOf(admin)).filter(
    (call) => call.protocol_call_id === 'held',
  );
  await admin.put(`/api/v2/calls/${held}.json/legal_hold.json`, { call: { legal_hold: true } });
  const before = await callsOf(admin);

  const byAdmin = await broughtIn(await windowOf(started), started, [more('held')]);
  const byAgent = await broughtIn(window, started, [more('foreign'), known('foreign')]);
  const records = folderWith({ 'calls.csv': recordsOf(['gone.wav'], 'foreign') });
  const bare = await broughtIn(window, started, [records], { metadata_only: true });

  const rows = [
    ...(await rowsOf(admin, byAdmin.import_id)),
    ...(await rowsOf(admin, byAgent.import_id)),
    ...(await rowsOf(admin, bare.import_id)),
  ];
  expect(rows.map((row) => [row.outcome, saidOf(row), row.call_id])).toEqual(
    Array(4).fill(['refused', 'call_not_for_import', null]),
  );
  expect(await callsOf(admin)).toEqual(before);
});

test('an import adds nothing to calls any more once its user may not create calls', async () => {
  const { threadsFolder, isHeld, letGo } = holdingImport('b.wav');
  const { admin, given, inWindow, choose } = await startService({ threadsFolder });
  await given.imported([folderWith({ 'a.wav': {}, 'calls.csv': recordsOf(['a.wav']) })]);
  const before = await callsOf(admin);
  const person = await given.user({ permissions: ['calls:create'] });
  const source = choose('Chosen', [folderWith({ 'b.wav': {}, 'calls.csv': recordsOf(['b.wav']) })]);
  const begun = await (await inWindow(person)).post('/api/v2/imports.json', { import: { source } });
  await isHeld();
  person.may([]);
  letGo();

  const { import_id } = await ended(admin, begun.body.url);

  expect((await rowsOf(admin, import_id)).map((row) => [row.outcome, saidOf(row)])).toEqual([
    ['refused', 'call_not_for_import'],
  ]);
  expect(await callsOf(admin)).toEqual(before);
});

test.each([1, 2])('a call that is being recorded, with record_state %i, gains nothing', async (record_state) => {
  const { admin, given } = await startService();
  await given.calls({ protocol_call_id: 'x-1', setup_time: Date.UTC(2026, 0, 2, 10), record_state });
  const before = await callsOf(admin);

  const import_id = await given.imported([folderWith({ 'a.wav': {}, 'calls.csv': recordsOf(['a.wav']) })]);

  const rows = await rowsOf(admin, import_id);
  expect(rows.map((row) => [row.outcome, saidOf(row), row.call_id])).toEqual([
    ['refused', 'call_not_for_import', null],
  ]);
  expect(await callsOf(admin)).toEqual(before);
});

test('a call that was imported as a record only gets its recording later', async () => {
  const { admin, given } = await startService();
  const csv = recordsOf(['a.wav']);
  await given.imported([folderWith({ 'calls.csv': csv })], { metadata_only: true });
  const [before] = await callsOf(admin);

  await given.imported([folderWith({ 'a.wav': { ms: 3000 }, 'calls.csv': csv })]);

  const after = await callsOf(admin);
  expect(after.map((call) => [call.call_id, filesOf(call), call.record_state, call.duration])).toEqual([
    [before?.call_id, ['a.wav'], 3, 3],
  ]);
});

test('if there are more files than a call can have, the most recent ones are refused', async () => {
  const { admin, given } = await startService();
  await given.imported([folderWith({ 'a.wav': {}, 'calls.csv': recordsOf(['a.wav']) })]);
  given.database((db) =>
    db.exec(`
      WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 1034)
      INSERT INTO call_files (call_pk, file_id, start_time, stop_time, file_size, watermark, file_path, peaks_path,
        encrypt_key, encrypt_tag, encrypt_fingerprint, codec, sample_rate, channels, bits_per_sample, duration_ms,
        data_offset, data_length)
      SELECT call_pk, 'n' || i, start_time, stop_time, file_size, watermark, file_path || i, peaks_path, encrypt_key,
        encrypt_tag, encrypt_fingerprint, codec, sample_rate, channels, bits_per_sample, duration_ms, data_offset,
        data_length FROM call_files, n`),
  );
  given.database((db) => {
    const rename = db.prepare('UPDATE call_files SET file_id = ? WHERE file_id = ?');
    for (let n = 2; n <= 1034; n++) rename.run(partId(n - 1), `n${n}`);
  });

  const import_id = await given.imported([
    folderWith({ 'b.wav': {}, 'c.wav': {}, 'calls.csv': recordsOf(['b.wav', 'c.wav']) }),
  ]);

  const rows = await rowsOf(admin, import_id);
  expect(rows.map(({ file, outcome, reasons }) => [file, outcome, saidOf({ reasons })])).toEqual([
    ['c.wav', 'refused', 'too_many_files'],
    ['b.wav', 'imported', 'note_added'],
  ]);
  const stored = given.database((db) =>
    db.prepare("SELECT file_id FROM call_files WHERE original_name = 'b.wav'").all(),
  );
  expect(stored).toEqual([{ file_id: 'ZZ' }]);
});

test('a file chosen twice, with its folder or through a link, is imported once', async () => {
  const { admin, given } = await startService();
  const folder = folderWith({ 'call-1-in.wav': {}, 'deep/call-2-in.wav': {} });
  const links = folderWith({});
  symlinkSync(folder, join(links, 'folder'));
  symlinkSync(join(folder, 'call-1-in.wav'), join(links, 'linked.wav'));
  linkSync(join(folder, 'call-1-in.wav'), join(links, 'hard.wav'));

  const import_id = await given.imported([
    join(links, 'linked.wav'),
    join(folder, 'call-1-in.wav'),
    folder,
    join(folder, 'deep'),
    join(links, 'folder'),
    join(links, 'folder', 'deep', 'call-2-in.wav'),
    join(links, 'hard.wav'),
  ]);

  // A hard link counts as a separate file with known bytes.
  expect(await importOf(admin, import_id)).toMatchObject({ total: 3, imported: 2, skipped: 1, refused: 0, calls: 2 });
  expect((await callsOf(admin)).map(({ files }) => files.length)).toEqual([1, 1]);
});

test('a file is refused if only its own date dates it, and that is after 2199', async () => {
  const { admin, given } = await startService();
  const folder = folderWith({ 'a.wav': {}, 'b.wav': {}, 'calls.csv': recordsOf(['b.wav']) });
  const beyond = Date.UTC(2300, 0, 1) / 1000;
  for (const name of ['a.wav', 'b.wav']) utimesSync(join(folder, name), beyond, beyond);

  const import_id = await given.imported([folder]);

  expect(
    (await rowsOf(admin, import_id)).map(({ file, outcome, reasons }) => [file, outcome, saidOf({ reasons })]),
  ).toEqual([
    ['a.wav', 'refused', 'date_out_of_range'],
    ['b.wav', 'imported', null],
  ]);
});

test('a recording dated only by its file ended when the file was last written', async () => {
  const { admin, given } = await startService();
  const folder = folderWith({ 'long.wav': { ms: 90_000 } });
  const written = Date.UTC(2026, 0, 2, 10, 1, 30) / 1000;
  utimesSync(join(folder, 'long.wav'), written, written);

  await given.imported([folder]);

  const [call] = await callsOf(admin);
  expect([call?.setup_time, call?.disconnect_time]).toEqual(['2026-01-02T10:00:00+00:00', '2026-01-02T10:01:30+00:00']);
});

test.each(['tones-30s.wav', 'call-032.wav'])(
  'the name %s is read neither as a number nor as a person',
  async (name) => {
    const { admin, given } = await startService();
    await given.imported([folderWith({ [name]: wavOf() })]);
    const [call] = await callsOf(admin);
    expect(call).toMatchObject({
      from_number: null,
      from_name: null,
      to_number: null,
      to_name: null,
      participants: [],
    });
    expect(filesOf(call as Call)).toEqual([name]);
  },
);

test('categories and fields that an import creates are audited with its user', async () => {
  const started = await startService();
  const window = await windowOf(started);
  const json = JSON.stringify([{ file: 'question.mp3', categories: ['Follow up'], custom_fields: { Order: '7' } }]);
  const folder = folderWith({ 'x.json': json });

  await broughtIn(window, started, [folder, recording('question.mp3')], { create_missing: true });

  const audited = started.given.database((db) =>
    db
      .prepare<[], { login: string | null; resource: string }>(`
        SELECT u.login, a.resource FROM audit_log a LEFT JOIN users u USING (user_id)
        WHERE a.resource IN ('category', 'custom_field') ORDER BY a.resource`)
      .all(),
  );
  expect(audited).toEqual([
    { login: 'ingrid', resource: 'category' },
    { login: 'ingrid', resource: 'custom_field' },
  ]);
});
