import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Caller } from '../support/caller';
import { answersTo, formAndCall, forms, made, sales } from '../support/evaluation';
import { EventStream } from '../support/event-stream';
import { idIn } from '../support/id-in';
import { administrator, startService, type TestService } from '../support/start-service';

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
type Json = any;

const rounds = '/api/v2/calibrations.json';
const scoring = ['evaluation_reports:view', 'evaluation_reports:edit', 'calls:view'] as const;

/** A call with audio and an agent. */
async function heard({ given }: Pick<TestService, 'given'>): Promise<string> {
  return given.recorded('short-stereo-16k.wav');
}

/** A round of two calls by two evaluators and an expert, led by the administrator, who does not score. */
async function round(more: object = {}) {
  const started = await startService();
  const { admin, given } = started;
  const { form_id, sections } = await formAndCall(started);
  const agent = await given.user();
  const [ada, ben, expert] = [
    await given.user({ permissions: [...scoring] }),
    await given.user({ permissions: [...scoring] }),
    await given.user({ permissions: [...scoring] }),
  ];
  const calls = [await heard(started), await given.recorded('question.mp3')];
  const record = {
    name: 'November',
    form_id,
    calls: calls.map((call_id) => ({ call_id, agent_user_id: agent.user_id })),
    evaluators: [ada, ben].map(({ user_id }) => ({ user_id })),
    baseline_user_id: expert.user_id,
    ...more,
  };
  const url = await made(admin, rounds, { calibration: record });
  const read = async (caller: Caller = admin): Promise<Json> => (await caller.get(url)).body.calibration;
  const at = (path: string) => url.replace('.json', path);
  const ownOf = async (caller: Caller): Promise<string[]> =>
    (await read(caller)).calls.map(({ report_id }: Json) => report_id);
  const score = async (caller: Caller, place: number, answers: unknown[], status = 'completed') => {
    const report_id = (await ownOf(caller))[place];
    const body = { evaluation_report: { sections: answersTo(sections, answers), status } };
    return caller.put(`/api/v2/evaluation_reports/${report_id}.json`, body);
  };
  const everyone = async (answers: Record<'ada' | 'ben' | 'expert', unknown[]>) => {
    for (const [name, caller] of Object.entries({ ada, ben, expert }))
      for (const place of [0, 1]) await score(caller, place, answers[name as 'ada']);
  };
  const results = async (caller: Caller = admin): Promise<Json> => (await caller.get(at('/results.json'))).body.results;
  return {
    ...started,
    url,
    at,
    read,
    score,
    everyone,
    results,
    ownOf,
    sections,
    calls,
    ada,
    ben,
    expert,
    agent,
    record,
  };
}

const good = ['Warm', 8, 'yes', 'Fine'];
const poor = ['None', 8, 'no', 'Well'];

test('a round has an evaluation of each call for each of its people, which only they see', async () => {
  const { read, ada, ben, admin, agent, calls, ownOf, record } = await round();
  const other = await ben.get('/api/v2/evaluation_reports.json?purpose=calibration');

  const { calls: own, evaluators, created_at, tenant_id, leader_user_id, ...rest } = await read(ada);

  expect(rest).toEqual({
    calibration_id: expect.any(String),
    name: 'November',
    description: '',
    status: 'open',
    form_id: record.form_id,
    form_name: 'Sales',
    form_revision: 1,
    leader_name: expect.any(String),
    baseline_user_id: record.baseline_user_id,
    deadline: null,
    ended_at: null,
    origin: null,
    count_calls: 2,
  });
  expect(own.map(({ call_id, agent_user_id, report_id }: Json) => [call_id, agent_user_id, typeof report_id])).toEqual(
    calls.map((call_id) => [call_id, agent.user_id, 'string']),
  );
  expect(evaluators.map(({ user_id, finished, is_outside }: Json) => [user_id, finished, is_outside])).toEqual([
    [ada.user_id, 0, false],
    [ben.user_id, null, false],
  ]);
  expect(other.body.reports).toHaveLength(2);
  const [mine = ''] = await ownOf(ada);
  const report = (await ada.get(`/api/v2/evaluation_reports/${mine}.json`)).body.evaluation_report;
  expect(report).toMatchObject({
    purpose: 'calibration',
    status: 'assigned',
    agent_can_view: false,
    title: 'November',
  });
  for (const caller of [ben, admin, agent])
    expect((await caller.get(`/api/v2/evaluation_reports/${mine}.json`)).status).not.toBe(200);
  expect((await ada.get('/api/v2/evaluation_queue.json')).body.evaluation_queue[0]).toMatchObject({
    purpose: 'calibration',
  });
  expect((await admin.get('/api/v2/evaluation_reports.json')).body.reports).toEqual([]);
});

