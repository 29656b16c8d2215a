import { fold } from '@shared/fold';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evaluationsOf, forms, insertEvaluations } from '../support/evaluations';
import { party } from '../support/given';
import { type Archived, generatedArchive, localDay, subjectsOf, type World } from '../support/plain-search/archive';
import { filtersOver, passing } from '../support/plain-search/filters';
import { columns, figures } from '../support/reports';
import { startService } from '../support/start-service';

const archived = Number(process.env.EARSHOT_REPORT_CALLS ?? 2_000);
const definitions = Number(process.env.EARSHOT_REPORTS ?? 6);
const zone = 'Europe/Berlin';

type Cell = string | number | null;
const local = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23', weekday: 'long' });
const partOf = (ms: number, type: string) => local.formatToParts(ms).find((part) => part.type === type)?.value ?? '';
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

function isoWeek(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7) + 3);
  const first = Date.UTC(date.getUTCFullYear(), 0, 1);
  const week = Math.ceil(((date.getTime() - first) / 86_400_000 + 1) / 7);
  return `${date.getUTCFullYear()}-W${String(week).padStart(2, '0')}`;
}

/** The values of a call by each dimension, in JavaScript, as `[readable, id]`. */
function dimensionsOf(world: World): Record<string, (call: Archived) => [Cell, Cell][]> {
  const subjects = subjectsOf(world);
  const day = ({ setup_time }: Archived) => localDay.format(setup_time);
  const same =
    (value: (call: Archived) => string) =>
    (call: Archived): [Cell, Cell][] => [[value(call), value(call)]];
  const ids =
    (name: string, nameOf: (id: string) => string) =>
    (call: Archived): [Cell, Cell][] =>
      [...new Set(subjects[name]?.values(call))].map((id) => [nameOf(String(id)), id]);
  const own = (id: string) => id;
  const custom = world.fields.map((id): [string, (call: Archived) => [Cell, Cell][]] => [
    `custom_field_${id}`,
    (call) => {
      const [value = null] = subjects[`custom_field_${id}`]?.values(call) ?? [];
      return value === null ? [] : [[String(value), String(value)]];
    },
  ]);
  return {
    hour: ({ setup_time }) => [[`${partOf(setup_time, 'hour')}:00`, Number(partOf(setup_time, 'hour'))]],
    weekday: ({ setup_time }) => {
      const name = partOf(setup_time, 'weekday');
      return [[name, weekdays.indexOf(name) + 1]];
    },
    day: same(day),
    week: same((call) => isoWeek(day(call))),
    month: same((call) => day(call).slice(0, 7)),
    user: ids('user_id', (id) => world.names[world.users.indexOf(id)] as string),
    group: ids('group_id', own),
    tenant: ids('tenant_id', (id) => (id === world.tenant[0] ? 'System' : id)),
    category: ids('category_id', (id) => ['One', 'Two'][world.categories.indexOf(id)] as string),
    client: ids('client_id', own),
    direction: ({ protocol_call_direction: code }) => [[['Unknown', 'Outbound', 'Inbound'][code] as string, code]],
    ...Object.fromEntries(custom),
  };
}

/** A quotient with two decimals, rounded half up. */
const rounded = (sum: number, count: number) =>
  Number((200n * BigInt(sum) + BigInt(count)) / (2n * BigInt(count))) / 100;
const sumOf = (all: number[]) => all.reduce((sum, one) => sum + one, 0);
const callMetrics: Record<string, (durations: number[]) => Cell> = {
  count_calls: (all) => all.length,
  minutes_total: (all) => rounded(sumOf(all), 60),
  duration_total: sumOf,
  duration_average: (all) => (all.length ? rounded(sumOf(all), all.length) : null),
  duration_shortest: (all) => (all.length ? Math.min(...all) : null),
  duration_longest: (all) => (all.length ? Math.max(...all) : null),
};

const average = (all: number[]) => (all.length ? rounded(sumOf(all), all.length) : null);
type Judged = { score: number | null; is_passed: number | null };
const evaluationMetrics: Record<string, (all: Judged[]) => Cell> = {
  count_evaluations: (all) => all.length,
  score_average: (all) => average(all.flatMap(({ score }) => score ?? [])),
  pass_rate: (all) => average(all.flatMap(({ is_passed }) => (is_passed === null ? [] : 100 * is_passed))),
};
const metricNames = [...Object.keys(callMetrics), ...Object.keys(evaluationMetrics)];

