import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Call } from '@shared/contract/calls';
import { expect, test } from 'vitest';
import { KeysInUse } from '../../electron/service/http/idempotency';
import { partId } from '../../electron/service/resources/calls/calls/rules';
import type { Caller } from '../support/caller';
import { recording } from '../support/given';
import { rowsOf, saidOf } from '../support/imports';
import { folderWith } from '../support/sounds';
import { startService, type TestService } from '../support/start-service';

const address = '/api/v2/calls.json';
const setup_time = '2026-11-20T12:00:00+00:00';
const wav = readFileSync(recording('short-stereo-16k.wav'));
const mp3 = readFileSync(recording('question.mp3'));

const push = (caller: Caller, call: object, headers?: Record<string, string>) =>
  caller.post(address, { call }, headers);

/** Pushes a recording to a call. */
async function send(caller: Caller, url: string, bytes: Buffer, sent: Record<string, string> = {}) {
  const { type = 'audio/wav', ...headers } = sent;
  const [path, query] = url.split('?');
  const response = await caller.raw(`${path}/file${query ? `?${query}` : ''}`, {
    method: 'PUT',
    body: new Uint8Array(bytes),
    headers: { 'content-type': type, ...headers },
  });
  return { status: response.status, body: await response.json() };
}

const bytesOf = async (caller: Caller, path: string) => Buffer.from(await (await caller.raw(path)).arrayBuffer());
const temporary = ({ service }: TestService) => readdirSync(join(service.archive, 'tmp'));

test('the number of a participant is in one line', async () => {
  const { admin } = await startService();
  const call = { setup_time: '2026-11-20T14:32:08Z', participants: [{ party_number: '1\n2' }] };

  const { status, body } = await admin.post('/api/v2/calls.json', { call });

  expect([status, Object.keys(body.details)]).toEqual([400, ['participants.0.party_number']]);
});

test('a call is pushed with all its parts, and read as it was sent', async () => {
  const { admin, given } = await startService();
  const person = await given.user();
  const category_id = await given.category('sales');
  const field = { name: 'Order', type: 'string', editable: false };
  await admin.post('/api/v2/custom_fields.json', { custom_field: field });
  const call = {
    setup_time: '2026-11-20T12:00:00Z',
    connect_time: '2026-11-20T12:00:05+0000',
    disconnect_time: '2026-11-20T12:01:05+00:00',
    protocol_call_direction: 2,
    from_number: '+442079460321',
    to_name: 'Chris',
    confidential: false,
    from_port: 5060,
    participants: [{ user_id: person.user_id, party_type: 1, party_name: 'Chris', join_time: setup_time }],
    categories: [{ category_id }],
    custom_fields: [{ name: 'order', value: '4471' }],
  };

  const made = await push(admin, call);

  expect([made.status, made.headers.get('location')]).toEqual([201, made.body.url]);
  const read = (await admin.get(made.body.url)).body.call as Call;
  expect(read).toMatchObject({
    ...call,
    setup_time,
    connect_time: '2026-11-20T12:00:05+00:00',
    duration: 60,
    call_state: 6,
    record_state: 0,
    participants: [{ participant_id: '01', user_id: person.user_id, join_time: setup_time, leave_time: null }],
    categories: [{ category_id, name: 'sales' }],
    custom_fields: [{ name: 'Order', value: '4471' }],
    files: [],
  });
  expect((await admin.get(`${address}?search_term=442079460321`)).body.calls).toHaveLength(1);
  expect((await admin.get(`${address}?user_id=${person.user_id}`)).body.calls).toHaveLength(1);
  const [entry, ...more] = given.audited('call');
  expect([entry?.action, more]).toEqual(['create', []]);
  expect(entry?.details.changes).toMatchObject({
    from_number: [null, '+442079460321'],
    confidential: [null, false],
    custom_fields: [null, [{ name: 'Order', value: '4471' }]],
  });
});

