import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { english } from '@shared/reasons/reasons';
import { expect, test } from 'vitest';
import { type CsvPlace, readCsv } from '../../electron/service/resources/sources/imports/metadata/csv';
import { legOf, readFileName } from '../../electron/service/resources/sources/imports/metadata/file-name';
import { columnsOf } from '../../electron/service/resources/sources/imports/metadata/headers';
import { readJson } from '../../electron/service/resources/sources/imports/metadata/json';
import {
  directionBySides,
  insideByDefault,
  readParty,
} from '../../electron/service/resources/sources/imports/metadata/parties';
import { type CallRecord, readDirection } from '../../electron/service/resources/sources/imports/metadata/record';
import { spanOf, timesOf } from '../../electron/service/resources/sources/imports/rules';
import { temporaryFolder } from '../support/start-service';

const at = (iso: string) => Date.parse(iso);

test.each<[string, number | null, string | undefined, string | undefined, number]>([
  ['out-2025550188-6003-20250221-175151-1740160311.29.wav', at('2025-02-21T17:51:51Z'), '6003', '2025550188', 1],
  ['in-6001-34915550123-20250222-101203.wav', at('2025-02-22T10:12:03Z'), '34915550123', '6001', 2],
  ['20250221-175151_6003_+442071838750.mp3', at('2025-02-21T17:51:51Z'), '6003', '+442071838750', 1],
  ['2025-02-21 17.51.51 +442071838750 6003.wav', at('2025-02-21T17:51:51Z'), '+442071838750', '6003', 2],
  ['2025-02-21T17-51-51.wav', at('2025-02-21T17:51:51Z'), undefined, undefined, 0],
  ['call_6001_6002.wav', null, undefined, undefined, 0],
  ['call-032.wav', null, undefined, undefined, 0],
  ['20250221-175151 room 4012.wav', at('2025-02-21T17:51:51Z'), undefined, undefined, 0],
  ['20251399-250000.wav', null, undefined, undefined, 0],
  ['out-2025010112-2233-20250221-175151.wav', at('2025-02-21T17:51:51Z'), '2233', '2025010112', 1],
  ['interview.mp3', null, undefined, undefined, 0],
  ['.wav', null, undefined, undefined, 0],
])('the name %s gives time, numbers and direction', (name, setup_time, from, to, direction) => {
  const { setup_time: time, fields, direction: way } = readFileName(name, 'UTC');
  expect([time, fields.from_number, fields.to_number, way ?? 0]).toEqual([setup_time, from, to, direction]);
});

test.each([
  ['call-1-in.wav', { stem: 'call-1', side: 'customer', pair: 2 }],
  ['call-1-out.wav', { stem: 'call-1', side: 'agent', pair: 2 }],
  ['x_agent.mp3', { stem: 'x', side: 'agent', pair: 0 }],
  ['x.CUSTOMER.wav', { stem: 'x', side: 'customer', pair: 0 }],
  ['x_left.wav', { stem: 'x', side: 'agent', pair: 3 }],
  ['x-b.wav', { stem: 'x', side: 'agent', pair: 4 }],
  ['inbound.wav', undefined],
  ['carmen-maria.wav', undefined],
  ['in.wav', undefined],
])('the name %s is recognised as a leg or not', (name, leg) => {
  expect(legOf(name)).toEqual(leg);
});

test.each([
  ['"Maria Lopez" <2025550143>', { name: 'Maria Lopez', number: '2025550143' }],
  ['"O\'Brien, ""Pat""; Søren" <1>', { name: 'O\'Brien, "Pat"; Søren', number: '1' }],
  ['Chris L <6001>', { name: 'Chris L', number: '6001' }],
  ['Chris L<6001>', { name: 'Chris L', number: '6001' }],
  ['Pat Ito (111)', { name: 'Pat Ito', number: '111' }],
  ['111 (Pat Ito)', { name: 'Pat Ito', number: '111' }],
  ['Pat Ito [111]', { name: 'Pat Ito', number: '111' }],
  ['(202) 555-0131', { number: '(202) 555-0131' }],
  ['030/123456', { number: '030/123456' }],
  ['sip:6001@pbx.example', { number: '6001' }],
  ['"Pat" <sip:6001@pbx.example>', { name: 'Pat', number: '6001' }],
  ['tel:+12025550154', { number: '+12025550154' }],
  ['"201" <201>', { number: '201' }],
  ['"Anonymous" <anonymous>', { isWithheld: true }],
  ['Omar <anonymous>', { name: 'Omar', isWithheld: true }],
  ['<6001>', { number: '6001' }],
  ['6001', { number: '6001' }],
  ["'+4930111", { number: '+4930111' }],
  ['Pat Ito', { name: 'Pat Ito' }],
  ['', { isWithheld: true }],
  ['Unbekannt', { isWithheld: true }],
  ['4.93E+11', 'unclear'],
  ['030 123, 030 456', 'unclear'],
  ['201/202', 'unclear'],
  ['030 123 / 030 124', 'unclear'],
  ['030 / 123456', { number: '030 / 123456' }],
  ['sip:anonymous@anonymous.invalid', { isWithheld: true }],
  ['"Pat" <sip:anonymous@anonymous.invalid>', { name: 'Pat', isWithheld: true }],
  ['sips:anna@pbx.example', { number: 'anna' }],
  ['"Pat" <sip:+4930@pbx.example;user=phone>;tag=x', { name: 'Pat', number: '+4930' }],
  ['"Unknown"', { isWithheld: true }],
  ['"Pat"', { name: '"Pat"' }],
])('the cell %s about a party is split', (text, parts) => {
  expect(readParty(text)).toEqual(parts);
});

