import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diceOf } from '../support/dice';
import { meanByValue, rateByBisection, sumOf, weightedByValue } from '../support/intervals';
import { columns, dataOf, ran, reportOf } from '../support/reports';
import { seed } from '../support/seed';
import { startService } from '../support/start-service';

const definitions = 50;
type Cell = string | number | null;

type Question = { id: string; type: string; max: number; labels: string[]; titles: string[] };
type Section = { id: string; questions: Question[] };
type Form = { id: string; sections: Section[] };
type Given = { question: Question; section: Section; answer: unknown; na: boolean; points: number | null; max: number };
type Evaluation = {
  report_id: string;
  form: Form;
  call: number;
  agent: string;
  evaluator: string;
  score: number | null;
  is_passed: number | null;
  sections: Map<string, number | null>;
  given: Given[];
  /** The stratum of a plan's draw, by its agent and its name. */
  stratum: string | undefined;
};

const question = (title: string, type: string, max: number, labels: string[] = []): Question => ({
  id: randomUUID(),
  type,
  max,
  labels,
  titles: [title, `${title}, again`],
});
const section = (...questions: Question[]): Section => ({ id: randomUUID(), questions });
const forms: Form[] = [
  {
    id: randomUUID(),
    sections: [
      section(
        question('Greeting', 'choice', 5, ['Warm', 'Neutral', 'None']),
        question('Listening', 'numeric', 10),
        question('Solved', 'yes_no', 4),
      ),
      section(
        question('Topics', 'multi', 6, ['Bill', 'Price', 'None']),
        question('Remark', 'text', 0),
        question('Reason', 'choice', 0, ['8', '9']),
      ),
    ],
  },
  { id: randomUUID(), sections: [section(question('Polite', 'yes_no', 3), question('Pace', 'numeric', 8))] },
];

