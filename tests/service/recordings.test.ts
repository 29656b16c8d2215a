import { readFileSync } from 'node:fs';
import type { Permission } from '@shared/permissions';
import { expect, onTestFinished, test } from 'vitest';
import { probe } from '../../electron/service/audio/probe';
import { soundDecoder } from '../../electron/service/audio/sound-decoder';
import type { Caller } from '../support/caller';
import { EventStream } from '../support/event-stream';
import { party, recording } from '../support/given';
import { levelOf, Sender, tone } from '../support/live';
import { memorySource } from '../support/memory-source';
import { memoryKeychain, startService } from '../support/start-service';

const second = 8000;

test('a recording is listed at once as connected and recording, and has its audio and times once it is closed', async () => {
  const { admin } = await startService({ now: () => Date.UTC(2026, 10, 20, 12) });
  const sender = await Sender.open(admin, { call: { from_number: '+442079460321', to_name: 'Maria' } });
  const during = (await admin.get('/api/v2/calls.json')).body.calls;
  const sound = tone(400, 3 * second);

  const sent = [await sender.send(sound.subarray(0, 20_001)), await sender.send(sound.subarray(20_001))];
  const early = await admin.raw(`/api/v2/calls/${sender.call_id}.json/file`);
  const closed = await sender.close();

  expect(during).toHaveLength(1);
  expect(during[0]).toMatchObject({
    call_id: sender.call_id,
    call_state: 4,
    record_state: 1,
    from_number: '+442079460321',
  });
  expect(during[0].files).toEqual([]);
  expect(sent.map(({ status, body }) => [status, body])).toEqual([
    [200, { offset: 20_001 }],
    [200, { offset: 48_000 }],
  ]);
  expect(early.status).toBe(404);
  expect([closed.status, closed.body]).toEqual([200, { call_id: sender.call_id }]);
  const wav = await sender.file();
  expect([wav.toString('latin1', 0, 4), wav.subarray(44).equals(sound)]).toEqual(['RIFF', true]);
  const call = await sender.call();
  expect(call).toMatchObject({ record_state: 3, call_state: 6, duration: 3, paused_spans: [] });
  expect(call.setup_time).toBe('2026-11-20T12:00:00+00:00');
  expect(call.disconnect_time).toBe('2026-11-20T12:00:03+00:00');
  expect(call.files).toHaveLength(1);
  expect(call.files[0]).toMatchObject({ file_id: '01', file_size: wav.length, codec: 'pcm_s16le', duration_ms: 3000 });
  expect(await sender.state()).toMatchObject({ status: 'closed', offset: 48_000 });
  const { peaks } = (await admin.get(`/api/v2/calls/${sender.call_id}.json/peaks.json`)).body;
  expect(peaks).toMatchObject({ channels: 1, duration_ms: 3000 });
  const part = await admin.raw(`/api/v2/calls/${sender.call_id}.json/audio`, { headers: { range: 'bytes=44-99' } });
  expect(Buffer.from(await part.arrayBuffer())).toEqual(sound.subarray(0, 56));
});

test('a recording of a call that is connected already begins with it, if nothing else is said', async () => {
  const { admin } = await startService({ now: () => Date.UTC(2026, 10, 20, 12) });
  const sender = await Sender.open(admin, { call: { connect_time: '2026-11-20T11:59:30Z' } });

  expect((await sender.call()).setup_time).toBe('2026-11-20T11:59:30+00:00');
});

