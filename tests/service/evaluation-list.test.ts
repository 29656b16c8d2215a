import { randomUUID } from 'node:crypto';
import { fold } from '@shared/fold';
import type { AccessLevel } from '@shared/permissions';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Caller } from '../support/caller';
import { answersTo, formAndCall, made, reports, type Sections, sales } from '../support/evaluation';
import { type Person, party } from '../support/given';
import { idIn } from '../support/id-in';
import { columns } from '../support/reports';
import { startService, type TestService } from '../support/start-service';

const archived = 2_000;
/** 500 take about ten seconds on two cores. */
const lists = Number(process.env.EARSHOT_REPORT_LISTS ?? 50);

/** Zones of the callers, each with the days of its clock changes. */
const zones = {
  'Europe/Berlin': ['2026/03/29', '2026/10/25'],
  'America/New_York': ['2026/03/08', '2026/11/01'],
  'Australia/Lord_Howe': ['2026/04/05', '2026/10/04'],
};
const days = Object.values(zones).flat();
const around = days.flatMap((day) => {
  const noon = Date.parse(`${day.replaceAll('/', '-')}T12:00:00Z`);
  return [-1, 0, 1].map((more) => new Date(noon + more * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '/'));
});

const statuses = ['assigned', 'in_progress', 'completed', 'cancelled'];
const titles = ['March sample', 'Beschwerde', 'Überprüfung', 'Sales', 'STRASSE'];
const formNames = ['Sales', 'Störung', 'Retention', 'Sales abroad'];
const agentNames = ['Ada Lovelace', 'Zoë Sales', 'Ümit Straße', 'Bo', 'Bea', 'Cy'];
const terms = ['sales', 'SALES', 'über', 'straße', 'ada', 'ö', 'march s', 'nothing', '%', 'b'];

type Listed = {
  report_id: string;
  tenant_id: string;
  form: number;
  agent: number;
  evaluator: number;
  title: string;
  status: string;
  call_time: number;
  created_at: number;
};

/** Reports of two tenants whose calls are close to the days on which clocks change. */
async function archive({ given }: TestService) {
  const tenants = [await given.tenant(), await given.tenant()] as const;
  const groups = [await given.group(tenants[0]), await given.group(tenants[0]), await given.group(tenants[1])];
  const people: Person[] = [];
  for (const n of agentNames.keys()) {
    people.push(await given.user({ tenant_id: tenants[n % 2] as string, group_id: groups[n % 3] as string }));
  }
  const stamps = { created_at: 0, updated_at: 0 };
  const formIds = formNames.map(() => randomUUID());
  const [instant, pick] = [fc.integer({ min: -40 * 3600, max: 40 * 3600 }), (most: number) => fc.nat(most - 1)];
  const one = fc.record({
    tenant: pick(2),
    form: pick(4),
    agent: pick(6),
    evaluator: pick(6),
    title: fc.constantFrom(...titles),
    status: fc.constantFrom(...statuses),
    day: fc.constantFrom(...days),
    second: instant,
    created: pick(500),
  });
  const all = fc.sample(one, archived).map(({ tenant, day, second, created, ...report }): Listed => {
    const noon = Date.parse(`${day.replaceAll('/', '-')}T12:00:00Z`);
    const tenant_id = tenants[tenant] as string;
    return { ...report, report_id: randomUUID(), tenant_id, call_time: noon + second * 1000, created_at: created };
  });
  given.database((db) => {
    for (const [n, name] of agentNames.entries()) {
      db.prepare('UPDATE users SET name = ?, name_folded = ? WHERE user_id = ?').run(
        name,
        fold(name),
        people[n]?.user_id,
      );
    }
    // The first agent also belongs to the second group.
    db.prepare('INSERT INTO user_groups (group_id, user_id) VALUES (?, ?)').run(groups[1], people[0]?.user_id);
    for (const [n, name] of formNames.entries()) {
      const form = {
        form_id: formIds[n],
        tenant_id: tenants[0],
        name,
        name_folded: fold(name),
        is_active: 1,
        revision: 1,
      };
      insert('evaluation_forms', { ...form, ...stamps });
      insert('evaluation_form_revisions', { form_id: formIds[n], revision: 1, name, description: '', type: 'manual' });
    }
    for (const { form, agent, evaluator, title, ...report } of all) {
      insert('evaluation_reports', {
        ...report,
        updated_at: 0,
        title,
        title_folded: fold(title),
        description: '',
        call_id: randomUUID(),
        form_id: formIds[form],
        form_revision: 1,
        agent_can_view: 1,
        agent_can_dispute: 1,
        agent_review_mandatory: 0,
        agent_user_id: people[agent]?.user_id,
        evaluator_user_id: people[evaluator]?.user_id,
      });
    }
    function insert(table: string, row: Record<string, unknown>) {
      const names = Object.keys(row);
      db.prepare<object>(`INSERT INTO ${table} (${names}) VALUES (${names.map((name) => `@${name}`)})`).run(row);
    }
  });
  const groupsOf = (agent: number) => [groups[agent % 3], ...(agent === 0 ? [groups[1]] : [])];
  return { all, tenants, groups, people, formIds, groupsOf };
}