/** An archive of 150 completed evaluations of 100 calls, many of them drawn by plans, and 20 that are open. */
async function world() {
  const started = await startService();
  const { admin, given } = started;
  const dice = diceOf(seed);
  const tenant_id = (await admin.get('/api/v2/sessions.json')).body.user.tenant_id;
  const people: string[] = [];
  for (let n = 0; n < 5; n += 1) people.push((await given.user()).user_id);
  const times = Array.from({ length: 100 }, (_, n) => Date.UTC(2026, 10, 2 + (n % 9), 10));
  const calls = await given.calls(...times.map((setup_time) => ({ setup_time, duration: 60 })));
  const stamps = { created_at: 0, updated_at: 0 };
  for (const [n, { id: form_id, sections }] of forms.entries()) {
    const name = `Form ${n}`;
    given.insert('evaluation_forms', {
      form_id,
      tenant_id,
      name,
      name_folded: name,
      is_active: 1,
      revision: 2,
      ...stamps,
    });
    for (const revision of [1, 2]) {
      given.insert('evaluation_form_revisions', { form_id, revision, name, description: '', type: 'manual' });
      for (const [place, { id: form_section_id, questions }] of sections.entries()) {
        const of = { form_id, revision, form_section_id };
        const about = { place, section_order: place, title: `Section ${place}`, description: '', weight: 1 };
        given.insert('evaluation_form_sections', { ...of, ...about });
        for (const [place, { id, type, max, labels, titles }] of questions.entries())
          given.insert('evaluation_form_questions', {
            ...of,
            form_question_id: id,
            // The second revision has its questions in the other order, and other points.
            place: revision === 1 ? place : questions.length - place,
            title: titles[revision - 1],
            description: '',
            type,
            weight: 1,
            max_hundredths: 100 * max * revision,
            allow_na: 1,
            options: JSON.stringify(labels.map((label) => ({ label, points: 0 }))),
          });
      }
    }
  }
  const keys = given.database((db) =>
    calls.map(
      (id) => (db.prepare('SELECT call_pk FROM calls WHERE call_id = ?').get(id) as { call_pk: number }).call_pk,
    ),
  );
  const sample_id = randomUUID();
  const plan = {
    sample_id,
    tenant_id,
    user_id: people[0],
    query: '',
    zone: 'UTC',
    method: 'random',
    amount: 1,
    seed: 'a',
  };
  given.insert('evaluation_samples', { ...plan, drawn_from: 1, ...stamps });
  const evaluations: Evaluation[] = [];
  const strata = new Map<string, number>();
  for (let n = 0; n < 170; n += 1) {
    const form = forms[n % 3 === 0 ? 1 : 0] as Form;
    const revision = 1 + dice(2);
    const [call, agent, evaluator] = [dice(100), people[dice(3)] as string, people[3 + dice(2)] as string];
    const report_id = randomUUID();
    const score = dice(8) === 0 ? null : dice(101);
    const is_passed = score === null ? null : Number(score >= 50);
    const status = n < 150 ? 'completed' : 'in_progress';
    const isDrawn = n % 2 === 0;
    const stratum = ['risk', 'rest'][dice(2)] as string;
    given.insert('evaluation_reports', {
      report_id,
      tenant_id,
      form_id: form.id,
      form_revision: revision,
      call_pk: keys[call],
      call_id: calls[call],
      call_time: times[call],
      agent_user_id: agent,
      evaluator_user_id: evaluator,
      score,
      is_passed,
      status,
      title: '',
      title_folded: '',
      description: '',
      agent_can_view: 1,
      agent_can_dispute: 1,
      agent_review_mandatory: 0,
      sample_id: isDrawn ? sample_id : null,
      ...stamps,
    });
    if (isDrawn)
      given.insert('evaluation_sample_calls', {
        sample_id,
        place: n,
        call_id: calls[call],
        agent_user_id: agent,
        stratum,
        report_id,
      });
    const sections = new Map<string, number | null>();
    const answers: Given[] = [];
    for (const section of form.sections) {
      sections.set(section.id, dice(9) === 0 ? null : dice(101));
      const of = { report_id, form_section_id: section.id, section_id: randomUUID() };
      given.insert('evaluation_report_sections', { ...of, score: sections.get(section.id) });
      for (const question of section.questions) {
        const na = dice(6) === 0;
        const max = 100 * question.max * revision;
        const chosen = question.labels[dice(question.labels.length || 1)];
        const some = question.labels.filter(() => dice(2) === 0);
        const value = {
          choice: chosen,
          numeric: dice(4) / 2,
          yes_no: ['yes', 'no'][dice(2)],
          multi: some,
          text: 'Words',
        };
        const answer = na ? null : value[question.type as 'choice'];
        const points = na || max === 0 ? null : dice(max / 50 + 1) * 50;
        answers.push({ question, section, answer, na, points, max });
        given.insert('evaluation_report_questions', {
          report_id,
          form_question_id: question.id,
          question_id: randomUUID(),
          hundredths: points,
          answer: answer === null ? null : JSON.stringify(answer),
          na: Number(na),
          hidden: Number(na && n % 2),
        });
      }
    }
    const key = `${agent} ${stratum}`;
    const about = { report_id, form, call, agent, evaluator, score, is_passed, sections, given: answers };
    if (status === 'completed') evaluations.push({ ...about, stratum: isDrawn ? key : undefined });
    if (isDrawn) strata.set(key, (strata.get(key) ?? 0) + 1 + dice(2));
  }
  for (const [key, calls] of strata) {
    const [agent_user_id, stratum] = key.split(' ');
    given.insert('evaluation_sample_strata', { sample_id, agent_user_id, stratum, calls, drawn: 1, pool: '[]' });
  }
  return { ...started, evaluations, times, strata };
}
type World = Awaited<ReturnType<typeof world>>;

type Ids = Record<string, Cell>;
/** What a group has: its calls, its evaluations with the score that counts there, and its answers. */
type Group = {
  ids: Ids;
  calls: number;
  evaluations: { evaluation: Evaluation; score: number | null; section: Cell }[];
  answers: Given[];
};

