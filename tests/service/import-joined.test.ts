import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Call } from '@shared/contract/calls';
import { expect, test } from 'vitest';
import { callsOf, importOf, rowsOf, saidOf } from '../support/imports';
import { folderWith, wavOf } from '../support/sounds';
import { startService } from '../support/start-service';

const filesOf = ({ files }: Call) => files.map(({ original_name }) => original_name).join('+');
const list = (...rows: object[]) => JSON.stringify(rows);

test('two calls of one minute stay two, also with the same sound, and come again as two', async () => {
  const { admin, given } = await startService();
  const sound = wavOf();
  const csv = `file,setup_time,from_number,to_number,agent_name
a.wav,2025-02-21 17:51,anonymous,0800123,Anna Kurz
b.wav,2025-02-21 17:51,anonymous,0800123,Bob Lang
`;
  const folder = folderWith({ 'a.wav': sound, 'b.wav': sound, 'calls.csv': csv });

  const import_id = await given.imported([folder]);
  const again = await given.imported([folder]);

  const calls = (await callsOf(admin)).map((call) => [filesOf(call), call.agent_name]).toSorted();
  expect(calls).toEqual([
    ['a.wav', 'Anna Kurz'],
    ['b.wav', 'Bob Lang'],
  ]);
  expect((await rowsOf(admin, import_id)).map(saidOf)).toEqual(['kept_apart', 'kept_apart']);
  expect(await importOf(admin, again)).toMatchObject({ imported: 0, skipped: 2 });
});

test('a long id or number that a spreadsheet rounded is none, and joins nothing', async () => {
  const { admin, given } = await startService();
  const csv = `file,setup_time,protocol_call_id,from_number,to_id
a.wav,2025-03-01 10:00,1.2E+18,"4,42079E+11",5e10
b.wav,2025-03-01 10:00,1.2E+18,"4,42079E+11",5e10
`;
  const import_id = await given.imported([folderWith({ 'a.wav': {}, 'b.wav': {}, 'calls.csv': csv })]);

  expect((await callsOf(admin)).map(filesOf).toSorted()).toEqual(['a.wav', 'b.wav']);
  for (const call of await callsOf(admin))
    expect(call).toMatchObject({ protocol_call_id: null, from_number: null, to_id: '5e10' });
  expect((await rowsOf(admin, import_id)).map(saidOf)).toEqual([
    'number_unclear number_unclear',
    'number_unclear number_unclear',
  ]);
});

test('names that end in a pair do not join files of other years or lengths; those that are joined say so', async () => {
  const { admin, given } = await startService();
  const folder = folderWith({
    'Interview A.wav': { ms: 700 },
    'Interview B.wav': { ms: 4_000 },
    'talk left.wav': { ms: 500 },
    'talk right.wav': { ms: 2_000 },
    'call-in.wav': {},
    'call-out.wav': {},
  });
  utimesSync(join(folder, 'Interview A.wav'), Date.UTC(2023, 0) / 1000, Date.UTC(2023, 0) / 1000);

  const import_id = await given.imported([folder]);

  expect((await callsOf(admin)).map(filesOf).toSorted()).toEqual([
    'Interview A.wav',
    'Interview B.wav',
    'call-out.wav+call-in.wav',
    'talk left.wav',
    'talk right.wav',
  ]);
  const rows = await rowsOf(admin, import_id);
  expect(rows.map((row) => [row.file, saidOf(row)]).toSorted()).toEqual([
    ['Interview A.wav', 'kept_times'],
    ['Interview B.wav', 'kept_times'],
    ['call-in.wav', 'joined_sides'],
    ['call-out.wav', 'joined_sides'],
    ['talk left.wav', 'kept_lengths'],
    ['talk right.wav', 'kept_lengths'],
  ]);
});

test('a later file with the id of a call joins it only if nothing contradicts it, and adds what the call lacks', async () => {
  const { admin, given } = await startService();
  const row = (file: string, second: number, more: object) => ({
    file,
    setup_time: `2026-01-02T10:00:0${second}Z`,
    protocol_call_id: 'x-1',
    from_number: '+4930111',
    ...more,
  });
  const bring = (rows: object, name: string) =>
    given.imported([folderWith({ [name]: {}, [`${name}.json`]: list(rows) })]);
  await bring(row('a.wav', 0, { agent_name: 'Anna' }), 'a.wav');

  const joined = await bring(row('b.wav', 3, { from_number: '0049 30 111', acd_name: 'Sales' }), 'b.wav');
  const apart = await bring(row('c.wav', 5, { agent_name: 'Bob' }), 'c.wav');

  const calls = (await callsOf(admin)).map((call) => [filesOf(call), call.agent_name, call.acd_name, call.from_number]);
  expect(calls.toSorted()).toEqual([
    ['a.wav+b.wav', 'Anna', 'Sales', '+4930111'],
    ['c.wav', 'Bob', null, '+4930111'],
  ]);
  expect((await rowsOf(admin, joined)).map(saidOf)).toEqual(['note_added']);
  expect((await rowsOf(admin, apart))[0]?.explanation).toBe(
    'Kept apart from a call that is there already and looks the same: agent_name differ.',
  );
});

