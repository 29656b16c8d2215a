import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { english } from '@shared/reasons/reasons';
import { expect, test } from 'vitest';
import { readFileName } from '../../electron/service/resources/sources/imports/metadata/file-name';
import { columnsOf } from '../../electron/service/resources/sources/imports/metadata/headers';
import type { FileRecord } from '../../electron/service/resources/sources/imports/metadata/record';
import { readDetails } from '../support/reading';
import { temporaryFolder } from '../support/start-service';

/** What a file of call details says, read as by an import in Berlin. */
async function read(name: string, content: string | Buffer) {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  const { records, notes = [], fault } = await readDetails(path);
  return { records: records.map(shown), notes: notes.map(english), fault: fault && english(fault) };
}

/** A record in short: what it has, and times in ISO 8601. */
function shown({ fields, notes, refused, ...record }: FileRecord): { line: number } & Record<string, unknown> {
  const { file, line, duration, categories, custom_fields } = record;
  const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString().replace('.000', ''));
  const all = {
    file,
    setup_time: iso(record.setup_time),
    connect_time: iso(record.connect_time),
    disconnect_time: iso(record.disconnect_time),
    duration,
    ...fields,
    categories: categories.join(' + '),
    ...custom_fields,
    notes: notes.map(english).join('. '),
    refused: Object.values(refused ?? {})
      .map(english)
      .join('. '),
  };
  return { line, ...Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null && value !== '')) };
}

const time = '2025-02-21T10:00:00Z';
const row = (rest: Record<string, unknown> = {}) => ({ line: 2, file: 'a.wav', setup_time: time, ...rest });