test('a new round needs calls with audio, people of the tenant and an active form', async () => {
  const { admin, record, given, ada } = await round();
  const [silent = ''] = await given.calls({});
  const foreign = await given.user({ tenant_id: await given.tenant() });
  const [call] = record.calls;
  const refused = async (more: object) => {
    const { status, body } = await admin.post(rounds, { calibration: { ...record, ...more } });
    return [status, ...Object.keys(body.details ?? {})];
  };

  expect(await refused({ calls: [call, call] })).toEqual([400, 'calls.1.call_id']);
  expect(await refused({ calls: [call, { ...call, call_id: silent }] })).toEqual([400, 'calls.1.call_id']);
  expect(await refused({ calls: [{ call_id: randomUUID() }] })).toEqual([400, 'calls.0.call_id']);
  expect(await refused({ calls: [{ call_id: call?.call_id }] })).toEqual([400, 'calls.0.agent_user_id']);
  expect(await refused({ calls: [] })).toEqual([400, 'calls']);
  expect(await refused({ calls: Array.from({ length: 51 }, () => call) })).toEqual([400, 'calls']);
  expect(await refused({ evaluators: [{ user_id: ada.user_id }] })).toEqual([400, 'evaluators']);
  expect(await refused({ evaluators: [ada, ada].map(({ user_id }) => ({ user_id })) })).toEqual([
    400,
    'evaluators.1.user_id',
  ]);
  expect(await refused({ evaluators: [ada, foreign].map(({ user_id }) => ({ user_id })) })).toEqual([
    400,
    'evaluators.1.user_id',
  ]);
  expect(await refused({ baseline_user_id: ada.user_id })).toEqual([400, 'baseline_user_id']);
  expect(await refused({ form_id: randomUUID() })).toContain('form_id');
  const form = await made(admin, forms, { evaluation_form: { ...sales, is_active: false } });
  expect(await refused({ form_id: idIn(form) })).toEqual([400, 'form_id']);
});

test('an open round tells nobody anything of the others', async () => {
  const { at, read, score, ownOf, ada, ben, expert, admin, calls, url } = await round();
  const stream = new EventStream(await admin.raw('/api/v2/events'));
  await score(ada, 0, poor);
  const version = (await admin.raw(url)).headers.get('etag');
  await score(ada, 1, poor, 'in_progress');

  const [first = ''] = await ownOf(ada);
  for (const caller of [ben, expert, admin]) {
    expect((await caller.get(`/api/v2/evaluation_reports/${first}.json`)).status).toBe(404);
    expect((await caller.put(`/api/v2/evaluation_reports/${first}.json`, { evaluation_report: {} })).status).toBe(
      caller === admin || caller === ben || caller === expert ? 404 : 0,
    );
    for (const path of ['/results.json', `/calls/${calls[0]}.json`, '/comments.json'])
      expect((await caller.get(at(path))).status, path).toBe(403);
  }
  const progress = async (caller: Caller) => (await read(caller)).evaluators.map(({ finished }: Json) => finished);
  expect([await progress(ada), await progress(ben), await progress(admin)]).toEqual([
    [1, null],
    [null, 0],
    [1, 0],
  ]);
  expect((await admin.raw(url)).headers.get('etag')).toBe(version);
  const log = (await admin.get('/api/v2/audit_log.json?resource=evaluation_report&limit=1000')).body.audit_log;
  const others = log.filter(({ user_id }: Json) => user_id === ada.user_id);
  expect(others.length).toBeGreaterThan(1);
  for (const { details } of others) expect(details).toEqual({ withheld: 'calibration' });
  const own = (await ada.get('/api/v2/audit_log.json?limit=10')).body.audit_log;
  expect(JSON.stringify(own ?? [])).not.toContain('withheld');
  await admin.put(url, { calibration: { description: 'Until Friday' } });
  const events = await stream.until(({ event }) => event === 'calibration');
  expect(events.filter(({ event }) => event === 'evaluation')).toEqual([]);
  await stream.leave();
});