type Row = Record<string, Cell>;
type Sort = { name: string; sort: 'ASC' | 'DESC' };

/** The groups that a call or an evaluation is in, from its values by each dimension; a group next to a user is theirs. */
function groupsOf(values: Record<string, [Cell, Cell][]>, dimensions: string[], world: World): Row[] {
  let combined: Row[] = [{}];
  for (const name of [...dimensions].sort((a, b) => Number(b === 'user') - Number(a === 'user'))) {
    combined = combined.flatMap((row) => {
      const fits = (values[name] ?? []).filter(([, id]) => {
        if (name === 'group' && row.user_id) return world.groups[world.users.indexOf(String(row.user_id))] === id;
        if (name === 'evaluation_section' && row.evaluation_form_id) return isOfForm(id, row.evaluation_form_id);
        if (name === 'evaluation_form' && row.evaluation_section_id) return isOfForm(row.evaluation_section_id, id);
        return !(name === 'group' && 'user' in row);
      });
      const some: [Cell, Cell][] = fits.length > 0 ? fits : [[null, null]];
      return some.map(([shown, id]) => ({ ...row, [name]: shown, [`${name}_id`]: id }));
    });
  }
  return combined;
}
const isOfForm = (section: Cell | undefined, form: Cell | undefined) =>
  forms.some(
    ({ form_id, sections }) => form_id === form && sections.some(({ form_section_id }) => form_section_id === section),
  );
const shown = <T extends string>(all: { id: T; name: string }[]): [Cell, Cell][] =>
  [...new Map(all.map(({ id, name }) => [id, name]))].map(([id, name]) => [name, id]);

/** The rows of a table, in its order. Next to a user, groups are those of this user. */
function tableOf(calls: Archived[], world: World, names: string[], sort: Sort[]): Row[] {
  const values = dimensionsOf(world);
  const dimensions = names.filter((name) => name in values || name.startsWith('evaluation_'));
  const groups = new Map<string, { ids: Row; durations: number[]; evaluations: Judged[] }>();
  const groupOf = (ids: Row) => {
    const key = JSON.stringify(Object.entries(ids).sort());
    const group = groups.get(key) ?? { ids, durations: [], evaluations: [] };
    groups.set(key, group);
    return group;
  };
  if (dimensions.length === 0) groupOf({});
  for (const call of calls) {
    const own = Object.fromEntries(Object.entries(values).map(([name, of]) => [name, of(call)]));
    const evaluations = evaluationsOf(call, world);
    const sections = evaluations.flatMap(({ scores }) => scores);
    own.evaluation_form = shown(evaluations.map(({ form }) => ({ id: form.form_id, name: form.name })));
    own.evaluation_section = shown(
      sections.map(({ section }) => ({ id: section.form_section_id, name: section.title })),
    );
    for (const ids of groupsOf(own, dimensions, world)) groupOf(ids).durations.push(call.duration);
    if (!names.some((name) => name in evaluationMetrics)) continue;
    for (const { agent, form, score, is_passed, scores } of evaluations) {
      const user: [Cell, Cell][] = [[world.names[agent] as string, world.users[agent] as string]];
      const group: [Cell, Cell][] = [[world.groups[agent] as string, world.groups[agent] as string]];
      const about = { ...own, user, group, evaluation_form: shown([{ id: form.form_id, name: form.name }]) };
      if (!dimensions.includes('evaluation_section')) {
        for (const ids of groupsOf(about, dimensions, world)) groupOf(ids).evaluations.push({ score, is_passed });
        continue;
      }
      for (const { section, score } of scores) {
        const evaluation_section = shown([{ id: section.form_section_id, name: section.title }]);
        const inSection = groupsOf({ ...about, evaluation_section }, dimensions, world);
        for (const ids of inSection) groupOf(ids).evaluations.push({ score, is_passed });
      }
    }
  }
  const rows = [...groups.values()].map(({ ids, durations, evaluations }) => ({
    ...ids,
    ...Object.fromEntries(
      names.flatMap((name) => {
        if (callMetrics[name]) return [[name, callMetrics[name](durations)]];
        return evaluationMetrics[name] ? [[name, evaluationMetrics[name](evaluations)]] : [];
      }),
    ),
  }));
  const keyOf = (row: Row, name: string) => {
    if (/^(hour|weekday|day|week|month|direction)$/.test(name)) return row[`${name}_id`] ?? null;
    const value = row[name] ?? null;
    return typeof value === 'string' ? fold(value) : value;
  };
  const order = [...sort, ...dimensions.map((name): Sort => ({ name, sort: 'ASC' }))];
  return rows.sort((one, other) => {
    for (const { name, sort } of order) {
      const [a, b] = [keyOf(one, name), keyOf(other, name)];
      if (a === b) continue;
      if (a === null || b === null) return a === null ? 1 : -1;
      return (a < b ? -1 : 1) * (sort === 'DESC' ? -1 : 1);
    }
    // Texts that differ in case only.
    const [a, b] = [one, other].map((row) => dimensions.map((name) => row[`${name}_id`]).join());
    return (a as string) < (b as string) ? -1 : 1;
  });
}