test.each<[string, string, Record<string, unknown>[]]>([
  [
    'semicolons in a comma file',
    `file,setup_time,categories,from_number\na.wav,${time},VIP;Complaint,+49301111\n`,
    [row({ categories: 'VIP + Complaint', from_number: '+49301111' })],
  ],
  [
    'commas in a semicolon file',
    `file;setup_time;from_name;from_number\na.wav;${time};Meier, Hans;+49301111\n`,
    [row({ from_name: 'Meier, Hans', from_number: '+49301111' })],
  ],
  [
    'commas and semicolons in a tab file',
    `file\tsetup_time\tfrom_name\tto_number\na.wav\t${time}\tMeier, Hans; Einkauf\t201\n`,
    [row({ from_name: 'Meier, Hans; Einkauf', to_number: '201' })],
  ],
  [
    'bars, with the other delimiters in cells',
    `file|setup_time|from_name|to_number\na.wav|${time}|Meier, Hans; A\tB|201\n`,
    [row({ from_name: 'Meier, Hans; A\tB', to_number: '201' })],
  ],
  [
    'more semicolons than commas in a comma file',
    `file,setup_time,categories\na.wav,${time},A;B;C;D;E\n`,
    [row({ categories: 'A + B + C + D + E' })],
  ],
  ['one column with commas in it', 'file\nMeier, Hans.wav\n', [{ line: 2, file: 'Meier, Hans.wav' }]],
  [
    'a sep line with a semicolon',
    `sep=;\r\nfile;setup_time;from_number\r\na.wav;${time};+49301111\r\n`,
    [row({ line: 3, from_number: '+49301111' })],
  ],
  [
    'a sep line in quotes, with another character',
    `\uFEFF"sep=^"\nfile^setup_time^from_name\na.wav^${time}^a,b;c\n`,
    [row({ line: 3, from_name: 'a,b;c' })],
  ],
  [
    'a space before a quote',
    `file, setup_time, from_number, from_name\na.wav, ${time}, +49301111, "Kurz, Anna" \n`,
    [row({ from_number: '+49301111', from_name: 'Kurz, Anna' })],
  ],
  [
    'quotes after a backslash, and a backslash at the end of a cell',
    `file,setup_time,from_name,to_name\na.wav,${time},"Anna \\"A, B\\"",x\nb.wav,${time},"C:\\","y, z"\n`,
    [
      row({ from_name: 'Anna "A, B"', to_name: 'x' }),
      row({ line: 3, file: 'b.wav', from_name: 'C:\\', to_name: 'y, z' }),
    ],
  ],
  [
    'a quote that never closes',
    `file,setup_time,from_name\na.wav,${time},"Meier\nb.wav,${time},"Kurz"\nc.wav,${time},"Li\nng"\nd.wav,${time},"\n`,
    [
      { line: 2, refused: 'A quotation mark in this row does not close' },
      row({ line: 3, file: 'b.wav', from_name: 'Kurz' }),
      row({ line: 4, file: 'c.wav', from_name: 'Li\nng' }),
      { line: 6, refused: 'A quotation mark in this row does not close' },
    ],
  ],
  [
    'quotes that are not doubled',
    `file,setup_time,from_name\na.wav,${time},"Anna "A" Kurz"\nb.wav,${time},"Best" Co\nc.wav,${time},5" TV\n`,
    [
      row({ from_name: 'Anna "A" Kurz', notes: 'Quotation marks in this row are not doubled, and were kept as text' }),
      row({
        line: 3,
        file: 'b.wav',
        from_name: '"Best" Co',
        notes: 'Quotation marks in this row are not doubled, and were kept as text',
      }),
      row({ line: 4, file: 'c.wav', from_name: '5" TV' }),
    ],
  ],
  [
    'more and fewer cells than columns',
    `file,setup_time,from_name\na.wav,${time},Meier, Hans\nb.wav,${time}\nc.wav,${time},x,,\n,,\n`,
    [
      row({ from_name: 'Meier', notes: 'The row has 4 cells, and the header 3' }),
      row({ line: 3, file: 'b.wav', notes: 'The row has 2 cells, and the header 3' }),
      row({ line: 4, file: 'c.wav', from_name: 'x' }),
    ],
  ],
  [
    'a row whose cells stand below other names does not say how times are written',
    `file,setup_time,from_name\nng",1240160311.1\nb.wav,${time},Kurz\n`,
    [
      {
        line: 2,
        file: 'ng"',
        notes: 'setup_time: "1240160311.1" is not a date and time. The row has 2 cells, and the header 3',
      },
      row({ line: 3, file: 'b.wav', from_name: 'Kurz' }),
    ],
  ],
  ['mixed line ends', `file,setup_time\r\na.wav,${time}\nb.wav,${time}\r\n`, [row(), row({ line: 3, file: 'b.wav' })]],
  ['line ends of old Macs', `file,setup_time\ra.wav,${time}\rb.wav,${time}`, [row(), row({ line: 3, file: 'b.wav' })]],
  [
    'values that databases write for none',
    `file,setup_time,from_name,from_number,agent_name,to_number,uniqueid\na.wav,${time},\\N,NULL,Null,0,\\N\n`,
    [
      row({
        agent_name: 'Null',
        to_number: '0',
        notes:
          'from_name: "\\N" stands for no value and was left out. protocol_call_id: "\\N" stands for no value and was left out',
      }),
    ],
  ],
  [
    'an apostrophe before numbers, formulas and times, and in a name',
    `file,setup_time,from_number,to_number,from_name,to_name\na.wav,'${time},'+493012345678,'0201,'t Hooft,'=1+1\n`,
    [row({ from_number: '+493012345678', to_number: '0201', from_name: "'t Hooft", to_name: '=1+1' })],
  ],
  [
    'our own names, however they are written',
    `File,Setup Time,From-Number,FROM NAME,Protocol Call ID\na.wav,${time},+49301111,Erika,X-1\n`,
    [row({ from_number: '+49301111', from_name: 'Erika', protocol_call_id: 'X-1' })],
  ],
  [
    'two columns of one field',
    `file,caller,from_number,start,setup_time,created_at\na.wav,1,2,${time},2025-02-21 11:00:00,2025-02-22\n`,
    [
      row({
        from_number: '1',
        notes:
          'setup_time: another column has "2025-02-22", which was left out. from_number: another column has "2", which was left out',
      }),
    ],
  ],
  [
    'one name for two columns',
    `file,setup_time,from_name,from_name\na.wav,${time},A,B\n`,
    [row({ from_name: 'A', notes: 'from_name: another column has "B", which was left out' })],
  ],
])('%s', async (_name, csv, records) => {
  expect(await read('calls.csv', csv)).toEqual({ records, notes: [], fault: undefined });
});

