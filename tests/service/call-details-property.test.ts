import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FileRecord } from '../../electron/service/resources/sources/imports/metadata/record';
import { diceOf } from '../support/dice';
import { readDetails } from '../support/reading';
import { seed } from '../support/seed';
import { temporaryFolder } from '../support/start-service';

const dice = diceOf(seed);
const pick = <T>(list: readonly T[]): T => list[dice(list.length)] as T;
const chance = (percent: number) => dice(100) < percent;

/** A value as a system writes it, and as a call has it: null for none. A value that is left out has a note. */
type Value = { written: string; wanted: string | null; isSilent?: true };
const plain = (...texts: string[]): Value[] => texts.map((text) => ({ written: text, wanted: text }));
const none = (...texts: string[]): Value[] => texts.map((text) => ({ written: text, wanted: null }));
/** Words for what was not sent, which is no doubt. */
const withheld = (...texts: string[]): Value[] => none(...texts).map((value) => ({ ...value, isSilent: true }));

const names = [
  ...plain(
    'Anna Kurz',
    'Meier, Hans',
    'A;B',
    'a|b',
    'tab\there',
    "O'Brien",
    "'t Hooft",
    'The "Best" Co',
    '"Q"',
    '5" TV',
  ),
  ...plain(
    'Müller',
    'Zoë Weiß',
    'Null',
    'Nan',
    'Li\nng',
    'C:\\temp',
    'Smith & Co. (GmbH)',
    '=1+1',
    '-'.repeat(3).concat('x'),
  ),
  ...none('\\N', 'NULL', '(null)'),
  ...withheld('N/A', 'unknown', '-'),
];
const foreign = plain('Łukasz Żółć', 'Ελένη', 'Юрий', '山田 太郎', '😀 Smile', 'नमस्ते');
const ids = [
  ...plain(
    '9196877626998784001',
    '9196877626998784002',
    '1240160311.10',
    '1240160311.1',
    '007',
    'X-1',
    '6f1c2a0e-5d3b',
  ),
  ...none('0', '\\N', 'NULL', 'none', '00000000-0000-0000-0000-000000000000', '-1'),
];
const numbers = [
  ...plain('+49301111', '201', '0', '(030) 12 34-56', '0049 30 1', '*31#'),
  { written: "'+493012345678", wanted: '+493012345678' },
  { written: "'0201", wanted: '0201' },
  ...none('\\N'),
  ...withheld('anonymous', 'Unknown', '-'),
];
const times = ['Z', '+01:00', ' +0100', ' UTC', '', ' GMT+2'].map((zone) => {
  const offset = zone === '' || zone.includes('1') ? 1 : zone.includes('2') ? 2 : 0;
  return { zone, offset };
});

/** A column: the ways to write its name, and its values. `custom.` columns keep their name. */
const columns: Record<string, { headers: string[]; values: readonly Value[] }> = {
  from_name: { headers: ['from_name', 'From Name', 'FROM-NAME', 'caller name'], values: names },
  to_name: { headers: ['to_name', 'callee_name', 'To Name'], values: names },
  agent_name: { headers: ['agent', 'Agent Name', 'agent_name'], values: names },
  from_number: { headers: ['from_number', 'From', 'caller', 'src'], values: numbers },
  to_number: { headers: ['to_number', 'to', 'Called Number', 'dst'], values: numbers },
  protocol_call_id: { headers: ['protocol_call_id', 'Call-ID', 'uniqueid', 'sid', 'id'], values: ids },
  'custom.Order': { headers: ['custom.Order'], values: plain('7', '0012', 'A,B', 'x "y"') },
};

type Cell = Value & { field: string; header: string };
type Row = { cells: Cell[]; fault?: 'unclosed' | 'fewer' | 'more' };
const two = (n: number) => String(n).padStart(2, '0');

/** A moment, in one column or two, as written and in ms. */
function timeCells(isSplit: boolean): Cell[] {
  const [month, day, hour, minute, second] = [pick([1, 2, 11, 12]), 1 + dice(28), dice(24), dice(60), dice(60)];
  const { zone, offset } = pick(times);
  const [date, clock] = [`2025-${two(month)}-${two(day)}`, `${two(hour)}:${two(minute)}:${two(second)}`];
  const wanted = String(Date.UTC(2025, month - 1, day, hour, minute, second) - offset * 3_600_000);
  if (!isSplit) return [{ field: 'setup_time', header: 'Start Time', written: `${date} ${clock}${zone}`, wanted }];
  return [
    { field: 'setup_time', header: 'date', written: date, wanted },
    { field: '', header: 'time', written: `${clock}${zone}`, wanted: '' },
  ];
}

