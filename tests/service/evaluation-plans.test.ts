import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { planDraws } from '../../electron/service/resources/judgement/plans';
import type { Caller } from '../support/caller';
import { answersTo, formAndCall, made } from '../support/evaluation';
import { party } from '../support/given';
import { idIn } from '../support/id-in';
import { startService, type TestService } from '../support/start-service';

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
type Json = any;

const plans = '/api/v2/evaluation_plans.json';
const hour = 3_600_000;
const day = 24 * hour;
const at = (text: string) => Date.parse(text);
const scoring = ['evaluation_reports:view', 'evaluation_reports:edit'] as const;
const planning = [...scoring, 'evaluation_reports:plan', 'evaluation_reports:delete', 'calls:view'] as const;

type Spec = { agent: Caller & { user_id: string }; setup_time: number; more?: object };

/** Calls with audio of agents. Returns their ids. */
async function calls({ given }: Pick<TestService, 'given'>, ...specs: Spec[]): Promise<string[]> {
  const ids = await given.calls(
    ...specs.map(({ agent, setup_time, more = {} }) => ({ setup_time, participants: [party(agent.user_id)], ...more })),
  );
  given.withFiles(ids);
  return ids;
}

/** A plan of the administrator over week 47 of 2026, with two agents of ten calls each, on the Monday after it. */
async function planned(more: object = {}, options: object = {}) {
  const clock = { now: at('2026-11-23T12:00:00Z') };
  const started = await startService({ now: () => clock.now, elapsed: () => clock.now, ...options });
  const { admin, given, service } = started;
  const { form_id, sections } = await formAndCall(started);
  const [ada, ben] = [await given.user(), await given.user()];
  const evaluators = [await given.user({ permissions: [...scoring] }), await given.user({ permissions: [...scoring] })];
  const times = Array.from({ length: 10 }, (_, n) => at('2026-11-16T08:00:00Z') + n * 10 * hour);
  const ids = await calls(
    started,
    ...[ada, ben].flatMap((agent) => times.map((setup_time) => ({ agent, setup_time }))),
  );
  const record = {
    name: 'Weekly',
    form_id,
    query: '',
    period: 'week',
    timezone: 'UTC',
    starts_on: '2026-11-16',
    amount: 3,
    evaluators: evaluators.map(({ user_id }) => user_id),
    seed: '20261116',
    is_active: false,
    ...more,
  };
  const url = await made(admin, plans, { evaluation_plan: record });
  const pathOf = (path: string) => url.replace('.json', path);
  const read = async (caller: Caller = admin): Promise<Json> => (await caller.get(url)).body.evaluation_plan;
  const draw = (period = '2026-W47', dry_run = false, caller: Caller = admin) =>
    caller.post(pathOf('/draws.json'), { draw: { period, dry_run } });
  const sampleOf = async (address: string): Promise<Json> => (await admin.get(address)).body.evaluation_sample;
  const drawn = async (period?: string): Promise<Json> => sampleOf((await draw(period)).body.url);
  const catchUp = () => service.part(planDraws).caughtUp();
  return {
    ...started,
    clock,
    url,
    pathOf,
    read,
    draw,
    drawn,
    sampleOf,
    catchUp,
    ada,
    ben,
    evaluators,
    ids,
    record,
    sections,
  };
}

test('a plan is read as it was sent, with its defaults, and changed', async () => {
  const { read, record, admin, url, evaluators } = await planned();

  expect(await read()).toMatchObject({
    ...record,
    ends_on: null,
    delay_hours: 6,
    amount_by_risk: 0,
    risk: null,
    more: null,
    absences: [],
    due_days: 5,
    agent_can_view: true,
    agent_can_dispute: true,
    agent_review_mandatory: false,
    form_name: 'Sales',
    next_draw_at: null,
    last_error: null,
    last_draw: null,
  });
  const away = [{ user_id: evaluators[0]?.user_id, from: '2026-11-20', to: '2026-11-21' }];
  const changed = await admin.put(url, {
    evaluation_plan: { amount: 4, amount_by_risk: 1, risk: { longest_silence: 30 }, absences: away, is_active: true },
  });
  expect(changed.body.evaluation_plan).toMatchObject({
    amount: 4,
    risk: { longest_silence: 30, longest_monologue: null, overlap_share: null, interruptions: null },
    absences: away,
    next_draw_at: '2026-11-23T06:00:00+00:00',
  });
  const { body } = await admin.get(plans);
  expect(body.evaluation_plans).toEqual([await read()]);
  expect((await admin.get(`${plans}?search_term=WEEK`)).body.evaluation_plans).toHaveLength(1);
  expect((await admin.delete(url)).status).toBe(200);
  expect((await admin.get(url)).status).toBe(404);
});

