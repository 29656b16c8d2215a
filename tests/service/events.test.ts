import type { Permission } from '@shared/permissions';
import { expect, onTestFinished, test } from 'vitest';
import { streamOf } from '../../electron/service/http/streams';
import type { Caller } from '../support/caller';
import { formAndCall, made, reports } from '../support/evaluation';
import { EventStream, type StreamEvent } from '../support/event-stream';
import { type Person, party, recording } from '../support/given';
import { idIn } from '../support/id-in';
import { startService, type TestService } from '../support/start-service';

const address = '/api/v2/events';
const rights: Permission[] = ['calls:view'];

/** Opens a stream and reads past its first bytes, so that everything after this is sent to it. */
async function opened(caller: Caller, lastId?: string): Promise<EventStream> {
  const response = await caller.raw(address, lastId === undefined ? {} : { headers: { 'last-event-id': lastId } });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  const stream = new EventStream(response);
  onTestFinished(() => stream.leave());
  return stream;
}

const isCall = (call_id: string | undefined) => (event: StreamEvent) => event.data.call_id === call_id;
const calls = (events: StreamEvent[]) => events.map(({ data }) => [data.call_id, data.change]);

/** Creates this many calls in one transaction, and returns their ids. */
const many = ({ given }: TestService, count: number) =>
  given.calls(...Array.from({ length: count }, (_, n) => ({ setup_time: Date.UTC(2026, 0, 1) + n * 1000 })));

/** The place of an id, as comparable text. */
const placeOf = (id: string) => id.replace(/^\d+/, (time) => time.padStart(16, '0'));

test('an import is followed: each call as it is created, and its progress until it is done', async () => {
  const { admin, given } = await startService();
  const stream = await opened(admin);

  const import_id = await given.imported([recording('question.mp3'), recording('repair-call-stereo-8k.wav')]);

  const events: StreamEvent[] = [];
  const created = () => events.filter(({ event }) => event === 'call');
  // The progress is that of the moment of sending, so it may be ahead of the calls.
  while (created().length < 2 || events.at(-1)?.event !== 'import') events.push((await stream.next()) as StreamEvent);
  const { body } = await admin.get('/api/v2/calls.json');
  expect(calls(created()).sort()).toEqual(
    body.calls.map((call: { call_id: string }) => [call.call_id, 'created']).sort(),
  );
  expect(events.at(-1)).toMatchObject({ event: 'import', data: { import_id, imported: 2, total: 2, done: 2 } });
});

test('a change by another caller is announced once it is committed, and one that is refused is not', async () => {
  const { admin, given } = await startService();
  const [call_id, other] = await given.calls({}, {});
  const category_id = await given.category('Complaint');
  const stream = await opened(admin);
  const editor = await given.user({ permissions: ['calls:view', 'calls:categorize'] });
  const categories = (id: string | undefined) => `/api/v2/calls/${id}.json/categories/${category_id}.json`;

  const refused = await editor.post(`/api/v2/calls/${other}.json/categories/${call_id}.json`);
  const made = await editor.post(categories(call_id));

  expect([refused.status, made.status]).toEqual([404, 201]);
  expect(calls(await stream.until(isCall(call_id)))).toEqual([[call_id, 'changed']]);
});

test('a private category on a call, and a change that is done already, are not announced', async () => {
  const { admin, given } = await startService();
  const [quiet, other] = await given.calls({}, {});
  const editor = await given.user({ permissions: ['calls:view', 'calls:categorize'] });
  const mine = await given.category('Mine', editor.user_id);
  const shared = await given.category('Complaint');
  const stream = await opened(admin);
  const at = (id: string | undefined, category: string) => `/api/v2/calls/${id}.json/categories/${category}.json`;

  await editor.post(at(quiet, mine));
  await editor.delete(at(quiet, shared));
  await editor.post(at(other, shared));

  expect(calls(await stream.until(isCall(other)))).toEqual([[other, 'changed']]);
});