test.each<[string, string, string, string | undefined]>([
  ['a date and a time', 'date,time', '2025-02-21,09:15:00', '2025-02-21T08:15:00Z'],
  ['a date and a time of one digit', 'Call Date,Call Time', '2025/02/21,9:15', '2025-02-21T08:15:00Z'],
  ['a start date and a start time', 'start date;start time', '2025-02-21;17:51:51 +0000', '2025-02-21T17:51:51Z'],
  ['a time before its date', 'time,date', '00:00:00,2025-02-21', '2025-02-20T23:00:00Z'],
  ['a compact date and time', 'date,time', '20250221,175151', '2025-02-21T16:51:51Z'],
  ['an offset after a space', 'setup_time', '2025-02-21 17:51:51 +0100', '2025-02-21T16:51:51Z'],
  ['UTC after a space', 'setup_time', '2025-02-21 17:51:51 UTC', '2025-02-21T17:51:51Z'],
  ['a German date and a time', 'Datum;Uhrzeit', '21.02.2025;09:15', '2025-02-21T08:15:00Z'],
  ['Unix time', 'setup_time', '1740160311', '2025-02-21T17:51:51Z'],
  ['GMT with an offset', 'setup_time', '2025-02-21T17:51:51.5 GMT-3', '2025-02-21T20:51:51.500Z'],
])('%s are read as the time of the call, without a note', async (_name, header, cells, setup_time) => {
  const delimiter = header.includes(';') ? ';' : ',';
  const { records } = await read('calls.csv', `file${delimiter}${header}\na.wav${delimiter}${cells}\n`);
  expect(records).toEqual([{ line: 2, file: 'a.wav', setup_time }]);
});

test('an end with a time of day only is on the day of the beginning', async () => {
  const csv = 'file,date,start_time,end_time\na.wav,2025-02-21,09:15:00,09:20:00\nb.wav,2025-02-21,23:59:00,00:01:00\n';
  expect((await read('calls.csv', csv)).records).toEqual([
    { line: 2, file: 'a.wav', setup_time: '2025-02-21T08:15:00Z', disconnect_time: '2025-02-21T08:20:00Z' },
    {
      line: 3,
      file: 'b.wav',
      setup_time: '2025-02-21T22:59:00Z',
      notes: 'disconnect_time is before the call began and was left out',
    },
  ]);
});

test.each([
  ['2026-01-05T10:00:00Z', '10:05:00', '2026-01-05T10:05:00Z'],
  ['2026-01-05 10:00:00 +0530', '100500', '2026-01-05T04:35:00Z'],
  ['2026-01-05 23:00:00 GMT-5', '23:05', '2026-01-06T04:05:00Z'],
  ['2026-01-05T10:00:00Z', '10:05:00 +01:00', '2026-01-05T09:05:00Z'],
])('after a beginning at %s, an end at %s has the same offset unless it has its own', async (start, end, wanted) => {
  const { records } = await read('calls.csv', `file,start_time,end_time\na.wav,${start},${end}\n`);
  const isBefore = wanted < '2026-01-05T10';
  expect(records[0]).toMatchObject(
    isBefore && !start.includes('+') ? { notes: expect.stringContaining('before') } : { disconnect_time: wanted },
  );
});

test.each([
  ['without the seconds of the conversation', 'duration,disposition', '300,ANSWERED', 0, 300, true],
  ['with none in its cell', 'duration,billsec,disposition', '300,,ANSWERED', 0, 300, true],
  ['with an empty disposition', 'duration,billsec,disposition', '300,280,', 20, 280, false],
  ['as it should be', 'duration,billsec,disposition', '300,280,ANSWERED', 20, 280, false],
])(
  'an answered row of FreePBX, %s, has its conversation before its end',
  async (_, header, cells, rang, duration, isNoted) => {
    const csv = `calldate,src,dst,recordingfile,${header}\n2026-01-02 10:00:00,201,+4930111,a.wav,${cells}\n`;
    const [record] = (await read('calls.csv', csv)).records;
    const connect_time = `2026-01-02T09:00:${String(rang).padStart(2, '0')}Z`;
    expect(record).toMatchObject({ connect_time, disconnect_time: '2026-01-02T09:05:00Z', duration });
    expect(String(record?.notes).includes('does not say when')).toBe(isNoted);
  },
);