test.each([
  [{ query: 'daterange=today' }, 'query.daterange'],
  [{ query: 'newer_than=2026-11-20T00:00:00Z' }, 'query.newer_than'],
  [{ query: 'sort=duration' }, 'query.sort'],
  [{ query: 'direction=9' }, 'query.direction'],
  [{ query: 'unknown=1' }, 'query.unknown'],
  [{ query: undefined }, 'query'],
  [{ saved_search_id: randomUUID() }, 'saved_search_id'],
  [{ form_id: randomUUID() }, 'form_id'],
  [{ period: 'year' }, 'period'],
  [{ timezone: 'Mars/Olympus' }, 'timezone'],
  [{ starts_on: '2026-02-30' }, 'starts_on'],
  [{ ends_on: '2026-11-15' }, 'ends_on'],
  [{ amount: 0 }, 'amount'],
  [{ amount: 51 }, 'amount'],
  [{ amount_by_risk: 3, risk: { interruptions: 1 } }, 'amount_by_risk'],
  [{ amount_by_risk: 1 }, 'risk'],
  [{ amount_by_risk: 1, risk: {} }, 'risk'],
  [{ more: { amount: 51 } }, 'more.amount'],
  [{ evaluators: [] }, 'evaluators'],
  [{ evaluators: [randomUUID()] }, 'evaluators.0'],
  [{ delay_hours: 169 }, 'delay_hours'],
  [{ due_days: 0 }, 'due_days'],
  [{ seed: '' }, 'seed'],
  [{ absences: [{ user_id: randomUUID(), from: '2026-11-20', to: '2026-11-21' }] }, 'absences.0.user_id'],
  [{ absences: [{ user_id: randomUUID(), from: '2026-11-21', to: '2026-11-20' }] }, 'absences.0.to'],
])('%j is refused at %s', async (wrong, field) => {
  const { admin, record, url } = await planned();
  const sent = Object.fromEntries(Object.entries({ ...record, ...wrong }).filter(([, value]) => value !== undefined));

  const { status, body } = await admin.post(plans, { evaluation_plan: sent });

  expect([status, Object.keys(body.details)]).toEqual([400, [field]]);
  if (field === 'query' && !('query' in sent)) return;
  const put = await admin.put(url, { evaluation_plan: wrong });
  expect([put.status, Object.keys(put.body.details)]).toEqual([400, [field]]);
});

test('the query of a saved search is copied', async () => {
  const { admin, record } = await planned();
  const search = await made(admin, '/api/v2/saved_searches.json', {
    saved_search: { name: 'In', query: 'direction=2' },
  });
  const { query: _, ...rest } = record;

  const copy = await made(admin, plans, { evaluation_plan: { ...rest, saved_search_id: idIn(search) } });
  await admin.delete(search);
  const both = await admin.post(plans, { evaluation_plan: { ...record, saved_search_id: idIn(search) } });

  expect((await admin.get(copy)).body.evaluation_plan.query).toBe('direction=2');
  expect([both.status, Object.keys(both.body.details)]).toEqual([400, ['saved_search_id']]);
});