const masterRow = (to: string, start: string, talk: number, file: string, id = '1739944882.161') => {
  const answer = talk > 0 ? `2025-02-19 ${start}:47` : '';
  const last = talk > 0 ? 'ANSWERED' : 'NO ANSWER';
  const end = new Date(Date.parse(`2025-02-19T${start}:47Z`) + talk * 1_000).toISOString().slice(11, 19);
  return `"","2025550143","${to}","from-internal","""Maria"" <2025550143>","SIP/t-01","SIP/${to}","Dial","SIP/${to},20","2025-02-19 ${start}:42",${answer ? `"${answer}"` : ''},"2025-02-19 ${end}",${talk + 5},${talk},"${last}","DOCUMENTATION","${id}","${file}"\n`;
};
const missed = (file = '') => masterRow('6001', '06:01', 0, file);
const answered = (file = '') => masterRow('6002', '06:02', 12, file);

test.each([
  ['first', missed('a.wav') + answered('a.wav')],
  ['last', answered('a.wav') + missed('a.wav')],
])('of the rows about a recording, the one that was answered describes it; another came %s', async (_, csv) => {
  const { admin, given } = await startService();

  const import_id = await given.imported([folderWith({ 'a.wav': {}, 'Master.csv': csv })], { timezone: 'UTC' });

  const calls = await callsOf(admin);
  expect(calls.map((call) => [call.to_number, call.connect_time, call.duration])).toEqual([
    ['6002', '2025-02-19T06:02:47+00:00', 12],
  ]);
  expect(await importOf(admin, import_id)).toMatchObject({ rows: 2, rows_with_audio: 1, rows_skipped: 1 });
  expect((await rowsOf(admin, import_id)).map((row) => [row.outcome, row.explanation])).toEqual([
    ['imported', null],
    ['skipped', 'Another row of this call: not answered by 6001.'],
  ]);
});

test.each([
  ['first', missed() + answered()],
  ['last', answered() + missed()],
])('of the rows of a call without audio, the one that was answered describes it; another came %s', async (_, csv) => {
  const { admin, given } = await startService();
  const options = { timezone: 'UTC', metadata_only: true };

  const import_id = await given.imported([folderWith({ 'Master.csv': csv })], options);
  const again = await given.imported([folderWith({ 'Master.csv': csv })], options);

  const [call, ...others] = await callsOf(admin);
  expect([call?.to_number, call?.duration, others]).toEqual(['6002', 12, []]);
  expect(call?.participants.map(({ party_number }) => party_number)).toEqual(['2025550143', '6002']);
  expect(await importOf(admin, import_id)).toMatchObject({ calls: 1, rows_imported: 1, rows_skipped: 1, annotated: 0 });
  const rows = await rowsOf(admin, import_id);
  expect(rows.find(({ outcome }) => outcome === 'skipped')?.explanation).toBe(
    'Another row of this call: not answered by 6001.',
  );
  expect(await importOf(admin, again)).toMatchObject({ calls: 0, rows_imported: 0, rows_skipped: 2 });
});

test('the answered row completes a call of an earlier import, with a recording or without one', async () => {
  const { admin, given } = await startService();
  const sound = wavOf();
  const options = { timezone: 'UTC', metadata_only: true };
  await given.imported([folderWith({ 'Master.csv': missed() })], options);
  const other = (file: string) => masterRow('6001', '08:01', 0, file, '7.1');
  await given.imported([folderWith({ 'r.wav': sound, 'Master.csv': other('r.wav') })], options);

  const bare = await given.imported([folderWith({ 'Master.csv': answered() })], options);
  const csv = other('r.wav') + masterRow('6003', '08:02', 30, 'r.wav', '7.1');
  const copy = await given.imported([folderWith({ 'r.wav': sound, 'Master.csv': csv })], options);

  expect((await callsOf(admin)).map((call) => [filesOf(call), call.to_number, call.duration])).toEqual([
    ['r.wav', '6003', 30],
    ['', '6002', 12],
  ]);
  expect((await rowsOf(admin, bare)).map((row) => [row.outcome, saidOf(row)])).toEqual([['imported', 'row_completes']]);
  expect((await rowsOf(admin, copy)).map((row) => [row.outcome, saidOf(row)])).toEqual([
    ['skipped', 'row_completes'],
    ['skipped', 'row_unanswered_by'],
  ]);
});

