import { reason } from '@shared/reasons/reasons';
import { expect, test } from 'vitest';
import { CallRecords } from '../../electron/service/resources/sources/imports/call-records';
import { groupFiles, notLegs, type PlacedRecord } from '../../electron/service/resources/sources/imports/match';
import { type CallRecord, emptyRecord } from '../../electron/service/resources/sources/imports/metadata/record';
import { nameReader } from '../../electron/service/resources/sources/imports/reading/recognise';

/** Names are read without presets. */
const byForm = nameReader({ preset: null, builtins: [] }, { timezone: 'UTC', extensions: new Set() });

const file = (name: string) => ({ path: `/in/${name}`, name, size: 0 });
const record = (named: string, fields: Record<string, string> = {}): CallRecord => ({
  ...emptyRecord(),
  file: named,
  fields,
});
const matched = async (names: string[], records: CallRecord[], list = 'records.csv') => {
  const files = names.map(file);
  const known = await CallRecords.of(files, async function* () {
    // In two parts, as a long file is read.
    for (const [from, to] of [[0, 1], [1]]) {
      yield { records: records.slice(from, to).map((one, n) => ({ ...one, line: n + 2 })), next: null };
    }
  });
  await known.match(file(list));
  const groups = await groupFiles(files, known.owners, byForm);
  const [withoutAudio, repeated] = [[], []] as [PlacedRecord[], { record: PlacedRecord }[]];
  for await (const rest of known.rest()) {
    withoutAudio.push(...rest.bare);
    repeated.push(...rest.repeated);
  }
  const grouped = groups.map(({ files }) => [
    files.map(({ name }) => name).join('+'),
    files[0]?.record.fields.from_number ?? null,
  ]);
  return {
    grouped,
    withoutAudio: [...withoutAudio, ...repeated.map((one) => ({ file: `${one.record.file} again` }))].map(
      (one) => one.file,
    ),
  };
};