test('a draw takes calls of each agent, in even shares, with a deadline, and says what it drew from', async () => {
  const { drawn, admin, evaluators, ada, ben, read, url, ids } = await planned();

  const sample = await drawn();

  expect(sample).toMatchObject({
    plan_id: idIn(url),
    period: '2026-W47',
    method: 'plan',
    seed: '20261116/2026-W47',
    drawn_from: 20,
    left_out: 0,
    terms: { name: 'Weekly', amount: 3, seed: '20261116' },
    query: 'daterange=2026%2F11%2F16-2026%2F11%2F22',
  });
  const strata = [ada, ben].map(({ user_id }) => user_id).toSorted();
  expect(sample.strata).toEqual(
    strata.map((agent_user_id) => ({ agent_user_id, stratum: 'all', calls: 10, drawn: 3 })),
  );
  expect(sample.calls).toHaveLength(6);
  for (const call of sample.calls) {
    expect(call).toMatchObject({
      status: 'assigned',
      stratum: 'all',
      weight: 3.3333,
      risk: [],
      replaces: null,
      reason: null,
    });
    expect(ids).toContain(call.call_id);
    const { evaluation_report } = (await admin.get(`/api/v2/evaluation_reports/${call.report_id}.json`)).body;
    expect(evaluation_report).toMatchObject({
      plan_id: idIn(url),
      sample_id: sample.sample_id,
      purpose: 'quality',
      call_id: call.call_id,
      evaluator_user_id: call.evaluator_user_id,
      agent_user_id: call.agent_user_id,
      evaluation_deadline: '2026-11-28T23:59:59+00:00',
    });
  }
  const shares = evaluators.map(
    ({ user_id }) => sample.calls.filter((call: Json) => call.evaluator_user_id === user_id).length,
  );
  expect(shares).toEqual([3, 3]);
  const told = (await evaluators[0]?.get('/api/v2/notices.json'))?.body.notices;
  expect(told).toMatchObject([{ kind: 'assigned', count: 3, plan_id: idIn(url), report_id: null }]);
  const queue = (await evaluators[0]?.get('/api/v2/evaluation_queue.json'))?.body.evaluation_queue;
  expect(queue.map((entry: Json) => entry.plan_id)).toEqual(Array(3).fill(idIn(url)));
  expect((await read()).last_draw).toEqual({
    period: '2026-W47',
    sample_id: sample.sample_id,
    drawn: 6,
    completed: 0,
  });
  const listed = (await admin.get(`/api/v2/evaluation_samples.json?plan_id=${idIn(url)}`)).body.evaluation_samples;
  expect(listed).toMatchObject([{ plan_id: idIn(url), period: '2026-W47', method: 'plan' }]);
});

test('a period is drawn once, after its end, and within the days of the plan', async () => {
  const { draw, admin, sampleOf } = await planned();
  const statuses = async (...periods: string[]) => {
    const all = [];
    for (const period of periods) all.push((await draw(period)).status);
    return all;
  };

  expect(await statuses('2026-W48', '2026-W46', '2026-11', '2026-11-20', 'next week')).toEqual(Array(5).fill(400));
  const first = await draw();
  const second = await draw();
  expect([first.status, second.status, second.body.error]).toEqual([201, 409, 'Conflict']);
  expect((await draw('2026-W47', true)).status).toBe(409);
  await admin.delete(first.body.url);
  expect((await draw()).status).toBe(409);
  expect(await sampleOf(first.body.url).catch(() => undefined)).toBeUndefined();
});

test('a dry run says what would be drawn, and stores nothing', async () => {
  const { draw, admin, ada, ben } = await planned();

  const { status, body } = await draw('2026-W47', true);

  const agents = [ada, ben].map(({ user_id }) => user_id).toSorted();
  expect([status, body.draw.period, body.draw.drawn]).toEqual([200, '2026-W47', 6]);
  expect(body.draw.agents).toEqual(
    agents.map((agent_user_id) => ({ agent_user_id, agent_name: expect.any(String), calls: 10, risk: 0, drawn: 3 })),
  );
  expect((await admin.get('/api/v2/evaluation_samples.json')).body.evaluation_samples).toEqual([]);
  expect((await draw()).status).toBe(201);
});

test('the pool has only calls of the query and the period, with audio and an agent, that nobody scores', async () => {
  const started = await planned({ query: 'direction=2', amount: 50 });
  const { given, admin, ada, drawn, record } = started;
  const setup_time = at('2026-11-20T10:00:00Z');
  const inbound = { protocol_call_direction: 2 as const };
  const [taken = '', cancelled = '', free = '', late = ''] = await calls(
    started,
    ...[setup_time, setup_time, at('2026-11-16T00:00:00Z'), at('2026-11-23T00:00:00Z')].map((time) => ({
      agent: ada,
      setup_time: time,
      more: inbound,
    })),
  );
  const [silent] = await given.calls({ setup_time, participants: [party(ada.user_id)], ...inbound });
  const unlinked = await given.calls({ setup_time, ...inbound });
  given.withFiles(unlinked);
  for (const [call_id, status] of [
    [taken, 'assigned'],
    [cancelled, 'cancelled'],
  ] as const) {
    const report = { form_id: record.form_id, call_id, agent_user_id: ada.user_id };
    const url = await made(admin, '/api/v2/evaluation_reports.json', { evaluation_report: report });
    if (status === 'cancelled') await admin.put(url, { evaluation_report: { status } });
  }

  const sample = await drawn();

  expect(sample.calls.map(({ call_id }: Json) => call_id).toSorted()).toEqual([cancelled, free].toSorted());
  expect([late, silent].some((id) => sample.calls.some((call: Json) => call.call_id === id))).toBe(false);
  expect(sample).toMatchObject({ drawn_from: 2, left_out: 1, unlinked: 1 });
});