test('who views as an evaluator of an open round learns nothing of their part', async () => {
  const { ada, score, ownOf, read, inWindow, url } = await round();
  await score(ada, 0, good, 'in_progress');
  await score(ada, 1, poor);
  const [report_id = ''] = await ownOf(ada);
  const window = await inWindow(administrator);

  expect((await window.post('/api/v2/sessions/view_as.json', { view_as: { user_id: ada.user_id } })).status).toBe(200);

  expect((await window.get(`/api/v2/evaluation_reports/${report_id}.json`)).status).toBe(404);
  expect((await window.get('/api/v2/evaluations.json?purpose=calibration')).body.evaluations).toEqual([]);
  expect((await window.get('/api/v2/evaluation_queue.json')).body.evaluation_queue).toEqual([]);
  const { evaluators, calls } = (await window.get(url)).body.calibration;
  expect(evaluators.map(({ finished }: Json) => finished)).toEqual([null, null]);
  expect(calls.map((call: Json) => call.report_id)).toEqual([null, null]);
  const log = (await window.get('/api/v2/audit_log.json?resource=evaluation_report')).body.audit_log ?? [];
  for (const { details, user_id } of log)
    if (user_id === ada.user_id) expect(details).toEqual({ withheld: 'calibration' });
  expect((await read(ada)).evaluators[0].finished).toBe(1);
});

test('what was answered in a round that is deleted before it ends stays withheld', async () => {
  const { ada, score, admin, url } = await round();
  await score(ada, 0, good);

  expect((await admin.delete(url)).status).toBe(200);

  const log = (await admin.get('/api/v2/audit_log.json?resource=evaluation_report&limit=1000')).body.audit_log;
  const others = log.filter(({ user_id }: Json) => user_id === ada.user_id);
  expect(others.length).toBeGreaterThan(0);
  for (const { details } of others) expect(details).toEqual({ withheld: 'calibration' });
});

test('a round ends by itself once everybody has finished, and then everything is there', async () => {
  const { everyone, read, results, at, ada, ben, expert, calls, admin, ownOf, agent } = await round();
  await everyone({ ada: good, ben: poor, expert: good });

  const { status, ended_at, evaluators } = await read();
  expect([status, typeof ended_at, evaluators.map(({ finished }: Json) => finished)]).toEqual([
    'ended',
    'string',
    [2, 2],
  ]);
  for (const caller of [ada, ben, admin]) {
    const [first = ''] = await ownOf(expert);
    expect((await caller.get(`/api/v2/evaluation_reports/${first}.json`)).status).toBe(200);
  }
  const { agreement, questions, evaluators: people, calls: compared } = await results(ben);
  expect(agreement).toMatchObject({ alike: 2, answers: 6, low: null });
  expect(questions.map(({ title, alike, answers }: Json) => [title, alike, answers])).toEqual([
    ['Greeting', 0, 2],
    ['Listening', 2, 2],
    ['Solved', 0, 2],
  ]);
  expect(
    people.map(({ user_id, is_baseline, score_difference }: Json) => [user_id, is_baseline, score_difference]),
  ).toEqual([
    [ada.user_id, false, 0],
    [ben.user_id, false, -43],
    [expert.user_id, true, null],
  ]);
  // Nothing varies between the two calls.
  expect(people[0].alpha_baseline).toBeNull();
  expect(compared[0]).toMatchObject({ call_id: calls[0], alike: 1, answers: 3, score_spread: 43, agreed_score: null });
  expect(compared[0].scores.map(({ score, is_passed }: Json) => [score, is_passed])).toEqual([
    [88, true],
    [45, false],
    [88, true],
  ]);

  const { calibration_call } = (await ada.get(at(`/calls/${calls[0]}.json`))).body;
  const [greeting, listening, , remark] = calibration_call.questions;
  expect(greeting).toMatchObject({ is_alike: false, spread: 100, is_critical: true, agreed: null });
  expect(greeting.answers.map(({ is_baseline, answer, fails }: Json) => [is_baseline, answer, fails])).toEqual([
    [false, 'Warm', null],
    [false, 'None', 'form'],
    [true, 'Warm', null],
  ]);
  expect(listening).toMatchObject({ is_alike: true, spread: 0, is_critical: false });
  expect(remark).toMatchObject({ is_alike: null, spread: null });
  expect((await agent.get(at('/results.json'))).status).not.toBe(200);
});

