import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { drawn } from '../../electron/service/resources/judgement/evaluation/samples/rules';
import { formAndCall, made, reports } from '../support/evaluation';
import { party } from '../support/given';
import { idIn } from '../support/id-in';
import { administrator, startService } from '../support/start-service';

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
type Json = any;
const assignment = '/api/v2/evaluation_reports/assignment.json';
const samples = '/api/v2/evaluation_samples.json';

/** A form, two agents with five calls each, and a call of nobody. */
async function archive() {
  const started = await startService();
  const { admin, given } = started;
  const { form_id } = await formAndCall(started);
  const agents = [await given.user(), await given.user()].map(({ user_id }) => user_id);
  const gateway = { ...party(agents[1] as string), party_type: 2 };
  const calls = await given.calls(
    ...Array.from({ length: 10 }, (_, n) => ({
      participants: n % 2 ? [party(agents[1] as string)] : [gateway, party(agents[0] as string)],
      protocol_call_direction: 1,
    })),
    { protocol_call_direction: 1 },
  );
  given.withFiles(calls);
  const me = (await admin.get('/api/v2/sessions.json')).body.user.user_id;
  const draw = async (more: object = {}) => {
    const evaluation_sample = { query: 'direction=1', method: 'random', amount: 4, seed: 'March', ...more };
    return (await admin.get(await made(admin, samples, { evaluation_sample }))).body.evaluation_sample;
  };
  return { ...started, form_id, agents, calls, me, draw };
}

const idsIn = (sample: Json): string[] => sample.calls.map(({ call_id }: Json) => call_id);

test('many calls are assigned at once, each to the agent who was on it', async () => {
  const { admin, given, form_id, agents, calls, me } = await archive();
  const [first, second] = calls;

  const { status, body } = await admin.post(assignment, {
    assignment: {
      form_id,
      calls: [{ call_id: first }, { call_id: second }],
      evaluation_deadline: '2026-12-01T00:00:00Z',
    },
  });

  const read = async (id: string) => (await admin.get(`/api/v2/evaluation_reports/${id}.json`)).body.evaluation_report;
  const made = await Promise.all(body.report_ids.map(read));
  expect(status).toBe(201);
  const common = {
    status: 'assigned',
    evaluator_user_id: me,
    evaluation_deadline: '2026-12-01T00:00:00+00:00',
    title: 'Sales',
  };
  expect(made).toMatchObject([
    { ...common, call_id: first, agent_user_id: agents[0] },
    { ...common, call_id: second, agent_user_id: agents[1] },
  ]);
  expect((await admin.get(`${reports}?evaluator_user_id=${me}&status=assigned,in_progress`)).body.total).toBe(2);
  const audited = given.audited('evaluation_report');
  expect(audited.map(({ action, details }) => [action, details.changes.report_id])).toEqual(
    body.report_ids.map((id: string) => ['create', [null, id]]),
  );
  expect(audited[1]?.details.changes).toMatchObject({ agent_user_id: [null, agents[1]], status: [null, 'assigned'] });
  const ids = made.flatMap(({ sections }: Json) =>
    sections.flatMap(({ section_id, questions }: Json) => [
      section_id,
      ...questions.map((one: Json) => one.question_id),
    ]),
  );
  expect([new Set(ids).size, ids.every((one: string) => z.uuid().safeParse(one).success)]).toEqual([12, true]);
});

test('of several calls, all are assigned or none', async () => {
  const { admin, form_id, agents, calls } = await archive();
  const [first, second] = calls;
  const post = async (more: object, list: object[]) => {
    const { status, body } = await admin.post(assignment, { assignment: { form_id, calls: list, ...more } });
    return [status, Object.keys(body.details ?? {}).sort()];
  };

  const nobody = calls.at(-1);
  const refused = [
    await post({}, [{ call_id: first }, { call_id: randomUUID(), agent_user_id: agents[0] }]),
    await post({}, [{ call_id: first }, { call_id: nobody }]),
    await post({}, [{ call_id: first }, { call_id: second }, { call_id: first }]),
    await post({ form_id: randomUUID(), evaluator_user_id: randomUUID() }, [{ call_id: first }]),
    await post({}, []),
    await post(
      {},
      Array.from({ length: 1001 }, () => ({ call_id: first })),
    ),
  ];

  expect(refused).toEqual([
    [400, ['calls.1.call_id']],
    [400, ['calls.1.agent_user_id']],
    [400, ['calls.2.call_id']],
    [400, ['evaluator_user_id', 'form_id']],
    [400, ['calls']],
    [400, ['calls']],
  ]);
  expect((await admin.get(reports)).body.total).toBe(0);
});