// A regular expression, which backtracks at each position, took hours. The time limit of a test is enough.
test('a hostile cell about a party is read in a single pass', () => {
  const much = 5_000_000;
  const texts = ['"'.repeat(much), ' '.repeat(much), `${' '.repeat(much)}<`, '<'.repeat(much)];
  expect(texts.map((text) => readParty(text))).toHaveLength(texts.length);
});

test.each([
  ['inbound', 2],
  ['OUT', 1],
  [' Incoming ', 2],
  ['outbound-dial', 1],
  ['inbound-api', 2],
  ['internal', 0],
  ['1', 1],
  ['sideways', null],
  ['', null],
])('the word %s is recognised as a direction or not', (word, code) => {
  expect(readDirection(word)).toBe(code);
});

test.each<[string | undefined, string | undefined, number]>([
  ['6001', '2025550143', 1],
  ['2025550143', '6001', 2],
  ['6001', '6002', 0],
  ['+4930123456', '+4930654321', 0],
  [undefined, '6001', 0],
  ['6001', undefined, 0],
])('a call from %s to %s has direction %i', (from, to, direction) => {
  expect(directionBySides({ number: from }, { number: to }, insideByDefault)).toBe(direction);
});

const options = { timezone: 'UTC', mapping: {} };
const read = (row: Record<string, string>, mapping: Record<string, string> = {}) =>
  columnsOf(Object.keys(row), { timezone: 'UTC', mapping })?.read(Object.values(row));

test.each<[string, Record<string, string>, Partial<CallRecord>]>([
  [
    'our own names',
    { file: 'a.wav', setup_time: '2025-01-01T00:00:00Z' },
    { file: 'a.wav', setup_time: at('2025-01-01T00:00:00Z') },
  ],
  [
    'other names',
    { RecordingUrl: 'a', 'Start Time': '2025-01-01T00:00:00Z', 'caller-number': '1', CallSid: 'x' },
    { file: 'a', fields: { from_number: '1', protocol_call_id: 'x' } },
  ],
  ['an RFC 2822 date', { date_created: 'Fri, 21 Feb 2025 17:51:51 +0000' }, { setup_time: at('2025-02-21T17:51:51Z') }],
  ['minutes and seconds', { file: 'a', duration: '2:05' }, { duration: 125 }],
  ['hours', { file: 'a', duration: '1:00:01' }, { duration: 3601 }],
  ['a duration that is none', { file: 'a', duration: '-5' }, { duration: null }],
  ['categories', { file: 'a', categories: 'One; Two;;' }, { categories: ['One', 'Two'] }],
  [
    'values of custom fields',
    { file: 'a', 'custom.Order': '7', 'Custom:Ward': '8' },
    { custom_fields: { Order: '7', Ward: '8' } },
  ],
])('a row with %s is read', (_name, row, wanted) => {
  expect(read(row)).toMatchObject(wanted);
});

test('a mapping takes precedence over our own names', () => {
  expect(
    read({ Datei: 'a.wav', from: '7', Von: '8' }, { Datei: 'file', Von: 'from_number', from: 'to_number' }),
  ).toMatchObject({
    file: 'a.wav',
    fields: { from_number: '8', to_number: '7' },
  });
});

test('columns that name neither a file nor a time are not call records', () => {
  expect(columnsOf(['name', 'from', 'to'], options)).toBeUndefined();
  expect(columnsOf([], options)).toBeUndefined();
});