test('its leader ends a round early, and what is not scored is cancelled', async () => {
  const { url, admin, score, ada, ben, read, results, ownOf } = await round();
  await score(ada, 0, good);
  expect((await ben.put(url, { calibration: { status: 'ended' } })).status).toBe(403);

  const ended = await admin.put(url, { calibration: { status: 'ended' } });

  expect([ended.status, ended.body.calibration.status]).toEqual([200, 'ended']);
  const [, second = ''] = await ownOf(ada);
  expect((await ada.get(`/api/v2/evaluation_reports/${second}.json`)).body.evaluation_report.status).toBe('cancelled');
  expect((await results()).calls.map(({ scores }: Json) => scores.length)).toEqual([1, 0]);
  for (const change of [{ status: 'open' }, { status: 'ended' }, { name: 'Other' }])
    expect((await admin.put(url, { calibration: change })).status).toBe(409);
  expect((await read()).evaluators.map(({ finished }: Json) => finished)).toEqual([1, 0]);
});

test('an evaluation of a round is not cancelled, reassigned, shown to its agent or deleted by itself', async () => {
  const { ownOf, ada, ben, admin } = await round();
  const [first = ''] = await ownOf(ada);
  const url = `/api/v2/evaluation_reports/${first}.json`;

  for (const change of [{ status: 'cancelled' }, { evaluator_user_id: ben.user_id }, { agent_can_view: true }])
    expect((await ada.put(url, { evaluation_report: change })).status).toBe(409);
  expect((await admin.delete(url)).status).toBe(404);
  const moved = await ada.put('/api/v2/evaluation_reports.json', {
    assignment: { report_ids: [first], evaluator_user_id: ben.user_id },
  });
  expect(moved.body.refused.map(({ error }: Json) => error)).toEqual(['Conflict']);
});

test('the leader keeps what is agreed on, which gives a score and guidance, and people comment', async () => {
  const { everyone, at, admin, ada, calls, results, record, sections } = await round();
  const ids = sections.flatMap(({ questions }: Json) => questions.map((one: Json) => one.form_question_id));
  const agree = (caller: Caller, question: string, agreed: object) =>
    caller.put(at(`/calls/${calls[0]}/questions/${question}.json`), { agreed });
  expect((await agree(admin, ids[0], { answer: 'Warm' })).status).toBe(409);
  await everyone({ ada: good, ben: poor, expert: good });

  expect((await agree(ada, ids[0], { answer: 'Warm' })).status).toBe(403);
  expect(Object.keys((await agree(admin, ids[0], { answer: 'Hot' })).body.details)).toEqual(['answer']);
  expect((await agree(admin, randomUUID(), { answer: 'Warm' })).status).toBe(404);
  const noted = await agree(admin, ids[0], { answer: 'Warm', note: 'A smile counts', as_guidance: true });
  expect(noted.body.agreed).toMatchObject({ answer: 'Warm', na: false, note: 'A smile counts', as_guidance: true });
  await agree(admin, ids[1], { na: true });
  expect((await results()).calls[0].agreed_score).toBeNull();
  await agree(admin, ids[2], { answer: 'yes' });

  expect((await results()).calls.map(({ agreed_score }: Json) => agreed_score)).toEqual([100, null]);
  const { guidance } = (await admin.get(`/api/v2/evaluation_forms/${record.form_id}/guidance.json`)).body;
  expect(guidance).toEqual([
    expect.objectContaining({ form_question_id: ids[0], note: 'A smile counts', calibration_name: 'November' }),
  ]);

  const say = (caller: Caller, comment: object) => caller.post(at('/comments.json'), { comment });
  const first = await say(ada, { call_id: calls[0], form_question_id: ids[0], text: 'Really?' });
  expect([first.status, first.body.comment.text]).toEqual([201, 'Really?']);
  await say(admin, { call_id: calls[1], text: 'Whole call' });
  const faults = async (comment: object) => Object.keys((await say(ada, comment)).body.details);
  expect(await faults({ call_id: randomUUID(), text: 'x' })).toEqual(['call_id']);
  expect(await faults({ call_id: calls[0], form_question_id: randomUUID(), text: 'x' })).toEqual(['form_question_id']);
  expect(await faults({ call_id: calls[0], text: ' ' })).toEqual(['text']);
  const { comments } = (await ada.get(at('/comments.json'))).body;
  expect(comments.map(({ text, form_question_id }: Json) => [text, form_question_id])).toEqual([
    ['Really?', ids[0]],
    ['Whole call', null],
  ]);
});