test('a row of FreePBX that does not say whether it was answered is not made one that was not', async () => {
  const csv =
    'calldate,clid,src,dst,recordingfile,duration,disposition\n2026-01-02 10:00:00,unknown,201,+4930111,a.wav,300,\n';
  const [record] = (await read('calls.csv', csv)).records;
  expect(record).not.toHaveProperty('duration');
  expect(record).not.toHaveProperty('notes');
});

test.each([
  ['date', '2025-02-21', 'has no time of day, and was read as midnight'],
  ['time', '09:15:00', '"09:15:00" is not a date and time'],
  ['date,time', '2025-02-21,5 o’clock', 'another column has "5 o’clock", which was left out'],
  ['setup_time', '2025-02-21 17:51:51 CET', 'is not a date and time'],
  ['setup_time', '174016', 'is not a date and time'],
  ['setup_time', '0000-00-00 00:00:00', 'stands for no value and was left out'],
])('a time in %s that is not understood is noted: %s', async (header, cells, note) => {
  const { records } = await read('calls.csv', `file,${header}\na.wav,${cells}\n`);
  expect(records[0]).toMatchObject({ notes: expect.stringContaining(note) });
});

// A pattern that tries each start takes hours for one of these. The time limit of a test is enough.
test('long texts in any field, name or row are read in a single pass', async () => {
  const much = 300_000;
  const parts = [
    '0',
    ' ',
    "'",
    '"',
    '\\',
    '\\"',
    '""',
    '-',
    '1:',
    ':00',
    '0000-00-00 ',
    '1 ',
    '(',
    '@',
    '+1',
    '.1',
    '\t"',
    '" ',
    ',"',
    '2025-02-21 ',
  ];
  const long = parts.flatMap((part) => [part.repeat(much), `Fri, 1${part.repeat(much)}x`, `${part.repeat(much)}x\n`]);
  const fields = [
    'file',
    'setup_time',
    'duration',
    'direction',
    'from_number',
    'from_name',
    'agent_id',
    'from_ip',
    'parent_call_id',
    'categories',
    'custom.x',
  ];
  const columns = columnsOf(fields, { timezone: 'UTC', mapping: {} });

  const records = long.map((text) => columns?.read(fields.map(() => text)));
  const csv = await read('calls.csv', `file,setup_time\n${long.join('\n')}`);
  const named = long.map((text) => readFileName(`in-20250221-175151${text}`, 'UTC'));

  expect(records).toHaveLength(long.length);
  expect(csv.records.length).toBeGreaterThan(20);
  expect(named).toHaveLength(long.length);
});

test.each([
  ['20220522_122802.881926-0400_+12345678900.wav', '2022-05-22T16:28:02Z', false, ''],
  ['2025-02-21T17-51-51Z.wav', '2025-02-21T17:51:51Z', false, ''],
  ['20250221-175151+0100.wav', '2025-02-21T16:51:51Z', false, ''],
  ['2025-02-21 17.51.51 UTC.wav', '2025-02-21T17:51:51Z', false, ''],
  ['20250221-175151+05-30_6003_+442071838750.wav', '2025-02-21T12:21:51Z', false, ''],
  ['20250221-175151-0330.wav', '2025-02-21T21:21:51Z', false, ''],
  ['20250221-175151_6003_+442071838750.wav', '2025-02-21T16:51:51Z', true, ''],
  ['20250221-175151+442071838750.wav', '2025-02-21T16:51:51Z', true, ''],
  ['20250221-175151-01.wav', '2025-02-21T16:51:51Z', true, ''],
  ['20250221-175151-1000.wav', '2025-02-21T16:51:51Z', true, 'The name has "-1000" after its time'],
  ['20251026-023000_030124_202.wav', '2025-10-26T01:30:00Z', true, 'setup_time exists twice that day'],
  ['20250330-023000.wav', '2025-03-30T00:30:00Z', true, 'setup_time does not exist that day'],
])('the name %s has the time %s', (name, wanted, is_local, note) => {
  const { setup_time, notes, is_local: isLocal } = readFileName(name, 'Europe/Berlin');
  expect([setup_time, isLocal]).toEqual([Date.parse(wanted), is_local]);
  expect(notes.map(english).join()).toContain(note);
  expect(notes).toHaveLength(note ? 1 : 0);
});