test('a period is that of the days in the zone of the plan', async () => {
  const started = await planned({ timezone: 'Europe/Vienna', query: 'direction=2', amount: 50 });
  const { ada, drawn } = started;
  const more = { protocol_call_direction: 2 as const };
  const [before, first, last, after] = await calls(
    started,
    ...['2026-11-15T22:59:59Z', '2026-11-15T23:00:00Z', '2026-11-22T22:59:59Z', '2026-11-22T23:00:00Z'].map((time) => ({
      agent: ada,
      setup_time: at(time),
      more,
    })),
  );

  const sample = await drawn();

  const ids = sample.calls.map(({ call_id }: Json) => call_id);
  expect([before, first, last, after].map((id) => ids.includes(id))).toEqual([false, true, true, false]);
  expect(sample.drawn_from).toBe(2);
});

test('two requests at once draw a period once', async () => {
  const { draw, admin } = await planned();

  const answers = await Promise.all([draw(), draw(), draw()]);

  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  expect((await admin.get('/api/v2/evaluation_samples.json')).body.evaluation_samples).toHaveLength(1);
  expect((await admin.get('/api/v2/evaluation_reports.json')).body.reports).toHaveLength(6);
});

test('a plan that is deleted while it is drawn is not found', async () => {
  const { admin, url, draw } = await planned();

  const [one, other, gone] = await Promise.all([draw(), draw(), admin.delete(url)]);

  expect(gone.status).toBe(200);
  for (const { status, body } of [one, other]) expect([201, 404, 409], JSON.stringify(body)).toContain(status);
  expect([one, other].map(({ body }) => body.reason?.code)).not.toContain('plan_nobody');
});

test('a plan that is drawn by hand meanwhile, or turned off, has not failed', async () => {
  const { admin, url, draw, catchUp, read } = await planned();
  await admin.put(url, { evaluation_plan: { is_active: true } });

  const [done] = await Promise.all([catchUp(), draw()]);
  const after = await read();

  expect(done.failed).toBe(0);
  expect(after).toMatchObject({ last_error: null, next_draw_at: '2026-11-30T06:00:00+00:00' });
});

test('a plan is turned off by somebody who does not reach its evaluators', async () => {
  const { admin, given, url, evaluators } = await planned({ is_active: true });
  const planner = await given.user({ permissions: [...planning], access_level: 'tenant' });
  const tenant_id = await given.tenant();
  given.database((db) =>
    db.prepare<object>('UPDATE users SET tenant_id = @tenant_id WHERE user_id = @user_id').run({
      tenant_id,
      user_id: evaluators[0]?.user_id ?? '',
    }),
  );

  const off = await planner.put(url, { evaluation_plan: { is_active: false } });
  const again = await planner.put(url, { evaluation_plan: { evaluators: evaluators.map(({ user_id }) => user_id) } });

  expect([off.status, again.status]).toEqual([200, 200]);
  expect((await admin.get(url)).body.evaluation_plan.is_active).toBe(false);
});

test('evaluators find the samples that they score', async () => {
  const { drawn, evaluators, url } = await planned();
  const { sample_id } = await drawn();

  const listed = await evaluators[0]?.get(`/api/v2/evaluation_samples.json?plan_id=${idIn(url)}`);

  expect(listed?.body.evaluation_samples.map((one: Json) => one.sample_id)).toEqual([sample_id]);
});

test('a tenant has at most a hundred plans', async () => {
  const { admin, record, given } = await planned();
  given.database((db) =>
    db.exec(`
      WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 99)
      INSERT INTO evaluation_plans (plan_id, tenant_id, user_id, name, name_folded, form_id, query, period, timezone,
        starts_on, delay_hours, amount, amount_by_risk, absences, due_days, seed, is_active, agent_can_view,
        agent_can_dispute, agent_review_mandatory, created_at, updated_at)
      SELECT plan_id || n, tenant_id, user_id, name, name_folded, form_id, query, period, timezone, starts_on, delay_hours,
        amount, amount_by_risk, absences, due_days, seed, 0, 1, 1, 0, created_at, updated_at FROM evaluation_plans, n`),
  );

  const { status, body } = await admin.post(plans, { evaluation_plan: record });

  expect([status, body.reason]).toEqual([409, { code: 'too_many_plans', values: { most: 100 } }]);
});