test('a pause seals the file, drops what arrives and resumes in the next file', async () => {
  const { admin } = await startService();
  const sender = await Sender.open(admin, { channels: 2 });
  const [one, secret, two] = [400, 1000, 400].map((hz) => tone(hz, second, { channels: 2 })) as [
    Buffer,
    Buffer,
    Buffer,
  ];

  await sender.send(one.subarray(0, -1));
  const paused = await sender.mute();
  const again = await sender.mute();
  const during = await sender.call();
  const sealed = await sender.file();
  const dropped = await sender.send(Buffer.concat([one.subarray(-1), secret, two.subarray(0, 3)]));
  const resumed = [await sender.mute('unmute'), await sender.mute('unmute')];
  await sender.send(two.subarray(3));
  await sender.close();

  expect([paused, again].map(({ status, body }) => [status, body])).toEqual(
    [1, 2].map(() => [200, { call_id: sender.call_id, record_state: 2 }]),
  );
  expect(during).toMatchObject({ record_state: 2, paused_spans: [{ stop_time: null }] });
  expect(sealed.subarray(44).equals(one.subarray(0, -4))).toBe(true);
  expect(dropped.body).toEqual({ offset: 2 * one.length + 3 });
  expect(resumed.map(({ body }) => body.record_state)).toEqual([1, 1]);
  const call = await sender.call();
  expect(call.files.map(({ file_id }) => file_id)).toEqual(['01', '02']);
  expect(call.paused_spans).toHaveLength(1);
  expect(call.paused_spans[0]?.stop_time).not.toBeNull();
  expect((await sender.file()).subarray(44).equals(Buffer.concat([one.subarray(0, -4), two.subarray(4)]))).toBe(true);
  const { audit_log } = (await admin.get(`/api/v2/audit_log.json?limit=100`)).body;
  const acts = audit_log.map(({ action, resource }: Record<string, string>) => `${action} ${resource}`);
  expect(acts.filter((act: string) => act.endsWith('mute call'))).toEqual(['unmute call', 'mute call']);
});

test('in one long request, a pause falls between two pieces', async () => {
  const { admin } = await startService();
  const sender = await Sender.open(admin);
  const [one, secret, two] = [tone(400, second), tone(1000, second), tone(400, second)];
  const stream = sender.stream();

  await stream.write(one);
  await sender.mute();
  await stream.write(secret);
  await sender.mute('unmute');
  await stream.write(two);
  const answer = await stream.end();
  await sender.close();

  expect([answer.status, answer.body.offset]).toEqual([200, 6 * second]);
  expect((await sender.file()).subarray(44).equals(Buffer.concat([one, two]))).toBe(true);
});

test('to resume a recording that is closed meanwhile is refused', async () => {
  const { admin } = await startService();
  const sender = await Sender.open(admin);
  const stream = sender.stream();
  await stream.write(tone(400, second));
  await sender.mute();

  const [resumed, closed] = await Promise.all([sender.mute('unmute'), sender.close()]);

  expect([resumed.status, closed.status, (await stream.end()).status]).toEqual([404, 200, 410]);
  expect((await sender.call()).record_state).toBe(3);
});

test('a pause that comes while a resume is under way takes effect', async () => {
  const { admin } = await startService();
  const sender = await Sender.open(admin);
  const stream = sender.stream();
  await stream.write(tone(400, second));
  await sender.mute();

  const [, paused] = await Promise.all([sender.mute('unmute'), sender.mute()]);
  await stream.write(tone(1000, second));

  expect([paused.status, paused.body.record_state, (await sender.state()).status]).toEqual([200, 2, 'paused']);
  await stream.end();
  await sender.close();
  expect((await sender.file()).subarray(44).equals(tone(400, second))).toBe(true);
});

test('another offset and a second sender are refused with the next offset, and a closed recording with 410', async () => {
  const { admin } = await startService();
  const sender = await Sender.open(admin);
  await sender.send(tone(400, 100));
  const wrong = [await sender.send(tone(400, 1), 0), await sender.send(tone(400, 1), 201)];
  const stream = sender.stream();
  await stream.write(tone(400, 10));
  const second = await sender.send(tone(400, 10), 220);
  const closed = await sender.close();
  const ended = await stream.end();
  const late = await sender.send(tone(400, 10), 220);

  expect(wrong.map(({ status, body }) => [status, body.error, body.details])).toEqual(
    [1, 2].map(() => [409, 'Conflict', { offset: 200 }]),
  );
  expect([second.status, second.body.error, closed.status]).toEqual([409, 'Conflict', 200]);
  expect([ended.status, late.status, (await sender.close()).status]).toEqual([410, 410, 200]);
  expect((await sender.file()).length).toBe(44 + 220);
});