test('a call belongs to the user whose extension is the number, name or id of a party, until the parties change', async () => {
  const { admin, given } = await startService();
  const agent = await given.user({ permissions: ['calls:view'], access_level: 'user' });
  const extensions = ['884-0273', 'desk12', 'pbx-7'];
  await admin.put(`/api/v2/users/${agent.user_id}.json`, {
    user: { fieldset_recording: { record: 'always', extensions } },
  });
  const party = (names: object) => ({ participants: [{ party_type: 1, ...names }] });
  const own = [
    { from_number: '8840273' },
    { to_number: 'sip:8840273@192.0.2.1' },
    { to_name: 'desk12' },
    { from_id: 'pbx-7' },
    party({ party_number: '+884 0273' }),
    party({ party_name: 'desk12' }),
  ];
  const foreign = [{ from_number: '88402731' }, { to_name: 'Desk 12' }, party({ party_number: '0273' })];
  const seen: number[] = [];
  for (const call of [...own, ...foreign]) {
    const { body } = await push(admin, { setup_time, ...call });
    seen.push((await agent.get(body.url)).status);
  }
  expect(seen).toEqual([...own.map(() => 200), ...foreign.map(() => 404)]);

  const opened = await admin.post('/api/v2/recordings.json', {
    recording: { format: 'pcm_s16le', sample_rate: 8000, channels: 1, call: { from_number: '8840273' } },
  });
  const { recording_id, call_id } = opened.body;
  const read = async () => (await agent.get(`/api/v2/calls/${call_id}.json`)).status;
  const before = await read();
  await admin.put(`/api/v2/recordings/${recording_id}.json`, { recording: { call: { from_number: '999' } } });
  expect([before, await read()]).toEqual([200, 404]);
});

test('a call that was read can be pushed again as it is', async () => {
  const { admin, given } = await startService();
  const [id = ''] = await given.calls({ from_number: '+12025550160' });
  const { call } = (await admin.get(`/api/v2/calls/${id}.json`)).body;

  const { body } = await push(admin, call);

  const again = (await admin.get(body.url)).body.call as Call;
  expect({ ...again, call_id: id }).toEqual(call);
  expect(again.call_id).not.toBe(id);
});

test('participants keep the ids they are sent with, and others get the next free one', async () => {
  const { admin } = await startService();
  const participants = [{ participant_id: '07' }, {}, { participant_id: '01' }, { participant_id: null }];
  const named = participants.map((one, n) => ({ ...one, party_name: `${n}` }));

  const { body } = await push(admin, { setup_time, participants: named });

  const call = (await admin.get(body.url)).body.call as Call;
  expect(call.participants.map(({ participant_id, party_name }) => [participant_id, party_name])).toEqual([
    ['01', '2'],
    ['02', '1'],
    ['03', '3'],
    ['07', '0'],
  ]);
});

test('times of one second are in any order, because some have milliseconds', async () => {
  const { admin } = await startService();
  const call = { setup_time: '2026-11-20T12:00:00.750Z', connect_time: setup_time, disconnect_time: setup_time };

  expect((await push(admin, call)).status).toBe(201);
});