test('calls that are a risk have a stratum of their own, by the stored talk', async () => {
  const { given, drawn, ids, ada } = await planned({
    amount: 4,
    amount_by_risk: 2,
    risk: { longest_silence: 30, overlap_share: 5 },
  });
  given.database((db) => {
    const find = db.prepare<[string], { call_pk: number }>('SELECT call_pk FROM calls WHERE call_id = ?');
    const add = db.prepare<object>(`
      INSERT INTO call_talk (call_pk, version, channels, total_ms, silence_ms, silence_share, longest_silence_ms, overlap_share)
      VALUES (@call_pk, 1, 2, 60000, 0, 0, @longest_silence_ms, @overlap_share)`);
    const set = (place: number, longest_silence_ms: number, overlap_share: number) =>
      add.run({ call_pk: find.get(ids[place] ?? '')?.call_pk, longest_silence_ms, overlap_share });
    set(0, 30_000, 0);
    set(1, 29_980, 490);
    set(2, 0, 500);
    set(3, 45_000, 900);
  });

  const sample = await drawn();

  const own = sample.strata.filter(({ agent_user_id }: Json) => agent_user_id === ada.user_id);
  expect(own.map(({ stratum, calls: n, drawn: m }: Json) => [stratum, n, m])).toEqual([
    ['rest', 7, 2],
    ['risk', 3, 2],
  ]);
  const risks = Object.fromEntries(sample.calls.map(({ call_id, risk, weight }: Json) => [call_id, [risk, weight]]));
  const expected: Record<number, string[]> = {
    0: ['longest_silence'],
    2: ['overlap_share'],
    3: ['longest_silence', 'overlap_share'],
  };
  const seen = Object.entries(expected).filter(([place]) => risks[ids[Number(place)] ?? '']);
  expect(seen).toHaveLength(2);
  for (const [place, names] of seen) expect(risks[ids[Number(place)] ?? '']).toEqual([names, 1.5]);
});

test('agents with a low last score, and new ones, get more calls', async () => {
  const started = await planned({ amount: 2, more: { amount: 1, score_below: 70, new_agent_days: 30 } });
  const { admin, given, ada, ben, record, sections, clock, drawn } = started;
  const cleo = await given.user();
  const early = at('2026-09-01T10:00:00Z');
  await calls(started, { agent: ada, setup_time: early }, { agent: ben, setup_time: early });
  const times = [16, 17, 18, 19].map((date) => at(`2026-11-${date}T10:00:00Z`));
  await calls(started, ...times.map((setup_time) => ({ agent: cleo, setup_time })));
  const [old = '', other = ''] = await calls(
    started,
    { agent: ada, setup_time: early + 1 },
    { agent: ben, setup_time: early + 1 },
  );
  clock.now = at('2026-11-10T12:00:00Z');
  for (const [agent, call_id, answers] of [
    [ada, old, ['Neutral', 2, 'no', '']],
    [ben, other, ['Warm', 10, 'yes', '']],
  ] as const) {
    const report = { form_id: record.form_id, call_id, agent_user_id: agent.user_id };
    const url = await made(admin, '/api/v2/evaluation_reports.json', { evaluation_report: report });
    const scored = { sections: answersTo(sections, [...answers]), status: 'completed' };
    expect((await admin.put(url, { evaluation_report: scored })).status).toBe(200);
  }
  clock.now = at('2026-11-23T12:00:00Z');

  const sample = await drawn();

  const of = (agent: { user_id: string }) =>
    sample.calls.filter((call: Json) => call.agent_user_id === agent.user_id).length;
  expect([of(ada), of(ben), of(cleo)]).toEqual([3, 2, 3]);
});