test('a broken connection keeps what arrived, and the sender continues by offset', async () => {
  const { admin } = await startService();
  const sender = await Sender.open(admin);
  const sound = tone(400, 2 * second);
  let pulled = 0;
  const broken = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled += 1;
      if (pulled === 1) controller.enqueue(new Uint8Array(sound.subarray(0, 20_003)));
      else controller.error(new Error('gone'));
    },
  });

  const answer = await sender.send(broken);
  const { offset } = await sender.state();
  await sender.send(sound.subarray(offset), offset);
  await sender.close();

  expect([answer.status, offset]).toEqual([400, 20_003]);
  expect((await sender.file()).subarray(44).equals(sound)).toBe(true);
});

test('muting checks the reach, then the right, then the action, then the recording', async () => {
  const { admin, given } = await startService();
  const sender = await Sender.open(admin);
  const [other] = await given.calls({});
  const [stranger, listener, supervisor] = [
    await given.user({ access_level: 'user', permissions: ['calls:view'] }),
    await given.user({ permissions: ['calls:view'] }),
    await given.user({ permissions: ['calls:pause_recording'] }),
  ];
  const ask = async (caller: typeof stranger, id = sender.call_id, query = '?action=stop') => {
    const { status, body } = await caller.post(`/api/v2/calls/${id}.json/muting${query}`);
    return [status, body.error];
  };
  const callers = [stranger, listener, supervisor];
  const faulty = ['?action=mute&action=unmute', '?action=mute&resume_after=x', '?action=mute&colour=red'];

  const refused = [
    await ask(stranger),
    await ask(listener),
    await ask(supervisor),
    await ask(supervisor, sender.call_id, ''),
    await ask(supervisor, other, '?action=mute'),
    await ask(supervisor, other, '?action=stop'),
    ...(await Promise.all(faulty.flatMap((query) => callers.map((caller) => ask(caller, sender.call_id, query))))),
  ];
  const done = await ask(supervisor, sender.call_id, '?action=mute');

  expect(refused).toEqual([
    [404, 'NotFound'],
    [403, 'PermissionError'],
    [400, 'InvalidRecord'],
    [400, 'InvalidRecord'],
    [404, 'NotFound'],
    [400, 'InvalidRecord'],
    ...faulty.flatMap(() => [
      [404, 'NotFound'],
      [403, 'PermissionError'],
      [400, 'InvalidRecord'],
    ]),
  ]);
  expect(done).toEqual([200, undefined]);
  await sender.close();
  expect(await ask(supervisor, sender.call_id, '?action=mute')).toEqual([404, 'NotFound']);
});

test('a sender reaches only its own recordings, unless its role reaches their calls', async () => {
  const { given } = await startService();
  const tool = await given.user({ access_level: 'user', permissions: ['calls:create'] });
  const other = await given.user({ access_level: 'user', permissions: ['calls:create'] });
  const agent = await given.user({ access_level: 'user', permissions: ['calls:create'] });
  const sender = await Sender.open(tool, {
    call: { participants: [party(agent.user_id)].map(({ user_id }) => ({ user_id })) },
  });

  const statuses = [];
  for (const person of [tool, other, agent]) statuses.push((await person.get(sender.url)).status);

  expect(statuses).toEqual([200, 404, 200]);
  expect((await other.delete(sender.url)).status).toBe(404);
  expect((await sender.close()).status).toBe(200);
});

test('a faulty recording is refused at its field', async () => {
  const { admin } = await startService();
  const ask = async (recording: object) => {
    const { status, body } = await admin.post('/api/v2/recordings.json', { recording });
    return [status, ...Object.keys(body.details).sort()];
  };
  const sound = { format: 'pcm_s16le', sample_rate: 8000, channels: 1 };

  expect([
    await ask({}),
    await ask({ ...sound, sample_rate: 44_100 }),
    await ask({ ...sound, channels: 3 }),
    await ask({ ...sound, format: 'wav' }),
    await ask({ ...sound, call: { setup_time: 'soon' } }),
    await ask({ ...sound, call: { participants: [{ user_id: sound }] } }),
    await ask({ ...sound, codec: 'x' }),
  ]).toEqual([
    [400, 'channels', 'format', 'sample_rate'],
    [400, 'sample_rate'],
    [400, 'channels'],
    [400, 'format'],
    [400, 'call.setup_time'],
    [400, 'call.participants.0.user_id'],
    [400, 'codec'],
  ]);
  const sender = await Sender.open(admin);
  const put = async (query: string, headers: Record<string, string>, body = 'xx') =>
    (await admin.raw(`/api/v2/recordings/${sender.recording_id}/audio${query}`, { method: 'PUT', body, headers }))
      .status;
  const octets = { 'content-type': 'application/octet-stream' };
  expect([
    await put('', octets),
    await put('?offset=-1', octets),
    await put('?offset=1e3', octets),
    await put('?offset=99999999999999999999', octets),
    await put('?offset=0', { 'content-type': 'audio/wav' }),
    await put('?offset=0', { ...octets, 'content-length': String(5 * 2 ** 20) }),
  ]).toEqual([400, 400, 400, 400, 415, 413]);
});