const other = '11111111-1111-4111-8111-111111111111';
test.each([
  [{}, 'setup_time'],
  [{ setup_time: 'today' }, 'setup_time'],
  [{ setup_time: '1850-01-01T00:00:00Z' }, 'setup_time'],
  [{ setup_time, connect_time: '2026-11-20T12:00:05Z', disconnect_time: '2026-11-20T12:00:04Z' }, 'disconnect_time'],
  [{ setup_time, disconnect_time: '2026-11-20T11:59:59Z' }, 'disconnect_time'],
  [{ setup_time, connect_time: '2026-11-20T11:59:59Z' }, 'connect_time'],
  [{ setup_time, disconnect_time: '9999-12-31T23:59:59Z' }, 'disconnect_time'],
  [{ setup_time, participants: [{ join_time: '0000-01-01T00:00:00Z' }] }, 'participants.0.join_time'],
  [
    { setup_time, participants: [{ join_time: '2026-11-20T12:00:05Z', leave_time: setup_time }] },
    'participants.0.leave_time',
  ],
  [{ setup_time, participants: [{ participant_id: 'toolong' }] }, 'participants.0.participant_id'],
  [{ setup_time, participants: [{ participant_id: '01' }, { participant_id: '01' }] }, 'participants.1.participant_id'],
  [{ setup_time, parent_call_id: 'nope' }, 'parent_call_id'],
  [{ setup_time, secondary_parent_call_id: '' }, 'secondary_parent_call_id'],
  [{ setup_time, interaction_id: 'nope' }, 'interaction_id'],
  [{ setup_time, recorder_id: 'site 1' }, 'recorder_id'],
  [{ setup_time, protocol_call_direction: 9 }, 'protocol_call_direction'],
  [{ setup_time, duration: -1 }, 'duration'],
  [{ setup_time, from_port: 65_536 }, 'from_port'],
  [{ setup_time, from_name: 'x'.repeat(257) }, 'from_name'],
  [{ setup_time, colour: 'red' }, 'colour'],
  [{ setup_time, participants: [{ user_id: other }] }, 'participants.0.user_id'],
  [{ setup_time, participants: [{ party_type: 4 }] }, 'participants.0.party_type'],
  [{ setup_time, categories: [{ category_id: other }] }, 'categories.0.category_id'],
  [{ setup_time, custom_fields: [{ name: 'none', value: 'x' }] }, 'custom_fields.0.name'],
])('a pushed call %j is refused and names %s', async (call, field) => {
  const { admin } = await startService();

  const { status, body } = await push(admin, call);

  expect([status, Object.keys(body.details)]).toEqual([400, [field]]);
  expect((await admin.get(address)).body.total).toBe(0);
});

test('a tenant without an encryption key of its own stores recordings under the key of the archive', async () => {
  const { admin, given } = await startService();
  await admin.put('/api/v2/settings.json', { settings: { multi_tenancy: true } });
  const tenant_id = await given.tenant();
  const caller = await given.user({ tenant_id, permissions: ['calls:create', 'calls:view', 'calls:download'] });
  const { url } = (await push(caller, { setup_time })).body;

  expect((await send(caller, url, wav)).status).toBe(201);
  expect(await bytesOf(caller, `${url}/file?file_id=01`)).toEqual(wav);
});

test('a recording is refused before it is received while no key can encrypt it', async () => {
  const { admin, given } = await startService();
  const { url } = (await push(admin, { setup_time })).body;
  given.database((db) => db.exec('UPDATE encrypt_keys SET is_active = 0'));

  const { status, body } = await send(admin, url, Buffer.from('no sound'));

  expect([status, body.error]).toEqual([503, 'KeychainUnavailable']);
});

test('recordings are pushed one after another, and delivered bit for bit', async () => {
  const started = await startService();
  const { admin, given } = started;
  const { url } = (await push(admin, { setup_time })).body;

  const answers = [await send(admin, url, wav), await send(admin, url, wav, { type: 'audio/x-wav' })];

  expect(answers.map(({ status, body }) => [status, body.url])).toEqual([
    [201, `${url}/file?file_id=01`],
    [201, `${url}/file?file_id=02`],
  ]);
  const call = (await admin.get(url)).body.call as Call;
  const [first, second] = call.files;
  const watermark = createHash('sha256').update(wav).digest('hex');
  expect([call.record_state, first?.watermark, first?.codec]).toEqual([3, watermark, 'pcm_s16le']);
  expect([first?.start_time, second?.start_time]).toEqual([setup_time, first?.stop_time]);
  expect([call.connect_time, call.disconnect_time]).toEqual([setup_time, second?.stop_time]);
  expect(await bytesOf(admin, answers[0]?.body.url)).toEqual(wav);
  expect((await admin.get(`${url}/peaks.json?file_id=02`)).status).toBe(200);
  expect(temporary(started)).toEqual([]);
  const stored = given.audited('call').filter(({ action }) => action === 'update');
  expect(stored.map(({ details }) => details.file_ids)).toEqual([['01'], ['02']]);
});

test('files are numbered from 01 to 99, then from A0 to ZZ', () => {
  const used = [0, 8, 98, 99, 108, 109, 134, 135, 1034, 1035];
  expect(used.map(partId)).toEqual(['01', '09', '99', 'A0', 'A9', 'AA', 'AZ', 'B0', 'ZZ', undefined]);
});