test('who is away for more than half of the days until the deadline, or inactive, gets no calls', async () => {
  const { admin, evaluators, url, draw } = await planned({ starts_on: '2026-11-09' });
  const [first, second] = evaluators.map(({ user_id }) => user_id);
  const away = (to: string) =>
    admin.put(url, { evaluation_plan: { absences: [{ user_id: first, from: '2026-11-01', to }] } });
  const people = async (period: string) => {
    const { calls: drawn } = (await admin.get((await draw(period)).body.url)).body.evaluation_sample;
    return new Set(drawn.map((call: Json) => call.evaluator_user_id));
  };

  // Six days from the draw on the 23rd to the 28th: three of them are not more than half.
  await away('2026-11-26');
  const alone = await draw('2026-W47', true);
  await admin.put(`/api/v2/users/${second}.json`, { user: { is_active: false } });
  const nobody = await draw('2026-W47', true);
  // There are no calls in the week before, so nobody is missed.
  const empty = await people('2026-W46');
  await away('2026-11-25');
  const one = await people('2026-W47');

  expect([alone.status, nobody.status]).toEqual([200, 409]);
  expect([empty, one]).toEqual([new Set(), new Set([first])]);
});

test('nobody who can score: a draw is refused, and noted by itself', async () => {
  const { admin, url, draw, catchUp, read, evaluators, clock } = await planned();
  for (const { user_id } of evaluators)
    await admin.put(`/api/v2/users/${user_id}.json`, { user: { is_active: false } });

  const { status, body } = await draw();
  await admin.put(url, { evaluation_plan: { is_active: true } });
  const failed = await catchUp();
  const noted = await read();
  const told = (await admin.get('/api/v2/notices.json')).body.notices;
  clock.now += hour;
  await admin.put(`/api/v2/users/${evaluators[0]?.user_id}.json`, { user: { is_active: true } });
  const done = await catchUp();

  expect([status, body.reason.code]).toEqual([409, 'plan_nobody']);
  expect(failed).toEqual({ draws: 0, reports: 0, failed: 1 });
  expect(told).toMatchObject([{ kind: 'plan_failed', count: 1, plan_id: idIn(url) }]);
  expect(noted).toMatchObject({
    next_draw_at: '2026-11-23T13:00:00+00:00',
    last_error: expect.stringContaining('Nobody can score'),
    last_error_reason: { code: 'plan_nobody', values: {} },
  });
  expect(done).toEqual({ draws: 1, reports: 6, failed: 1 });
  expect(await read()).toMatchObject({ last_error: null, next_draw_at: '2026-11-30T06:00:00+00:00' });
});

test('what is due is drawn by itself, each period once, as its owner', async () => {
  const { admin, given, url, read, catchUp, clock } = await planned({
    period: 'day',
    timezone: 'UTC',
    starts_on: '2026-11-01',
    amount: 1,
  });
  await admin.put(url, { evaluation_plan: { is_active: true } });

  const first = await catchUp();
  const again = await catchUp();
  clock.now += day;
  const next = await catchUp();

  const samples = (await admin.get(`/api/v2/evaluation_samples.json?plan_id=${idIn(url)}&limit=100`)).body
    .evaluation_samples;
  const days = [...Array.from({ length: 8 }, (_, n) => `2026-11-${15 + n}`), '2026-11-23'];
  expect([first.draws, again.draws, next.draws]).toEqual([8, 8, 9]);
  expect(samples.map(({ period }: Json) => period).toSorted()).toEqual(days);
  const entries = given.audited('evaluation_sample');
  expect(entries).toHaveLength(9);
  const { body } = await admin.get('/api/v2/audit_log.json?resource=evaluation_sample');
  const { user_id } = await read();
  expect(new Set(body.audit_log.map((entry: Json) => `${entry.door} ${entry.user_id}`))).toEqual(
    new Set([`earshot ${user_id}`]),
  );
});

test('an owner without the rights, or a form that was turned off, stops a plan', async () => {
  const { admin, given, record } = await planned();
  const owner = await given.user({ permissions: [...planning], access_level: 'tenant' });
  const own = await made(owner, plans, { evaluation_plan: { ...record, name: 'Own' } });
  const drawOwn = () => admin.post(own.replace('.json', '/draws.json'), { draw: { period: '2026-W47' } });

  owner.may([...scoring]);
  const without = await drawOwn();
  owner.may([...planning]);
  await admin.put(`/api/v2/evaluation_forms/${record.form_id}.json`, { evaluation_form: { is_active: false } });
  const inactive = await drawOwn();

  expect([without.status, without.body.reason.code]).toEqual([409, 'plan_owner_unable']);
  expect([inactive.status, inactive.body.reason.code]).toEqual([409, 'form_inactive']);
});