test('MP3 is stored frame by frame, and a pause cuts between two frames', async () => {
  const { admin } = await startService();
  const mp3 = readFileSync(recording('question.mp3'));
  const sender = await Sender.open(admin, { format: 'mp3', sample_rate: 16_000, channels: 1 });
  const [first, last] = [mp3.subarray(0, 3333), mp3.subarray(5555)];

  await sender.send(first);
  await sender.mute();
  await sender.send(mp3.subarray(3333, 5555));
  await sender.mute('unmute');
  await sender.send(last);
  await sender.close();

  const { files } = await sender.call();
  const parts = [await sender.file('?file_id=01'), await sender.file('?file_id=02')];
  expect(files.map(({ codec }) => codec)).toEqual(['mp3', 'mp3']);
  expect([first.includes(parts[0]!), last.includes(parts[1]!)]).toEqual([true, true]);
  expect(parts.map((part) => part[0])).toEqual([0xff, 0xff]);
  expect(first.length - parts[0]!.length - first.indexOf(parts[0]!)).toBeLessThan(1441);
  expect((await sender.file()).equals(Buffer.concat(parts))).toBe(true);
  expect((await admin.get(`/api/v2/calls/${sender.call_id}.json/peaks.json`)).status).toBe(200);
});

test('bytes that are not the announced MP3 are refused, and the recording waits for the right ones', async () => {
  const { admin } = await startService();
  const mp3 = readFileSync(recording('question.mp3'));
  const sender = await Sender.open(admin, { format: 'mp3', sample_rate: 16_000, channels: 1 });

  await sender.send(Buffer.from('a little else'));
  const refused = await sender.send(Buffer.alloc(100_000, 'no sound '));
  const state = await sender.state();
  const taken = await sender.send(mp3);
  await sender.close();

  expect([refused.status, Object.keys(refused.body.details)]).toEqual([400, ['format']]);
  expect([state.status, state.offset, taken.status]).toEqual(['recording', 13, 200]);
  expect(mp3.includes(await sender.file())).toBe(true);
});

test('a long request ends with the rights of its sender, and what was acknowledged stays', async () => {
  const { admin, given, through } = await startService();
  const person = await given.user({ permissions: ['calls:create', 'calls:view', 'system:api_access'] });
  const made = await person.post(`/api/v2/users/${person.user_id}/tokens.json`, { token: { name: 'CRM' } });
  const tool = through('tcp', { authorization: `Bearer ${made.body.token}` });
  const [revoked, demoted] = [await Sender.open(tool), await Sender.open(person)];
  const streams = [revoked.stream(), demoted.stream()];
  for (const stream of streams) await stream.write(tone(400, second));

  await person.delete(made.body.url);
  person.may(['calls:view', 'system:api_access']);
  const answers = await Promise.all(streams.map(({ answer }) => answer));

  expect(answers.map(({ status }) => status)).toEqual([401, 403]);
  person.may(['calls:create', 'calls:view', 'calls:playback']);
  for (const one of [revoked, demoted].map((sender) => sender.by(person, 2 * second))) {
    expect(await one.state()).toMatchObject({ status: 'recording', offset: 2 * second });
    await one.send(tone(400, second, { from: second }));
    await one.close();
    expect((await one.by(admin, 0).file()).subarray(44).equals(tone(400, 2 * second))).toBe(true);
  }
});