test.each<[string, string[], CallRecord[], (string | null)[][], string[]]>([
  ['by name', ['a.wav'], [record('a.wav', { from_number: '1' })], [['a.wav', '1']], []],
  [
    'by path, case aside',
    ['2025/A.WAV'],
    [record('/var/spool/2025/a.wav', { from_number: '1' })],
    [['2025/A.WAV', '1']],
    [],
  ],
  [
    'by a name with # and ? in it',
    ['#1?.wav', 'a#b.wav', 'a'],
    [record('#1?.wav', { from_number: '1' }), record('/in/a#b.wav', { from_number: '2' })],
    [
      ['#1?.wav', '1'],
      ['a#b.wav', '2'],
      ['a', null],
    ],
    [],
  ],
  ['by the path of an address', ['a.mp3'], [record('r/a.mp3?x=1', { from_number: '1' })], [['a.mp3', '1']], []],
  [
    'to no file in another folder, if another record has the one that is named',
    ['one/a.wav', 'two/a.wav'],
    [record('two/a.wav', { from_number: '2' }), record('two/a.wav', { from_number: '1' })],
    [
      ['one/a.wav', null],
      ['two/a.wav', '2'],
    ],
    ['two/a.wav again'],
  ],
  [
    'not by a name in several folders, which takes none from the record that names its folder',
    ['one/a.wav', 'two/a.wav'],
    [record('./a.wav', { from_number: '3' }), record('/rec/one/a.wav', { from_number: '1' })],
    [
      ['one/a.wav', '1'],
      ['two/a.wav', null],
    ],
    ['./a.wav'],
  ],
  [
    'by the path from the folder of the records, before any other',
    ['one/a.wav', 'a.wav', 'one/B.WAV', 'b.wav'],
    [record('a.wav', { from_number: '1' }), record('./B.wav', { from_number: '2' })],
    [
      ['one/a.wav', null],
      ['a.wav', '1'],
      ['one/B.WAV', null],
      ['b.wav', '2'],
    ],
    [],
  ],
  ['by address', ['a.mp3'], [record('https://x.test/r/a.mp3?token=1#t', { from_number: '1' })], [['a.mp3', '1']], []],
  [
    'by the longer path of two',
    ['one/a.wav', 'two/a.wav'],
    [record('two/a.wav', { from_number: '2' }), record('one/a.wav', { from_number: '1' })],
    [
      ['one/a.wav', '1'],
      ['two/a.wav', '2'],
    ],
    [],
  ],
  [
    'to one file only',
    ['a.wav'],
    [record('a.wav', { from_number: '1' }), record('a.wav', { from_number: '2' })],
    [['a.wav', '1']],
    ['a.wav again'],
  ],
  ['not at all', ['b.wav'], [record('a.wav')], [['b.wav', null]], ['a.wav']],
  [
    'by a name with composed and decomposed letters',
    ['Mu\u0308ller.wav', 'Gespräch Ł.wav'],
    [record('M\u00fcller.wav', { from_number: '1' }), record('Gespra\u0308ch Ł.wav', { from_number: '2' })],
    [
      ['Mu\u0308ller.wav', '1'],
      ['Gespräch Ł.wav', '2'],
    ],
    [],
  ],
  [
    'by a name in percent-encoding, on either side, with a plus for a space',
    ['call 21 (Müller).wav', 'b%20c.wav', 'd e.wav', '100%.wav'],
    [
      record('https://x.test/r/call%2021%20%28M%C3%BCller%29.wav?sig=a%2Fb', { from_number: '1' }),
      record('b c.wav', { from_number: '2' }),
      record('r%2Fd+e.wav', { from_number: '3' }),
      record('100%.wav', { from_number: '4' }),
    ],
    [
      ['call 21 (Müller).wav', '1'],
      ['b%20c.wav', '2'],
      ['d e.wav', '3'],
      ['100%.wav', '4'],
    ],
    [],
  ],
  [
    'by a name with another extension, or with none',
    ['q-1740160311.29.mp3', 'RE0001.wav'],
    [
      record('q-1740160311.29.wav', { from_number: '1' }),
      record('https://x.test/Recordings/RE0001', { to_number: '2' }),
    ],
    [
      ['q-1740160311.29.mp3', '1'],
      ['RE0001.wav', null],
    ],
    [],
  ],
  [
    'by the exact name, before any other',
    ['A.wav', 'a.mp3', 'a.wav'],
    [record('a.wav', { from_number: '1' }), record('A.wav', { from_number: '2' })],
    [
      ['A.wav', '2'],
      ['a.mp3', null],
      ['a.wav', '1'],
    ],
    [],
  ],
  [
    'not if the name can mean several',
    ['a.mp3', 'a.ogg', 'B.wav', 'b.WAV'],
    [record('a.wav'), record('b.wav')],
    [
      ['a.mp3', null],
      ['a.ogg', null],
      ['B.wav', null],
      ['b.WAV', null],
    ],
    ['a.wav', 'b.wav'],
  ],
  [
    'not as one call if they contradict each other',
    ['p.wav', 'q.wav', 'r.wav'],
    [
      record('p.wav', { protocol_call_id: '9', agent_name: 'Anna' }),
      record('q.wav', { protocol_call_id: '9', agent_name: 'Bob' }),
      record('r.wav', { protocol_call_id: '9', agent_name: 'ANNA' }),
    ],
    [
      ['p.wav+r.wav', null],
      ['q.wav', null],
    ],
    [],
  ],
  [
    'as two legs by protocol id',
    ['p.wav', 'q.wav'],
    [record('p.wav', { protocol_call_id: '9' }), record('q.wav', { protocol_call_id: '9' })],
    [['p.wav+q.wav', null]],
    [],
  ],
  [
    'as two legs by name, in one folder',
    ['x/c-in.wav', 'x/c-out.wav', 'y/c-in.wav'],
    [],
    [
      ['x/c-out.wav+x/c-in.wav', null],
      ['y/c-in.wav', null],
    ],
    [],
  ],
  [
    'as two legs only by words that make a pair',
    ['c-in.wav', 'c-out.wav', 'c-a.wav'],
    [],
    [
      ['c-out.wav+c-in.wav', null],
      ['c-a.wav', null],
    ],
    [],
  ],
])('files and records are matched %s', async (_name, names, records, grouped, withoutAudio) => {
  expect(await matched(names, records)).toEqual({ grouped, withoutAudio });
});