test('rounds are reached by their people, and by who leads calibrations in the tenant', async () => {
  const { url, admin, given, ada, agent, at, ownOf } = await round();
  const status = async (caller: Caller) => (await caller.get(url)).status;
  const stranger = await given.user({ permissions: [...scoring] });
  const leader = await given.user({ permissions: [...scoring, 'evaluation_reports:calibrate'] });
  const far = await given.user({
    tenant_id: await given.tenant(),
    permissions: [...scoring, 'evaluation_reports:calibrate'],
  });

  expect([await status(ada), await status(stranger), await status(leader), await status(far)]).toEqual([
    200, 404, 200, 404,
  ]);
  expect([(await stranger.get(rounds)).body.total, (await leader.get(rounds)).body.total]).toEqual([0, 1]);
  expect((await leader.get(`${rounds}?status=ended`)).body.calibrations).toEqual([]);
  expect((await leader.get(`${rounds}?search_term=nov`)).body.calibrations[0].calls).toBeUndefined();
  expect((await ada.put(url, { calibration: { name: 'Mine' } })).status).toBe(403);
  expect((await leader.put(url, { calibration: { name: 'December', deadline: '2027-01-01T00:00:00Z' } })).status).toBe(
    200,
  );
  expect((await stranger.get(at('/results.json'))).status).toBe(404);
  expect((await agent.get(url)).status).not.toBe(200);
  const [first = ''] = await ownOf(ada);
  expect((await admin.delete(url)).status).toBe(200);
  expect((await ada.get(`/api/v2/evaluation_reports/${first}.json`)).status).toBe(404);
});

test('figures, scores and draws know nothing of calibrations', async () => {
  const { everyone, admin, calls } = await round();
  const asked = async () => {
    const scores = await admin.get(`/api/v2/call_scores.json?call_id=${calls.join()}`);
    const totals = await admin.get('/api/v2/call_totals.json');
    const listed = await admin.get('/api/v2/evaluations.json');
    const drawn = await admin.get('/api/v2/calls.json?advanced_search=1&evaluator_id__is_not_empty=1');
    const sorted = await admin.get('/api/v2/calls.json?sort=score');
    return [scores, totals, listed, drawn, sorted].map(({ status, body }) => [status, body]);
  };
  const before = await asked();

  await everyone({ ada: good, ben: poor, expert: good });

  expect(await asked()).toEqual(before);
  const { evaluations } = (await admin.get('/api/v2/evaluations.json?purpose=calibration')).body;
  expect(evaluations).toHaveLength(6);
  const sample = { query: '', method: 'random', amount: 2 };
  const { url } = (await admin.post('/api/v2/evaluation_samples.json', { evaluation_sample: sample })).body;
  expect((await admin.get(url)).body.evaluation_sample.left_out).toBe(0);
});
