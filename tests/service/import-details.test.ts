import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Call } from '@shared/contract/calls';
import type { ImportReading, ReadCall } from '@shared/contract/import-reading';
import { expect, test } from 'vitest';
import { broughtIn, callsOf, rowsOf, until, windowOf } from '../support/imports';
import { folderWith } from '../support/sounds';
import { startService, type TestService } from '../support/start-service';

/** What a call must have. Times are moments, numbers are compared by their digits, and null is empty. */
type Expected = Record<string, unknown>;
type OpenSet = {
  id: string;
  dir?: string;
  files?: string[];
  preset?: string | null;
  own?: { names: object[] };
  timezone: string;
  metadata_only?: boolean;
  names?: string[];
  question?: 'date_order';
  answer?: { date_order: string };
  calls: {
    match?: { file?: string; from?: string; id?: string };
    file?: string;
    expect: Expected;
    doubts?: string[];
  }[];
};

const data = join(import.meta.dirname, '../bring-in');
const open: { names: OpenSet[]; details: OpenSet[] } = JSON.parse(readFileSync(join(data, 'expected.json'), 'utf8'));

/** A folder with the details of a set and a sound for each name. */
const folderOf = ({ dir = '', files = [], names = [], calls }: OpenSet): string =>
  folderWith({
    ...Object.fromEntries(files.map((name) => [name, readFileSync(join(data, dir, name))])),
    ...Object.fromEntries([...names, ...calls.flatMap(({ file }) => file ?? [])].map((name) => [name, {}])),
  });