test('ten minutes without anything from the sender close a recording, also while it is paused', async () => {
  let now = Date.UTC(2026, 10, 20, 12);
  const { admin } = await startService({ now: () => now });
  const stream = new EventStream(await admin.raw('/api/v2/events'));
  onTestFinished(() => stream.leave());
  const [silent, paused] = [await Sender.open(admin), await Sender.open(admin)];
  await silent.send(tone(400, second));
  await paused.mute();

  now += 600_000;

  const closed = (id: string) => (event: { data: Record<string, unknown> }) =>
    event.data.recording_id === id && event.data.change === 'closed';
  const events = await stream.until(closed(silent.recording_id));
  if (!events.some(closed(paused.recording_id))) await stream.until(closed(paused.recording_id));
  expect(events.at(-1)).toMatchObject({ event: 'recording', data: { call_id: silent.call_id, ended_by: 'silence' } });
  expect([(await silent.call()).record_state, (await paused.call()).record_state]).toEqual([3, 3]);
  expect((await paused.call()).paused_spans[0]?.stop_time).not.toBeNull();
});

test('a pause ends by itself after auto_resume_seconds', async () => {
  let now = Date.UTC(2026, 10, 20, 12);
  const { admin } = await startService({ now: () => now });
  await admin.put('/api/v2/settings.json', { settings: { auto_resume_seconds: 30 } });
  const sender = await Sender.open(admin);
  const stream = new EventStream(await admin.raw('/api/v2/events'));
  onTestFinished(() => stream.leave());
  await sender.mute();
  now += 29_000;
  const before = (await sender.state()).status;

  now += 1_000;
  await stream.until(({ data }) => data.change === 'resumed');

  expect([before, (await sender.state()).status]).toEqual(['paused', 'recording']);
  expect((await sender.call()).paused_spans).toEqual([
    { start_time: '2026-11-20T12:00:00+00:00', stop_time: '2026-11-20T12:00:30+00:00' },
  ]);
});

test('a pause ends by itself after the time that was chosen for it, which can be changed meanwhile', async () => {
  let now = Date.UTC(2026, 10, 20, 12);
  const { admin } = await startService({ now: () => now });
  await admin.put('/api/v2/settings.json', { settings: { auto_resume_seconds: 30 } });
  const sender = await Sender.open(admin);
  const mute = (resume_after: string) =>
    admin.post(`/api/v2/calls/${sender.call_id}.json/muting?action=mute&resume_after=${resume_after}`);
  const until = async () => (await sender.state()).resumes_at;

  await mute('120');
  const chosen = await until();
  await sender.mute();
  const again = await until();
  await mute('0');
  const never = await until();
  await mute('60');
  const changed = await until();
  const refused = [await mute('-1'), await mute('86401')];
  now += 60_000;
  while ((await sender.state()).status === 'paused') await new Promise((later) => setTimeout(later, 20));

  expect([chosen, again, never, changed, await until()]).toEqual([
    '2026-11-20T12:02:00+00:00',
    '2026-11-20T12:02:00+00:00',
    null,
    '2026-11-20T12:01:00+00:00',
    null,
  ]);
  expect(refused.map(({ status, body }) => [status, Object.keys(body.details)])).toEqual([
    [400, ['resume_after']],
    [400, ['resume_after']],
  ]);
});

test('the parties can be changed and found while the call is recorded, and not afterwards', async () => {
  const { admin } = await startService();
  const sender = await Sender.open(admin, { call: { from_number: '+441614960551', to_name: 'Marta' } });
  const name = (call: object) => admin.put(sender.url, { recording: { call } });

  const named = await name({ from_number: '+442079460418', from_name: 'Pennine Cycles' });
  const found = async (term: string) =>
    (await admin.get(`/api/v2/calls.json?search_term=${encodeURIComponent(term)}`)).body.calls.length;
  const hits = [await found('pennine'), await found('02079460418'), await found('01614960551')];
  const call = await sender.call();
  await sender.close();

  expect([named.status, named.body.recording.status]).toEqual([200, 'recording']);
  expect(call).toMatchObject({ from_number: '+442079460418', from_name: 'Pennine Cycles', to_name: 'Marta' });
  expect(hits).toEqual([1, 1, 0]);
  expect((await name({ from_name: 'Other' })).status).toBe(410);
});