test('plans are reached by owner and evaluators, and by those who plan in the tenant; changed by owner and those', async () => {
  const { admin, given, url, evaluators, record, draw } = await planned();
  const [evaluator] = evaluators;
  const planner = await given.user({ permissions: [...planning], access_level: 'tenant' });
  const small = await given.user({ permissions: [...planning], access_level: 'user' });
  const viewer = await given.user({ permissions: [...scoring], access_level: 'tenant' });
  const get = async (caller: Caller) => (await caller.get(url)).status;

  expect(await Promise.all([evaluator as Caller, planner, small, viewer].map(get))).toEqual([200, 200, 404, 404]);
  expect((await evaluator?.put(url, { evaluation_plan: { name: 'Mine' } }))?.status).toBe(403);
  expect((await small.put(url, { evaluation_plan: { name: 'Mine' } })).status).toBe(404);
  expect((await draw('2026-W47', true, evaluator)).status).toBe(403);
  expect((await planner.put(url, { evaluation_plan: { name: 'Ours' } })).status).toBe(200);
  expect((await admin.delete(`/api/v2/users/${evaluator?.user_id}.json`)).status).toBe(409);
  expect((await viewer.post(plans, { evaluation_plan: record })).status).toBe(403);
});

test('anybody can check a draw with the pool file, sort and sha256sum', async () => {
  const { admin, drawn, draw, ids } = await planned();
  const sample = await drawn();

  const response = await admin.raw(`/api/v2/evaluation_samples/${sample.sample_id}/pool.csv`);
  const text = await response.text();

  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const [head, ...lines] = text.trimEnd().split('\r\n');
  expect(head).toBe('call_id,agent_user_id,stratum,hash,drawn');
  const rows = lines.map((line) => line.split(','));
  expect(rows.map(([call_id]) => call_id).toSorted()).toEqual(ids.toSorted());
  // Sorted by agent, stratum and hash, as `sort` does it.
  const sorted = execFileSync('sort', ['-t,', '-k2,4'], { input: `${lines.join('\n')}\n`, env: { LC_ALL: 'C' } });
  expect(sorted.toString().trimEnd().split('\n')).toEqual(lines);
  const [[call_id = '', , , hash] = []] = rows;
  const sum = execFileSync('sha256sum', { input: `${sample.seed}\n${call_id}` });
  expect(sum.toString().slice(0, 64)).toBe(hash);
  const first = rows.filter(([, , , , mark]) => mark === '1').map(([id]) => id);
  expect(first.toSorted()).toEqual(sample.calls.map((call: Json) => call.call_id).toSorted());
  expect((await draw()).status).toBe(409);
});

test('a sample drawn by hand has no pool file', async () => {
  const { admin } = await planned();
  const evaluation_sample = { query: '', method: 'random', amount: 1 };
  const url = await made(admin, '/api/v2/evaluation_samples.json', { evaluation_sample });

  expect((await admin.raw(url.replace('.json', '/pool.csv'))).status).toBe(409);
  expect((await admin.get(url)).body.evaluation_sample).toMatchObject({
    method: 'random',
    plan_id: null,
    period: null,
    terms: null,
    strata: [],
  });
});

test('a drawn call is replaced by the next of its stratum, with the reason, by its evaluator or a planner', async () => {
  const { admin, drawn, sampleOf, evaluators, ids } = await planned();
  const sample = await drawn();
  const address = `/api/v2/evaluation_samples/${sample.sample_id}.json`;
  const replace = (caller: Caller, call_id: string, reason = 'Wrong number') =>
    caller.post(address.replace('.json', '/replacements.json'), { replacement: { call_id, reason } });
  const [old] = sample.calls;
  const own = evaluators.find(({ user_id }) => user_id === old.evaluator_user_id) as Caller;
  const other = evaluators.find(({ user_id }) => user_id !== old.evaluator_user_id) as Caller;
  const pool = (await (await admin.raw(address.replace('.json', '/pool.csv'))).text())
    .split('\r\n')
    .map((line) => line.split(','));
  const next = pool.find(([, agent, , , mark]) => agent === old.agent_user_id && mark === '0')?.[0];

  expect((await replace(other, old.call_id)).status).toBe(403);
  const blank = await replace(own, old.call_id, ' ');
  expect([blank.status, Object.keys(blank.body.details)]).toEqual([400, ['reason']]);
  const { status, body } = await replace(own, old.call_id);
  const again = await replace(admin, old.call_id);
  const unknown = await replace(
    admin,
    ids.find((id) => !sample.calls.some((call: Json) => call.call_id === id) && id !== next) ?? '',
  );

  expect(status).toBe(201);
  const now = await sampleOf(address);
  expect(now.calls).toHaveLength(7);
  expect(now.calls[0]).toMatchObject({ call_id: old.call_id, status: 'cancelled' });
  expect(now.calls[6]).toMatchObject({
    call_id: next,
    replaces: old.call_id,
    reason: 'Wrong number',
    evaluator_user_id: old.evaluator_user_id,
    report_id: idIn(body.url),
    stratum: 'all',
    weight: 3.3333,
    status: 'assigned',
  });
  const report = (await admin.get(body.url)).body.evaluation_report;
  expect(report).toMatchObject({
    call_id: next,
    evaluation_deadline: '2026-11-28T23:59:59+00:00',
    plan_id: sample.plan_id,
  });
  expect([again.status, again.body.reason.code]).toEqual([409, 'replaced_already']);
  expect([unknown.status, Object.keys(unknown.body.details)]).toEqual([400, ['call_id']]);
});