test(`${definitions} reports of ${archived} calls have the figures of plain JavaScript over the same calls`, async () => {
  const { admin, given, calls, world } = await generatedArchive(archived);
  given.database((db) => insertEvaluations(db, calls, world));
  const some = (from: string[], most: number) => fc.shuffledSubarray(from, { minLength: 0, maxLength: most });
  const dimensions = [...Object.keys(dimensionsOf(world)), 'evaluation_form', 'evaluation_section'];
  const at = fc.constantFrom(null, '2026-03-28T10:00:00+01:00', '2026-03-29T01:30:00Z', '2026-03-30T00:00:00Z');
  const reports = fc.record({
    names: fc
      .tuple(some(dimensions, 3), some(metricNames, 3))
      .map((both) => both.flat())
      .filter((names) => names.length > 0),
    sorts: fc.array(fc.constantFrom('ASC' as const, 'DESC' as const), { maxLength: 2 }),
    charted: some(dimensions, 2),
    filters: fc.array(filtersOver(calls, world), { maxLength: 1 }),
    period: fc.tuple(at, at).filter(([begin, end]) => !begin || !end || Date.parse(begin) <= Date.parse(end)),
  });

  let rows = 0;
  for (const { names, sorts, charted, filters, period } of fc.sample(reports, definitions)) {
    const [period_begin, period_end] = period;
    const sort = names.slice(0, sorts.length).map((name, n) => ({ name, sort: sorts[n] as 'ASC' }));
    const report = {
      timezone: zone,
      period_begin,
      period_end,
      ...columns(...names),
      sort_settings: sort,
      filters: filters.map(({ parameter, value }) => {
        const [param = '', op = ''] = parameter.split(/__(.*)/);
        const field = param.startsWith('custom_field_') ? param.slice('custom_field_'.length) : undefined;
        return { param: field ? 'custom_field' : param, param2: field ?? '', op, val: value };
      }),
      summary_settings: [...metricNames, 'n_rows'].map((name) => ({ name })),
      chart_settings: {
        chart_style: 'bar',
        dimensions: charted.map((name) => ({ name })),
        metrics: [{ name: 'count_calls' }, { name: 'score_average' }],
      },
    };
    const data = await figures(admin, report);

    const counted = passing(calls, world, filters).filter(
      ({ setup_time }) =>
        (!period_begin || setup_time >= Date.parse(period_begin)) &&
        (!period_end || setup_time < Date.parse(period_end)),
    );
    const wanted = tableOf(counted, world, names, sort);
    const all = tableOf(counted, world, metricNames, [])[0];
    const inChart = [...charted, 'count_calls', 'score_average'];
    const chart = tableOf(
      counted,
      world,
      inChart,
      sort.filter(({ name }) => inChart.includes(name)),
    );
    expect({ report, rows: data.rows.slice(0, 1_000) }).toEqual({ report, rows: wanted.slice(0, 1_000) });
    expect({ report, total: data.total_rows, summary: data.summary }).toEqual({
      report,
      total: wanted.length,
      summary: { ...all, n_rows: wanted.length },
    });
    expect({ report, series: data.chart.series.map(({ data }) => data) }).toEqual({
      report,
      series: ['count_calls', 'score_average'].map((metric) =>
        chart.map(({ count_calls, score_average, ...at }) => ({
          ...at,
          value: { count_calls, score_average }[metric],
        })),
      ),
    });
    rows += wanted.length;
  }

  // Reports of nothing would show little.
  expect(rows).toBeGreaterThan(definitions / 2);
}, 600_000);