test('two thousand rows lie between the attempts at one call, and those that were answered twice stay two', async () => {
  const { admin, given } = await startService();
  const filler = Array.from({ length: 2_100 }, (_, n) => masterRow('6009', '09:00', 0, '', `x.${n % 7}`));
  const csv = [missed(), ...filler, answered(), masterRow('6004', '06:05', 20, '')].join('');

  const import_id = await given.imported([folderWith({ 'Master.csv': csv })], { timezone: 'UTC', metadata_only: true });

  const talked = (await callsOf(admin)).filter(({ duration }) => duration > 0);
  expect(talked.map((call) => [call.to_number, call.duration])).toEqual([
    ['6004', 20],
    ['6002', 12],
  ]);
  const noted = (await rowsOf(admin, import_id, '&outcome=imported')).map(saidOf).filter((code) => code !== null);
  expect(noted).toEqual(['kept_there']);
});

test('rows without audio that differ are different calls, whatever their weak keys; changed calls are known again', async () => {
  const { admin, given } = await startService();
  const row = (more: object) => ({
    setup_time: '2026-01-02T10:00:00Z',
    from_number: 'anonymous',
    to_number: '1',
    ...more,
  });
  const rows = [
    row({ duration: 60 }),
    row({ duration: 90 }),
    row({ duration: 60, agent_name: 'Bo' }),
    row({ file: 'x.wav' }),
  ];
  const folder = folderWith({ 'x.json': list(...rows, rows[0] as object) });

  const import_id = await given.imported([folder], { metadata_only: true });
  given.database((db) => db.exec("UPDATE calls SET agent_name = 'somebody else'"));
  const again = await given.imported([folder], { metadata_only: true });

  expect((await rowsOf(admin, import_id)).map((one) => [one.outcome, saidOf(one)])).toEqual([
    ['imported', null],
    ['imported', 'kept_there'],
    ['imported', 'kept_there'],
    ['imported', 'kept_there'],
    ['skipped', 'already_there'],
  ]);
  expect(await importOf(admin, again)).toMatchObject({ calls: 0, rows_skipped: 5 });
});

test('a recording is found by a name that is written otherwise, and a guess leaves a note', async () => {
  const { admin, given } = await startService();
  const rows = [
    { file: 'M\u00fcller%20Gespr%C3%A4ch.WAV', from_number: '1' },
    { file: 'q-1.wav', from_number: '2' },
    { file: 'twice.wav', from_number: '3', setup_time: '2026-01-02T10:00:00Z' },
  ];
  const folder = folderWith({
    'Mu\u0308ller Gespra\u0308ch.wav': {},
    'q-1.mp3': {},
    'twice.mp3': {},
    'twice.wave': {},
    'calls.json': list(...rows),
  });
  writeFileSync(join(folder, 'TWICE.json'), JSON.stringify({ from_number: '4', setup_time: '2026-01-02T10:00:00Z' }));

  const import_id = await given.imported([folder]);

  const calls = (await callsOf(admin)).map((call) => [filesOf(call), call.from_number]).toSorted();
  expect(calls).toEqual([
    ['Mu\u0308ller Gespra\u0308ch.wav', '1'],
    ['q-1.mp3', '2'],
    ['twice.mp3', null],
    ['twice.wave', null],
  ]);
  const rowsSaid = (await rowsOf(admin, import_id)).filter((row) => row.explanation).map((row) => row.explanation);
  expect(rowsSaid).toEqual([
    'Its row of call details names "q-1.wav".',
    '2 recordings here can be meant by this name.',
    '2 recordings here can be meant by this name.',
  ]);
});

test('rows with the same linkedid are rows of one call', async () => {
  const { admin, given } = await startService();
  const row = (dst: string, second: number, disposition: string, uniqueid: string) =>
    `2026-01-02 10:00:0${second},"""Ana"" <+4930111>",+4930111,${dst},${disposition === 'ANSWERED' ? '9,8' : '5,0'},${disposition},${uniqueid},,x.1\n`;
  const head = 'calldate,clid,src,dst,duration,billsec,disposition,uniqueid,recordingfile,linkedid\n';
  const csv =
    head + row('6001', 0, 'NO ANSWER', 'x.1') + row('6002', 5, 'ANSWERED', 'x.3') + row('6003', 5, 'BUSY', 'x.4');

  await given.imported([folderWith({ 'cdr.csv': csv })], { timezone: 'UTC', metadata_only: true });

  expect((await callsOf(admin)).map((call) => [call.to_number, call.duration])).toEqual([['6002', 8]]);
});