test('a call that is scored is not replaced, nor is one whose stratum has no other', async () => {
  const { admin, drawn, evaluators, sections } = await planned({ amount: 10 });
  const sample = await drawn();
  const address = `/api/v2/evaluation_samples/${sample.sample_id}/replacements.json`;
  const [scored, last] = sample.calls;
  const own = evaluators.find(({ user_id }) => user_id === scored.evaluator_user_id) as Caller;
  const report = { sections: answersTo(sections, ['Warm', 8, 'yes', '']), status: 'completed' };
  await own.put(`/api/v2/evaluation_reports/${scored.report_id}.json`, { evaluation_report: report });
  const codes = [];
  for (const { call_id } of [scored, last])
    codes.push((await admin.post(address, { replacement: { call_id, reason: 'a' } })).body.reason.code);

  expect(codes).toEqual(['replaced_completed', 'stratum_exhausted']);
});

test('progress by agent and by evaluator', async () => {
  const { admin, drawn, evaluators, sections, pathOf, ada, ben, clock } = await planned();
  const progress = async (query = ''): Promise<Json> => admin.get(`${pathOf('/progress.json')}${query}`);
  const before = (await progress()).body.progress;
  const sample = await drawn();
  const [scored] = sample.calls;
  const own = evaluators.find(({ user_id }) => user_id === scored.evaluator_user_id) as Caller;
  const report = { sections: answersTo(sections, ['Warm', 8, 'yes', '']), status: 'completed' };
  await own.put(`/api/v2/evaluation_reports/${scored.report_id}.json`, { evaluation_report: report });
  clock.now += 10 * day;

  const { body } = await progress();

  expect(before).toEqual({ period: null, sample_id: null, agents: [], evaluators: [] });
  expect(body.progress).toMatchObject({ period: '2026-W47', sample_id: sample.sample_id });
  expect(body.progress.agents.map(({ agent_user_id }: Json) => agent_user_id).toSorted()).toEqual(
    [ada.user_id, ben.user_id].toSorted(),
  );
  for (const agent of body.progress.agents) {
    const completed = Number(agent.agent_user_id === scored.agent_user_id);
    expect(agent).toMatchObject({ calls: 10, drawn: 3, completed, overdue: 3 - completed });
  }
  for (const one of body.progress.evaluators) {
    const completed = Number(one.user_id === scored.evaluator_user_id);
    expect(one).toMatchObject({
      assigned: 3 - completed,
      in_progress: 0,
      completed,
      overdue: 3 - completed,
      replaced: 0,
    });
  }
  expect((await progress('?period=2026-W47')).body.progress).toEqual(body.progress);
  expect((await progress('?period=2026-W48')).status).toBe(404);
  expect((await progress('?period=x')).status).toBe(400);
});

test('a deleted plan leaves its samples and evaluations', async () => {
  const { admin, url, drawn, sampleOf } = await planned();
  const sample = await drawn();
  await admin.delete(url);

  const left = await sampleOf(`/api/v2/evaluation_samples/${sample.sample_id}.json`);

  expect(left).toMatchObject({ plan_id: null, period: '2026-W47', method: 'plan', strata: sample.strata });
  expect(left.calls.map((call: Json) => call.report_id)).toEqual(sample.calls.map((call: Json) => call.report_id));
});