const cdr = '"","2025550143","6001","internal","""Maria"" <2025550143>","SIP/1","SIP/2","Dial","SIP/6001,20",';
const cdrTimes = '"2025-02-19 06:01:22","2025-02-19 06:01:27","2025-02-19 06:03:27",125,120,"ANSWERED","DOCUMENTATION"';
test.each<[string, string, Record<string, unknown>]>([
  ['16 columns', '', {}],
  ['17 with an id', ',"1739941282.161"', { protocol_call_id: '1739941282.161' }],
  ['17 with a userfield', ',"rec/a.wav"', { file: 'rec/a.wav' }],
  ['18', ',"pbx-1739941282.161","a.wav"', { protocol_call_id: 'pbx-1739941282.161', file: 'a.wav' }],
  ['19 with what newcdrcolumns adds', ',"","1739941282.161",42', { protocol_tracking_id: '1739941282.161' }],
  ['20', ',"a.wav","","1739941282.161",42', { file: 'a.wav', protocol_tracking_id: '1739941282.161' }],
  [
    '21',
    ',"1739941282.161","a.wav","","1739941282.161",42',
    { protocol_call_id: '1739941282.161', protocol_tracking_id: '1739941282.161', file: 'a.wav' },
  ],
  ['a userfield that is a word', ',"1739941282.161","EXT"', { protocol_call_id: '1739941282.161' }],
])('a Master.csv with %s is read', async (_name, rest, values) => {
  const { records, notes } = await read('Master.csv', `${cdr}${cdrTimes}${rest}\n`);
  expect(notes).toEqual([]);
  expect(records).toEqual([
    {
      line: 1,
      setup_time: '2025-02-19T05:01:22Z',
      connect_time: '2025-02-19T05:01:27Z',
      disconnect_time: '2025-02-19T05:03:27Z',
      duration: 120,
      from_number: '2025550143',
      from_name: 'Maria',
      to_number: '6001',
      ...values,
    },
  ]);
});

test('a Master.csv may be in the order of cdr_custom, and change its columns on the way', async () => {
  const custom = `"""Maria"" <2025550143>","2025550143","6001","in","SIP/1","SIP/2","Dial","x",${cdrTimes},"","1739941282.161","a.wav"`;
  const added = `${cdr}${cdrTimes},"1739941282.162","b.wav","","1739941282.161",42`;
  const { records } = await read('Master.csv', `${custom}\n${custom},7\n${added}\n"","x"\n`);
  expect(records.map(({ file, from_name, refused }) => [file, from_name, refused])).toEqual([
    ['a.wav', 'Maria', undefined],
    ['a.wav', 'Maria', undefined],
    ['b.wav', 'Maria', undefined],
    [undefined, undefined, 'This row does not have the columns of the others'],
  ]);
});

test('columns that are not used are named once for their file', async () => {
  const csv = `file,setup_time,Ward,Shoe Size,\na.wav,${time},3,42,\n`;
  const json = JSON.stringify([
    { file: 'a.wav', Ward: 3, tags: [] },
    { file: 'b.wav', 'Shoe Size': 4, custom_fields: {} },
  ]);
  expect((await read('calls.csv', csv)).notes).toEqual(['These columns are not used: Ward, Shoe Size']);
  expect((await read('calls.json', json)).notes).toEqual(['These columns are not used: Ward, tags, Shoe Size']);
});

test.each<[string, string, string[]]>([
  [
    'calls.json',
    '{"calls":[{"id":9196877626998784001,"file":"a"},{"id":9196877626998784002,"file":"b"}]}',
    ['9196877626998784001', '9196877626998784002'],
  ],
  [
    'calls.json',
    '[{"uniqueid":1740160311.10,"file":"a"},{"uniqueid":-1.50E+3 ,"file":"b"}]',
    ['1740160311.10', '-1.50E+3'],
  ],
  ['calls.json', String.raw`[{"from_name":"1 \"2\" \\","id":12,"file":"3"}]`, ['12']],
  ['calls.jsonl', '{"id":00123,"file":"a"}\n\n{"id":1e3,"file":"b"}', ['00123', '1e3']],
])('ids in %s keep their digits: %s', async (name, json, ids) => {
  expect((await read(name, json)).records.map((record) => record.protocol_call_id)).toEqual(ids);
});