test('what happens to a recording is announced to its sender, and to those who reach its call', async () => {
  const { admin, given } = await startService();
  const outsider = await given.user({ access_level: 'user', permissions: ['calls:view'] });
  const sending: Permission[] = ['calls:view', 'calls:create', 'calls:pause_recording'];
  const tool = await given.user({ access_level: 'user', permissions: sending });
  const follow = async (caller: Caller) => {
    const stream = new EventStream(await caller.raw('/api/v2/events'));
    onTestFinished(() => stream.leave());
    return stream;
  };
  const [everyone, own, foreign] = [await follow(admin), await follow(tool), await follow(outsider)];
  const sender = await Sender.open(tool);
  const isDone = ({ data }: { data: Record<string, unknown> }) => data.change === 'closed';

  await sender.mute();
  await sender.mute('unmute');
  await sender.close();

  const wanted = ['paused', 'resumed', 'closed'].map((change) => ['recording', change]);
  const seen = async (stream: EventStream) =>
    (await stream.until(isDone)).map(({ event, data }) => [event, data.change]);
  expect((await seen(everyone)).filter(([event]) => event === 'recording')).toEqual(wanted);
  expect(await seen(own)).toEqual(wanted);
  const [call_id] = await given.calls({ participants: [party(outsider.user_id)] });
  expect((await foreign.until(() => true)).map(({ data }) => data.call_id)).toEqual([call_id]);
});

test('a change of the parties is announced', async () => {
  const { admin } = await startService();
  const sender = await Sender.open(admin);
  const stream = new EventStream(await admin.raw('/api/v2/events'));
  onTestFinished(async () => void (await stream.leave()));

  await admin.put(sender.url, { recording: { call: { from_name: 'Pennine Cycles' } } });

  const events = await stream.until(({ data }) => data.change === 'changed');
  expect(events.at(-1)).toMatchObject({ event: 'call', data: { call_id: (await sender.call()).call_id } });
});

test('a recording goes on after a restart where its sender stopped, and a paused one stays paused', async () => {
  const keychain = memoryKeychain();
  const first = await startService({ keychain });
  const [live, paused] = [await Sender.open(first.admin), await Sender.open(first.admin)];
  const sound = tone(400, 2 * second);
  await live.send(sound.subarray(0, 20_001));
  await paused.send(sound.subarray(0, 2000));
  await paused.mute();
  await paused.send(sound.subarray(2000, 5000));
  await first.service.close();

  const { admin } = await startService({ dataFolder: first.dataFolder, keychain });
  const [now, then] = [await stateOf(live.url), await stateOf(paused.url)];
  expect([now, then]).toMatchObject([
    { status: 'recording', offset: 20_000 },
    { status: 'paused', offset: 5000 },
  ]);
  const again = live.by(admin, now.offset);
  await again.send(sound.subarray(20_000));
  await admin.delete(live.url);
  expect((await again.file()).subarray(44).equals(sound)).toBe(true);
  expect((await again.call()).files).toHaveLength(2);

  async function stateOf(url: string) {
    return (await admin.get(url)).body.recording;
  }
});

test('with the setting store_format, samples are stored as MP3, and nothing of a pause is in it', async () => {
  const { admin } = await startService();
  await admin.put('/api/v2/settings.json', { settings: { store_format: 'mp3' } });
  const sender = await Sender.open(admin);

  await sender.send(tone(400, 2 * second));
  await sender.mute();
  await sender.send(tone(1000, 2 * second));
  await sender.mute('unmute');
  await sender.send(tone(400, 2 * second));
  await sender.close();

  const call = await sender.call();
  expect(call.files).toMatchObject([1, 2].map(() => ({ codec: 'mp3', sample_rate: 8000, duration_ms: 2000 })));
  expect(call.duration).toBe(4);
  const mp3 = await sender.file();
  expect(mp3.length).toBeLessThan(20_000);
  const samples = await decoded(mp3);
  const levels = [0.5, 2.6].map((at) => samples.subarray(2 * at * second, 2 * (at + 1) * second));
  expect(levels.map((part) => levelOf(400, part) > -20)).toEqual([true, true]);
  expect(Math.max(...levels.map((part) => levelOf(1000, part)))).toBeLessThanOrEqual(-60);
});