test('a recording is pushed as a certain file, which must not exist', async () => {
  const started = await startService();
  const { url } = (await push(started.admin, { setup_time })).body;
  const as = (file_id: string) => send(started.admin, `${url}?file_id=${file_id}`, mp3, { type: 'audio/mpeg' });

  const answers = [await as('A7'), await as('A7'), await as('7'), await send(started.admin, url, mp3)];

  expect(answers.map(({ status, body }) => [status, body.url ?? Object.keys(body.details)])).toEqual([
    [201, `${url}/file?file_id=A7`],
    [400, ['file_id']],
    [400, ['file_id']],
    [201, `${url}/file?file_id=A8`],
  ]);
  expect((await as('ZZ')).status).toBe(201);
  const full = await send(started.admin, url, mp3);
  expect([full.status, Object.keys(full.body.details)]).toEqual([400, ['file_id']]);
  expect(temporary(started)).toEqual([]);
});

test('times that were sent stay when recordings are added', async () => {
  const { admin } = await startService();
  const disconnect_time = '2026-11-20T12:05:00+00:00';
  const pushes = [
    { disconnect_time, duration: 300 },
    { connect_time: setup_time, duration: 300 },
    { connect_time: setup_time },
  ].map((times) => push(admin, { setup_time, ...times }));
  const calls = await Promise.all(pushes);
  for (const { body } of calls) await send(admin, body.url, wav);

  const shown = await Promise.all(calls.map(async ({ body }) => (await admin.get(body.url)).body.call as Call));
  const [ended, lasting, connected] = shown;

  expect(ended).toMatchObject({ disconnect_time, duration: 300 });
  expect(lasting).toMatchObject({ disconnect_time: null, duration: 300 });
  expect(connected?.disconnect_time).toBe(connected?.files[0]?.stop_time);
});

test('files play in the order of their ids, in whatever order they arrive', async () => {
  const { admin } = await startService();
  const { url } = (await push(admin, { setup_time })).body;
  for (const file_id of ['03', '01', '02']) await send(admin, `${url}?file_id=${file_id}`, wav);

  const { files, disconnect_time } = (await admin.get(url)).body.call as Call;

  expect(files.map(({ file_id }) => file_id)).toEqual(['01', '02', '03']);
  expect(files[0]?.start_time).toBe(setup_time);
  expect(files.slice(1).map(({ start_time }) => start_time)).toEqual(files.slice(0, 2).map((file) => file.stop_time));
  expect(disconnect_time).toBe(files[2]?.stop_time);
});

test.each([
  ['no recording', Buffer.from('hello world, this is no sound'), {} as Record<string, string>, 400],
  ['an empty body', Buffer.alloc(0), {}, 400],
  ['another media type', wav, { type: 'application/json' }, 415],
  ['more than the limit', wav, { 'content-length': String(2 ** 31 + 1) }, 413],
])('%s is refused as a recording, and leaves nothing', async (_name, bytes, headers, status) => {
  const started = await startService();
  const { url } = (await push(started.admin, { setup_time })).body;

  const answer = await send(started.admin, url, bytes, headers);

  expect(answer.status).toBe(status);
  expect((await started.admin.get(url)).body.call).toMatchObject({ files: [], record_state: 0 });
  expect(temporary(started)).toEqual([]);
});

test('while a recording arrives, nothing of it is on disk unencrypted', async () => {
  const started = await startService();
  const { url } = (await push(started.admin, { setup_time })).body;
  let seen: Buffer | undefined;
  const pieces = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const [name] = temporary(started);
      if (!name) return controller.enqueue(new Uint8Array(wav));
      seen = readFileSync(join(started.service.archive, 'tmp', name));
      if (seen.length > 0) controller.close();
    },
  });

  const init = { method: 'PUT', body: pieces, headers: { 'content-type': 'audio/wav' }, duplex: 'half' };
  await started.admin.raw(`${url}/file`, init as RequestInit);

  expect(seen?.length).toBeGreaterThan(0);
  for (let at = 0; at + 64 <= wav.length; at += 64) expect(seen?.includes(wav.subarray(at, at + 64))).toBe(false);
});