type Encoding = { text: (text: string) => Buffer; isForeign: boolean };
const encodings: Encoding[] = [
  { text: (text) => Buffer.from(text), isForeign: true },
  { text: (text) => Buffer.from(`\uFEFF${text}`), isForeign: true },
  { text: (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'), isForeign: true },
  { text: (text) => Buffer.from(text, 'utf16le').swap16(), isForeign: true },
  { text: (text) => Buffer.from(text, 'utf16le'), isForeign: true },
  { text: (text) => Buffer.from(text, 'latin1'), isForeign: false },
];

function rowsOf(encoding: Encoding, fields: string[], headers: Map<string, string>, isCsv: boolean): Row[] {
  const isSplit = chance(30);
  return Array.from({ length: 1 + dice(8) }, (_, n) => {
    const of = fields.map((field): Cell => {
      const known = columns[field];
      const isName = known?.values === names && encoding.isForeign && chance(30);
      return { ...pick(isName ? foreign : (known?.values ?? [])), field, header: headers.get(field) ?? '' };
    });
    const file = { field: 'file', header: 'file', written: `f${n}.wav`, wanted: `f${n}.wav` };
    const extra = { field: '', header: 'Shoe Size', written: '42', wanted: '' };
    const fault = isCsv && chance(8) ? pick(['unclosed', 'fewer', 'more'] as const) : undefined;
    return { cells: [file, ...timeCells(isSplit), ...of, extra], ...(fault && { fault }) };
  });
}

/** A CSV text: one delimiter, and quotation marks everywhere or where they are needed, doubled or after a backslash. */
function csvOf(rows: Row[]): string {
  const [delimiter, lineEnd] = [pick([',', ';', '\t', '|']), pick(['\n', '\r\n'])];
  const [isQuoted, hasBackslash, space] = [chance(30), chance(30), delimiter === '\t' ? '' : pick(['', '', ' '])];
  const quoted = (text: string) => `"${hasBackslash ? text.replace(/[\\"]/g, '\\$&') : text.replaceAll('"', '""')}"`;
  const cell = (text: string) => (isQuoted || /["\\\n,;|\t]|^$/.test(text) ? quoted(text) : text);
  const line = (texts: string[]) => texts.map((text, n) => (n > 0 ? space : '') + cell(text)).join(delimiter);
  const [first] = rows;
  const lines = [line((first?.cells ?? []).map(({ header }) => header))];
  for (const { cells, fault } of rows) {
    const texts = cells.map(({ written }) => written);
    if (fault === 'unclosed') lines.push([...texts.slice(0, 1), '"open', ...texts.slice(2, 3)].join(delimiter));
    else lines.push(line(fault === 'fewer' ? texts.slice(0, -1) : fault === 'more' ? [...texts, 'x'] : texts));
  }
  // A backslash is only an escape in a file that escapes a quotation mark somewhere.
  if (hasBackslash) lines.push(line(['last.wav', ...(first?.cells.slice(1) ?? []).map(() => 'a "b" c')]));
  return `${delimiter !== '|' && chance(10) ? `sep=${delimiter}${lineEnd}` : ''}${lines.join(lineEnd)}${lineEnd}`;
}

/** A JSON text: a list, a page or lines; ids that are numbers are written as numbers. */
function jsonOf(rows: Row[], isLines: boolean): string {
  const objects = rows.map(({ cells }) => {
    const parts = cells.map(({ header, written }) => {
      const isNumber = header !== 'file' && /^-?(0|[1-9]\d*)(\.\d+)?$/.test(written) && chance(50);
      return `${JSON.stringify(header)}:${isNumber ? written : JSON.stringify(written)}`;
    });
    return `{${parts.join(',')}}`;
  });
  if (isLines) return objects.join('\n');
  return pick([`[${objects}]`, `{"page":1,"${pick(['calls', 'call_logs', 'items'])}":[${objects}]}`]);
}

/** What a record has for a field, as the row wants it. */
function got(record: FileRecord, field: string): string | null {
  if (field === 'file') return record.file;
  if (field === 'setup_time') return record.setup_time === null ? null : String(record.setup_time);
  if (field.startsWith('custom.')) return record.custom_fields[field.slice('custom.'.length)] ?? null;
  return record.fields[field] ?? null;
}

test('of 2,000 files in forms of all kinds, no value differs without a note, and no note is without a cause', async () => {
  const folder = temporaryFolder();
  const faults: unknown[] = [];
  let compared = 0;
  for (let n = 0; n < 2_000 && faults.length < 5; n++) {
    const encoding = pick(encodings);
    const kind = encoding.isForeign ? pick(['csv', 'tsv', 'json', 'jsonl']) : 'csv';
    const fields = Object.keys(columns).filter(() => chance(60));
    const headers = new Map(fields.map((field) => [field, pick(columns[field]?.headers ?? [])]));
    const rows = rowsOf(encoding, fields, headers, kind.endsWith('sv'));
    const text = kind.endsWith('sv') ? csvOf(rows) : jsonOf(rows, kind === 'jsonl');
    const path = join(folder, `${n}.${kind}`);
    writeFileSync(path, encoding.text(text));
    const { records, fault } = await readDetails(path);
    const byFile = new Map(records.map((record) => [record.file, record]));
    const wrong = rows.flatMap((row) => {
      const [file] = row.cells;
      const known = row.cells.filter(({ field }) => field !== '');
      const record = byFile.get(file?.written ?? null);
      const isBroken = row.fault === 'unclosed' || (row.fault && known.some(({ written }) => written.includes('\n')));
      if (isBroken) return record || !records.some(({ refused }) => refused?.row) ? [{ row, record }] : [];
      compared += known.length;
      const isSame = record && known.every(({ field, wanted }) => got(record, field) === wanted);
      const isNoted = row.fault !== undefined || known.some(({ wanted, isSilent }) => wanted === null && !isSilent);
      return isSame && record.notes.length > 0 === isNoted ? [] : [{ row, record }];
    });
    if (fault || wrong.length > 0) faults.push({ kind, text, fault, wrong: wrong.slice(0, 2) });
  }
  expect(faults, `seed ${seed}`).toEqual([]);
  expect(compared).toBeGreaterThan(20_000);
});