const digits = (text: unknown) => (typeof text === 'string' ? text.replace(/[^\d+*#]/g, '') : text);

/** A value of a call or of a preview, in the form in which sets expect it. */
function shownValue(call: Partial<Call> | ReadCall, field: string): unknown {
  const value = (call as Record<string, unknown>)[field === 'direction' ? 'protocol_call_direction' : field] ?? null;
  if (field === 'categories') return call.categories?.map((one) => (typeof one === 'string' ? one : one.name));
  if (field === 'custom_fields')
    return Object.fromEntries(call.custom_fields?.map(({ name, value: v }) => [name, v]) ?? []);
  if (typeof value === 'string' && field.endsWith('_time')) return Date.parse(value);
  return field.endsWith('_number') ? digits(value) : value;
}
const wanted = (field: string, value: unknown) =>
  typeof value === 'string' && field.endsWith('_time')
    ? Date.parse(value)
    : field.endsWith('_number')
      ? digits(value)
      : value;

const namesOf = (call: Partial<Call> | ReadCall): string[] =>
  call.files?.map((file) => ('name' in file ? file.name : (file.original_name ?? ''))) ?? [];

/** The expected values that the calls do not have. */
function missing(set: OpenSet, calls: readonly (Partial<Call> | ReadCall)[]): unknown[] {
  return set.calls.flatMap(({ match = {}, file = match.file, expect: values }): unknown[] => {
    const call = calls.find(
      (one) =>
        (file !== undefined && namesOf(one).includes(file.split('/').at(-1) ?? '')) ||
        (match.from !== undefined && digits(one.from_number) === digits(match.from)) ||
        (match.id !== undefined && one.protocol_call_id === match.id),
    );
    if (!call) return [{ set: set.id, match: file ?? match, is: 'missing' }];
    return Object.entries(values).flatMap(([field, value]) => {
      const [is, must] = [shownValue(call, field), wanted(field, value)];
      // A call always has a time: without another that of its file.
      if (field === 'setup_time' && must === null) return [];
      return JSON.stringify(is) === JSON.stringify(must) ? [] : [{ set: set.id, field, is, must }];
    });
  });
}

async function previewOf(service: TestService, folder: string, options: object): Promise<ImportReading> {
  const source = service.choose('Chosen', [folder]);
  const { status, body } = await service.admin.post('/api/v2/imports/preview.json', {
    preview: { source, ...options },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.preview.reading;
}

test.each([...open.names, ...open.details].map((set) => [set.id, set] as const))(
  'all values of the open set %s come in right, and its preview has them',
  async (_, set) => {
    const service = await startService();
    const { admin } = service;
    const window = await windowOf(service);
    const preset = set.own && { ...set.own, name: 'Own' };
    const told = { timezone: set.timezone, ...(preset && { preset }) };
    const options = { ...told, create_missing: true, metadata_only: set.metadata_only === true };
    const shown = { ...told, metadata_only: options.metadata_only };
    const folder = folderOf(set);

    const asked = await previewOf(service, folder, shown);
    expect(asked.questions.map(({ code }) => code)).toEqual(set.question ? [set.question] : []);
    const reading = set.answer ? await previewOf(service, folder, { ...shown, ...set.answer }) : asked;
    if (set.preset !== undefined) expect(reading.preset?.key ?? null).toBe(set.preset);
    expect(missing(set, reading.calls)).toEqual([]);

    const url = (await importOf(service, window, folder, options)).url;
    if (set.question) {
      await until(window, url, ({ status }) => status === 'paused');
      expect((await window.put(url, { import: { status: 'running' } })).status).toBe(409);
      await window.put(url, { import: { status: 'running', ...set.answer } });
    }
    const ended = await until(window, url, ({ status }) => status !== 'running');
    expect(ended).toMatchObject({ status: 'done', refused: 0, rows_refused: 0 });
    expect(missing(set, await callsOf(admin))).toEqual([]);
    const doubts = set.calls.flatMap((call) => call.doubts ?? []);
    expect(Object.keys(ended.doubts).filter((code) => !doubts.includes(code))).toEqual([]);
  },
);

async function importOf(service: TestService, window: TestService['admin'], folder: string, options: object) {
  const source = service.choose('Chosen', [folder]);
  return (await window.post('/api/v2/imports.json', { import: { source, ...options } })).body as { url: string };
}

const trial = async (service: TestService, sent: object) =>
  service.admin.post('/api/v2/import_presets/trial.json', { trial: sent });

test('a trial of sent names and details reads them as a preview of the same files does, and stores nothing', async () => {
  const service = await startService();
  for (const set of open.details) {
    const { dir = '', files = [], names = [], timezone, metadata_only = false } = set;
    const { calls, ...preview } = await previewOf(service, folderOf(set), { timezone, metadata_only });
    const details = files.map((name) => ({
      name,
      text: readFileSync(join(data, dir, name), set.id === 'german-sheet' ? 'latin1' : 'utf8'),
    }));
    const { status, body } = await trial(service, { timezone, metadata_only, names: names.toSorted(), details });
    const { calls: tried, ...reading } = body.trial.reading as ImportReading;
    expect(status).toBe(200);
    // Sent names have no sound, which gives a call its end.
    expect({ ...reading, stereo: null }, set.id).toEqual({ ...preview, stereo: null });
    const said = ({ duration, connect_time, disconnect_time, setup_time, files: of, ...call }: ReadCall) => call;
    expect(tried.map(said), set.id).toEqual(calls.map(said));
  }
  expect((await callsOf(service.admin)).length).toBe(0);
});

test.each([
  ['names', {}],
  ['names.0', { names: ['x'.repeat(1025)] }],
  ['names', { names: Array(1001).fill('a.wav') }],
  ['details', { details: Array(21).fill({ name: 'a.csv', text: '' }) }],
  ['preset_id', { names: ['a.wav'], preset_id: '11111111-1111-4111-8111-111111111111' }],
  ['preset.names.0.pattern', { names: ['a.wav'], preset: { name: 'a', names: [{ pattern: '{form}' }] } }],
  ['date_order', { names: ['a.wav'], date_order: 'ydm' }],
  ['timezone', { names: ['a.wav'], timezone: 'Nowhere/Here' }],
  ['limit', { names: ['a.wav'], limit: 201 }],
  ['mapping', { names: ['a.wav'], mapping: { a: 'nothing' } }],
])('a trial is refused at %s', async (field, sent) => {
  const service = await startService();
  const { status, body } = await trial(service, sent);
  expect([status, Object.keys(body.details)]).toEqual([400, [expect.stringContaining(field)]]);
});

const preset = (mapping: object[], more: object = {}) => ({
  name: 'Own',
  details: [{ format: 'csv', mapping, ...more }],
});

test.each<[string, string, object, Partial<Record<keyof ReadCall, unknown>>]>([
  [
    'a form and values',
    'Zeitpunkt;Art;Wer;Datei\n1770109872;raus;030231;a.wav\n',
    preset([
      { field: 'setup_time', from: 'Zeitpunkt', form: 'unix' },
      { field: 'direction', from: 'art', values: { RAUS: 'out' } },
      { field: 'to', from: 'Wer' },
      { field: 'file', from: 'Datei' },
    ]),
    { setup_time: '2026-02-03T10:11:12+01:00', protocol_call_direction: 1, to_number: '030231' },
  ],
  [
    'lengths in other units',
    'start,talk,file\n2026-02-03 10:11:12,90500,a.wav\n',
    preset([
      { field: 'setup_time', from: 'start' },
      { field: 'duration', from: 'talk', form: 'ms' },
      { field: 'file', from: 'file' },
    ]),
    { duration: 90 },
  ],
  [
    'the first of two columns that is not empty',
    'start,a,b,file\n2026-02-03 10:11:12,,7001,a.wav\n',
    preset([
      { field: 'setup_time', from: 'start' },
      { field: 'from_number', from: 'a' },
      { field: 'from_number', from: 'b' },
      { field: 'file', from: 'file' },
    ]),
    { from_number: '7001', doubts: [] },
  ],
  [
    'the outside and the inside party',
    'start,way,their,our,file\n2026-02-03 10:11:12,out,Kim <030231>,201,a.wav\n',
    preset([
      { field: 'setup_time', from: 'start' },
      { field: 'direction', from: 'way' },
      { field: 'other', from: 'their' },
      { field: 'own', from: 'our' },
      { field: 'file', from: 'file' },
    ]),
    { from_number: '201', to_number: '030231', to_name: 'Kim' },
  ],
  [
    'a day and a time of day apart, month first',
    'd,t,file\n2/13/2026,1:02:03 PM,a.wav\n',
    preset([
      { field: 'date', from: 'd' },
      { field: 'time', from: 't' },
      { field: 'file', from: 'file' },
    ]),
    { setup_time: '2026-02-13T13:02:03+01:00' },
  ],
  [
    'columns without a header',
    '2026-02-03 10:11:12,03023125,201,a.wav\n',
    preset(
      [
        { field: 'from_number', from: 'one' },
        { field: 'to_number', from: 'two' },
        { field: 'setup_time', from: 'at' },
        { field: 'file', from: 'file' },
      ],
      {
        columns: ['at', 'one', 'two', 'file'],
      },
    ),
    { from_number: '03023125', to_number: '201', protocol_call_direction: 2 },
  ],
  [
    'a zone in the name of a column',
    'Start Time (UTC),file\n2026-02-03 10:11:12,a.wav\n',
    preset([
      { field: 'setup_time', from: 'Start Time (UTC)' },
      { field: 'file', from: 'file' },
    ]),
    { setup_time: '2026-02-03T11:11:12+01:00' },
  ],
])('a preset says %s', async (_, text, own, call) => {
  const service = await startService();
  const sent = { timezone: 'Europe/Berlin', preset: own, names: ['a.wav'], details: [{ name: 'calls.csv', text }] };
  const { status, body } = await trial(service, sent);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.trial.reading.calls).toMatchObject([call]);
});

test.each<[string, string, Partial<Record<keyof ReadCall, unknown>>, string[]]>([
  [
    'a disposition that is no answer of a phone system says nothing about the length',
    'Start,From,To,Talk Time,Disposition,Recordings\n2026-02-03 10:11:12,03023125,201,00:03:10,Resolved,a.wav\n',
    { duration: 190 },
    [],
  ],
  [
    'the same with only a whole length',
    'Start,From,To,Duration,Disposition,Recordings\n2026-02-03 10:11:12,03023125,201,190,Sale,a.wav\n',
    { duration: 190 },
    [],
  ],
  [
    'words in a column that is named like one of numbers',
    'Start,Source,Destination,Duration,file\n2026-02-03 10:11:12,Google Ads,201,190,a.wav\n',
    { from_number: undefined, to_number: '201' },
    ['from_number number_unclear'],
  ],
  [
    'an agent who is none',
    'Start,From,To,Agent,Agent Name,file\n2026-02-03 10:11:12,03023125,201,[None],[none],a.wav\n',
    { agent_name: undefined, agent_id: undefined },
    [],
  ],
  [
    'a number of the row beside the id of the call',
    'id,callid,Start,From,To,file\n1,70441,2026-02-03 10:11:12,03023125,201,a.wav\n',
    { protocol_call_id: '70441' },
    [],
  ],
  [
    'directions of one letter, and whether it was answered as a word',
    'Start,From,To,Direction,Answered,file\n2026-02-03 10:11:12,201,202,O,true,a.wav\n',
    { protocol_call_direction: 1, connect_time: undefined },
    [],
  ],
  [
    'a kind of call that is a direction, and one that is not',
    'Start,From,To,Call Type,file\n2026-02-03 10:11:12,201,202,Outbound,a.wav\n',
    { protocol_call_direction: 1 },
    [],
  ],
  [
    'what brackets say of a name in German',
    'Start;Nummer (Von);Name (Von);Rufnummer (Nach);Name (Nach);Benutzer;file\n03.02.2026 10:11:12;03023125;Kim;201;Lee;Lee;a.wav\n',
    { from_number: '03023125', from_name: 'Kim', to_number: '201', to_name: 'Lee', agent_name: 'Lee' },
    [],
  ],
  [
    'a trunk in the place of a number, and the number in another column',
    'Start,Calling Party,ANI,Called Party,Digits Dialed,file\n2026-02-03 10:11:12,T101,03023125,201,,a.wav\n',
    { from_number: '03023125', to_number: '201', protocol_call_direction: 2 },
    [],
  ],
  [
    'the local time of the user beside another one',
    'call_date,call_time,call_user_date,call_user_time,From,To,file\n2026-02-03,09:11:12,2026-02-03,10:11:12,03023125,201,a.wav\n',
    { setup_time: '2026-02-03T10:11:12+01:00' },
    [],
  ],
  [
    'a kind of call in German before the number of a service',
    'Datum;Typ;Nummer Anrufer;Nummer Angerufener;Dauer;file\n03.02.2026 10:11:12;Ausgehend;+493023125;110;1;a.wav\n',
    { protocol_call_direction: 1, to_number: '110' },
    [],
  ],
  [
    'a length as a part of a day, as a spreadsheet keeps it',
    'Start,From,To,Talk Time,file\n2026-02-03 10:11:12,03023125,201,0.003472222,a.wav\n',
    { duration: 300 },
    [],
  ],
  [
    'a length with minutes and seconds as signs',
    "Start,From,To,Talk Time,file\n2026-02-03 10:11:12,03023125,201,00:01'05,a.wav\n",
    { duration: 65 },
    [],
  ],
])('a table that no preset knows: %s', async (_, text, call, doubts) => {
  const service = await startService();
  const sent = { timezone: 'Europe/Berlin', names: ['a.wav'], details: [{ name: 'calls.csv', text }] };
  const { body } = await trial(service, sent);
  const [read] = body.trial.reading.calls;
  expect(read).toMatchObject(Object.fromEntries(Object.entries(call).filter(([, value]) => value !== undefined)));
  for (const [field, value] of Object.entries(call)) expect(read[field]).toEqual(value);
  expect(read.doubts.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`)).toEqual(doubts);
});

test('what a nested property says about a call is read by its last name', async () => {
  const service = await startService();
  const call = {
    started: '2026-02-03 10:11:12',
    call_info: { direction: 'Outgoing', type: 'x' },
    call_duration: { conversation_time: 40 },
    contact_number: '03023125',
  };
  const details = [{ name: 'calls.json', text: JSON.stringify({ data: [call] }) }];
  const { body } = await trial(service, { timezone: 'Europe/Berlin', metadata_only: true, details });
  expect(body.trial.reading.calls).toMatchObject([
    { protocol_call_direction: 1, duration: 40, to_number: '03023125', doubts: [] },
  ]);
});

test('a call of which only the ringing is known has no length', async () => {
  const service = await startService();
  const text = 'Start,From,To,Ring Time\n2026-02-03 10:11:12,03023125,201,9\n';
  const sent = { timezone: 'Europe/Berlin', metadata_only: true, details: [{ name: 'calls.csv', text }] };
  const { body } = await trial(service, sent);
  expect(body.trial.reading.calls).toMatchObject([{ connect_time: '2026-02-03T10:11:21+01:00' }]);
  expect(body.trial.reading.calls[0].duration).toBeUndefined();
});

const cdr = (inner: string) =>
  `<?xml version="1.0"?><cdr core-uuid="1"><variables><uuid>9f8e7d6c-5b4a-4938-8271-6050403020d1</uuid><start_stamp>2026-02-03%2010%3A11%3A12</start_stamp><billsec>40</billsec><direction>inbound</direction>${inner}</variables><callflow dialplan="XML"><caller_profile><caller_id_name>Zo%C3%AB%20%26%20Co</caller_id_name><caller_id_number>+493023125352</caller_id_number><destination_number>1012</destination_number></caller_profile></callflow></cdr>`;

test('an XML file of FreeSWITCH describes the recording that its id names; one with a document type is refused', async () => {
  const service = await startService();
  const name = '9f8e7d6c-5b4a-4938-8271-6050403020d1.wav';
  const bad = '<!DOCTYPE cdr [<!ENTITY a "b">]><cdr><start_stamp>&a;</start_stamp></cdr>';
  const folder = folderWith({ [name]: {}, 'a_cdr.xml': cdr(''), 'bad.xml': bad, 'own.xml': '<a>&what;</a>' });
  const window = await windowOf(service);
  const done = await broughtIn(window, service, [folder], { timezone: 'Europe/Berlin' });

  expect(done).toMatchObject({ preset_name: 'FreeSWITCH', imported: 1, record_files_refused: 2 });
  expect(await callsOf(service.admin)).toMatchObject([
    {
      from_number: '+493023125352',
      from_name: 'Zoë & Co',
      to_number: '1012',
      protocol_call_direction: 2,
      duration: 40,
    },
  ]);
  const rows = await rowsOf(service.admin, done.import_id, '&outcome=refused');
  expect(rows.map(({ file, reasons }) => [file, reasons[0]?.code])).toEqual([
    ['bad.xml', 'xml_unsafe'],
    ['own.xml', 'xml_unsafe'],
  ]);
});

test.each<[string, string[], string[], string | null, string]>([
  ['a value that only one order reads', ['03/04/2026 10:00', '28/04/2026 10:00'], [], 'dmy', 'value'],
  ['dots', ['03.04.2026 10:00', '05.06.2026'], [], 'dmy', 'form'],
  ['a date that the other order puts ahead', ['03/12/2026 10:00'], [], 'mdy', 'value'],
  [
    'the names of recordings',
    ['03/04/2026 10:00', '05/06/2026 11:00'],
    ['20260304-100000.wav', '20260506-110000.wav'],
    'mdy',
    'recordings',
  ],
  ['nothing', ['03/04/2026 10:00'], [], null, 'undecided'],
  ['a year of two digits that comes last', ['28/02/26 10:00', '03/02/26'], [], 'dmy', 'value'],
  ['nothing, where a year of two digits comes first', ['26/02/03 10:00', '25/12/26'], [], null, 'undecided'],
  ['values that contradict each other', ['28/04/2026 10:00', '04/28/2026 10:00'], [], null, 'undecided'],
])('the order of dates is decided by %s', async (_, dates, names, form, because) => {
  const service = await startService({ now: () => Date.parse('2026-08-01T00:00:00Z') });
  const rows = dates.map((date, n) => `${names[n] ?? ''},${date},03023${n},201`);
  const details = [{ name: 'calls.csv', text: `file,start,from,to\n${rows.join('\n')}\n` }];
  const { body } = await trial(service, { timezone: 'UTC', metadata_only: true, names, details });
  const { times, questions, doubts } = body.trial.reading as ImportReading;
  expect(times).toMatchObject([{ from: 'start', form, because }]);
  expect(questions.length).toBe(form === null ? 1 : 0);
  if (form === null) expect(doubts).toMatchObject([{ code: 'date_order', field: 'setup_time', count: dates.length }]);
});

test.each([
  ['by its role', { tel: '+12025550131', name: 'Kim' }, { tel: 'tel:+12025550199', name: 'Pat', role: 'agent' }, 0, 2],
  ['by an inside number', { tel: '+12025550131', name: 'Kim' }, { sip: 'sip:201@pbx.example', name: 'Pat' }, 1, 1],
  ['not at all', { tel: '+12025550131', name: 'Kim' }, { tel: '+12025550199', name: 'Pat' }, 0, 0],
])(
  'the parties of a vCon have their numbers and names; the agent is known %s',
  async (_, kim, pat, originator, code) => {
    const { admin, given } = await startService();
    const told = { start: '2026-02-03T11:11:12Z', duration: 2, parties: [0, 1], originator };
    const dialog = [
      { ...told, type: 'text', body: 'Hello' },
      { ...told, type: 'recording', url: 'https://recorder.example/v.wav' },
    ];
    const folder = folderWith({
      'v.wav': {},
      'v.json': JSON.stringify({ vcon: '0.0.1', parties: [kim, pat], dialog }),
    });

    await given.imported([folder]);

    const [call, ...others] = await callsOf(admin);
    const [customer, other] = [kim.tel, 'sip' in pat ? '201' : pat.tel.replace('tel:', '')];
    expect(others).toEqual([]);
    expect(call).toMatchObject({
      ...(originator === 0
        ? { from_number: customer, from_name: 'Kim', to_number: other, to_name: 'Pat' }
        : { from_number: other, from_name: 'Pat', to_number: customer, to_name: 'Kim' }),
      protocol_call_direction: code,
      agent_name: code === 0 ? null : 'Pat',
    });
  },
);

test.each([
  [
    'a.json',
    '{"file":"a.wav","setup_time":"2026-02-03T10:00:00Z"}{"file":"b.wav","setup_time":"2026-02-03T11:00:00Z"}',
    2,
  ],
  ['a.json', '{\n"file":"a.wav",\n"from":"}{"\n}\n{\n"file":"b.wav"\n}', 2],
  ['a.xml', '<calls><call><file>a.wav</file><start>2026-02-03T10:00:00Z</start></call></calls>', 1],
])('%s with %s has all its records', async (name, text, count) => {
  const service = await startService();
  const asked = { timezone: 'UTC', names: ['a.wav', 'b.wav'].slice(0, count), details: [{ name, text }] };
  const { calls } = (await trial(service, asked)).body.trial.reading as ImportReading;
  expect(calls.map(({ record }) => record !== null)).toEqual(Array.from({ length: count }, () => true));
});

test.each(['list', 'from'])('a %s that is no path is refused there', async (property) => {
  const { admin } = await startService();
  for (const path of ['a[', '["a', 'a..b', '[', '^^a', 'a[=v]', ' ']) {
    const column = { field: 'from', from: property === 'from' ? path : 'a' };
    const details = [{ format: 'json', list: property === 'list' ? path : null, mapping: [column] }];
    const { status, body } = await admin.post('/api/v2/import_presets.json', { import_preset: { name: 'a', details } });
    expect([path, status, Object.keys(body.details)]).toEqual([
      path,
      400,
      [property === 'list' ? 'details.0.list' : 'details.0.mapping.0.from'],
    ]);
  }
});

test('a year of two digits comes first where the import says so', async () => {
  const service = await startService();
  const details = [{ name: 'calls.csv', text: 'start,from,to\n26/02/03 10:11,201,03023\n05/02/26 10:11,201,03023\n' }];
  const asked = { timezone: 'UTC', date_order: 'ymd', metadata_only: true, names: [], details };
  const { calls, times } = (await trial(service, asked)).body.trial.reading as ImportReading;
  expect(times).toMatchObject([{ form: 'ymd', because: 'given' }]);
  expect(calls.map(({ setup_time }) => setup_time)).toEqual(['2026-02-03T10:11:00+00:00', '2005-02-26T10:11:00+00:00']);
});

const fast = [
  'in-201-03023125301-20260203-101112-1770109870.7.wav',
  'in-202-03023125302-20260703-101112-1783066270.9.wav',
];

test.each<[string, string, string[]]>([
  ['Europe/Berlin', 'the zone of the phone system', []],
  ['America/New_York', 'another zone', ['Europe/Berlin']],
])('in %s, which is %s, the clock in the ids of calls asks for the zones %j', async (timezone, _, zones) => {
  const service = await startService();
  const { body } = await trial(service, { timezone, names: fast });
  const { questions, doubts } = body.trial.reading as ImportReading;
  expect(questions.flatMap(({ choices }) => choices)).toEqual(zones);
  expect(doubts.map(({ code }) => code)).toEqual(zones.length > 0 ? ['zone_differs'] : []);
});

test('an import gives all calls its categories, and is refused those that its user does not see', async () => {
  const service = await startService();
  const window = await windowOf(service);
  const { body } = await service.admin.post('/api/v2/categories.json', { category: { name: 'Moved' } });
  const category_id = body.url.match(/[0-9a-f-]{36}/)[0];
  const done = await broughtIn(window, service, [folderWith({ 'a.wav': {}, 'b.wav': {} })], {
    category_ids: [category_id],
  });
  const source = service.choose('Chosen', [folderWith({ 'c.wav': {} })]);
  const unseen = { source, category_ids: [category_id, '11111111-1111-4111-8111-111111111111'] };
  const refused = await window.post('/api/v2/imports.json', { import: unseen });

  expect(done.imported).toBe(2);
  expect((await callsOf(service.admin)).flatMap(({ categories }) => categories.map(({ name }) => name))).toEqual([
    'Moved',
    'Moved',
  ]);
  expect([refused.status, Object.keys(refused.body.details)]).toEqual([400, ['category_ids.1']]);
});

test.each([
  [
    'English',
    "Direction,Started,Customer,Number,Agent,Category,Length\nOutbound,2026-02-03 10:11:12,Omar Haddad,'+49 30 23125509,Pat Ito,,1:07\n",
  ],
  [
    'German',
    "Richtung,Beginn,Kunde,Nummer,Agent,Kategorie,Dauer\nAusgehend,2026-02-03 10:11:12,Omar Haddad,'+49 30 23125509,Pat Ito,,1:07\n",
  ],
])('the saved list in %s says who was called', async (_, text) => {
  const service = await startService();
  const sent = {
    timezone: 'Europe/Berlin',
    metadata_only: true,
    details: [{ name: 'calls.csv', text: `\uFEFF${text}` }],
  };
  const { body } = await trial(service, sent);
  expect(body.trial.reading.preset.key).toBe('earshot-csv');
  expect(body.trial.reading.calls).toMatchObject([
    {
      protocol_call_direction: 1,
      to_number: '+49 30 23125509',
      to_name: 'Omar Haddad',
      agent_name: 'Pat Ito',
      duration: 67,
      doubts: [],
    },
  ]);
  const without = { ...sent, details: [{ name: 'calls.csv', text: text.replace(/^[^,]+,/gm, '') }] };
  const unsaid = await trial(service, without);
  expect(unsaid.body.trial.reading.calls[0].doubts.map(({ code }: { code: string }) => code)).toContain('side_unknown');
});