const labelsOf = ({ question, answer }: Given): Cell[] => {
  if (answer === null || question.type === 'text') return [null];
  if (!Array.isArray(answer)) return [answer as Cell];
  return answer.length === 0 ? [null] : answer;
};
const distinct = (all: Ids[]) => [...new Map(all.map((ids) => [JSON.stringify(ids), ids])).values()];
const only = (ids: Ids, names: readonly string[]): Ids =>
  Object.fromEntries(names.map((name) => [name, ids[name] ?? null]));

/** The ids of an evaluation under its sections, questions and answers, each once. */
function partsOf({ form, given, sections }: Evaluation, names: readonly string[]): Ids[] {
  const asked = names.includes('question') || names.includes('answer');
  const all = asked
    ? given
        .filter(({ na }) => !na || names.includes('answer'))
        .flatMap((one) =>
          labelsOf(one).map((answer) => ({ evaluation_section: one.section.id, question: one.question.id, answer })),
        )
    : [...sections.keys()].map((evaluation_section) => ({ evaluation_section }));
  return distinct(
    all.map((ids) =>
      only(
        ids,
        names.filter((name) => parts.includes(name)),
      ),
    ),
  ).map((ids) => ({
    ...ids,
    evaluation_form: form.id,
  }));
}
/** The same; of an evaluation in which all is N/A, one without a question. */
function partsOrNone(evaluation: Evaluation, names: readonly string[]): Ids[] {
  const all = partsOf(evaluation, names);
  return all.length > 0 ? all : [{ evaluation_form: evaluation.form.id }];
}
const parts = ['evaluation_section', 'question', 'answer'];
const people = ['evaluation_form', 'evaluator', ...parts];

const callMetrics = ['count_calls', 'minutes_total'];
const answerMetrics = ['count_answers', 'count_na', 'answer_share', 'points_average', 'points_percent'];
const ofScores = ['count_evaluations', 'score_average', 'pass_rate'];
const weighted = ['score_weighted', 'pass_rate_weighted'];

/** The groups of a table, in plain JavaScript. */
function groupsOf({ evaluations, times }: World, dimensions: readonly string[], metrics: readonly string[]): Group[] {
  const groups = new Map<string, Group>();
  const groupOf = (ids: Ids) => {
    const key = JSON.stringify(only(ids, dimensions));
    const group = groups.get(key) ?? { ids: only(ids, dimensions), calls: 0, evaluations: [], answers: [] };
    groups.set(key, group);
    return group;
  };
  if (dimensions.length === 0) groupOf({});
  const uses = (names: readonly string[]) => metrics.some((name) => names.includes(name));
  const day = (call: number) => new Date(times[call] as number).toISOString().slice(0, 10);
  const asked = dimensions.includes('question') || dimensions.includes('answer');
  if (uses(callMetrics) || !asked || !uses([...ofScores, ...weighted, ...answerMetrics]))
    for (const [call] of times.entries()) {
      const own = evaluations.filter((one) => one.call === call);
      const all = own.flatMap((one) => partsOf(one, dimensions).map((ids) => ({ ...ids, evaluator: one.evaluator })));
      const some = distinct(
        all.map((ids) =>
          only(
            ids,
            dimensions.filter((name) => people.includes(name)),
          ),
        ),
      );
      for (const ids of some.length > 0 ? some : [{}]) groupOf({ ...ids, day: day(call) }).calls += 1;
    }
  for (const evaluation of evaluations) {
    const about = { user: evaluation.agent, evaluator: evaluation.evaluator, day: day(evaluation.call) };
    if (uses([...ofScores, ...weighted]))
      for (const ids of partsOrNone(evaluation, dimensions)) {
        const isOfSection = dimensions.includes('evaluation_section');
        const section = isOfSection ? (ids.evaluation_section ?? null) : null;
        const score = isOfSection ? (evaluation.sections.get(String(section)) ?? null) : evaluation.score;
        const isDrawn = evaluation.stratum !== undefined && (!isOfSection || section !== null);
        if (uses(ofScores) || isDrawn) groupOf({ ...about, ...ids }).evaluations.push({ evaluation, score, section });
      }
    if (uses(answerMetrics))
      for (const one of evaluation.given) {
        const ids = {
          evaluation_form: evaluation.form.id,
          evaluation_section: one.section.id,
          question: one.question.id,
        };
        const labels = dimensions.includes('answer') ? labelsOf(one) : [null];
        for (const answer of labels) groupOf({ ...about, ...ids, answer }).answers.push(one);
      }
  }
  return [...groups.values()];
}