test('a call with several values counts once under each, and once in the summary', async () => {
  const { admin, given } = await startService();
  const groups = [await given.group(), await given.group()].sort();
  const people = [];
  for (const group_id of [groups[0], groups[0], groups[1]]) people.push((await given.user({ group_id })).user_id);
  const categories = [await given.category('One'), await given.category('Two')];
  const participants = people.map(party);
  await given.calls({ duration: 60, participants, category_ids: categories }, { duration: 30 });
  const summary_settings = [{ name: 'count_calls' }, { name: 'minutes_total' }, { name: 'n_rows' }];
  const table = async (...names: string[]) =>
    figures(admin, { ...columns(...names, 'count_calls', 'minutes_total'), summary_settings });

  const [byGroup, byUser, byBoth] = [await table('group'), await table('user'), await table('category', 'group')];

  const figuresIn = ({ rows }: typeof byGroup) =>
    rows.map(({ count_calls, minutes_total }) => [count_calls, minutes_total]);
  expect(byGroup.rows.map(({ group_id }) => group_id)).toEqual([...groups, null]);
  expect(figuresIn(byGroup)).toEqual([
    [1, 1],
    [1, 1],
    [1, 0.5],
  ]);
  expect(figuresIn(byUser)).toEqual([
    [1, 1],
    [1, 1],
    [1, 1],
    [1, 0.5],
  ]);
  expect(figuresIn(byBoth)).toEqual([
    [1, 1],
    [1, 1],
    [1, 1],
    [1, 1],
    [1, 0.5],
  ]);
  expect([byGroup, byUser, byBoth].map(({ summary }) => summary)).toEqual(
    [3, 4, 5].map((n_rows) => ({ count_calls: 2, minutes_total: 1.5, n_rows })),
  );
});

test('an empty period has zeros where something is counted and null where nothing can be averaged', async () => {
  const { admin } = await startService();
  const summary_settings = [...metricNames, 'n_rows'].map((name) => ({ name }));

  const [one, none] = [
    await figures(admin, { ...columns(...metricNames), summary_settings }),
    await figures(admin, { ...columns('user', 'count_calls'), summary_settings }),
  ];

  const zeros = { count_calls: 0, minutes_total: 0, duration_total: 0 };
  const nothing = {
    ...zeros,
    duration_average: null,
    duration_shortest: null,
    duration_longest: null,
    count_evaluations: 0,
    score_average: null,
    pass_rate: null,
  };
  expect([one.rows, one.summary]).toEqual([[nothing], { ...nothing, n_rows: 1 }]);
  expect([none.rows, none.summary]).toEqual([[], { ...nothing, n_rows: 0 }]);
});

test('an average is rounded half up from the sum itself: 201 s over 200 calls are 1.01 s', async () => {
  const { given, admin } = await startService();
  await given.calls(...Array.from({ length: 200 }, (_, n) => ({ duration: n === 0 ? 2 : 1 })));

  const { rows } = await figures(admin, columns('duration_average'));

  expect(rows).toEqual([{ duration_average: 1.01 }]);
});

test('a number that most calls contain, and one that few contain, count the same calls as the list', async () => {
  const { admin, given } = await startService();
  await given.calls(
    ...Array.from({ length: 300 }, (_, n) => ({
      setup_time: Date.UTC(2026, 8, 1) + n * 3_600_000,
      from_number: n % 50 === 0 ? '+44 20 7946 0321' : `+1 202 555 ${String(n).padStart(4, '0')}`,
    })),
  );
  for (const val of ['555', '7946', '2025550', '999999']) {
    const filters = [{ param: 'phone_number', param2: '', op: 'includes', val }];
    const { rows } = await figures(admin, { filters, ...columns('direction', 'count_calls'), timezone: 'UTC' });
    const listed = await admin.get(`/api/v2/calls/count.json?advanced_search=1&phone_number__includes=${val}`);
    const counted = rows.reduce((sum, row) => sum + Number(row.count_calls), 0);
    expect([val, counted]).toEqual([val, listed.body.count]);
  }
});
