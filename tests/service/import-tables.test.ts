import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { doubts } from '@shared/reasons/doubts';
import { expect, test } from 'vitest';
import type { FileRecord } from '../../electron/service/resources/sources/imports/metadata/record';
import { diceOf } from '../support/dice';
import { readDetails } from '../support/reading';
import { seed } from '../support/seed';
import { temporaryFolder } from '../support/start-service';

const dice = diceOf(seed);
const pick = <T>(list: readonly T[]): T => list[dice(list.length)] as T;
const chance = (percent: number) => dice(100) < percent;
const two = (n: number) => String(n).padStart(2, '0');

const now = Date.parse('2026-08-01T00:00:00Z');
/** A moment of the last months, in UTC: the tables are of that zone. */
type Moment = { y: number; mo: number; d: number; h: number; mi: number; s: number };
const momentOf = (): Moment => ({
  y: 2026,
  mo: 1 + dice(6),
  d: 1 + dice(28),
  h: dice(24),
  mi: dice(60),
  s: 1 + dice(59),
});
const msOf = ({ y, mo, d, h, mi, s }: Moment) => Date.UTC(y, mo - 1, d, h, mi, s);

const monthsEn = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'];
const monthsDe = ['Januar', 'Februar', 'März', 'April', 'Mai', 'Juni'];
const twelve = ({ h, mi, s }: Moment) => `${h % 12 || 12}:${two(mi)}:${two(s)} ${h < 12 ? 'AM' : 'PM'}`;
const clock = ({ h, mi, s }: Moment) => `${two(h)}:${two(mi)}:${two(s)}`;
/** How a spreadsheet or a phone system writes a time. */
const forms: Record<string, (at: Moment) => string> = {
  iso: (at) => `${at.y}-${two(at.mo)}-${two(at.d)}T${clock(at)}Z`,
  'iso with a space': (at) => `${at.y}-${two(at.mo)}-${two(at.d)} ${clock(at)}`,
  compact: (at) => `${at.y}${two(at.mo)}${two(at.d)} ${two(at.h)}${two(at.mi)}${two(at.s)}`,
  German: (at) => `${two(at.d)}.${two(at.mo)}.${at.y} ${clock(at)}`,
  'German, short': (at) => `${at.d}.${at.mo}.${at.y % 100}, ${clock(at)}`,
  American: (at) => `${at.mo}/${at.d}/${at.y} ${twelve(at)}`,
  British: (at) => `${two(at.d)}/${two(at.mo)}/${at.y} ${clock(at)}`,
  'year first': (at) => `${at.y}/${two(at.mo)}/${two(at.d)} ${clock(at)}`,
  'month in English': (at) => `${at.d} ${monthsEn[at.mo - 1]} ${at.y} ${clock(at)}`,
  'month first in English': (at) => `${monthsEn[at.mo - 1]} ${at.d}, ${at.y} ${twelve(at)}`,
  'month in German': (at) => `${at.d}. ${monthsDe[at.mo - 1]} ${at.y}, ${clock(at)} Uhr`,
  mail: (at) => new Date(msOf(at)).toUTCString(),
  unix: (at) => String(msOf(at) / 1000),
  unix_ms: (at) => String(msOf(at)),
  excel: (at) => (msOf(at) / 86_400_000 + 25_569).toFixed(8),
};

const lengths: ((seconds: number) => string)[] = [
  (n) => String(n),
  (n) => `${Math.floor(n / 60)}:${two(n % 60)}`,
  (n) => `${two(Math.floor(n / 3600))}:${two(Math.floor(n / 60) % 60)}:${two(n % 60)}`,
  (n) => `${n} s`,
  (n) => `PT${n}S`,
  (n) => `${Math.floor(n / 60)}m ${n % 60}s`,
];

const inside = () => String(200 + dice(700));
const outside = () =>
  pick([
    `+4930${dice(9) + 1}${1_000_000 + dice(9_000_000)}`,
    `(202) 555-0${100 + dice(100)}`,
    `030 23125 ${100 + dice(900)}`,
  ]);
const names = ['Omar Haddad', 'Pat Ito', 'Jörg Weiß', 'Meier, Hans', "Sam O'Cole", 'Zoë'];