type Figure = { value: Cell; n?: number; low?: Cell; high?: Cell };
const asFigure = ({ mean, low, high }: { mean: Cell; low: Cell; high: Cell }, n: number): Figure => ({
  value: mean,
  n,
  low,
  high,
});

function figureOf(
  name: string,
  { calls, evaluations, answers, ids }: Group,
  world: World,
  dimensions: readonly string[],
): Figure {
  const given = answers.filter(({ na }) => !na);
  const pointed = answers.flatMap(({ points, max }) => (points === null ? [] : [{ points, max }]));
  const drawn = (of: (one: Evaluation, section: Cell) => number | null) => {
    const valued = evaluations.filter(
      ({ evaluation, section }) =>
        evaluation.stratum &&
        of(evaluation, section) !== null &&
        (section !== null || !dimensions.includes('evaluation_section')),
    );
    const keys = new Set(valued.map(({ evaluation, section }) => `${evaluation.stratum}|${section}`));
    const strata = [...keys].map((key) => {
      const [stratum = '', section = ''] = key.split('|');
      const at = section === 'null' ? null : section;
      const all = world.evaluations.filter(
        (one) => one.stratum === stratum && (at === null || one.sections.has(at)) && of(one, at) !== null,
      );
      const isIn = new Set(valued.filter((one) => one.section === at).map(({ evaluation }) => evaluation.report_id));
      return {
        calls: world.strata.get(stratum) as number,
        values: all.map((one) => of(one, at) as number),
        counted: all.map(({ report_id }) => isIn.has(report_id)),
      };
    });
    return asFigure(weightedByValue(strata), valued.length);
  };
  const verdicts = evaluations.flatMap(({ evaluation: { is_passed } }) => is_passed ?? []);
  const scores = evaluations.flatMap(({ score }) => score ?? []);
  switch (name) {
    case 'count_calls':
      return { value: calls };
    case 'minutes_total':
      return { value: calls };
    case 'count_evaluations':
      return { value: evaluations.length };
    case 'score_average':
      return asFigure(meanByValue(scores, 100), scores.length);
    case 'pass_rate':
      return asFigure(rateByBisection(sumOf(verdicts), verdicts.length), verdicts.length);
    case 'count_answers':
      return { value: given.length };
    case 'count_na':
      return { value: answers.length - given.length };
    case 'points_average': {
      const values = pointed.map(({ points }) => points / 100);
      return asFigure(meanByValue(values), values.length);
    }
    case 'points_percent': {
      const values = pointed.map(({ points, max }) => (100 * points) / max);
      return asFigure(meanByValue(values, 100), values.length);
    }
    case 'answer_share': {
      const others = dimensions.filter((one) => one !== 'answer');
      const whole = groupsOf(world, others, ['count_answers', 'answer_share']).find(
        (one) => JSON.stringify(one.ids) === JSON.stringify(only(ids, others)),
      );
      const n = whole?.answers.filter(({ na }) => !na).length ?? 0;
      return asFigure(rateByBisection(given.length, n), n);
    }
    case 'score_weighted':
      return drawn((one, section) => (section === null ? one.score : (one.sections.get(String(section)) ?? null)));
    default:
      return drawn(({ is_passed }) => (is_passed === null ? null : 100 * is_passed));
  }
}

const hasInterval = [...weighted, 'score_average', 'pass_rate', 'points_average', 'points_percent', 'answer_share'];
const near = (one: unknown, other: Cell | undefined) =>
  typeof one === 'number' && typeof other === 'number'
    ? Math.abs(one - other) <= 0.005 + 1e-7
    : one === (other ?? null);