test.each([
  [
    'the id of its phone system',
    { protocol_call_id: 'x-1' },
    { protocol_call_id: 'x-1', setup_time: '2026-11-20T12:00:01Z' },
    null,
  ],
  // Another call of the same minute and number: its note says so.
  ['its time and numbers', { from_number: '201' }, { from_number: '201' }, 'kept_unsure'],
])('a recording that was pushed is skipped by an import that knows its call by %s', async (_, pushed, told, note) => {
  const { admin, given } = await startService();
  const { url } = (await push(admin, { setup_time, ...pushed })).body;
  await send(admin, url, wav);
  await send(admin, url, wav);
  const details = (file: string, fields: object) => JSON.stringify([{ file, setup_time, ...fields }]);
  const folder = folderWith({
    'a.wav': wav,
    'a.json': details('a.wav', told),
    'b.wav': wav,
    'b.json': details('b.wav', { ...told, protocol_call_id: 'x-2' }),
  });

  const import_id = await given.imported([folder]);

  const rows = await rowsOf(admin, import_id);
  expect(rows.map((row) => [row.file, row.outcome, saidOf(row)]).toSorted()).toEqual([
    ['a.wav', 'skipped', 'already_there'],
    ['b.wav', 'imported', note],
  ]);
  expect(url).toContain(rows.find(({ file }) => file === 'a.wav')?.call_id);
});

test('a recording that breaks off is not stored', async () => {
  const started = await startService();
  const { url } = (await push(started.admin, { setup_time })).body;
  const pieces = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(wav.subarray(0, 10_000))),
    pull: (controller) => controller.error(new Error('gone')),
  });

  const init = { method: 'PUT', body: pieces, headers: { 'content-type': 'audio/wav' }, duplex: 'half' };
  const { status } = await started.admin.raw(`${url}/file`, init as RequestInit);

  expect([status, (await started.admin.get(url)).body.call.files, temporary(started)]).toEqual([400, [], []]);
});

test('recordings are not pushed to calls out of scope or being recorded, nor without the right', async () => {
  const { admin, given } = await startService();
  const [live = '', ended = ''] = await given.calls({ record_state: 1 }, {});
  const pusher = await given.user({ permissions: ['calls:create'], access_level: 'user' });
  const viewer = await given.user({ permissions: ['calls:view'] });
  const to = (id: string) => `/api/v2/calls/${id}.json`;

  const answers = [
    await send(admin, to(live), wav),
    await send(pusher, to(ended), wav),
    await send(viewer, to(ended), wav),
    await push(viewer, { setup_time }),
    await push(pusher, { setup_time }),
  ];

  expect(answers.map(({ status }) => status)).toEqual([409, 404, 403, 403, 201]);
});

test('a request that is repeated with its Idempotency-Key makes one call and one file', async () => {
  const started = await startService();
  const { admin, given } = started;
  const key = { 'idempotency-key': '"7c1d"' };
  const calls = await Promise.all([1, 2, 3].map(() => push(admin, { setup_time }, key)));
  const [{ url }] = calls.map(({ body }) => body) as [{ url: string }];
  const files = [await send(admin, url, wav, { 'idempotency-key': 'f' })];
  files.push(await send(admin, url, wav, { 'idempotency-key': 'f' }));
  const named = { 'idempotency-key': 'g' };
  const second = [
    await send(admin, `${url}?file_id=02`, wav, named),
    await send(admin, `${url}?file_id=02`, wav, named),
  ];

  expect(new Set(calls.map(({ status, body }) => `${status} ${body.url}`))).toEqual(new Set([`201 ${url}`]));
  expect(files.map(({ status, body }) => `${status} ${body.url}`)).toEqual(Array(2).fill(`201 ${url}/file?file_id=01`));
  expect(second.map(({ status, body }) => `${status} ${body.url}`)).toEqual(
    Array(2).fill(`201 ${url}/file?file_id=02`),
  );
  expect((await admin.get(address)).body.total).toBe(1);
  expect((await admin.get(url)).body.call.files).toHaveLength(2);
  const stored = given.database((db) => db.prepare<[], { n: number }>('SELECT count(*) AS n FROM call_files').get());
  expect([stored?.n, temporary(started)]).toEqual([2, []]);
});