// Comparing one by one, as in the first version, takes hours for a hundred thousand.
test('a hundred thousand recordings with the same name are distinguished by their folders', async () => {
  const names = Array.from({ length: 100_000 }, (_, n) => `${n}/audio.wav`);
  const records = names.map((name) => record(name, { from_number: name })).reverse();

  const { grouped, withoutAudio } = await matched(names, records);

  expect(grouped.every(([name, from]) => name === from)).toBe(true);
  expect([grouped.length, withoutAudio]).toEqual([names.length, []]);
});

// All ends of such a path would fill the memory.
test('a path in a record may be as long as a record, and have only slashes', async () => {
  const slashes = '/'.repeat(1_000_000);
  const records = [record(slashes), record(`${slashes}b.wav`), record(`${slashes}/two/b.wav`, { from_number: '2' })];

  const { grouped, withoutAudio } = await matched(['one/b.wav', 'two/b.wav'], records.reverse());

  expect(grouped).toEqual([
    ['one/b.wav', null],
    ['two/b.wav', '2'],
  ]);
  // The name alone may be that of either.
  expect(withoutAudio).toEqual([`${slashes}b.wav`, slashes]);
});

test.each(['in/out', 'rx/tx', 'customer/agent', 'leg1/leg2', 'a/b', 'right/left'])(
  'the agent’s leg of the pair %s comes first, whichever sorts first',
  async (pair) => {
    const [customer = '', agent = ''] = pair.split('/');
    const names = [`call-${customer}.wav`, `call-${agent}.wav`];
    const orders = [names, [...names].reverse()];
    const found = await Promise.all(orders.map(async (order) => (await matched(order, [])).grouped[0]?.[0]));
    expect(found).toEqual([`call-${agent}.wav+call-${customer}.wav`, `call-${agent}.wav+call-${customer}.wav`]);
  },
);

test('a file of records that cannot be read to its end leaves its recordings to others', async () => {
  const files = ['a.wav', 'b.wav'].map(file);
  const lines = [record('a.wav', { from_number: '1' })].map((one) => ({ ...one, line: 1 }));
  const fault = reason('records_not_json');
  const known = await CallRecords.of(files, async function* ({ name }) {
    yield { records: lines, next: null };
    if (name === 'broken.csv') yield { records: [], next: null, fault };
  });

  const faults = [await known.match(file('broken.csv')), await known.match(file('whole.csv'))];

  expect(faults).toEqual([fault, undefined]);
  expect([...known.owners].map(([{ name }, { record_file }]) => [name, record_file])).toEqual([['a.wav', 'whole.csv']]);
  expect(known.count).toEqual({ records: 1, bare: 0 });
});

/** The notes at each file of these records, as keys. */
async function notesOf(records: CallRecord[]) {
  const files = records.map((one) => file(one.file ?? ''));
  const owners = new Map(files.map((one, n) => [one, records[n] as CallRecord]));
  const groups = await groupFiles(files, owners, byForm);
  return groups.map((group) => [
    group.files.map(({ name }) => name).join('+'),
    group.files.flatMap(({ notes }) => notes.map(({ code }) => code)).join(' '),
  ]);
}
const second = Date.UTC(2025, 1, 21, 17, 51, 7);
const numbers = { from_number: '+4930111', to_number: '201' };
const at = (named: string, setup_time: number, fields: Record<string, string>, more: Partial<CallRecord> = {}) => ({
  ...record(named, fields),
  setup_time,
  ...more,
});