test.each(['\n', '\r\n'])('a long CSV file is read in parts, and each record once (%j)', async (end) => {
  const path = join(temporaryFolder(), 'calls.csv');
  const names = Array.from({ length: 4_500 }, (_, n) => `Zoë ${n}`);
  const lines = names.map((name) => `"${name}.wav";"one${end}""two"", three";${name}`);
  writeFileSync(path, `\uFEFFfile;notes;from_name${end}${lines.join(end)}`);

  const read: (string | undefined)[] = [];
  const parts: number[] = [];
  let from: CsvPlace | null = null;
  do {
    const part: Awaited<ReturnType<typeof readCsv>> = await readCsv({ path }, options, () => {}, from ?? undefined);
    parts.push(part.records.length);
    read.push(...part.records.map(({ fields }) => fields.from_name));
    from = part.next;
  } while (from);

  expect(parts).toEqual([2_000, 2_000, 500]);
  expect(read).toEqual(names);
});

test('each record of a CSV file has its line, across empty lines, line breaks in cells, and parts', async () => {
  const path = join(temporaryFolder(), 'calls.csv');
  const many = Array.from({ length: 1_997 }, (_, n) => `${n}.wav,x`);
  const lines = [
    '',
    'file,from_name',
    'a.wav,"one',
    'two"',
    '',
    '',
    'b.wav,x',
    'c.wav,"1\n2"',
    ...many,
    '',
    'last.wav,x',
  ];
  writeFileSync(path, lines.join('\r\n'));

  const first = await readCsv({ path }, options, () => {});
  const second = await readCsv({ path }, options, () => {}, first.next ?? undefined);

  const lineOf = (file: string) => [...first.records, ...second.records].find((record) => record.file === file)?.line;
  expect(first.records).toHaveLength(2_000);
  expect(['a.wav', 'b.wav', 'c.wav', '0.wav', '1996.wav', 'last.wav'].map(lineOf)).toEqual([3, 7, 8, 10, 2006, 2008]);
});