test('lists have the same reports as a plain filter, in three zones and around the changes of their clocks', async () => {
  const started = await startService();
  const { given } = started;
  const { all, tenants, groups, people, formIds, groupsOf } = await archive(started);
  const callers: { zone: string; caller: Person }[] = [];
  for (const zone of Object.keys(zones)) {
    const caller = await given.user({ access_level: 'root', permissions: ['evaluation_reports:view'] });
    given.database((db) => db.prepare('UPDATE users SET timezone = ? WHERE user_id = ?').run(zone, caller.user_id));
    callers.push({ zone, caller });
  }
  const dayIn = Object.fromEntries(
    Object.keys(zones).map((timeZone) => [timeZone, new Intl.DateTimeFormat('en-CA', { timeZone })]),
  );
  const seldom = <T>(arbitrary: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
  const asked = fc.record({
    by: fc.constantFrom(...callers),
    daterange: fc.option(
      fc.tuple(fc.constantFrom(...around), fc.constantFrom(...around)).map((two) => two.sort() as [string, string]),
      { nil: undefined, freq: 3 },
    ),
    search_term: seldom(fc.constantFrom(...terms)),
    tenant_id: seldom(fc.constantFrom(...tenants)),
    evaluation_form_id: seldom(fc.constantFrom(...formIds.keys())),
    evaluator_user_id: seldom(fc.constantFrom(...people.keys())),
    user_id: seldom(fc.constantFrom(...people.keys())),
    group_id: seldom(fc.constantFrom(...groups)),
    status: seldom(fc.uniqueArray(fc.constantFrom(...statuses), { minLength: 1 })),
  });

  const mistakes = [];
  let hits = 0;
  for (const { by, ...filters } of fc.sample(asked, lists)) {
    const { daterange, search_term, tenant_id, evaluation_form_id, evaluator_user_id, user_id, group_id, status } =
      filters;
    const day = dayIn[by.zone] as Intl.DateTimeFormat;
    const isIn = ({ call_time }: Listed, [first, last]: [string, string]) => {
      const on = day.format(call_time).replaceAll('-', '/');
      return first <= on && on <= last;
    };
    const wanted = all
      .filter((report) => daterange === undefined || isIn(report, daterange))
      .filter(({ title, form, agent }) =>
        [title, formNames[form], agentNames[agent]].some((text) => fold(text ?? '').includes(fold(search_term ?? ''))),
      )
      .filter((report) => tenant_id === undefined || report.tenant_id === tenant_id)
      .filter(({ form }) => evaluation_form_id === undefined || form === evaluation_form_id)
      .filter(({ evaluator }) => evaluator_user_id === undefined || evaluator === evaluator_user_id)
      .filter(({ agent }) => user_id === undefined || agent === user_id)
      .filter(({ agent }) => group_id === undefined || groupsOf(agent).includes(group_id))
      .filter((report) => status === undefined || status.includes(report.status))
      .sort((one, other) => other.created_at - one.created_at || (one.report_id < other.report_id ? 1 : -1));
    const query = new URLSearchParams();
    const add = (name: string, value: string | undefined) => value !== undefined && query.set(name, value);
    add('daterange', daterange?.join('-'));
    add('search_term', search_term);
    add('tenant_id', tenant_id);
    add('evaluation_form_id', evaluation_form_id === undefined ? undefined : formIds[evaluation_form_id]);
    add('evaluator_user_id', evaluator_user_id === undefined ? undefined : people[evaluator_user_id]?.user_id);
    add('user_id', user_id === undefined ? undefined : people[user_id]?.user_id);
    add('group_id', group_id);
    add('status', status?.join());
    const { body } = await by.caller.get(`${reports}?limit=1000&max_total_calc=1000&${query}`);
    const found = body.reports?.map(({ report_id }: Listed) => report_id);
    const total = wanted.length > 1000 ? null : wanted.length;
    const ids = wanted.slice(0, 1000).map(({ report_id }) => report_id);
    if (String(found) !== String(ids) || (body.next_url === null && body.total !== total)) {
      mistakes.push({
        zone: by.zone,
        query: `${query}`,
        found: found?.length,
        wanted: wanted.length,
        details: body.details,
      });
    }
    if (wanted.length > 0) hits += 1;
  }

  expect(mistakes).toEqual([]);
  // Lists that are empty would show little.
  expect(hits).toBeGreaterThan(lists / 3);
}, 300_000);

test('the list has exactly its seven attributes, newest first, page by page', async () => {
  const started = await startService();
  const { admin, given } = started;
  const { form_id, call_id, sections } = await formAndCall(started);
  const { user_id: agent_user_id } = await given.user();
  const post = (more: object = {}) =>
    made(admin, reports, { evaluation_report: { form_id, call_id, agent_user_id, ...more } });
  const first = await post({
    title: 'First',
    status: 'completed',
    sections: answersTo(sections, ['Neutral', 7.25, 'no']),
  });
  for (const title of ['Second', 'Third']) await post({ title });

  const { body } = await admin.get(`${reports}?limit=2`);
  const next = (await admin.get(body.next_url)).body;

  const listed = { report_id: idIn(first), form_id, title: 'First', status: 'completed', agent_user_id };
  expect(next).toEqual({
    reports: [{ ...listed, report_points: 17, report_max_points: 35 }],
    next_url: null,
    total: 3,
  });
  expect(body.total).toBe(null);
  expect(body.reports.map(({ title }: { title: string }) => title)).toEqual(['Third', 'Second']);
  expect((await admin.get(`${reports}?call_id=${call_id}`)).body.total).toBe(3);
  expect((await admin.get(`${reports}?call_id=${randomUUID()}`)).body.total).toBe(0);
});

test('a second list has the names and results that the first one leaves out', async () => {
  const started = await startService();
  const { admin, given } = started;
  const { form_id, call_id, sections } = await formAndCall(started);
  const agent = await given.user({ permissions: ['evaluation_reports:view'], access_level: 'user' });
  const post = (more: object = {}) =>
    made(admin, reports, { evaluation_report: { form_id, call_id, agent_user_id: agent.user_id, ...more } });
  const failing = answersTo(sections, ['None', 10, 'yes']);
  const completed = await post({ title: 'First', status: 'completed', sections: failing });
  await post({ title: 'Second' });

  const [all, own, searched] = [
    await admin.get('/api/v2/evaluations.json'),
    await agent.get('/api/v2/evaluations.json'),
    await admin.get('/api/v2/evaluations.json?search_term=second&status=assigned'),
  ];

  const { user } = (await admin.get('/api/v2/sessions.json')).body;
  const [{ name: agent_name }] = given.database((db) =>
    db.prepare<string[], { name: string }>('SELECT name FROM users WHERE user_id = ?').all(agent.user_id),
  ) as [{ name: string }];
  expect(all.body.total).toBe(2);
  expect(own.body.evaluations).toEqual([
    {
      report_id: idIn(completed),
      title: 'First',
      status: 'completed',
      agent_review_status: expect.anything(),
      dispute_replied_at: null,
      agent_user_id: agent.user_id,
      agent_name,
      evaluator_user_id: user.user_id,
      evaluation_deadline: null,
      sample_id: null,
      sample_name: null,
      evaluator_name: user.name,
      call_id,
      setup_time: expect.any(String),
      score: expect.any(Number),
      pass_threshold: 80,
      is_passed: false,
      answer_fail_form: true,
    },
  ]);
  expect(searched.body.evaluations).toMatchObject([{ title: 'Second', score: null, is_passed: null }]);
});

test('the days of a list are those of the user, otherwise of the tenant, otherwise of the settings, and not of the group', async () => {
  const { admin, given } = await startService();
  const group_id = await given.group();
  const person = await given.user({ group_id, permissions: ['evaluation_reports:view'] });
  const [call_id = ''] = await given.calls({ setup_time: Date.parse('2026-11-20T23:30:00Z') });
  const form = { name: 'A', sections: [{ title: 'a', questions: [{ title: 'a', type: 'text' }] }] };
  const form_id = idIn(await made(admin, '/api/v2/evaluation_forms.json', { evaluation_form: form }));
  await made(admin, reports, { evaluation_report: { form_id, call_id, agent_user_id: person.user_id } });
  const set = (sql: string) => given.database((db) => db.exec(sql));
  const found = async () => {
    const counts = [];
    for (const day of ['2026/11/20', '2026/11/21']) {
      counts.push((await person.get(`${reports}?daterange=${day}-${day}`)).body.reports.length);
    }
    return counts;
  };

  await admin.put('/api/v2/settings.json', { settings: { timezone: 'UTC' } });
  set(`UPDATE tenants SET timezone = ''`);
  set(`UPDATE groups SET timezone = 'Asia/Tokyo' WHERE group_id = '${group_id}'`);
  const settings = await found();
  await admin.put('/api/v2/settings.json', { settings: { timezone: 'Europe/Berlin' } });
  const otherSettings = await found();
  set(`UPDATE tenants SET timezone = 'America/New_York'`);
  const tenant = await found();
  const [shown] = (await person.get('/api/v2/evaluations.json')).body.evaluations;
  set(`UPDATE users SET timezone = 'Asia/Tokyo' WHERE user_id = '${person.user_id}'`);

  // The times themselves are in the zone of the group, as in every other answer.
  expect(shown.setup_time).toBe('2026-11-21T08:30:00+09:00');
  expect([settings, otherSettings, tenant, await found()]).toEqual([
    [1, 0],
    [0, 1],
    [1, 0],
    [0, 1],
  ]);
});

test('a wrong filter is refused under its name', async () => {
  const { admin } = await startService();
  const wrong = [
    ...['2026/11/20', '2026-11-20-2026-11-21', '2026/02/30-2026/03/01', '2026/11/21-2026/11/20', 'this_week', ''].map(
      (days) => `daterange=${days}`,
    ),
    ...['tenant_id', 'evaluation_form_id', 'evaluator_user_id', 'user_id', 'group_id', 'call_id'].map(
      (name) => `${name}=x`,
    ),
    'status=done',
    'status=',
    'agent_review_status=lost',
    'client_id=x',
  ];
  const seen = [];
  for (const query of wrong) {
    const { status, body } = await admin.get(`${reports}?${query}`);
    seen.push([query, status, ...Object.keys(body.details ?? {})]);
  }
  expect(seen).toEqual(wrong.map((query) => [query, 400, query.split('=')[0]]));
});

test('everyone reaches the reports of their role, their own work, and as agent the results that they may see', async () => {
  const started = await startService();
  const { admin, given } = started;
  const [managed, other] = [await given.group(), await given.group()];
  const rights = ['evaluation_reports:view', 'evaluation_reports:edit'] as const;
  const user = (access_level: AccessLevel, group_id: string) =>
    given.user({ access_level, group_id, permissions: [...rights], managed_groups: [managed] });
  const people: Record<string, Person> = {
    agent: await user('user', managed),
    colleague: await user('user', other),
    supervisor: await user('managed_groups', other),
    manager: await user('tenant', other),
    stranger: await given.user({ tenant_id: await given.tenant(), access_level: 'system', permissions: [...rights] }),
  };
  const idOf = (name: string) => people[name]?.user_id;
  const { form_id, call_id, sections } = await formAndCall(started);
  const post = async (title: string, agent: string, evaluator: string, more: object = {}) => {
    const about = { form_id, call_id, title, agent_user_id: idOf(agent), evaluator_user_id: idOf(evaluator) };
    return made(admin, reports, { evaluation_report: { ...about, ...more } });
  };
  const complete = (name: string, url: string) =>
    people[name]?.put(url, {
      evaluation_report: { sections: answersTo(sections, ['Warm', 1, 'no']), status: 'completed' },
    });
  const urls = {
    draft: await post('draft', 'agent', 'manager'),
    result: await post('result', 'agent', 'manager'),
    hidden: await post('hidden', 'agent', 'manager', { agent_can_view: false }),
    work: await post('work', 'colleague', 'agent'),
    about: await post('about', 'colleague', 'manager'),
    own: await post('own', 'supervisor', 'supervisor'),
  };
  await complete('manager', urls.result);
  await complete('manager', urls.hidden);

  const listed: Record<string, string[]> = {};
  const read: Record<string, string[]> = {};
  for (const [name, person] of Object.entries(people)) {
    const { body } = await person.get(reports);
    listed[name] = body.reports.map(({ title }: { title: string }) => title).sort();
    read[name] = [];
    for (const [title, url] of Object.entries(urls)) {
      const { status } = await person.get(url);
      if (status === 200) read[name]?.push(title);
      const changed = await person.put(url, { evaluation_report: { title } });
      expect([name, title, changed.status]).toEqual([name, title, status]);
    }
    read[name]?.sort();
  }

  expect(listed).toEqual({
    agent: ['result', 'work'],
    colleague: [],
    supervisor: ['draft', 'hidden', 'own', 'result'],
    manager: ['about', 'draft', 'hidden', 'own', 'result', 'work'],
    stranger: [],
  });
  expect(read).toEqual(listed);
});

test('an evaluation of a call out of reach reveals nothing about its call, in lists and in figures', async () => {
  const started = await startService();
  const { admin, given } = started;
  const { form_id, sections } = await formAndCall(started);
  const agent = await given.user({
    access_level: 'user',
    permissions: ['evaluation_reports:view', 'calls:view', 'reports:run'],
  });
  const call = {
    duration: 90,
    protocol_call_direction: 1,
    from_number: '+49305550',
    participants: [party(agent.user_id)],
  };
  const [open, hidden] = await given.calls(call, { ...call, confidential: 1 });
  for (const call_id of [open, hidden]) {
    const about = { form_id, call_id, agent_user_id: agent.user_id, status: 'completed' };
    await made(admin, reports, {
      evaluation_report: { ...about, sections: answersTo(sections, ['Warm', 1, 'no']) },
    });
  }
  const count = async (caller: Caller, query: string) => (await caller.get(`${reports}?${query}`)).body.total;
  const filters = ['duration__greater_than=1:00', 'direction__equal_to=1', 'phone_number__includes=5550'];
  const counted = async (caller: Caller, dimensions: string[], filters: object[] = []) => {
    const report = { ...columns(...dimensions, 'count_evaluations'), filters };
    const { rows } = (await caller.post('/api/v2/reports/figures.json', { report })).body.report_figures;
    return rows.reduce((sum: number, row: { count_evaluations: number }) => sum + row.count_evaluations, 0);
  };
  const seen = async (caller: Caller) => [
    ...(await Promise.all([...filters, `call_id=${hidden}&${filters[0]}`].map((query) => count(caller, query)))),
    await counted(caller, ['direction']),
    await counted(caller, [], [{ param: 'duration', op: 'greater_than', val: '1:00' }]),
  ];

  expect([await count(admin, ''), await count(agent, '')]).toEqual([2, 2]);
  expect(await seen(admin)).toEqual([2, 2, 2, 1, 2, 2]);
  expect(await seen(agent)).toEqual([1, 1, 1, 0, 2, 1]);
  // Nobody knows the direction of a call out of reach.
  expect(await counted(agent, [])).toBe(2);
  expect(await count(agent, 'direction__is_empty=1')).toBe(1);
  expect(await count(agent, 'datetime__greater_than=1900-01-01T00:00:00Z')).toBe(2);
});

test('without the right to see evaluations, calls have none, in filters and in figures', async () => {
  const started = await startService();
  const { admin, given } = started;
  const { form_id, call_id, sections } = await formAndCall(started);
  const agent = await given.user();
  const about = { form_id, call_id, agent_user_id: agent.user_id, status: 'completed' };
  await made(admin, reports, { evaluation_report: { ...about, sections: answersTo(sections, ['Warm', 1, 'no']) } });
  const blind = await given.user({ permissions: ['calls:view', 'reports:run'] });
  const report = columns('evaluation_form', 'count_calls', 'count_evaluations');
  const seen = async (caller: Caller) => {
    const found = await caller.get(
      `/api/v2/calls/count.json?advanced_search=1&evaluation_form_id__equal_to=${form_id}`,
    );
    const { rows } = (await caller.post('/api/v2/reports/figures.json', { report })).body.report_figures;
    return [found.body.count, rows.map((row: Record<string, unknown>) => row.count_evaluations)];
  };

  expect([await seen(admin), await seen(blind)]).toEqual([
    [1, [1]],
    [0, [0]],
  ]);
});

test('evaluations are sorted by each name, page by page, and narrowed by their results', async () => {
  const started = await startService();
  const { admin, given } = started;
  const { form_id, sections } = await formAndCall(started);
  const other = await formAndCall(started, { ...sales, name: 'Ärger' });
  const [ada, ben] = [await given.user(), await given.user()];
  for (const [user_id, name] of [
    [ada.user_id, 'ada'],
    [ben.user_id, 'Ben'],
  ] as const)
    await admin.put(`/api/v2/users/${user_id}.json`, { user: { name } });
  const calls = await given.calls(
    ...[3, 1, 2, 4].map((day) => ({ setup_time: Date.parse(`2026-01-0${day}T10:00:00Z`) })),
  );
  const done = (of: Sections, answers: unknown[]) => ({ status: 'completed', sections: answersTo(of, answers) });
  const bodies = [
    { form_id, agent_user_id: ben.user_id, ...done(sections, ['Warm', 10, 'yes']) },
    { form_id, agent_user_id: ada.user_id, ...done(sections, ['None', 10, 'yes']) },
    { form_id: other.form_id, agent_user_id: ben.user_id, ...done(other.sections, ['Warm', 0, 'no']) },
    { form_id, agent_user_id: ada.user_id },
  ];
  const ids: string[] = [];
  for (const [at, body] of bodies.entries())
    ids.push(idIn(await made(admin, reports, { evaluation_report: { ...body, call_id: calls[at] } })));
  const placesOf = async (query: string) => {
    const places: number[] = [];
    for (let url: string | null = `/api/v2/evaluations.json?limit=1&${query}`; url !== null; ) {
      const { body }: { body: { evaluations: { report_id: string }[]; next_url: string | null } } =
        await admin.get(url);
      places.push(...body.evaluations.map(({ report_id }) => ids.indexOf(report_id)));
      url = body.next_url;
    }
    return places;
  };

  expect(await placesOf('')).toEqual([3, 2, 1, 0]);
  expect(await placesOf('sort_order=asc')).toEqual([0, 1, 2, 3]);
  expect(await placesOf('sort=setup_time')).toEqual([3, 0, 2, 1]);
  expect(await placesOf('sort=setup_time&sort_order=asc')).toEqual([1, 2, 0, 3]);
  expect((await placesOf('sort=score')).at(-1)).toBe(3);
  expect(await placesOf('sort=score')).toEqual([
    ...(await placesOf('sort=score&sort_order=asc')).slice(0, 3).reverse(),
    3,
  ]);
  expect(await placesOf('sort=agent&sort_order=asc')).toEqual([1, 3, 0, 2]);
  expect(await placesOf('sort=form')).toEqual([2, 3, 1, 0]);
  expect(await placesOf('sort=evaluator')).toEqual([3, 2, 1, 0]);
  expect(await placesOf('is_passed=true')).toEqual([0]);
  expect(await placesOf('is_passed=false')).toEqual([2, 1]);
  expect(await placesOf('score_min=100')).toEqual([0]);
  expect((await placesOf('score_max=99')).sort()).toEqual([1, 2]);
  for (const query of ['sort=title', 'sort_order=up', 'is_passed=1', 'score_min=-1', 'score_max=x'])
    expect((await admin.get(`/api/v2/evaluations.json?${query}`)).status, query).toBe(400);
});