test.each([
  '0',
  '""',
  '"\\\\N"',
  '"N/A"',
  '"none"',
  '"-"',
  '"unknown"',
  '"Anonymous"',
  '"0000"',
  '-1',
  'null',
  '"00000000-0000-0000-0000-000000000000"',
])('the id %s is none', async (id) => {
  const { records } = await read('calls.json', `[{"file":"a.wav","id":${id}}]`);
  expect(records[0]).not.toHaveProperty('protocol_call_id');
  if (id !== '""' && id !== 'null') expect(records[0]).toHaveProperty('notes');
});

const polish = `file,setup_time,from_name\na.wav,${time},Łukasz Żółć\nb.wav,${time},Großhandel Mü`;
test('a damaged byte costs one letter, and its row has a note', async () => {
  const csv = Buffer.concat([Buffer.from(polish).subarray(0, -1), Buffer.from(`\nc.wav,${time},Ελένη\n`)]);
  const json = Buffer.from(`[{"file":"a.wav","from_name":"Łukasz"},{"file":"b.wav","from_name":"M\xff"}]`);
  json[json.indexOf(0xc3)] = 0x41;

  expect((await read('calls.csv', csv)).records).toEqual([
    row({ from_name: 'Łukasz Żółć' }),
    row({ line: 3, file: 'b.wav', from_name: 'Großhandel M\uFFFD', notes: 'from_name contains damaged characters' }),
    row({ line: 4, file: 'c.wav', from_name: 'Ελένη' }),
  ]);
  expect((await read('calls.json', json)).records).toEqual([
    { line: 1, file: 'a.wav', from_name: 'Łukasz' },
    { line: 2, file: 'b.wav', from_name: 'MA\uFFFD', notes: 'from_name contains damaged characters' },
  ]);
});

const little = (text: string) => Buffer.from(text, 'utf16le');
const big = (text: string) => little(text).swap16();
test.each<[string, (text: string) => Buffer]>([
  ['UTF-8 with a mark', (text) => Buffer.from(`\uFEFF${text}`)],
  ['UTF-16, little end first, with a mark', (text) => little(`\uFEFF${text}`)],
  ['UTF-16, big end first, with a mark', (text) => big(`\uFEFF${text}`)],
  ['UTF-16, little end first', little],
  ['UTF-16, big end first', big],
])('CSV, JSON and JSON Lines in %s are read', async (_name, written) => {
  const csv = `file,setup_time,from_name\r\na.wav,${time},Łukasz 😀\r\n`;
  const json = JSON.stringify({ file: 'a.wav', setup_time: time, from_name: 'Łukasz 😀' });
  const wanted = row({ from_name: 'Łukasz 😀' });
  expect((await read('calls.csv', written(csv))).records).toEqual([wanted]);
  expect((await read('calls.json', written(`[${json}]`))).records).toEqual([{ ...wanted, line: 1 }]);
  expect((await read('calls.ndjson', written(`\r\n${json}\r\n{"file":"b.wav"}`))).records[0]).toEqual(wanted);
});

test('half a character is damaged: a surrogate alone, and an odd last byte', async () => {
  const csv = little(`file,from_name\na.wav,A\ud83d\nb.wav,B`);
  const odd = Buffer.concat([csv, Buffer.from([0x41])]);
  expect((await read('calls.csv', odd)).records.map((record) => record.from_name)).toEqual(['A\uFFFD', 'B\uFFFD']);
  expect((await read('calls.json', String.raw`[{"file":"a","from_name":"A\ud83d"}]`)).records).toEqual([
    { line: 1, file: 'a', from_name: 'A\uFFFD', notes: 'from_name contains damaged characters' },
  ]);
});

const entry = { file: 'a.wav', start_time: time };
test.each<[string, unknown, string[]]>([
  ['a telephony page', { total: 1, call_logs: [entry], next_page_token: '' }, []],
  ['a list one level down', { data: { entities: [entry], page: 1 } }, []],
  ['a list beside other lists', { errors: [{ id: 1 }], values: [1, 2], conversations: [entry] }, []],
  ['the longer of two lists', { one: [{ file: 'z' }], two: [entry, entry] }, ['These columns are not used: one']],
])('the list in %s is read', async (_name, json, notes) => {
  const { records, ...file } = await read('calls.json', JSON.stringify(json));
  expect(records[0]).toEqual(row({ line: 1 }));
  expect(file).toEqual({ notes, fault: undefined });
});