test('a third file with the id of two sides is in their call, whichever of them is named in the records', async () => {
  const { admin, given } = await startService();
  const csv = `file,setup_time,protocol_call_id
x-in.wav,2026-01-02T10:00:00Z,7
y-agent.wav,2026-01-02T10:05:00Z,7
z.wav,2026-01-02T10:06:00Z,7
`;
  const sounds = { 'x-in.wav': {}, 'x-out.wav': {}, 'y-agent.wav': { ms: 700 }, 'z.wav': { ms: 800 } };
  const folder = folderWith({ ...sounds, 'calls.csv': csv });
  const written = Date.UTC(2026, 0, 2, 10, 0, 0, 200) / 1000;
  utimesSync(join(folder, 'x-out.wav'), written, written);

  const import_id = await given.imported([folder]);

  expect((await callsOf(admin)).map(filesOf)).toEqual(['x-out.wav+x-in.wav+y-agent.wav+z.wav']);
  expect(await importOf(admin, import_id)).toMatchObject({ total: 4, done: 4, imported: 4 });
});

test('a file that is alike by its name only is kept apart from files of one id with a note, also from the second', async () => {
  const { admin, given } = await startService();
  const csv = `file,setup_time,protocol_call_id
a1-in.wav,2026-01-02T10:00:00Z,7
a2-in.wav,2026-01-02T10:05:00Z,7
`;
  const sounds = { 'a1-in.wav': {}, 'a2-in.wav': { ms: 700 }, 'a2-out.wav': { ms: 700 } };
  const import_id = await given.imported([folderWith({ ...sounds, 'calls.csv': csv })]);

  expect((await callsOf(admin)).map(filesOf).toSorted()).toEqual(['a1-in.wav+a2-in.wav', 'a2-out.wav']);
  const [third] = (await rowsOf(admin, import_id)).filter(({ file }) => file === 'a2-out.wav');
  expect(saidOf(third!)).toBe('kept_third');
});

test('a time that was not understood is taken from the name of the recording, or from its file, and said', async () => {
  const { admin, given } = await startService();
  const csv = 'file,setup_time\n20261120-101112 a.wav,Friday at ten\nb.wav,Friday at ten\n';
  const folder = folderWith({ '20261120-101112 a.wav': {}, 'b.wav': {}, 'calls.csv': csv });

  const import_id = await given.imported([folder], { timezone: 'UTC' });

  const [named] = (await callsOf(admin)).filter(({ files }) => files[0]?.original_name?.endsWith('a.wav'));
  expect(named?.setup_time).toBe('2026-11-20T10:11:12+00:00');
  expect((await rowsOf(admin, import_id)).map(saidOf)).toEqual([
    'unreadable note_time_of_name',
    'unreadable note_time_of_file',
  ]);
});

test('a copy of a recording in another folder is no second recording of its call', async () => {
  const { admin, given } = await startService();
  const [name, wav] = ['in-030111-200-20260309-140000-1773063128.45.wav', wavOf()];
  const folder = folderWith({ [`a/${name}`]: wav, [`b/${name}`]: wav });

  const import_id = await given.imported([folder]);

  expect((await admin.get(`/api/v2/imports/${import_id}.json`)).body.import).toMatchObject({ imported: 1, skipped: 1 });
  expect((await callsOf(admin)).map(({ files }) => files.length)).toEqual([1]);
});

test('a column says which side a recording has, and the two sides are one call, the agent first', async () => {
  const { admin, given } = await startService();
  const csv = `file,setup_time,from_number,to_number,Side
one.wav,2025-03-01 10:00,03023125301,201,customer
two.wav,2025-03-01 10:00,03023125301,201,agent
three.wav,2025-03-01 10:00,03023125302,202,somebody
`;
  const folder = folderWith({ 'one.wav': {}, 'two.wav': {}, 'three.wav': {}, 'calls.csv': csv });

  const import_id = await given.imported([folder], { mapping: { Side: 'leg' } });

  expect((await callsOf(admin)).map(filesOf).toSorted()).toEqual(['three.wav', 'two.wav+one.wav']);
  expect((await rowsOf(admin, import_id)).map(saidOf).toSorted()).toEqual([
    'joined_sides',
    'joined_sides',
    'note_not_understood',
  ]);
});