test.each<[string, CallRecord[], [string, string][]]>([
  [
    'a start in seconds and both numbers make two sides',
    [at('a.wav', second, numbers), at('b.wav', second, { ...numbers, agent_name: 'Anna' })],
    [['a.wav+b.wav', '']],
  ],
  [
    'a start in whole minutes does not',
    [at('a.wav', second - 7_000, numbers), at('b.wav', second - 7_000, numbers)],
    [
      ['a.wav', 'kept_unsure'],
      ['b.wav', 'kept_unsure'],
    ],
  ],
  [
    'nor a withheld number',
    ['anonymous', '0'].flatMap((from_number) => {
      const fields = { from_number, to_number: '0800123' };
      return [at(`${from_number}1.wav`, second, fields), at(`${from_number}2.wav`, second, fields)];
    }),
    [
      ['anonymous1.wav', 'kept_unsure'],
      ['anonymous2.wav', 'kept_unsure'],
      ['01.wav', 'kept_unsure'],
      ['02.wav', 'kept_unsure'],
    ],
  ],
  [
    'nor if agents, directions, values or categories contradict each other',
    [
      at('a.wav', second, { ...numbers, agent_name: 'Anna' }, { direction: 1, categories: ['Sales'] }),
      at('b.wav', second, { ...numbers, agent_name: 'Bob' }, { direction: 1 }),
      at('c.wav', second, { ...numbers, acd_name: 'x' }, { direction: 2 }),
      at('d.wav', second, numbers, { direction: 1, categories: ['Support'], custom_fields: { Order: '7' } }),
      at('e.wav', second, numbers, { direction: 1, categories: ['Support'], custom_fields: { Order: '8' } }),
    ],
    [
      ['a.wav', 'kept_apart'],
      ['b.wav+d.wav', 'kept_apart'],
      ['c.wav', 'kept_apart'],
      ['e.wav', 'kept_apart'],
    ],
  ],
  [
    'an id joins calls of a day, whichever comes first',
    [0, -20, 10, 40].map((hours, n) => at(`${n}.wav`, second + hours * 3_600_000, { protocol_call_id: '1' })),
    [
      ['0.wav+1.wav', 'kept_day'],
      ['2.wav', 'kept_day'],
      ['3.wav', 'kept_day'],
    ],
  ],
])('of files that are alike, %s', async (_name, records, expected) => {
  expect(await notesOf(records)).toEqual(expected);
});

test.each<[string, Partial<Parameters<typeof notLegs>[1]>, Record<string, string>, string | undefined]>([
  ['as long', {}, {}, undefined],
  ['of two channels', { channels: 2 }, {}, 'kept_channels'],
  ['a year later', { begun: second + 365 * 86_400_000 }, {}, 'kept_times'],
  ['longer', { duration_ms: 4_000 }, {}, 'kept_lengths'],
  [
    'longer, with a start of its own and both numbers',
    { knownStart: second + 500, duration_ms: 4_000 },
    numbers,
    undefined,
  ],
  ['after the other', { knownStart: second + 1_000 }, numbers, 'kept_times'],
])('two files are the legs of a call or not: %s', (_name, other, fields, code) => {
  const one = { channels: 1, knownStart: null, begun: second, duration_ms: 1_000 };
  const known = other.knownStart ? { ...one, knownStart: second } : one;
  expect(notLegs(known, { ...known, ...other }, record('a.wav', fields))?.('b.wav').code).toBe(code);
});

test('a name in the records of a folder means the recording in it, and without one there it must be the only one', async () => {
  const names = ['one/a.wav', 'one/b.wav', 'two/a.wav', 'two/c.wav'];
  const records = [record('a.wav', { from_number: '1' }), record('../one/b.wav', { from_number: '2' })];

  const { grouped } = await matched(names, records, 'two/records.csv');

  expect(grouped).toEqual([
    ['one/a.wav', null],
    ['one/b.wav', '2'],
    ['two/a.wav', '1'],
    ['two/c.wav', null],
  ]);
});