test('a sample has the calls with the lowest hashes of seed and id, which anybody can compute', async () => {
  const { calls, draw } = await archive();
  const lot = (id: string) => createHash('sha256').update(`March\n${id}`).digest('hex');

  const sample = await draw();

  expect(idsIn(sample)).toEqual(calls.toSorted((one, other) => (lot(one) < lot(other) ? -1 : 1)).slice(0, 4));
  expect(sample).toMatchObject({ query: 'direction=1', method: 'random', amount: 4, seed: 'March', drawn_from: 11 });
  expect(idsIn(await draw({ seed: 'April' }))).not.toEqual(idsIn(sample));
  expect((await draw({ seed: undefined })).seed).toMatch(/^[1-9]\d{7}$/);
});

test('the same seed draws the same calls, also when others were added or evaluated since', async () => {
  const { admin, given, form_id, agents, draw } = await archive();
  const before = idsIn(await draw());
  given.withFiles(await given.calls({ protocol_call_direction: 2 }));
  const same = idsIn(await draw());
  const [first, ...rest] = before;
  const report = await made(admin, reports, {
    evaluation_report: { form_id, call_id: first, agent_user_id: agents[0] },
  });

  const without = await draw();
  await admin.put(report, { evaluation_report: { status: 'cancelled' } });

  expect(same).toEqual(before);
  expect([idsIn(without).slice(0, 3), without.drawn_from]).toEqual([rest, 10]);
  expect(idsIn(await draw())).toEqual(before);
});

test('only calls that can be heard are drawn', async () => {
  const { given, draw } = await archive();
  const before = await draw({ amount: 1000 });
  await given.calls({ protocol_call_direction: 1 }, { protocol_call_direction: 1 });

  const after = await draw({ amount: 1000 });

  expect([after.drawn_from, after.calls]).toEqual([11, before.calls]);
});

test('a sample per agent has as many calls of each agent, and none without one', async () => {
  const { agents, calls, draw } = await archive();

  const two = await draw({ method: 'per_agent', amount: 2 });
  const all = await draw({ method: 'per_agent', amount: 1000 });

  const countOf = (sample: Json) =>
    agents.map((agent) => sample.calls.filter((one: Json) => one.agent_user_id === agent).length);
  expect([countOf(two), two.calls.length, two.drawn_from]).toEqual([[2, 2], 4, 10]);
  expect([countOf(all), idsIn(all).includes(calls.at(-1) as string)]).toEqual([[5, 5], false]);
});

test('a sample of any archive is the one that sorting every call gives, and no part of it is left out silently', () => {
  const lot = (id: string) => createHash('sha256').update(`May\n${id}`).digest('hex');
  const calls = Array.from({ length: 5_000 }, (_, n) => ({ call_id: `call ${n}`, agent_user_id: `agent ${n % 21}` }));
  const found = calls.map((call, setup_time) => ({ ...call, setup_time, agent: null, is_evaluated: 0 as const }));
  const sorted = calls.toSorted((one, other) => (lot(one.call_id) < lot(other.call_id) ? -1 : 1));
  const perAgent = (amount: number) =>
    sorted.filter((call, at) => {
      const before = sorted.slice(0, at).filter(({ agent_user_id }) => agent_user_id === call.agent_user_id);
      return before.length < amount;
    });
  const draw = (method: 'random' | 'per_agent', amount: number) => {
    const { drawn_from, calls } = drawn(found, { method, amount, seed: 'May' });
    return { drawn_from, calls: calls.map(({ part: _, ...call }) => call) };
  };

  expect(draw('random', 30)).toEqual({ drawn_from: 5_000, calls: sorted.slice(0, 30) });
  expect(draw('per_agent', 7).calls).toEqual(perAgent(7));
  expect(draw('per_agent', 47).calls).toHaveLength(987);
  expect(() => draw('per_agent', 48)).toThrow(expect.objectContaining({ details: { amount: expect.anything() } }));
});

