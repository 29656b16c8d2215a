import { randomUUID } from 'node:crypto';
import { dayMs, hourMs } from '@shared/duration';
import { expect, test } from 'vitest';
import { notify, removeNotices } from '../../electron/service/resources/judgement/notices';
import type { Caller } from '../support/caller';
import { answersTo, formAndCall, made, reports } from '../support/evaluation';
import { EventStream, type StreamEvent } from '../support/event-stream';
import { idIn } from '../support/id-in';
import { administrator, startService, type TestOptions, type TestService } from '../support/start-service';

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
type Json = any;

const list = '/api/v2/notices.json';
const noticesOf = async (caller: Caller, query = ''): Promise<Json[]> => (await caller.get(list + query)).body.notices;
/** What a caller was told, newest first: the kind, how many, and of which report. */
const toldTo = async (caller: Caller): Promise<unknown[]> =>
  (await noticesOf(caller)).map(({ kind, count, report_id }) => [kind, count, report_id]);

const good = ['Warm', 8, 'yes', 'Fine'];

/** A form, three calls and their agent, and two evaluators, whom the administrator assigns calls. */
async function team(options: TestOptions = {}) {
  const started = await startService(options);
  const { admin, given } = started;
  const { form_id, sections } = await formAndCall(started);
  const permissions = ['evaluation_reports:view', 'evaluation_reports:edit', 'calls:view'] as const;
  const [ada, ben] = [
    await given.user({ permissions: [...permissions] }),
    await given.user({ permissions: [...permissions] }),
  ];
  const agent = await given.user({ permissions: [...permissions], access_level: 'user' });
  const calls = (await given.calls({}, {}, {})).map((call_id) => ({ call_id, agent_user_id: agent.user_id }));
  const assign = async (evaluator: { user_id: string }, some = calls, more: object = {}): Promise<string[]> => {
    const assignment = { form_id, evaluator_user_id: evaluator.user_id, calls: some, ...more };
    const { status, body } = await admin.post('/api/v2/evaluation_reports/assignment.json', { assignment });
    expect(status).toBe(201);
    return body.report_ids;
  };
  const put = (caller: Caller, report_id: string, record: object) =>
    caller.put(`/api/v2/evaluation_reports/${report_id}.json`, { evaluation_report: record });
  const complete = async (caller: Caller, report_id: string) =>
    expect((await put(caller, report_id, { sections: answersTo(sections, good), status: 'completed' })).status).toBe(
      200,
    );
  return { ...started, form_id, sections, ada, ben, agent, calls, assign, put, complete };
}

test('who is given evaluations is told once of all that were given together, and nobody of their own act', async () => {
  const { admin, ada, ben, calls, assign, put, form_id } = await team();
  const reassign = (report_ids: string[], evaluator_user_id: string) =>
    admin.put(reports, { assignment: { report_ids, evaluator_user_id } });

  const three = await assign(ada);
  const [single = ''] = await assign(ada, calls.slice(0, 1));
  await made(ada, reports, { evaluation_report: { form_id, ...calls[0] } });
  expect(await toldTo(ada)).toEqual([
    ['assigned', 1, single],
    ['assigned', 3, null],
  ]);

  await reassign(three.slice(0, 2), ben.user_id);
  await put(admin, single, { evaluator_user_id: ben.user_id });
  await put(admin, single, { title: 'Again' });
  const own = idIn(
    await made(ada, reports, { evaluation_report: { form_id, ...calls[0], evaluator_user_id: ben.user_id } }),
  );
  expect(await toldTo(ben)).toEqual([
    ['assigned', 1, own],
    ['assigned', 1, single],
    ['assigned', 2, null],
  ]);
  expect(await toldTo(ada)).toHaveLength(2);
  expect(await toldTo(admin)).toEqual([]);
  expect((await noticesOf(ben))[0]).toEqual({
    notice_id: expect.any(String),
    kind: 'assigned',
    count: 1,
    created_at: expect.any(String),
    is_read: false,
    report_id: own,
    calibration_id: null,
    plan_id: null,
  });
});

test('an agent is told of a result that they may see, and the evaluator of a dispute', async () => {
  const { ada, agent, calls, assign, put, complete, admin } = await team();
  const [open = '', hidden = ''] = await assign(ada, calls.slice(0, 2));
  await put(admin, hidden, { agent_can_view: false });
  await complete(ada, open);
  await complete(ada, hidden);
  expect(await toldTo(agent)).toEqual([['result', 1, open]]);

  await put(admin, hidden, { agent_can_view: true });
  await put(agent, open, { agent_review_status: 'disputed', agent_comment: 'I did greet.' });
  await put(admin, open, { dispute_reply: 'You did not.' });

  expect(await toldTo(agent)).toEqual([
    ['result', 1, hidden],
    ['result', 1, open],
  ]);
  expect((await toldTo(ada)).slice(0, 1)).toEqual([['disputed', 1, open]]);
  await put(ada, open, { status: 'in_progress' });
  await complete(ada, open);
  expect((await toldTo(agent))[0]).toEqual(['result', 1, open]);
  expect(await toldTo(agent)).toHaveLength(3);
});