/** A column: its headers in both languages, and its cell. */
type Row = {
  at: Moment;
  from: string;
  to: string;
  seconds: number;
  agent: string;
  id: string;
  file: string;
  way: 1 | 2;
};
type Shape = { form: string; length: (seconds: number) => string; ways: [string, string, string] };
const columns: Record<string, { headers: string[]; cell: (row: Row, shape: Shape) => string }> = {
  setup_time: {
    headers: ['Start', 'Start Time', 'Beginn', 'Startzeit', 'Call Date', 'setup_time', 'Zeitpunkt'],
    cell: ({ at }, { form }) => forms[form]?.(at) ?? '',
  },
  from_number: {
    headers: ['From', 'Caller', 'Anrufer', 'Von', 'Caller Number', 'from_number'],
    cell: ({ from }) => from,
  },
  to_number: { headers: ['To', 'Callee', 'Angerufener', 'An', 'Called Number', 'to_number'], cell: ({ to }) => to },
  direction: { headers: ['Direction', 'Richtung', 'Call Direction'], cell: ({ way }, { ways }) => ways[way] },
  duration: {
    headers: ['Duration', 'Dauer', 'Length', 'Talk Time', 'Gesprächsdauer'],
    cell: ({ seconds }, { length }) => length(seconds),
  },
  agent_name: { headers: ['Agent', 'Mitarbeiter', 'Agent Name', 'Bearbeiter'], cell: ({ agent }) => agent },
  protocol_call_id: { headers: ['Call ID', 'UniqueID', 'Anruf-ID'], cell: ({ id }) => id },
  file: { headers: ['File', 'Datei', 'Recording', 'Aufnahme', 'File Name'], cell: ({ file }) => file },
  other: { headers: ['Notes', 'Bemerkung', 'Shoe size'], cell: () => pick(['', 'x', '42']) },
};

const ways: [string, string, string][] = [
  ['', 'Outbound', 'Inbound'],
  ['', 'ausgehend', 'eingehend'],
  ['', 'out', 'in'],
  ['', '1', '2'],
];

function rowOf(n: number): Row {
  const way = pick([1, 2] as const);
  const [ours, theirs] = [inside(), outside()];
  return {
    at: momentOf(),
    from: way === 1 ? ours : theirs,
    to: way === 1 ? theirs : ours,
    seconds: 1 + dice(5_000),
    agent: pick(names),
    id: `call-${n}-${1000 + dice(9000)}`,
    file: `rec-${n}.wav`,
    way,
  };
}

/** What a record has for a field, and what the row says. */
const known = (record: FileRecord, field: string): unknown =>
  field === 'direction'
    ? record.direction
    : field === 'setup_time'
      ? record.setup_time
      : field === 'duration'
        ? record.duration
        : field === 'file'
          ? record.file
          : (record.fields[field] ?? null);
const told = (row: Row, field: string): unknown =>
  ({
    setup_time: msOf(row.at),
    from_number: row.from,
    to_number: row.to,
    direction: row.way,
    duration: row.seconds,
    agent_name: row.agent,
    protocol_call_id: row.id,
    file: row.file,
  })[field];

test('of 500 random tables in two languages, each value is right, empty, or in doubt', async () => {
  const folder = temporaryFolder();
  const faults: unknown[] = [];
  const seen = { right: 0, empty: 0, doubted: 0 };
  for (let n = 0; n < 500 && faults.length < 3; n++) {
    const fields = ['setup_time', 'file', ...Object.keys(columns).filter(() => chance(60))];
    const order = [...new Set(fields)].sort(() => dice(3) - 1);
    const headers = order.map((field) => pick(columns[field]?.headers ?? []));
    const shape: Shape = { form: pick(Object.keys(forms)), length: pick(lengths), ways: pick(ways) };
    const rows = Array.from({ length: 1 + dice(30) }, (_, at) => rowOf(at));
    const delimiter = pick([',', ';', '\t']);
    const quote = (text: string) => (/[",;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    const written = rows.map((row) =>
      order.map((field) => (chance(8) && field !== 'file' ? '' : (columns[field]?.cell(row, shape) ?? ''))),
    );
    const title = chance(20) ? ['Call report', ''] : [];
    const lines = [
      ...title,
      headers.map(quote).join(delimiter),
      ...written.map((cells) => cells.map(quote).join(delimiter)),
    ];
    const path = join(folder, `${n}.csv`);
    writeFileSync(path, lines.join(pick(['\n', '\r\n'])));
    const { records, fault } = await readDetails(path, { timezone: 'UTC', now });
    const wrong = rows.flatMap((row, at): unknown[] => {
      const record = records[at];
      if (!record) return [{ row, is: 'missing' }];
      const doubted = new Set(
        record.notes.filter(({ code }) => Object.hasOwn(doubts, code)).map(({ values }) => values.field),
      );
      return order.flatMap((field) => {
        if (field === 'other') return [];
        const [is, must] = [known(record, field), told(row, field)];
        // Two parties of one kind have no direction, and a number may be in the zone of a spreadsheet.
        const isEmpty = is === null || (field === 'direction' && is === 0);
        if (is === must) seen.right += 1;
        else if (doubted.has(field)) seen.doubted += 1;
        else if (isEmpty) seen.empty += 1;
        else return [{ field, is, must, written: written[at]?.[order.indexOf(field)] }];
        return [];
      });
    });
    if (fault || wrong.length > 0) faults.push({ headers, form: shape.form, fault, wrong: wrong.slice(0, 3) });
  }
  expect(faults, `seed ${seed}`).toEqual([]);
  // Most is read: what is empty was empty, or a date that could be of two days.
  expect(seen.right).toBeGreaterThan(6 * (seen.empty + seen.doubted));
});