test('the pool of a sample is counted by agent and time, with the calls that are left out', () => {
  const found = (agent_user_id: string | null, setup_time: number, is_evaluated: 0 | 1 = 0) => {
    return { call_id: `${agent_user_id} ${setup_time}`, agent_user_id, setup_time, agent: null, is_evaluated };
  };
  const calls = [
    found('Ana', 8_000),
    found('Ana', 7_899),
    found('Ana', 4_000),
    found('Ana', 0),
    found('Bo', 4_050),
    found('Bo', 4_060, 1),
    found(null, 9_000),
    found('Cem', 100, 1),
  ];
  const partsOf = (parts: number[] = []) => parts.flatMap((count, part) => (count > 0 ? [[part, count]] : []));

  const sample = drawn(calls, { method: 'per_agent', amount: 1, seed: 'May' });
  const none = drawn([found('Bo', 1, 1)], { method: 'random', amount: 3, seed: 'May' });

  expect(sample).toMatchObject({ drawn_from: 5, left_out: 2, pool_from: 0, pool_to: 8_000 });
  const byName = Object.fromEntries(sample.pool.map((pool) => [pool.agent_user_id, pool]));
  expect(Object.keys(byName).toSorted()).toEqual(['Ana', 'Bo']);
  expect([byName.Ana?.calls, byName.Ana?.parts.length, byName.Bo?.calls]).toEqual([4, 80, 1]);
  expect(partsOf(byName.Ana?.parts)).toEqual([
    [0, 1],
    [40, 1],
    [78, 1],
    [79, 1],
  ]);
  expect(partsOf(byName.Bo?.parts)).toEqual([[40, 1]]);
  expect(sample.calls.find(({ agent_user_id }) => agent_user_id === 'Bo')?.part).toBe(40);
  expect(none).toEqual({
    drawn_from: 0,
    left_out: 1,
    unlinked: 0,
    unlinked_agents: [],
    pool_from: null,
    pool_to: null,
    pool: [],
    calls: [],
  });
});

test('a sample keeps its name and its pool, of which a reader sees the agents of the calls in reach', async () => {
  const { admin, given, agents, calls, form_id, draw } = await archive();
  const { sample_id, calls: all } = await draw({ name: ' November ', method: 'per_agent', amount: 2 });
  const address = `/api/v2/evaluation_samples/${sample_id}.json`;
  const evaluator = await given.user({ access_level: 'user', permissions: ['evaluation_reports:view'] });
  const [first] = all.filter((call: Json) => call.agent_user_id === agents[1]);
  // Evaluated as the call of somebody else.
  const assigned = [{ call_id: first.call_id, agent_user_id: agents[0] }];
  await admin.post(assignment, {
    assignment: { form_id, sample_id, evaluator_user_id: evaluator.user_id, calls: assigned },
  });

  const whole = (await admin.get(address)).body.evaluation_sample;
  const own = (await evaluator.get(address)).body.evaluation_sample;
  const again = await draw({ amount: 1 });
  const nameless = await admin.post(samples, {
    evaluation_sample: { query: '', method: 'random', amount: 1, name: ' ' },
  });

  expect(whole).toMatchObject({ name: 'November', drawn_from: 10, left_out: 0 });
  const poolOf = (sample: Json) => sample.pool.map((pool: Json) => [pool.agent_user_id, pool.calls]).toSorted();
  expect(poolOf(whole)).toEqual(agents.map((agent) => [agent, 5]).toSorted());
  expect(poolOf(own)).toEqual([[agents[1], 5]]);
  expect(own.calls).toMatchObject([{ agent_user_id: agents[0] }]);
  expect(own.pool[0].drawn).toHaveLength(2);
  expect(own.pool[0].drawn.every((part: number) => own.pool[0].parts[part] > 0)).toBe(true);
  expect(whole.pool.every(({ parts }: Json) => parts.length === 80)).toBe(true);
  expect((await evaluator.get('/api/v2/evaluation_queue.json')).body.evaluation_queue[0].sample_name).toBe('November');
  expect(again).toMatchObject({ name: null, drawn_from: calls.length - 1, left_out: 1 });
  expect([nameless.status, Object.keys(nameless.body.details)]).toEqual([400, ['name']]);
  const audited = JSON.stringify(given.audited('evaluation_sample'));
  expect([audited.includes('November'), audited.includes('parts')]).toEqual([true, false]);
});