test('a removed call is announced to those who saw it, and once more when it is restored', async () => {
  const { admin, given } = await startService();
  const agent = await given.user({ permissions: rights, access_level: 'user' });
  const [foreign, own] = await given.calls({}, { participants: [party(agent.user_id)] });
  const stream = await opened(agent);

  for (const id of [foreign, own]) await admin.delete(`/api/v2/calls/${id}.json`);
  const removed = await stream.until(isCall(own));
  for (const id of [foreign, own]) await admin.post(`/api/v2/removed_calls/${id}/restore.json`);

  expect(calls(removed)).toEqual([[own, 'removed']]);
  expect(calls(await stream.until(isCall(own)))).toEqual([[own, 'created']]);
});

test('everyone follows the calls in their own scope, and imports only with the right to see them', async () => {
  const { given, admin } = await startService();
  const [north, south] = [await given.tenant(), await given.tenant()];
  const agent = await given.user({ tenant_id: north, permissions: rights, access_level: 'user' });
  const lead = await given.user({ tenant_id: north, permissions: rights });
  const foreign = await given.user({ tenant_id: south, permissions: [...rights, 'calls:create'] });
  const streams = [await opened(agent), await opened(lead), await opened(foreign)];

  const ids = await given.calls(
    { tenant_id: north },
    { tenant_id: north, confidential: 1, participants: [party(agent.user_id)] },
    {},
  );
  await given.imported([recording('question.mp3')]);
  await (await opened(admin)).leave();
  const [own, theirs] = await given.calls(
    { tenant_id: north, participants: [party(agent.user_id)] },
    { tenant_id: south },
  );

  const seen = [];
  for (const [n, stream] of streams.entries()) seen.push(calls(await stream.until(isCall(n === 2 ? theirs : own))));
  expect(seen).toEqual([
    [[own, 'created']],
    [
      [ids[0], 'created'],
      [own, 'created'],
    ],
    [[theirs, 'created']],
  ]);
});

test('a note is followed by those who reach its call and may read notes', async () => {
  const { admin, given } = await startService();
  const reader = await given.user({ permissions: [...rights, 'call_notes:view'], access_level: 'user' });
  const [foreign = '', own = ''] = await given.calls({}, { participants: [party(reader.user_id)] });
  const deaf = await given.user({ permissions: rights });
  const streams = [await opened(reader), await opened(deaf)];
  const notes = (call_id: string) => `/api/v2/calls/${call_id}.json/notes.json`;

  await made(admin, notes(foreign), { note: { text: 'Not for them' } });
  const url = await made(admin, notes(own), { note: { text: 'Call back' } });
  const created = await streams[0]?.until(({ event }) => event === 'note');
  await admin.put(url, { note: { text: 'Called back' } });
  const changed = await streams[0]?.until(({ event }) => event === 'note');
  await admin.delete(url);
  await given.calls({});

  const note_id = idIn(url);
  expect(created?.map(({ data }) => data)).toEqual([{ note_id, call_id: own, change: 'created' }]);
  expect(changed?.map(({ data }) => data)).toEqual([{ note_id, call_id: own, change: 'changed' }]);
  expect((await streams[0]?.next())?.data).toEqual({ note_id, call_id: own, change: 'removed' });
  expect((await streams[1]?.next())?.event).toBe('call');
});