test('the people of a round are told that they score in it and that it ended, and of nothing in between', async () => {
  const { admin, given, ada, ben, agent, form_id, sections } = await team();
  const calls = [await given.recorded('short-stereo-16k.wav')].map((call_id) => ({
    call_id,
    agent_user_id: agent.user_id,
  }));
  const evaluators = [ada, ben].map(({ user_id }) => ({ user_id }));
  const round = { name: 'November', form_id, calls, evaluators, baseline_user_id: null };
  const url = await made(admin, '/api/v2/calibrations.json', { calibration: round });
  const calibration_id = idIn(url);
  const score = async (caller: Caller) => {
    const { report_id } = (await caller.get(url)).body.calibration.calls[0];
    const record = { sections: answersTo(sections, good), status: 'completed' };
    expect(
      (await caller.put(`/api/v2/evaluation_reports/${report_id}.json`, { evaluation_report: record })).status,
    ).toBe(200);
  };
  const kinds = async (caller: Caller) =>
    (await noticesOf(caller)).map((one) => [one.kind, one.calibration_id === calibration_id]);

  expect(await kinds(ada)).toEqual([['assigned', true]]);
  await score(ada);
  expect([await kinds(ben), await kinds(admin), await kinds(agent)]).toEqual([[['assigned', true]], [], []]);
  await score(ben);

  expect(await kinds(ada)).toEqual([
    ['calibration_ended', true],
    ['assigned', true],
  ]);
  expect(await kinds(ben)).toEqual([['assigned', true]]);
  expect(await kinds(admin)).toEqual([['calibration_ended', true]]);
  expect(await kinds(agent)).toEqual([]);

  await admin.delete(url);
  expect([await kinds(ada), await kinds(admin)]).toEqual([[], []]);
});

test('a round that its leader ends is told to the others', async () => {
  const { admin, given, ada, ben, agent, form_id } = await team();
  const calls = [{ call_id: await given.recorded('question.mp3'), agent_user_id: agent.user_id }];
  const evaluators = [ada, ben].map(({ user_id }) => ({ user_id }));
  const expert = await given.user({ permissions: ['evaluation_reports:view', 'calls:view'] });
  const round = { name: 'November', form_id, calls, evaluators, baseline_user_id: expert.user_id };
  const url = await made(admin, '/api/v2/calibrations.json', { calibration: round });

  await admin.put(url, { calibration: { status: 'ended' } });

  for (const caller of [ada, ben, expert]) expect((await noticesOf(caller))[0].kind).toBe('calibration_ended');
  expect(await noticesOf(admin)).toEqual([]);
});

test('a deadline that is near or over is told once, together with the others of the moment', async () => {
  let at = Date.now();
  const now = () => at;
  const { ada, ben, calls, assign, put, complete, dataFolder, service } = await team({ now });
  const inHours = (hours: number) => new Date(at + hours * hourMs).toISOString();
  await assign(ada, calls.slice(0, 2), { evaluation_deadline: inHours(25) });
  const [later = ''] = await assign(ada, calls.slice(2), { evaluation_deadline: inHours(60) });
  const [over = '', done = '', cancelled = ''] = await assign(ben, calls, { evaluation_deadline: inHours(1) });
  await complete(ben, done);
  await put(ben, cancelled, { status: 'cancelled' });
  await service.close();

  at += hourMs;
  const second = await startService({ dataFolder, now });
  // Not yet: exactly a day is left.
  expect((await toldTo(await second.inWindow(ada))).filter(([kind]: Json) => kind === 'due')).toEqual([]);
  expect((await toldTo(await second.inWindow(ben)))[0]).toEqual(['due', 1, over]);
  await second.service.close();

  at += 1000;
  const third = await startService({ dataFolder, now });
  expect((await noticesOf(await third.inWindow(ada)))[0]).toMatchObject({
    kind: 'due',
    count: 2,
    report_id: null,
  });
  await third.service.close();

  at += 2 * dayMs;
  const fourth = await startService({ dataFolder, now });
  const [first, ...others] = await toldTo(await fourth.inWindow(ada));
  expect(first).toEqual(['due', 1, later]);
  expect(others.filter(([kind]: Json) => kind === 'due')).toHaveLength(1);
  expect((await toldTo(await fourth.inWindow(ben))).filter(([kind]: Json) => kind === 'due')).toEqual([
    ['due', 1, over],
  ]);
});