test('a draw by agent names the agents who are no users, whose calls it leaves out', async () => {
  const { admin, given, draw } = await archive();
  const by = (agent_name: string) => ({ agent_name, protocol_call_direction: 1 });
  given.withFiles(await given.calls(by('Priya Raman'), by('Tom Hale'), by('PRIYA RAMAN'), by('Priya Raman')));
  const colleague = await given.user({ permissions: ['evaluation_reports:view', 'calls:view'] });

  const split = await draw({ method: 'per_agent', amount: 1 });
  const random = await draw({ method: 'random', amount: 1 });

  // One of the other calls has no agent at all.
  expect(split.unlinked).toBe(5);
  expect(split.unlinked_agents).toEqual([
    { agent: 'Priya Raman', calls: 3 },
    { agent: 'Tom Hale', calls: 1 },
    { agent: null, calls: 1 },
  ]);
  expect(random).toMatchObject({ unlinked: 0, unlinked_agents: [] });
  const seen = (await colleague.get(`/api/v2/evaluation_samples/${split.sample_id}.json`)).body.evaluation_sample;
  expect(seen).toMatchObject({ unlinked: 5, unlinked_agents: [] });
  expect(JSON.stringify(given.audited('evaluation_sample'))).not.toContain('Tom Hale');
  given.database((db) => void db.prepare("DELETE FROM calls WHERE agent_name = 'Tom Hale'").run());
  const later = (await admin.get(`/api/v2/evaluation_samples/${split.sample_id}.json`)).body.evaluation_sample;
  expect(later.unlinked_agents.map(({ agent }: Json) => agent)).toEqual(['Priya Raman', null]);
});

test('an earlier sample has neither a pool nor a name', async () => {
  const { admin, given, draw } = await archive();
  const { sample_id, calls } = await draw();
  given.database((db) => {
    db.prepare('UPDATE evaluation_samples SET name = NULL, left_out = NULL, pool_from = NULL, pool_to = NULL').run();
    db.prepare('UPDATE evaluation_sample_calls SET part = NULL').run();
    db.prepare('DELETE FROM evaluation_sample_pools').run();
  });

  const { status, body } = await admin.get(`/api/v2/evaluation_samples/${sample_id}.json`);

  expect(status).toBe(200);
  expect(body.evaluation_sample).toMatchObject({ name: null, left_out: null, pool_from: null, pool: [] });
  expect(idsIn(body.evaluation_sample)).toEqual(calls.map(({ call_id }: Json) => call_id));
});

test('the days of a period are kept, and a wrong search is refused', async () => {
  const { admin, draw } = await archive();
  const post = async (more: object) => {
    const evaluation_sample = { query: '', method: 'random', amount: 1, ...more };
    const { status, body } = await admin.post(samples, { evaluation_sample });
    return [status, Object.keys(body.details ?? {})];
  };

  expect((await draw({ query: 'daterange=this_year' })).query).toMatch(/^daterange=\d{4}%2F01%2F01-\d{4}%2F12%2F31$/);
  expect(await post({ query: 'colour=red' })).toEqual([400, ['query.colour']]);
  expect(await post({ query: 'direction=9' })).toEqual([400, ['query.direction']]);
  expect(await post({ query: 'daterange=2026/02/30-2026/03/01' })).toEqual([400, ['query.daterange']]);
  expect(await post({ amount: 0 })).toEqual([400, ['amount']]);
  expect(await post({ method: 'best' })).toEqual([400, ['method']]);
});