test('an evaluation is followed by those who reach it, and is removed for those who no longer do', async () => {
  const started = await startService();
  const { admin, given } = started;
  const { form_id, call_id } = await formAndCall(started);
  const may: Permission[] = [...rights, 'evaluation_reports:view', 'evaluation_reports:edit'];
  const [first, second] = [
    await given.user({ permissions: may, access_level: 'user' }),
    await given.user({ permissions: may, access_level: 'user' }),
  ];
  const others = [
    await given.user({ permissions: may, access_level: 'user' }),
    await given.user({ permissions: rights }),
  ];
  const streams = [await opened(first), await opened(second)];
  const quiet = await opened(others[1] as Caller);
  const report = { form_id, call_id, agent_user_id: others[0]?.user_id };

  const next = async (stream?: EventStream) => (await stream?.until(({ event }) => event === 'evaluation'))?.at(-1);

  const url = await made(admin, reports, { evaluation_report: { ...report, evaluator_user_id: first.user_id } });
  const seen = [await next(streams[0])];
  await admin.put(url, { evaluation_report: { evaluator_user_id: second.user_id } });
  // The second may already reach it when its creation is sent.
  const reached = await streams[1]?.until(({ event, data }) => event === 'evaluation' && data.change === 'changed');
  seen.push(await next(streams[0]), reached?.at(-1));
  await admin.delete(url);
  seen.push(await next(streams[1]));
  const [last] = await given.calls({});

  const report_id = idIn(url);
  expect(seen.map((event) => [event?.event, event?.data.report_id, event?.data.change])).toEqual([
    ['evaluation', report_id, 'created'],
    ['evaluation', report_id, 'removed'],
    ['evaluation', report_id, 'changed'],
    ['evaluation', report_id, 'removed'],
  ]);
  expect((await quiet.next())?.data.call_id).toBe(last);
});

test('ids grow, and a client that returns gets the rest exactly once', async () => {
  const started = await startService();
  const { admin } = started;
  const first = await opened(admin);
  const ids = [...(await many(started, 20)), ...(await many(started, 20))];
  const seen: StreamEvent[] = [];
  for (let n = 0; n < 7; n++) seen.push((await first.next()) as StreamEvent);
  await first.leave();
  ids.push(...(await many(started, 20)));

  const again = await opened(admin, seen.at(-1)?.id);
  while (seen.length < 60) seen.push((await again.next()) as StreamEvent);

  expect(seen.map(({ data }) => data.call_id).sort()).toEqual(ids.sort());
  const places = seen.map(({ id }) => placeOf(id));
  expect(places).toEqual([...new Set(places)].sort());
});

test('more calls at once than are kept become one reset, after which everything is sent again', async () => {
  const started = await startService();
  const stream = await opened(started.admin);

  await many(started, 1_001);

  const [reset] = await stream.until(() => true);
  const [call_id] = await started.given.calls({});
  expect(reset).toMatchObject({ event: 'reset', data: {} });
  expect(calls(await stream.until(isCall(call_id)))).toEqual([[call_id, 'created']]);
});

test.each(['1-000000000000', '9'.repeat(15), 'unheard of', ''])(
  'after the id %j a stream begins with a reset',
  async (id) => {
    const { admin, given } = await startService();

    const stream = await opened(admin, id);
    const [reset] = await stream.until(() => true);
    const [call_id] = await given.calls({});

    expect(reset?.event).toBe('reset');
    expect(calls(await stream.until(isCall(call_id)))).toEqual([[call_id, 'created']]);
  },
);

test('a client that reads too slowly gets a reset instead of what it missed, and then continues', async () => {
  const started = await startService();
  const [slow, watch] = [await opened(started.admin), await opened(started.admin)];
  const [first] = await started.given.calls({});
  await slow.until(isCall(first));
  for (let n = 0; n < 3; n++) {
    const last = (await many(started, 900)).at(-1);
    await watch.until(isCall(last));
  }

  const [reset] = await slow.until(() => true);
  const [call_id] = await started.given.calls({});

  expect(reset?.event).toBe('reset');
  expect(calls(await slow.until(isCall(call_id)))).toEqual([[call_id, 'created']]);
});

test('a client that loses the stream before its first event gets no reset, and misses nothing', async () => {
  const { admin, given } = await startService();
  const stream = await opened(admin);
  await stream.block();
  const place = stream.lastId;
  await stream.leave();
  const [call_id] = await given.calls({});

  const again = await opened(admin, place);

  expect(calls(await again.until(() => true))).toEqual([[call_id, 'created']]);
});