/** What is wrong with the figures of a row. */
function faultsIn(
  row: Record<string, Cell>,
  group: Group,
  metrics: string[],
  world: World,
  dimensions: readonly string[],
): unknown[] {
  return metrics.flatMap((name) => {
    const { value, n, low, high } = figureOf(name, group, world, dimensions);
    const wanted = hasInterval.includes(name) ? { '': value, _n: n, _low: low, _high: high } : { '': value };
    return Object.entries(wanted).flatMap(([part, is]) =>
      near(row[`${name}${part}`], is)
        ? []
        : [{ name: `${name}${part}`, is: row[`${name}${part}`], wanted: is, ids: group.ids }],
    );
  });
}

test(`${definitions} reports have the figures of plain JavaScript by question and answer, weighted, with intervals`, async () => {
  const all = await world();
  const some = (from: string[], most: number) => fc.shuffledSubarray(from, { minLength: 1, maxLength: most });
  const reports = fc.record({
    asked: fc.constantFrom(['question'], ['answer'], ['question', 'answer'], []),
    others: fc.shuffledSubarray(['evaluation_section', 'user', 'evaluator', 'evaluation_form', 'day'], {
      maxLength: 2,
    }),
    metrics: some([...callMetrics, ...ofScores, ...answerMetrics, ...weighted], 5),
    charted: fc.constantFrom(['question'], ['answer'], ['question', 'answer'], ['user'], []),
  });
  let rows = 0;
  for (const { asked, others, metrics, charted } of fc.sample(reports, definitions)) {
    const dimensions = [...asked, ...others];
    const summarized = [...callMetrics, ...ofScores, ...answerMetrics, ...weighted];
    const report = {
      timezone: 'UTC',
      intervals: true,
      ...columns(...dimensions, ...metrics),
      summary_settings: summarized.map((name) => ({ name })),
      chart_settings: {
        chart_style: 'bar',
        dimensions: charted.map((name) => ({ name })),
        metrics: [{ name: 'points_percent' }, { name: 'answer_share' }],
      },
    };
    const { status, body } = await all.admin.post('/api/v2/reports/figures.json', { report });
    expect(status, JSON.stringify(body)).toBe(200);
    const { rows: table, summary, chart } = body.report_figures;

    const wanted = groupsOf(all, dimensions, metrics);
    const idsOf = (row: Ids) => JSON.stringify(dimensions.map((name) => row[`${name}_id`]));
    const found = new Map(table.map((row: Ids) => [idsOf(row), row]));
    expect({ report, rows: [...found.keys()].sort() }).toEqual({
      report,
      rows: wanted.map(({ ids }) => JSON.stringify(dimensions.map((name) => ids[name]))).sort(),
    });
    const faults = wanted.flatMap((group) => {
      const row = found.get(JSON.stringify(dimensions.map((name) => group.ids[name]))) as Record<string, Cell>;
      return faultsIn(row, group, metrics, all, dimensions);
    });
    expect({ report, faults }).toEqual({ report, faults: [] });
    const [whole] = groupsOf(all, [], summarized);
    expect({ report, faults: faultsIn(summary, whole as Group, summarized, all, []) }).toEqual({ report, faults: [] });
    const [percent, share] = chart.series;
    const inChart = groupsOf(all, charted, ['points_percent', 'answer_share']);
    for (const group of inChart) {
      const at = (data: Ids[]) =>
        data.find((point) => charted.every((name) => point[`${name}_id`] === group.ids[name]));
      const own = { points_percent: at(percent.data), answer_share: at(share.data) };
      for (const [name, point] of Object.entries(own)) {
        const { value, n, low, high } = figureOf(name, group, all, charted);
        const isSame = [value, n, low, high].every((is, place) =>
          near(point?.[['value', 'n', 'low', 'high'][place] as string], is),
        );
        expect({ name, point, value, n, low, high, isSame }).toEqual({
          name,
          point,
          value,
          n,
          low,
          high,
          isSame: true,
        });
      }
    }
    rows += table.length;
  }
  expect(rows).toBeGreaterThan(definitions);
}, 300_000);

