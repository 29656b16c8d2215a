import { execFileSync } from 'node:child_process';
import { copyFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { recording, records } from '../support/given';
import { callsOf, importOf, rowsOf, saidOf } from '../support/imports';
import { folderWith, wavOf } from '../support/sounds';
import { startService, temporaryFolder } from '../support/start-service';

/** A folder with one recording under several names, and text files. */
function folderOf(recordings: string[], texts: Record<string, string | Buffer> = {}): string {
  const folder = temporaryFolder();
  for (const name of recordings) copyFileSync(recording('question.mp3'), join(folder, name));
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
  return folder;
}

test("Asterisk's Master.csv describes calls, in the zone it was written in", async () => {
  const { admin, given } = await startService();
  const files = ['repair-call-stereo-8k.wav', 'repair-call-stereo-alaw.wav'].map(recording);

  const import_id = await given.imported([records('asterisk-master.csv'), ...files], { timezone: 'America/New_York' });

  const [outbound, inbound] = await callsOf(admin);
  expect(inbound).toMatchObject({
    setup_time: '2025-02-19T11:01:22+00:00',
    connect_time: '2025-02-19T11:01:27+00:00',
    disconnect_time: '2025-02-19T11:03:27+00:00',
    duration: 120,
    from_number: '2025550143',
    from_name: 'Maria Lopez',
    to_number: '6001',
    protocol_call_id: '1739944882.161',
    protocol_call_direction: 2,
    record_state: 3,
  });
  expect(outbound).toMatchObject({ from_number: '6001', to_number: '2025550177', protocol_call_direction: 1 });
  expect(await importOf(admin, import_id)).toMatchObject({ total: 2, imported: 2, rows_without_audio: 1 });
});

test('a FreePBX export describes calls, with the dialled number', async () => {
  const { admin, given } = await startService();
  const files = ['repair-call-mono-u8.wav', 'spanish-16k.wav'].map(recording);
  await given.imported([records('freepbx-cdr.csv'), ...files], { timezone: 'Europe/Madrid' });

  const [inbound, outbound] = await callsOf(admin);

  expect(inbound).toMatchObject({ from_name: 'Ana Ruiz', orig_to_number: '34915550100', duration: 6 });
  expect(outbound).toMatchObject({ from_name: 'Steve E', to_number: '2025550188', duration: 90 });
  expect(outbound?.setup_time).toBe('2025-02-21T16:51:51+00:00');
});

test('JSON records set categories and values if these exist or may be created', async () => {
  const { admin, given } = await startService();
  const files = ['repair-call-stereo.mp3', 'two-speakers-mono-16k.wav'].map(recording);

  const strict = await given.imported([records('calls.json'), ...files]);
  const strictRows = await rowsOf(admin, strict);
  const relaxed = await given.imported([records('calls.json'), ...files], { create_missing: true });

  expect(await importOf(admin, strict)).toMatchObject({ imported: 1, refused: 1 });
  expect(strictRows.find(({ outcome }) => outcome === 'refused')).toMatchObject({
    file: 'repair-call-stereo.mp3',
    code: 'InvalidRecord',
    explanation: 'There is no category "Follow up". There is no custom field "Order" in use.',
  });
  expect(await importOf(admin, relaxed)).toMatchObject({ imported: 1, skipped: 1, refused: 0 });
  const named = (await callsOf(admin)).find(({ categories }) => categories.length > 0);
  expect(named).toMatchObject({
    setup_time: '2025-02-22T17:23:49+00:00',
    agent_name: 'Chris L',
    acd_name: 'Repairs',
    categories: [{ name: 'Follow up' }],
    custom_fields: [{ name: 'Order', value: 'A-10442' }],
  });
});

test('a time that the clocks skip or repeat gets the later offset, and its row has a note', async () => {
  const { admin, given } = await startService();
  const csv = `file,setup_time,from_number
a.mp3,2025-03-30 02:59:59,1
b.mp3,2025-10-26 02:30:00,2
c.mp3,2025-10-27 02:30:00,3
`;
  const folder = folderOf(['a.mp3', 'b.mp3', 'c.mp3'], { 'calls.csv': csv });

  const import_id = await given.imported([folder], { timezone: 'Europe/Berlin' });

  const calls = await callsOf(admin);
  const seen = (await rowsOf(admin, import_id)).map(({ file, explanation, call_id }) => [
    file,
    calls.find((call) => call.call_id === call_id)?.setup_time,
    explanation,
  ]);
  expect(seen).toEqual([
    ['a.mp3', '2025-03-30T00:59:59+00:00', 'setup_time does not exist that day; it was read with the later offset.'],
    ['b.mp3', '2025-10-26T01:30:00+00:00', 'setup_time exists twice that day; the later was taken.'],
    ['c.mp3', '2025-10-27T01:30:00+00:00', null],
  ]);
});

test('a record imported without audio has a row with its outcome and its note or refusal', async () => {
  const { admin, given } = await startService();
  const rows = [
    { setup_time: '2025-10-26T01:30:00', from_number: '1' },
    { setup_time: '2025-10-26T01:30:00', from_number: '1' },
    { setup_time: 'some day', from_number: '2' },
    { setup_time: '2025-01-01T00:00:00Z', categories: ['Nobody made this'] },
    { file: 'a.mp3', setup_time: '2025-01-02T00:00:00Z', from_number: '3' },
    { file: 'a.mp3', setup_time: '2025-01-02T00:00:00Z', from_number: '4' },
  ];
  const folder = folderOf(['a.mp3'], { 'x.json': JSON.stringify(rows) });

  const import_id = await given.imported([folder], { metadata_only: true, timezone: 'Europe/London' });

  const seen = (await rowsOf(admin, import_id)).map(({ file, outcome, reasons, explanation, call_id }) => [
    [file, outcome, saidOf({ reasons })].join(),
    Boolean(call_id),
    explanation?.slice(0, 30) ?? null,
  ]);
  expect(seen).toEqual([
    ['a.mp3,imported,', true, null],
    ['a.mp3,skipped,described_otherwise', true, 'Another row of call details de'],
    [',imported,repeated_hour', true, 'setup_time exists twice that d'],
    [',skipped,already_there', true, 'Already imported.'],
    [',without_audio,unreadable', false, 'setup_time: "some day" is not '],
    [',refused,no_category', false, 'There is no category "Nobody m'],
  ]);
  expect(await importOf(admin, import_id)).toMatchObject({
    total: 1,
    imported: 1,
    refused: 0,
    rows: 6,
    rows_with_audio: 1,
    rows_imported: 1,
    rows_skipped: 2,
    rows_refused: 1,
    rows_without_audio: 1,
  });
});

test('rows that name none of the files are counted, or on request become calls without audio, once', async () => {
  const { admin, given } = await startService();
  const first = await importOf(admin, await given.imported([records('freepbx-cdr.csv')]));
  const none = await callsOf(admin);

  const second = await importOf(admin, await given.imported([records('freepbx-cdr.csv')], { metadata_only: true }));
  await given.imported([records('freepbx-cdr.csv')], { metadata_only: true });

  expect([first, second].map((one) => [one.status, one.total, one.rows_without_audio])).toEqual([
    ['done', 0, 2],
    ['done', 0, 0],
  ]);
  expect(none).toEqual([]);
  expect((await callsOf(admin)).map(({ record_state, files }) => [record_state, files])).toEqual([
    [0, []],
    [0, []],
  ]);
});

test('a JSON file of one object describes the recording that it names or is named after; other objects are no records', async () => {
  const { admin, given } = await startService();
  const folder = folderOf(['a.mp3', 'b.mp3', 'c.mp3'], {
    'a.json': JSON.stringify({ setup_time: '2025-01-01T00:00:00Z', from_number: '1', custom_fields: {} }),
    'b.mp3.json': JSON.stringify({ setup_time: '2025-01-02T00:00:00Z', from: { number: '2', name: 'Maria' } }),
    'x.json': JSON.stringify({ file: 'c.mp3', start_time: '2025-01-03T00:00:00Z', from_number: '3' }),
    'package.json': JSON.stringify({ name: 'recorder', version: '1.0.0' }),
  });

  const import_id = await given.imported([folder]);

  expect((await callsOf(admin)).map((call) => [call.setup_time, call.from_number, call.from_name])).toEqual([
    ['2025-01-03T00:00:00+00:00', '3', null],
    ['2025-01-02T00:00:00+00:00', '2', 'Maria'],
    ['2025-01-01T00:00:00+00:00', '1', null],
  ]);
  expect(await importOf(admin, import_id)).toMatchObject({ imported: 3, rows: 3, rows_with_audio: 3 });
});

const quotes = '"'.repeat(2_000_001);
test.each<[string, string, string | Buffer]>([
  ['broken JSON', 'x.json', '[{"file": "a.mp3"'],
  ['JSON nested a hundred thousand deep', 'x.json', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['JSON that is no list', 'x.json', '{"calls": 7}'],
  ['JSON of null', 'x.json', 'null'],
  ['a line of two megabytes', 'x.csv', `file,setup_time\n${'x'.repeat(2_000_000)}\n`],
  ['a quote that never closes', 'x.csv', `file,setup_time\n"${'x'.repeat(2_000_000)}`],
  ['two million quotes', 'x.csv', `file,setup_time\n${quotes}`],
  ['a hundred thousand columns', 'x.csv', `file,setup_time${',c'.repeat(100_000)}\n${',1'.repeat(100_000)}\n`],
  ['UTF-16', 'x.csv', Buffer.from('\ufefffile,setup_time\na.mp3,2025-01-01 00:00:00\n', 'utf16le')],
  ['bytes that are no text', 'x.csv', Buffer.from([0xff, 0xfe, 0, 0, 0x80, 0x81, 10, 13, 0])],
  ['an empty file', 'x.csv', ''],
])('%s among the records does not stop the import', async (_name, name, text) => {
  const { admin, given } = await startService();
  const done = await importOf(admin, await given.imported([folderOf(['a.mp3'], { [name]: text })]));
  expect(done).toMatchObject({ status: 'done', total: 1, imported: 1 });
});

test.each([
  ['an impossible RFC 2822 date', '"Fri, 99 Feb 2025 99:00:00 GMT",1'],
  ['a date far in the past', '0001-01-01 00:00:00,1'],
  ['a date far in the future', '9999-12-31 23:59:59,1'],
  ['no date at all', 'soon,1'],
])('%s spoils only its own row, and the call gets the date of its file', async (_name, cells) => {
  const { admin, given } = await startService();
  const csv = `file,setup_time,from_number\na.mp3,${cells}\nb.mp3,2025-05-05 10:00:00,2\n`;

  const import_id = await given.imported([folderOf(['a.mp3', 'b.mp3'], { 'calls.csv': csv })]);

  const calls = await callsOf(admin);
  expect(calls.map(({ from_number, setup_time }) => [from_number, setup_time.slice(0, 2)])).toEqual([
    ['1', '20'],
    ['2', '20'],
  ]);
  expect((await rowsOf(admin, import_id))[0]?.explanation).toContain('is not a date and time');
});

test('columns named like object properties are ordinary columns', async () => {
  const { admin, given } = await startService();
  const csv = 'file,from_number,constructor,toString,__proto__,valueOf\na.mp3,77,x,x,x,x\n';
  const json = '[{"file": "b.mp3", "from_number": "88", "constructor": "x", "toString": "x", "__proto__": "x"}]';
  await given.imported([folderOf(['a.mp3', 'b.mp3'], { 'one.csv': csv, 'two.json': json })]);
  expect((await callsOf(admin)).map(({ from_number }) => from_number).sort()).toEqual(['77', '88']);
});

test('formulas, markup and control characters in records are treated as data', async () => {
  const { admin, given } = await startService();
  const odd = '=1+1|<img src=x onerror=alert(1)>|\u202e|\u0007|\u{1F600}';
  await given.imported([folderOf(['a.mp3'], { 'x.json': JSON.stringify([{ file: 'a.mp3', from_name: odd }]) })]);
  expect((await callsOf(admin))[0]?.from_name).toBe(odd);
});

test('a record that names a file outside the chosen folder does not import it', async () => {
  const { admin, given } = await startService();
  const outside = folderOf(['secret.mp3']);
  const names = [
    join(outside, 'secret.mp3'),
    '../secret.mp3',
    'file:///etc/passwd',
    'http://localhost/secret.mp3',
    'C:\\secret.mp3',
  ];
  const rows = names.map((file) => ({ file, setup_time: '2025-01-01T00:00:00Z' }));
  const done = await importOf(admin, await given.imported([folderOf([], { 'x.json': JSON.stringify(rows) })]));
  expect(done).toMatchObject({ total: 0, imported: 0, rows_without_audio: names.length });
});

test.each<[string, string, string]>([
  ['no.csv', 'a,b\n1,2\n', 'This file has no call details: no column names a recording or a time.'],
  ['torn.json', '[{"file": "a.mp3"', 'This file has no call details: it is not valid JSON.'],
  ['no.json', '[{"a": 1}]', 'This file has no call details: no property names a recording or a time.'],
])(
  'an unreadable file of call details has a reason that does not quote its content: %s',
  async (name, content, why) => {
    const { admin, given } = await startService();

    const import_id = await given.imported([folderWith({ [name]: content })]);

    const rows = await rowsOf(admin, import_id);
    expect(rows.map(({ file, explanation }) => [file, explanation])).toEqual([[name, why]]);
  },
);

test('files of call details are not opened through links, and pipes are not waited for', async () => {
  const { admin, given } = await startService();
  const [outside, folder] = [
    folderOf([], { 'secret.csv': 'file,setup_time\na.mp3,2026-01-01T00:00:00Z' }),
    folderOf([]),
  ];
  const [link, pipe] = [join(folder, 'link.csv'), join(folder, 'pipe.json')];
  symlinkSync(join(outside, 'secret.csv'), link);
  execFileSync('mkfifo', [pipe]);

  const done = await importOf(admin, await given.imported([link, pipe], { metadata_only: true }));

  expect([done.status, done.record_files_refused, done.rows]).toEqual(['done', 2, 0]);
  expect((await rowsOf(admin, done.import_id)).map((row) => saidOf(row))).toEqual(['not_a_file', 'not_a_file']);
});

test('times without an offset are in the zone of the settings', async () => {
  const { admin, given } = await startService();
  await admin.put('/api/v2/settings.json', { settings: { timezone: 'America/New_York' } });
  await given.imported([records('asterisk-master.csv'), recording('repair-call-stereo-8k.wav')]);

  const [call] = await callsOf(admin);

  expect(Date.parse(call?.setup_time ?? '')).toBe(Date.parse('2025-02-19T06:01:22-05:00'));
});

test('notes about a file of call details, and refused rows, are rows of the import, once', async () => {
  const { admin, given } = await startService();
  const csv = `file,setup_time,Ward\na.mp3,2025-01-01T00:00:00Z,3\nb.mp3,"2025\n\n"${'x'.repeat(1_100_000)}"\nc.mp3,,4\n`;
  const folder = folderOf(['a.mp3', 'c.mp3'], { 'calls.csv': csv });

  const import_id = await given.imported([folder]);

  const rows = await rowsOf(admin, import_id);
  expect(rows.map((row) => [row.about, row.file, row.outcome, row.record_line, row.explanation])).toEqual([
    ['record_file', 'calls.csv', 'imported', null, 'These columns are not used: Ward.'],
    ['recording', 'a.mp3', 'imported', null, null],
    ['recording', 'c.mp3', 'imported', null, null],
    ['row', null, 'refused', 3, 'A quotation mark in this row does not close.'],
    ['row', null, 'refused', 5, 'This row is longer than 1,048,576 characters.'],
  ]);
  expect(await rowsOf(admin, import_id, '&about=record_file&annotated=true')).toHaveLength(1);
  expect(await importOf(admin, import_id)).toMatchObject({
    imported: 2,
    annotated: 1,
    rows: 4,
    rows_with_audio: 2,
    rows_refused: 2,
    record_files_refused: 0,
  });
});

// Each list of calls took seconds for four such names, until there was a limit.
test('a record beyond the limits of a pushed call is refused, with its recording, and lists stay fast', async () => {
  const { admin, given } = await startService();
  const long = 'x'.repeat(28 * 1024 * 1024);
  const records = ['a.mp3', 'none.mp3'].map((file) => ({ file, setup_time: '2025-01-01T00:00:00Z', from_name: long }));
  const csv = `file,setup_time,from_name\nb.mp3,2025-01-01T00:00:00Z,${'x'.repeat(1_000_000)}\nc.mp3,,Ada\n`;
  const folder = folderOf(['a.mp3', 'b.mp3', 'c.mp3'], { 'x.json': JSON.stringify(records), 'y.csv': csv });

  const import_id = await given.imported([folder], { metadata_only: true });

  const why = 'from_name is longer than 256 characters.';
  const rows = await rowsOf(admin, import_id);
  expect(rows.map(({ file, outcome, explanation }) => [file, outcome, explanation])).toEqual([
    ['a.mp3', 'refused', why],
    ['b.mp3', 'refused', why],
    ['c.mp3', 'imported', null],
    ['none.mp3', 'refused', why],
  ]);
  expect(JSON.stringify(rows).length).toBeLessThan(10_000);
  expect((await callsOf(admin)).map(({ from_name }) => from_name)).toEqual(['Ada']);
});

test('lists of calls are also read from TSV and JSON Lines', async () => {
  const { admin, given } = await startService();
  const folder = folderOf(['a.mp3', 'b.mp3', 'c.mp3'], {
    'calls.tsv': 'file\tfrom_number\na.mp3\t1\n',
    'calls.jsonl': '{"file":"b.mp3","from_number":2}\n',
    'calls.ndjson': '{"file":"c.mp3","from_number":3}\n{"file":\n',
  });

  const done = await importOf(admin, await given.imported([folder]));

  expect((await callsOf(admin)).map(({ from_number }) => from_number).toSorted()).toEqual(['1', '2', '3']);
  expect(done).toMatchObject({ rows: 4, rows_with_audio: 3, rows_refused: 1 });
});

test('a recording that is in a vCon itself comes in with its details, once, and can be downloaded unchanged', async () => {
  const { admin, given } = await startService();
  const sound = wavOf({ ms: 700 });
  const vcon = {
    vcon: '0.3.0',
    uuid: '018f1f3a-0000-8000-8000-000000000001',
    parties: [
      { tel: '+493023125301', name: 'Kim' },
      { tel: '201', role: 'agent', name: 'Lee' },
    ],
    dialog: [
      { type: 'text', start: '2026-02-03T09:00:00Z', parties: [0, 1], body: 'hello', encoding: 'none' },
      {
        type: 'recording',
        start: '2026-02-03T10:11:12Z',
        duration: 0.7,
        parties: [0, 1],
        mediatype: 'audio/x-wav',
        body: sound.toString('base64url'),
        encoding: 'base64url',
      },
    ],
  };
  const folder = folderWith({ 'call.vcon.json': JSON.stringify(vcon), 'other.wav': {} });

  const import_id = await given.imported([folder]);
  const again = await given.imported([folder]);

  expect(await importOf(admin, import_id)).toMatchObject({ imported: 2, refused: 0, rows_with_audio: 1 });
  expect(await importOf(admin, again)).toMatchObject({ imported: 0, skipped: 2 });
  const call = (await callsOf(admin)).find(({ from_number }) => from_number === '+493023125301');
  expect(call).toMatchObject({ from_name: 'Kim', agent_name: 'Lee', protocol_call_direction: 2 });
  expect(call?.files[0]?.original_name).toBe('2-recording.wav');
  const download = await admin.raw(`/api/v2/calls/${call?.call_id}.json/file`);
  expect(Buffer.compare(Buffer.from(await download.arrayBuffer()), sound)).toBe(0);
});
