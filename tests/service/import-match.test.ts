import { reason } from '@shared/reasons/reasons';
import { expect, test } from 'vitest';
import { CallRecords } from '../../electron/service/resources/imports/call-records';
import { groupFiles, type PlacedRecord } from '../../electron/service/resources/imports/match';
import { type CallRecord, emptyRecord } from '../../electron/service/resources/imports/metadata/record';

const file = (name: string) => ({ path: `/in/${name}`, name, size: 0 });
const record = (named: string, fields: Record<string, string> = {}): CallRecord => ({
  ...emptyRecord(),
  file: named,
  fields,
});
const matched = async (names: string[], records: CallRecord[]) => {
  const files = names.map(file);
  const known = await CallRecords.of(files, async function* () {
    // In two parts, as a long file is read.
    for (const [from, to] of [[0, 1], [1]]) {
      yield { records: records.slice(from, to).map((one, n) => ({ ...one, line: n + 2 })), next: null };
    }
  });
  await known.match(file('records.csv'));
  const groups = await groupFiles(files, known.owners, 'UTC');
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
    'by the folder that is left',
    ['one/a.wav', 'two/a.wav'],
    [record('two/a.wav', { from_number: '2' }), record('two/a.wav', { from_number: '1' }), record('two/a.wav')],
    [
      ['one/a.wav', '1'],
      ['two/a.wav', '2'],
    ],
    ['two/a.wav again'],
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
    'never three to a call',
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
  expect(withoutAudio).toEqual([slashes]);
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