test.each<[string, (text: string) => Buffer]>([
  ['UTF-8', (text) => Buffer.from(text)],
  ['UTF-16, little end first', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['UTF-16, big end first', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ['Windows-1252', (text) => Buffer.from(text.replaceAll('\u2019', '\x92'), 'latin1')],
])('names in %s are read correctly', async (encoding, written) => {
  const path = join(temporaryFolder(), 'calls.csv');
  const names = Array.from({ length: 2_100 }, (_, n) => `Zoë O\u2019Neil ${n}`);
  writeFileSync(path, written(`file,from_name\r\n${names.map((name, n) => `${n}.wav,${name}`).join('\r\n')}`));

  const first = await readCsv({ path }, options, () => {});
  const second = await readCsv({ path }, options, () => {}, first.next ?? undefined);

  expect([...first.records, ...second.records].map(({ fields }) => fields.from_name)).toEqual(names);
  // Nothing in a file proves a code page: Windows-1250 would be other letters.
  expect(first.notes?.map(({ code }) => code)).toEqual(encoding === 'Windows-1252' ? ['note_code_page'] : []);
});

test.each([
  ['Fri, 21 Feb 2025 17:51:51 +0000', '2025-02-21T17:51:51Z', false],
  ['Fri, 21 Feb 2025 17:51:51 -0500 (EST)', '2025-02-21T22:51:51Z', false],
  ['Fri, 21 Feb 2025 17:51:51 GMT', '2025-02-21T17:51:51Z', false],
  ['Fri, 21 Feb 2025 17:51:51 EST', '2025-02-21T22:51:51Z', false],
  ['Fri, 21 Feb 2025 17:51:51', '2025-02-21T08:51:51Z', true],
  ['Fri, 21 Feb 2025', '2025-02-20T15:00:00Z', true],
  ['Fri, 21 Feb 2025 17:51:51 +01', '2025-02-21T16:51:51Z', false],
  ['Fri, 21 Feb 2025 17:51:51.123 -0500', '2025-02-21T22:51:51.123Z', false],
  ['Fri, 21 Feb 2025 5:51:51 PM -0500', '2025-02-21T22:51:51Z', false],
  ['Fri, 21 Feb 2025 17:51:51  +0100', '2025-02-21T16:51:51Z', false],
  ['Fri, 21 Feb 2025 17:51:51 GMT+0100', '2025-02-21T16:51:51Z', false],
])(
  'the RFC 2822 date %s is exact if it has an offset, and otherwise in the zone of the import',
  (text, time, is_local) => {
    const options = { timezone: 'Asia/Tokyo', mapping: {} };
    const row = { setup_time: text };

    const record = columnsOf(Object.keys(row), options)?.read(Object.values(row));

    expect([record?.setup_time, record?.is_local]).toEqual([at(time), is_local]);
  },
);

test('each length has the unit of its own column', () => {
  const row = {
    'Start time': '2026-01-01 10:00:00',
    'Ring time (ms)': '5000',
    'Duration (s)': '65',
    Disposition: 'ANSWERED',
  };
  const record = read(row);
  expect([record?.connect_time, record?.disconnect_time]).toEqual([
    at('2026-01-01T10:00:05Z'),
    at('2026-01-01T10:01:05Z'),
  ]);
});

test('values that cannot be read are noted', () => {
  const notes = (row: Record<string, string>) => read({ file: 'a', ...row })?.notes.map(english);
  expect(notes({ duration: 'abc' })).toEqual(['duration: "abc" was not understood']);
  expect(notes({ Duration: '99999999999' })).toEqual(['duration: "99999999999" was not understood']);
  expect(notes({ direction: 'sideways' })).toEqual(['direction: "sideways" is not known as a direction']);
  expect(notes({ Setup_Time: '2025-01-01T00:00:05Z', disconnect_time: '2025-01-01T00:00:01Z' })).toEqual([
    'disconnect_time is before the call began and was left out',
  ]);
  expect(notes({ Setup_Time: '2025-01-01T00:00:05Z', disconnect_time: '9999-12-31T23:59:59Z' })).toEqual([
    'disconnect_time: "9999-12-31T23:59:59Z" is not a date and time',
  ]);
  expect(notes({ Setup_Time: 'Fri, 21 Feb 2025 17:51:51 CET' })).toEqual([
    'setup_time: "Fri, 21 Feb 2025 17:51:51 CET" is not a date and time',
  ]);
  expect(notes({ parent_call_id: 'CA12' })).toEqual(['parent_call_id: "CA12" was not understood']);
});

test('the times of a call combine the times of its legs', () => {
  const leg = (connect_time: number | null, disconnect_time: number | null) => ({
    connect_time,
    disconnect_time,
    duration: 1,
  });
  expect(spanOf([leg(10_000, 15_000), leg(12_000, 17_000)])).toEqual({
    connect_time: 10_000,
    disconnect_time: 17_000,
    duration: 7,
  });
  expect(spanOf([leg(null, null), leg(null, 2_000)])).toEqual({
    connect_time: null,
    disconnect_time: 2_000,
    duration: 0,
  });
});

test.each([
  ['setup and length', { connect_time: null, disconnect_time: null, duration: 60 }, null, [0, 60_000, 60]],
  ['connect and length', { connect_time: 5_000, disconnect_time: null, duration: 60 }, null, [5_000, 65_000, 60]],
  ['connect and end', { connect_time: 5_000, disconnect_time: 65_500, duration: null }, null, [5_000, 65_500, 61]],
  ['no answer', { connect_time: null, disconnect_time: 20_000, duration: 0 }, null, [null, 20_000, 0]],
  ['nothing but audio', { connect_time: null, disconnect_time: null, duration: null }, 2_500, [0, 2_500, 3]],
  ['an end and audio', { connect_time: null, disconnect_time: 9_000, duration: null }, 2_500, [6_500, 9_000, 3]],
  ['nothing', { connect_time: null, disconnect_time: null, duration: null }, null, [null, null, 0]],
] as const)('times follow from %s', (_, told, audio_ms, [connect_time, disconnect_time, duration]) => {
  expect(timesOf(told, 0, audio_ms)).toEqual({ connect_time, disconnect_time, duration });
});

test('a NUL in names and values of records is a damaged character', async () => {
  const folder = temporaryFolder();
  const options = { timezone: 'UTC', mapping: {} };
  const [csv, json] = [join(folder, 'a.csv'), join(folder, 'a.json')];
  writeFileSync(csv, 'file,from_name,custom.Or\0der\na.wav,An\0na,47\x0011\n');
  const text = String.raw`[{"file":"a.wav","from_name":"An\u0000na \\u0000","custom_fields":{"Or\u0000der":"4\u0000711"}}]`;
  writeFileSync(json, text);
  const read = [await readCsv({ path: csv }, options, () => {}), await readJson({ path: json }, options, () => {})];

  expect(read.map(({ records: [one] }) => [one?.fields.from_name, one?.custom_fields])).toEqual([
    ['An\uFFFDna', { 'Or\uFFFDder': '47\uFFFD11' }],
    [`An\uFFFDna ${String.raw`\u0000`}`, { 'Or\uFFFDder': '4\uFFFD711' }],
  ]);
});