test('the answers that a statement written by hand counts are those of a report', async () => {
  const { admin, given } = await world();
  const byHand = given.database((db) =>
    db
      .prepare<[], { id: string; answers: number; na: number; points: number | null; percent: number | null }>(`
        SELECT a.form_question_id AS id, count(CASE WHEN a.na = 0 THEN 1 END) AS answers, sum(a.na) AS na,
          avg(a.hundredths) / 100 AS points, avg(100.0 * a.hundredths / q.max_hundredths) AS percent
        FROM evaluation_reports e JOIN evaluation_report_questions a ON a.report_id = e.report_id
        JOIN evaluation_form_questions q
          ON q.form_id = e.form_id AND q.revision = e.form_revision AND q.form_question_id = a.form_question_id
        WHERE e.status = 'completed' GROUP BY a.form_question_id`)
      .all(),
  );
  const names = ['count_answers', 'count_na', 'points_average', 'points_percent'];
  const url = await reportOf(admin, columns('question', ...names));
  const { rows } = (await admin.get(dataOf((await ran(admin, url)).url))).body.report_data;

  // By the places of the questions in the newest revision, with its titles.
  const inOrder = forms.flatMap(({ sections }) => sections.flatMap(({ questions }) => [...questions].reverse()));
  expect(rows.map(({ question }: { question: string }) => question)).toEqual(inOrder.map(({ titles }) => titles[1]));
  for (const { id, answers, na, points, percent } of byHand) {
    const row: Ids = rows.find(({ question_id }: Ids) => question_id === id);
    const isSame = [answers, na, points, percent].every((is, place) => near(row[names[place] as string], is));
    expect({ row, answers, na, points, percent, isSame }).toMatchObject({ isSame: true });
  }
});

test('answers are sorted by their place, and have their JSON value as their id', async () => {
  const { admin } = await world();
  const url = await reportOf(admin, columns('question', 'answer', 'count_answers', 'count_na'));

  const { rows } = (await admin.get(dataOf((await ran(admin, url)).url))).body.report_data;

  const answersTo = (title: string) =>
    rows
      .filter(({ question }: Ids) => question === `${title}, again`)
      .map(({ answer, answer_id }: Ids) => [answer, answer_id]);
  expect(answersTo('Greeting').map(([label]: [string]) => label)).toEqual(['Warm', 'Neutral', 'None', null]);
  expect(answersTo('Listening')).toEqual([
    ['0', 0],
    ['0.5', 0.5],
    ['1', 1],
    ['1.5', 1.5],
    [null, null],
  ]);
  expect(answersTo('Solved').map(([, id]: [string, string]) => id)).toEqual(['yes', 'no', null]);
  expect(answersTo('Reason')[0]).toEqual(['8', '8']);
  expect(answersTo('Remark')).toEqual([[null, null]]);
});

test('the file of a run has the interval after each figure, and none without intervals', async () => {
  const { admin } = await world();
  const linesOf = async (report: object) => {
    const run = await ran(admin, await reportOf(admin, report));
    const text = await (await admin.raw(dataOf(run.url, 'csv'))).text();
    return text.trim().split('\r\n');
  };
  const column_settings = [{ name: 'user' }, { name: 'score_average', header: 'Score' }, { name: 'count_evaluations' }];

  const [plain, sure] = [await linesOf({ column_settings }), await linesOf({ column_settings, intervals: true })];

  expect(plain[0]).toBe('user,Score,count_evaluations');
  expect(sure[0]).toBe('user,Score,Score_n,Score_low,Score_high,count_evaluations');
  expect(sure.slice(1).map((line) => line.split(',').filter((_, place) => place < 2 || place === 5))).toEqual(
    plain.slice(1).map((line) => line.split(',')),
  );
});