test('a key is for one request of one user, for a day', async () => {
  let now = Date.now();
  const { admin, given } = await startService({ now: () => now });
  const other = await given.user({ permissions: ['calls:create'] });
  const key = { 'idempotency-key': 'k' };
  const first = await push(admin, { setup_time }, key);

  const changed = await push(admin, { setup_time, from_name: 'x' }, key);
  const theirs = await push(other, { setup_time }, key);
  const wrong = await push(admin, { setup_time }, { 'idempotency-key': 'a b' });
  now += 24 * 60 * 60_000;
  const later = await push(admin, { setup_time }, key);

  expect([changed.status, Object.keys(changed.body.details)]).toEqual([400, ['Idempotency-Key']]);
  expect([wrong.status, Object.keys(wrong.body.details)]).toEqual([400, ['Idempotency-Key']]);
  expect([theirs.status, later.status]).toEqual([201, 201]);
  expect(new Set([first, theirs, later].map(({ body }) => body.url)).size).toBe(3);
});

test('a key is reserved while a recording with it is received', async () => {
  const started = await startService();
  const { admin, given } = started;
  const { url } = (await push(admin, { setup_time })).body;
  const other = await given.user({ permissions: ['calls:create'] });
  const key = { 'idempotency-key': 'k' };
  let end = () => {};
  const pieces = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array(wav.subarray(0, 10_000)));
      end = () => {
        controller.enqueue(new Uint8Array(wav.subarray(10_000)));
        controller.close();
      };
    },
  });
  const init = { method: 'PUT', body: pieces, headers: { 'content-type': 'audio/wav', ...key }, duplex: 'half' };
  const first = admin.raw(`${url}/file`, init as RequestInit);
  await expect.poll(() => temporary(started)).toHaveLength(1);

  const pushed = await push(admin, { setup_time }, key);
  const sent = await send(admin, url, wav, key);
  const theirs = await push(other, { setup_time }, key);
  end();

  expect([pushed.status, sent.status, sent.body.reason.code, theirs.status]).toEqual([409, 409, 'key_in_use', 201]);
  expect((await first).status).toBe(201);
});

test('a refused request does not use up its key', async () => {
  const { admin } = await startService();
  const key = { 'idempotency-key': 'k' };

  const refused = await push(admin, { setup_time, from_port: -1 }, key);
  const unknown = await push(admin, { setup_time, participants: [{ user_id: other }] }, key);
  const made = await push(admin, { setup_time }, key);

  expect([refused.status, unknown.status, made.status]).toEqual([400, 400, 201]);
});

test('a request without Idempotency-Key does not wait for one whose key is the word undefined', () => {
  const keys = new KeysInUse();
  const asked = (headers: Record<string, string>) => new Request('http://127.0.0.1:8017/', { headers });
  keys.reserve(asked({ 'idempotency-key': 'undefined' }), 'someone');

  expect(() => keys.mustBeFree(asked({}), 'someone')).not.toThrow();
  expect(() => keys.mustBeFree(asked({ 'idempotency-key': 'undefined' }), 'someone')).toThrow();
});

test('a repeated request whose call has left the reach is not found; one whose call never was in it has its address', async () => {
  const { admin, given } = await startService();
  const group_id = await given.group();
  const agent = await given.user({ permissions: ['calls:create', 'calls:view'], group_id });
  given.database((db) =>
    db.exec(`UPDATE roles SET access_level = 'user' WHERE role_id = (
    SELECT role_id FROM users WHERE user_id = '${agent.user_id}')`),
  );
  const own = { setup_time, participants: [{ user_id: agent.user_id }] };
  const keys = ['own', 'other'].map((key) => ({ 'idempotency-key': key }));
  const first = [await push(agent, own, keys[0]), await push(agent, { setup_time }, keys[1])];
  const again = [await push(agent, own, keys[0]), await push(agent, { setup_time }, keys[1])];

  await admin.delete(first[0]?.body.url);
  const removed = await push(agent, own, keys[0]);
  const kept = await push(agent, { setup_time }, keys[1]);

  expect(again.map(({ status, body }) => [status, body.url])).toEqual(first.map(({ body }) => [201, body.url]));
  expect([removed.status, removed.body.url, kept.body.url]).toEqual([404, undefined, first[1]?.body.url]);
});