test('samples are listed newest first, deleted, and drawn from the calls in reach only', async () => {
  const { admin, given, agents, draw } = await archive();
  const first = await draw();
  const clerk = await given.user({
    access_level: 'user',
    permissions: ['evaluation_reports:view', 'evaluation_reports:edit', 'calls:view'],
  });
  const own = await made(clerk, samples, { evaluation_sample: { query: '', method: 'random', amount: 9 } });

  const listed = (await admin.get(samples)).body.evaluation_samples;
  const theirs = (await clerk.get(samples)).body.evaluation_samples;

  expect(listed.map(({ sample_id }: Json) => sample_id)).toEqual([idIn(own), first.sample_id]);
  expect(theirs.map(({ sample_id, drawn_from }: Json) => [sample_id, drawn_from])).toEqual([[idIn(own), 0]]);
  expect((await clerk.get(`/api/v2/evaluation_samples/${first.sample_id}.json`)).status).toBe(404);
  expect([(await admin.delete(own)).status, (await admin.get(own)).status]).toEqual([200, 404]);
  expect(given.audited('evaluation_sample').map(({ action }) => action)).toEqual(['create', 'create', 'delete']);
  expect(agents).toHaveLength(2);
});

test('a sample shows the calls that its reader reaches', async () => {
  const { admin, given, calls, draw } = await archive();
  given.database((db) => db.prepare('UPDATE calls SET confidential = 1 WHERE call_id = ?').run(calls[0]));
  const sample = await draw({ amount: 11 });
  const reader = await given.user({ permissions: ['evaluation_reports:view', 'calls:view'] });
  const address = `/api/v2/evaluation_samples/${sample.sample_id}.json`;

  const [whole, read] = [await admin.get(address), await reader.get(address)];

  const seen = idsIn(whole.body.evaluation_sample);
  expect(seen).toContain(calls[0]);
  expect(idsIn(read.body.evaluation_sample)).toEqual(seen.filter((id) => id !== calls[0]));
});

test('calls are assigned as those of a sample, which then shows how far each is', async () => {
  const { admin, given, form_id, draw } = await archive();
  const { sample_id, calls } = await draw({ method: 'per_agent', amount: 2 });
  const address = `/api/v2/evaluation_samples/${sample_id}.json`;
  const [first, second] = calls.map(({ call_id }: Json) => ({ call_id }));
  const assign = (more: object) => admin.post(assignment, { assignment: { form_id, sample_id, ...more } });
  const evaluator = await given.user({
    access_level: 'user',
    permissions: ['evaluation_reports:view', 'evaluation_reports:delete', 'calls:view'],
  });
  const stranger = await given.user({ access_level: 'user', permissions: ['evaluation_reports:view', 'calls:view'] });

  const { body } = await assign({ calls: [first, second] });
  await assign({ calls: [calls[2]].map(({ call_id }: Json) => ({ call_id })), evaluator_user_id: evaluator.user_id });
  const [begun] = body.report_ids;
  await admin.put(`/api/v2/evaluation_reports/${begun}.json`, { evaluation_report: { status: 'in_progress' } });

  const sample = (await admin.get(address)).body.evaluation_sample;
  expect(sample.calls.map(({ status }: Json) => status)).toEqual(['in_progress', 'assigned', 'assigned', null]);
  expect(sample.calls.every(({ agent_name }: Json) => typeof agent_name === 'string')).toBe(true);
  expect(sample.user_name).toBe(administrator.name);
  const queue = (await admin.get('/api/v2/evaluation_queue.json')).body.evaluation_queue;
  expect(queue.map((entry: Json) => entry.sample_id)).toEqual([sample_id, sample_id]);
  const own = await evaluator.get(address);
  expect([own.status, (await stranger.get(address)).status]).toEqual([200, 404]);
  expect(own.body.evaluation_sample.calls.map(({ call_id, status }: Json) => [call_id, status])).toEqual([
    [calls[2].call_id, 'assigned'],
  ]);
  expect((await evaluator.delete(address)).status).toBe(404);
  expect((await evaluator.get(samples)).body.evaluation_samples).toEqual([]);
  expect((await admin.delete(address)).status).toBe(200);
  const left = (await admin.get('/api/v2/evaluation_queue.json')).body.evaluation_queue;
  expect(left.map((entry: Json) => entry.sample_id)).toEqual([null, null]);
});