test('a quiet stream is kept alive by a comment, from whose id a client continues without a reset', async () => {
  let now = Date.UTC(2026, 10, 20);
  const { admin, given } = await startService({ now: () => now });
  const stream = await opened(admin);
  const first = await stream.block();

  now += 15_000;
  const comment = await stream.block();
  await stream.leave();
  const [call_id] = await given.calls({});
  const again = await opened(admin, comment?.replace(/^:\nid: /, ''));

  expect([first, comment]).toEqual([`retry: 2000\nid: ${now - 15_000}`, `:\nid: ${now}`]);
  expect(calls(await again.until(isCall(call_id)))).toEqual([[call_id, 'created']]);
});

test('a stream ends with the session, at a lock, and when the right is lost or the token is revoked', async () => {
  const { given, nobody, through, service } = await startService();
  const person = await given.user({ permissions: rights });
  const { login, password, user_id } = person;
  const { token } = (await nobody.post('/api/v2/sessions.json', { login, password })).body;
  const session = through('tcp', { authorization: `Bearer ${token}` });
  const made = await person.post(`/api/v2/users/${user_id}/tokens.json`, { token: { name: 'CRM' } });
  const tool = through('tcp', { authorization: `Bearer ${made.body.token}` });

  const signedOut = await opened(session);
  await session.delete('/api/v2/sessions.json');
  await signedOut.end();
  const revoked = await opened(tool);
  await person.delete(made.body.url);
  await revoked.end();
  const refused = await opened(person);
  person.may([]);
  await refused.end();
  person.may(rights);
  const locked = await opened(person);
  service.forgetCredentials();
  await locked.end();

  expect((await person.raw(address, { method: 'HEAD' })).status).toBe(200);
});

test('closing the service ends its streams instead of waiting for them', async () => {
  const { service, through } = await startService();
  const listener = await service.listen(0);
  const authorization = `Basic ${Buffer.from('ingrid:correct horse battery').toString('base64')}`;
  const response = await fetch(`http://127.0.0.1:${listener.port}${address}`, { headers: { authorization } });
  const inside = await opened(through('tcp', { authorization }));
  const stream = new EventStream(response);

  const closed = service.close();

  await Promise.all([stream.end(), inside.end(), closed]);
});

test('a user has at most four streams, all users sixteen, and a stream that ended leaves its place', async () => {
  const { given } = await startService();
  const people = [];
  for (let n = 0; n < 5; n++) people.push(await given.user({ permissions: rights }));
  const statusOf = async (caller: Caller) => {
    const response = await caller.raw(address);
    await response.body?.cancel();
    return response.status;
  };
  const open: EventStream[] = [];
  for (const caller of people.slice(0, 4)) for (let n = 0; n < 4; n++) open.push(await opened(caller));

  const full = [await statusOf(people[0] as Caller), await statusOf(people[4] as Caller)];
  await open[0]?.leave();

  expect([...full, await statusOf(people[4] as Caller), await statusOf(people[0] as Caller)]).toEqual([
    429, 429, 200, 200,
  ]);
});

test('the window has places of its own, however many streams tools have open', async () => {
  const { given, inWindow } = await startService();
  const people = [];
  for (let n = 0; n < 4; n++) people.push(await given.user({ permissions: rights }));
  for (const caller of people) for (let n = 0; n < 4; n++) await opened(caller);
  const window = await inWindow(people[0] as Person);

  for (let n = 0; n < 4; n++) await opened(window);

  expect((await window.raw(address)).status).toBe(429);
});

test('a stream that its client stops reading ends, and one that is read goes on', async () => {
  const ended: string[] = [];
  let goOn = () => {};
  const wait = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  async function* text() {
    yield 'first';
    yield 'second';
    await wait;
  }
  const unreadMs = 50;
  const [unread, stalled, read] = ['unread', 'stalled', 'read'].map((name) =>
    streamOf(text(), () => void ended.push(name), unreadMs).getReader(),
  );
  await stalled?.read();
  for (let n = 0; n < 2; n++) await read?.read();
  const waiting = read?.read();

  await expect.poll(() => ended.toSorted()).toEqual(['stalled', 'unread']);
  await expect(unread?.read()).rejects.toThrow('too slowly');
  goOn();
  expect(await waiting).toEqual({ done: true, value: undefined });
});