/** An MP3 file of one channel as 16-bit samples. */
async function decoded(mp3: Buffer): Promise<Buffer> {
  const found = { ...(await probe(memorySource(mp3))), codec: 'mp3' as const };
  const blocks: Buffer[] = [];
  const decoder = soundDecoder(found, ([samples]) => {
    if (samples) blocks.push(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength));
  });
  await decoder.push(mp3);
  await decoder.finish();
  return Buffer.concat(blocks);
}

test('a recording that is sent back as it was read only changes its parties', async () => {
  const { admin } = await startService();
  const sender = await Sender.open(admin);
  const address = `/api/v2/recordings/${sender.recording_id}.json`;
  const { recording: read } = (await admin.get(address)).body;

  const { status, body } = await admin.put(address, { recording: { ...read, call: { from_name: 'Ada' } } });

  expect([status, body.recording]).toEqual([200, read]);
});

test('only the user who opened a recording sends its audio, by any of their sessions and tokens', async () => {
  const { admin, given, through, inWindow } = await startService();
  const ann = await given.user({ permissions: ['calls:create', 'calls:view'] });
  const colleague = await given.user({ permissions: ['calls:create', 'calls:view'] });
  const agent = await given.user({ permissions: ['calls:create', 'calls:view'], access_level: 'tenant' });
  given.database((db) =>
    db.exec(`UPDATE roles SET access_level = 'user' WHERE role_id = (
    SELECT role_id FROM users WHERE user_id = '${agent.user_id}')`),
  );
  const made = await ann.post(`/api/v2/users/${ann.user_id}/tokens.json`, { token: { name: 'Phone' } });
  const sender = await Sender.open(ann);
  await sender.send(tone(400, second));

  const foreign = [];
  for (const caller of [colleague, admin, agent]) {
    const { status, body } = await sender.by(caller, 2 * second).send(tone(900, second));
    foreign.push([status, body.reason.code]);
  }
  const own = [await sender.by(await inWindow(ann), 2 * second).send(tone(400, second, { from: second }))];
  const tool = through('tcp', { authorization: `Bearer ${made.body.token}` });
  own.push(await sender.by(tool, 4 * second).send(tone(400, second, { from: 2 * second })));
  await sender.by(colleague, 0).close();

  expect(foreign).toEqual([
    [403, 'recording_of_another'],
    [403, 'recording_of_another'],
    [404, 'not_found'],
  ]);
  expect(own.map(({ status }) => status)).toEqual([200, 200]);
  expect((await sender.by(admin, 0).file()).subarray(44).equals(tone(400, 3 * second))).toBe(true);
  expect(given.audited('recording').at(-1)).toMatchObject({
    user_id: colleague.user_id,
    details: { sent_by: ann.user_id, tool: 'Phone', ended_by: 'request' },
  });
});

test('a clock that is set while it records changes neither the length of a call nor that of a pause', async () => {
  let [wall, monotonic] = [Date.UTC(2026, 10, 20, 12), 0];
  const started = await startService({ now: () => wall, elapsed: () => monotonic });
  const pass = (ms: number) => {
    wall += ms;
    monotonic += ms;
  };
  const sender = await Sender.open(started.admin);
  const hours = 60 * 60_000;
  for (const jump of [0, 5 * hours, -9 * hours]) {
    wall += jump;
    await sender.send(tone(400, second));
    pass(1000);
    await sender.mute();
    pass(1000);
    wall += jump;
    await sender.mute('unmute');
  }
  await sender.send(tone(400, second));
  pass(1000);
  await sender.close();

  const { setup_time, disconnect_time, duration, files, paused_spans } = await sender.call();
  const lengths = paused_spans.map(({ start_time, stop_time }) => Date.parse(stop_time ?? '') - Date.parse(start_time));
  expect([duration, lengths]).toEqual([7, [1000, 1000, 1000]]);
  expect(Date.parse(disconnect_time ?? '') - Date.parse(setup_time)).toBe(7000);
  expect(files.map(({ start_time }) => Date.parse(start_time) - Date.parse(setup_time))).toEqual([0, 2000, 4000, 6000]);
});