test('only calls of a sample in reach are assigned as its calls', async () => {
  const { admin, given, form_id, calls, draw } = await archive();
  const { sample_id, calls: drawnCalls } = await draw({ method: 'per_agent', amount: 1 });
  const [{ call_id }] = drawnCalls;
  const other = calls.find((id) => !idsIn({ calls: drawnCalls }).includes(id));
  const clerk = await given.user({
    access_level: 'user',
    permissions: ['evaluation_reports:view', 'evaluation_reports:edit', 'calls:view', 'evaluation_forms:view'],
  });
  const clerks = await given.calls({ participants: [party(clerk.user_id)] });
  given.withFiles(clerks);
  const { sample_id: unseen } = await draw({ query: `user_id=${clerk.user_id}` });
  const post = async (caller: typeof admin, more: object) => {
    const { status, body } = await caller.post(assignment, { assignment: { form_id, calls: [{ call_id }], ...more } });
    return [status, Object.keys(body.details ?? {})];
  };

  expect(await post(admin, { sample_id, calls: [{ call_id }, { call_id: other }] })).toEqual([
    400,
    ['calls.1.call_id'],
  ]);
  expect(await post(admin, { sample_id: randomUUID() })).toEqual([400, ['sample_id']]);
  expect(await post(admin, { sample_id: 'March' })).toEqual([400, ['sample_id']]);
  const ofClerk = { calls: [{ call_id: clerks[0], agent_user_id: clerk.user_id }] };
  expect(await post(clerk, { ...ofClerk, sample_id: unseen })).toEqual([400, ['sample_id']]);
  expect(await post(clerk, { ...ofClerk, sample_id })).toEqual([400, ['sample_id']]);
  expect((await admin.get(reports)).body.total).toBe(0);
});

test('an evaluator has a queue by deadline, with what is answered, and nobody else has it', async () => {
  const { admin, given, form_id, agents, calls } = await archive();
  const other = await given.user({ permissions: ['evaluation_reports:view', 'evaluation_reports:edit'] });
  const assign = async (call_id: unknown, more: object = {}) => {
    const { body } = await admin.post(assignment, { assignment: { form_id, calls: [{ call_id }], ...more } });
    return body.report_ids[0];
  };
  const never = await assign(calls[0]);
  const late = await assign(calls[1], { evaluation_deadline: '2026-12-05T00:00:00Z' });
  const soon = await assign(calls[2], { evaluation_deadline: '2026-12-01T00:00:00Z' });
  await assign(calls[3], { evaluator_user_id: other.user_id });
  const { sections } = (await admin.get(`/api/v2/evaluation_reports/${soon}.json`)).body.evaluation_report;
  const question = `/api/v2/evaluation_reports/${soon}/questions/${sections[0].questions[0].form_question_id}.json`;
  await admin.put(question, { question: { answer: 'Warm' } });
  await admin.put(`/api/v2/evaluation_reports/${late}.json`, { evaluation_report: { status: 'cancelled' } });

  const { status, body } = await admin.get('/api/v2/evaluation_queue.json?status=assigned,in_progress');

  expect(status).toBe(200);
  expect(body.evaluation_queue).toMatchObject([
    { report_id: soon, form_name: 'Sales', agent_user_id: agents[0], status: 'in_progress', answered: 1, questions: 3 },
    { report_id: never, evaluation_deadline: null, status: 'assigned', answered: 0, score: null, is_passed: null },
  ]);
  const all = (await admin.get('/api/v2/evaluation_queue.json')).body.evaluation_queue;
  expect(all.map(({ report_id }: Json) => report_id)).toEqual([soon, late, never]);
  expect((await other.get('/api/v2/evaluation_queue.json')).body.total).toBe(1);
  expect((await admin.get('/api/v2/evaluation_queue.json?status=lost')).status).toBe(400);
});