test('a notice is read and marked by its user alone, also all at once, and its events go to them alone', async () => {
  const { admin, ada, ben, calls, assign, inWindow } = await team();
  const streams = [
    new EventStream(await ada.raw('/api/v2/events')),
    new EventStream(await ben.raw('/api/v2/events')),
  ] as const;
  const isNotice =
    (change: string) =>
    ({ event, data }: StreamEvent) =>
      event === 'notice' && data.change === change;
  await assign(ada);
  const [second = ''] = await assign(ada, calls.slice(0, 1));
  const told = [await streams[0].until(isNotice('created')), await streams[0].until(isNotice('created'))];
  await assign(ben, calls.slice(1, 2));
  const [newest, oldest] = await noticesOf(ada);
  const [others] = await noticesOf(ben);
  const one = `/api/v2/notices/${newest.notice_id}.json`;

  for (const caller of [admin, ben]) expect((await caller.put(one, { notice: { is_read: true } })).status).toBe(404);
  const changed = await ada.put(one, { notice: { is_read: true } });
  expect([changed.status, changed.body.notice]).toEqual([200, { ...newest, is_read: true }]);
  expect((await ada.put(one, { notice: { is_read: 1 } })).body.details).toHaveProperty('is_read');
  expect((await ada.put(`/api/v2/notices/${randomUUID()}.json`, { notice: { is_read: true } })).status).toBe(404);
  expect((await noticesOf(ada, '?is_read=false')).map(({ notice_id }) => notice_id)).toEqual([oldest.notice_id]);
  expect((await noticesOf(ada, '?is_read=true')).map(({ report_id }) => report_id)).toEqual([second]);
  expect((await ada.get(`${list}?is_read=no`)).status).toBe(400);

  const all = await ada.post('/api/v2/notices/read.json', {});
  expect([all.status, all.body]).toEqual([200, {}]);
  expect((await noticesOf(ada)).map(({ is_read }) => is_read)).toEqual([true, true]);
  expect((await noticesOf(ben)).map(({ is_read }) => is_read)).toEqual([false]);
  await ada.put(one, { notice: { is_read: false } });
  expect((await noticesOf(ada)).map(({ is_read }) => is_read)).toEqual([false, true]);

  const created = { kind: 'assigned', change: 'created' };
  const events = told.map((all) => all.at(-1)?.data);
  expect(events).toHaveLength(2);
  for (const { notice_id } of [newest, oldest]) expect(events).toContainEqual({ notice_id, ...created });
  await streams[0].until(isNotice('changed'));
  const { data } = (await streams[1].until(isNotice('created'))).at(-1) ?? {};
  expect(data).toEqual({ notice_id: others.notice_id, ...created });
  for (const stream of streams) await stream.leave();

  const window = await inWindow(administrator);
  await window.post('/api/v2/sessions/view_as.json', { view_as: { user_id: ada.user_id } });
  expect(await noticesOf(window)).toEqual([]);
});

test('without the right to see evaluations, nobody is told of any', async () => {
  const { ada, assign } = await team();
  await assign(ada);
  expect(await noticesOf(ada)).toHaveLength(1);

  ada.may(['calls:view']);

  expect(await noticesOf(ada)).toEqual([]);
});

test('what Earshot does in the name of a user is told to them, and can be taken back', async () => {
  const { ada, given } = await team();
  const plan_id = randomUUID();
  const by = { at: Date.now(), user_id: ada.user_id, tenant_id: null, door: 'earshot' } as const;

  given.database((db) => notify(db, by, { user_id: ada.user_id, kind: 'plan_failed', plan_id }));
  expect(await noticesOf(ada)).toMatchObject([{ kind: 'plan_failed', count: 1, report_id: null, plan_id }]);
  given.database((db) => removeNotices(db, 'plan_id', plan_id));
  expect(await noticesOf(ada)).toEqual([]);
});

test('notices go with their report and their user, and are kept for 90 days, at most 1,000 each', async () => {
  let at = Date.now();
  const started = await team({ now: () => at });
  const { admin, ada, ben, given, assign, calls, dataFolder, service } = started;
  const [gone = ''] = await assign(ada, calls.slice(0, 1));
  await admin.delete(`/api/v2/evaluation_reports/${gone}.json`);
  expect(await noticesOf(ada)).toEqual([]);

  const author = { user_id: null, tenant_id: null } as const;
  const told = { user_id: ben.user_id, kind: 'plan_failed', plan_id: randomUUID() } as const;
  given.database((db) => {
    for (let n = 0; n < 1_005; n++) notify(db, { ...author, at: at + n }, told);
  });
  const { notices, total } = (await ben.get(`${list}?limit=1000`)).body;
  expect([notices.length, total]).toEqual([1_000, 1_000]);
  expect(Date.parse(notices.at(-1).created_at)).toBe(Math.floor((at + 5) / 1000) * 1000);

  const stored = ({ given }: TestService) =>
    given.database((db) => db.prepare<[], { n: number }>('SELECT count(*) AS n FROM notices').get()?.n);
  expect(stored(started)).toBe(1_000);
  at += 90 * dayMs + 2_000;
  expect(await noticesOf(ben)).toEqual([]);
  await service.close();
  const second = await startService({ dataFolder, now: () => at });
  expect(stored(second)).toBe(0);

  second.given.database((db) => notify(db, { ...author, at }, told));
  expect((await second.admin.delete(`/api/v2/users/${ben.user_id}.json`)).status).toBe(200);
});