test.each<[string, string, string]>([
  ['an object without details', '{"name": "recorder", "version": "1.0.0"}', 'no property names a recording or a time'],
  ['a list under a key that holds none', '{"people": [{"name": "Anna"}]}', 'no property names a recording or a time'],
  ['a torn list', '[{"file": "a.wav"},\n{"file": "b.wav"}', 'it is not valid JSON'],
])('a JSON file of %s is named as not read', async (_name, json, why) => {
  expect(await read('calls.json', json)).toMatchObject({ records: [], fault: expect.stringContaining(why) });
});

test('a broken line of JSON Lines, and an entry that is no call, are refused rows', async () => {
  const lines = '{"file":"a.wav"}\n{"file":"b\n{"x":1}\n7\n{"file":"c.wav"}\n';
  const wanted = [
    { line: 1, file: 'a.wav' },
    { line: 2, refused: 'This line is not valid JSON' },
    { line: 3, refused: 'This entry names neither a recording nor a time' },
    { line: 4, refused: 'This entry names neither a recording nor a time' },
    { line: 5, file: 'c.wav' },
  ];
  expect((await read('calls.jsonl', lines)).records).toEqual(wanted);
  expect((await read('calls.json', lines)).records).toEqual(wanted);
});

test('a value that is no text is noted', async () => {
  const json = '[{"file":"a.wav","from":true,"to":{"id":1},"categories":["A",{"name":"B"},{"id":1}],"agent":["x"]}]';
  expect((await read('calls.json', json)).records).toEqual([
    {
      line: 1,
      file: 'a.wav',
      categories: 'A + B',
      notes:
        'from: "true" was not understood. categories: "{"id":"1"}" was not understood. agent: "["x"]" was not understood',
    },
  ]);
});

test.each<[string, Record<string, unknown>, string]>([
  ['a name', { from_name: 'x'.repeat(257) }, 'from_name is longer than 256 characters'],
  ['a number with a line break', { from: '1\n2' }, 'from_number contains an invisible character'],
  ['an id', { id: 'x'.repeat(300) }, 'protocol_call_id is longer than 256 characters'],
  ['the name of a category', { categories: ['x'.repeat(65)] }, 'categories is longer than 64 characters'],
  ['many categories', { categories: Array(1001).fill('x') }, 'categories has more than 1,000 entries'],
  ['a value of a custom field', { custom_fields: { Order: 'x'.repeat(8097) } }, 'custom.Order is longer than 8,096'],
  ['the name of a custom field', { custom_fields: { ['x'.repeat(65)]: '1' } }, 'custom_fields is longer than 64'],
  ['a file', { file: 'x'.repeat(5000) }, 'file is longer than 4,096 characters'],
])('a record with %s beyond the limits of a pushed call is refused', async (_name, values, why) => {
  const { records } = await read('calls.json', JSON.stringify([{ file: 'a.wav', ...values }]));
  expect(records).toEqual([
    { line: 1, ...('file' in values ? {} : { file: 'a.wav' }), refused: expect.stringContaining(why) },
  ]);
});

test('a NUL is a damaged character, and a property that is there twice is noted on the file', async () => {
  const nul = String.fromCharCode(0);
  const csv = await read('calls.csv', `file,from_number,from_name\na.wav,+49${nul}30,Ann\n`);
  const json = await read(
    'calls.json',
    '[{"file":"a.wav","from_number":"+491","from_number":"+492"},{"to_name":"f\\u0000x"}]',
  );

  expect(csv.records).toMatchObject([{ from_number: '+49\uFFFD30', notes: 'from_number contains damaged characters' }]);
  expect(json.records).toMatchObject([{ from_number: '+492' }, {}]);
  expect(json.notes).toEqual(['An entry names a property twice; the last one counts']);
  expect((await read('calls.jsonl', '{"file":"a.wav","to_name":"b: c"}\n{"file":"b.wav"}\n')).notes).toEqual([]);
});
