import type { Filter } from '@shared/call-filters/filter';
import type { Definition } from '@shared/contract/reports';
import { isOneOf } from '@shared/one-of';
import {
  agreementMetrics,
  answerMetrics,
  callMetrics,
  type Dimension,
  evaluationMetrics,
  fieldOf,
  isDimension,
  type Metric,
  talkMetrics,
  weightedMetrics,
} from '@shared/report-names';
import { talkFigureNames } from '@shared/talk-figures';
import { binding } from '../../../../access/list';
import { callsInScope, completedInScope, type Scope } from '../../../../access/scope';
import type { Connection } from '../../../../store/connection';
import { byIndex, inTime, joinedInOrder, keyParameter } from '../../../../store/fragments';
import { query } from '../../../../store/query';
import { integer } from '../../../../store/sql';
import { callConditions, callSource } from '../../../calls/calls';
import { comparedWith, knownCall } from '../../evaluation';
import { selectVisibleFields } from '../queries';
import { type Drawn, figuresOf, type Id, Tally } from './figures';
import { namesIn } from './labels';
import { type Aggregates, fewValues, type GroupRow, groupsIn, pivoted } from './pivot';
import { answerId, answersOf, asksQuestions, hasMany, inSpan, isTime, sourcesOf } from './sources';
import { type Period, type Span, spansOf, timeIds, timeKeysOf } from './times';

type Asked = {
  definition: Definition;
  filters: Filter[];
  /** The zone of the time dimensions, and of the days that filters name. */
  zone: string;
  period: Period;
  /** What the user of the run may see. */
  scope: Scope;
  /** Shared memory, in which the per cent of the period that is counted are written. */
  progress: Int32Array;
};

/**
 * Computes a report. The calls are read span by span, so that each statement groups few of them, and is cancelled soon.
 * Refused with InvalidRecord if there are too many groups.
 */
export const computeFigures = query('reports.figures', (db, asked: Asked) => {
  const { definition, scope, progress } = asked;
  const { column_settings, chart_settings, summary_settings } = definition;
  const table = shapeOf(column_settings, column_settings);
  const chart = shapeOf(chart_settings.dimensions, chart_settings.metrics);
  const all = shapeOf([], summary_settings);
  const fields = [...table.names, ...chart.names].flatMap((name) => fieldOf(name) ?? []);
  const visible = scope.names.custom_field ? selectVisibleFields.run(db, { ids: fields, scope }) : new Set<string>();
  const counts = [table, chart, all].map((shape) =>
    shape !== table && (!shape.isUsed || isIn(table, shape)) ? undefined : countBy(db, shape, asked, visible),
  );

  const last = edge(db, timeKeysOf(asked.period), 'DESC');
  let first: number | undefined;
  for (const span of spansOf(asked.period, asked.zone, (range) => edge(db, range, 'ASC'))) {
    db.refuseLate();
    for (const count of counts) count?.add(span);
    first ??= span.first_key;
    const part = (span.end_key - first) / ((last ?? first) - first + 1);
    Atomics.store(progress, 0, Math.min(99, Math.floor(part * 100)));
  }

  const inTable = (counts[0] as Count).tally;
  const [ofChart, ofAll] = [counts[1]?.tally ?? inTable.by(chart.names), counts[2]?.tally ?? inTable.by([])];
  for (const [place, tally] of [inTable, ofChart, ofAll].entries()) {
    const whole = (counts[place] ?? counts[0])?.whole?.tally;
    const others = tally.dimensions.filter((name) => name !== 'answer');
    tally.share(whole && others.length < tally.dimensions.length ? whole.by(others) : tally);
  }
  const names = namesIn(db, [inTable, ofChart], scope);
  return figuresOf(definition, { table: inTable, chart: ofChart, all: ofAll }, names);
});

/** What is counted: calls, evaluations, which can be in groups without a call, their answers, and those that plans drew. */
type Kind = 'calls' | 'evaluations' | 'answers' | 'drawn';
/** By which dimensions what is counted, and whether anything is at all. */
type Shape = { names: readonly Dimension[]; isUsed: boolean; kinds: readonly Kind[]; isShared: boolean };
type Names = readonly { name: string }[];

function shapeOf(dimensions: Names, metrics: Names): Shape {
  const names = dimensions.map(({ name }) => name).filter(isDimension);
  const has = (all: readonly Metric[]) => metrics.some(({ name }) => isOneOf(all, name));
  const ofEvaluations: Kind[] = [
    ...(has(evaluationMetrics) ? (['evaluations'] as const) : []),
    ...(has(answerMetrics) ? (['answers'] as const) : []),
    ...(has(weightedMetrics) ? (['drawn'] as const) : []),
  ];
  // Under questions, calls without an evaluation are no group, unless calls are counted.
  const isOfCalls = has(callMetrics) || ofEvaluations.length === 0 || !asksQuestions(names);
  return {
    names,
    isUsed: metrics.length > 0,
    kinds: isOfCalls ? ['calls', ...ofEvaluations] : ofEvaluations,
    isShared: has(['answer_share']) && names.includes('answer'),
  };
}

/** Whether the figures of a shape are sums of those of a table, in which a call counts once under each of its values. */
const isIn = (table: Shape, { names, kinds, isShared }: Shape): boolean =>
  (!isShared || table.isShared) &&
  (String(kinds) === String(table.kinds) ||
    (names.length === 0 && kinds.every((kind) => table.kinds.includes(kind)))) &&
  names.every((name) => table.names.includes(name)) &&
  !table.names.some((name) => hasMany(name) && !names.includes(name));

/** The first or last key of a call in a range. */
function edge(db: Connection, range: { first_key: number; end_key: number }, order: 'ASC' | 'DESC') {
  const row = db
    .prepare<object, { call_pk: number }>(`
      SELECT c.call_pk FROM ${byIndex('calls c', 'calls_listed')}
      WHERE c.removed_at IS NULL AND c.call_pk >= @first_key AND c.call_pk < @end_key ORDER BY c.call_pk ${order} LIMIT 1`)
    .get({ first_key: keyParameter(range.first_key), end_key: keyParameter(range.end_key) });
  return row?.call_pk;
}

/** Counts what is in a span into a tally; `whole` has the answers of each group, whatever the answer is. */
type Count = { tally: Tally; whole?: Count | undefined; add: (span: Span) => void };

/** Counts by some dimensions: a statement for each kind of what is counted. */
function countBy(db: Connection, { names, kinds, isShared }: Shape, asked: Asked, visible: Set<string>): Count {
  const tally = new Tally(names);
  const readers = names.map(reader);
  // A condition on the calls of a value is put behind each figure, which must be a single aggregate.
  const few = uses(asked.definition, talkMetrics) ? undefined : fewValues(names);
  const isByTenant = names.length === 1 && names[0] === 'tenant' && asked.filters.length === 0;
  const aggregates = callAggregates(asked.definition);
  const counted = kinds.map((kind) => {
    const read = (by: readonly Dimension[], more: Pick<Making, 'few' | 'isOfTenant'> = {}) => {
      const { params, bind } = binding({ ...asked.scope.params });
      const sql = statements[kind](db, by, { asked, bind, visible, aggregates, ...more });
      const statement = db.prepare<object, GroupRow>(sql);
      return (keys: object) => statement.all({ ...params, ...keys });
    };
    if (kind === 'answers') return withPercents(read(names));
    if (kind === 'drawn') return inStrata(db, names.includes('evaluation_section'), read(names));
    if (kind !== 'calls') return read(names);
    if (isByTenant) {
      const [ofTenant, tenants] = [read([], { isOfTenant: true }), tenantsOf(db)];
      const callsOf = (keys: object, tenant_id: string) =>
        ofTenant({ ...keys, tenant_id }).map((row): GroupRow => ({ ...row, value_of_0: tenant_id }));
      return (keys: object) => tenants.flatMap((tenant_id) => callsOf(keys, tenant_id));
    }
    if (!few) return read(names);
    const pivot = read(names, { few });
    return (keys: object) => pivot(keys).flatMap((row) => groupsIn(row, few, { aggregates }) ?? read(names)(keys));
  });
  const others = names.filter((name) => name !== 'answer');
  const shape: Shape = { names: others, isUsed: true, kinds: ['answers'], isShared: false };
  const whole = isShared ? countBy(db, shape, asked, visible) : undefined;
  return {
    tally,
    whole,
    add(span) {
      whole?.add(span);
      const { first_key, end_key, shift } = span;
      const keys = { first_key: keyParameter(first_key), end_key: keyParameter(end_key), shift: keyParameter(shift) };
      for (const groups of counted) {
        for (const row of groups(keys)) {
          // Without a dimension there is a row of nothing.
          if (row.calls === 0 || row.evaluations === 0) continue;
          const ids = readers.map((read, place) => read(row[`value_of_${place}`] as Id));
          tally.add(ids, row);
        }
      }
    },
  };
}

/** The tenants whose calls are counted, each by an index that has them together. */
const tenantsOf = (db: Connection): string[] =>
  db
    .prepare<[], { tenant_id: string }>('SELECT tenant_id FROM tenants')
    .all()
    .map(({ tenant_id }) => tenant_id);

type Making = {
  asked: Asked;
  bind: (value: string | number | bigint) => string;
  visible: Set<string>;
  aggregates: Aggregates;
  /** The values of the only dimension, if it has few. */
  few?: readonly Id[];
  /** Only the calls of the tenant `@tenant_id` are counted. */
  isOfTenant?: boolean;
};

const grouped = (names: readonly Dimension[]) =>
  names.length === 0 ? '' : `GROUP BY ${names.map((_, place) => place + 1).join(', ')}`;

function callStatement(db: Connection, names: readonly Dimension[], making: Making): string {
  const { asked, bind, visible, aggregates, few, isOfTenant } = making;
  const { filters, zone, scope } = asked;
  const filtering = { bind, key: 'c.call_pk', scope, zone, db };
  const {
    from,
    key: [key = 'c.call_pk'] = [],
    where = [],
  } = isOfTenant
    ? { from: byIndex('calls c', 'calls_by_tenant'), where: ['c.tenant_id = @tenant_id'] }
    : callSource({ filters }, filtering, { isWhole: true });
  const { values, first, joins } = sourcesOf(names, 'calls', { bind, visible, scope });
  const talk = uses(asked.definition, talkMetrics) ? 'LEFT JOIN call_order t ON t.call_pk = c.call_pk' : '';
  const quick = scope.people === 'all' && joins === '' && talk === '' && filters.length === 0;
  const conditions = [inSpan(key, { quick }), callsInScope(scope, 'c'), ...where];
  if (filters.length > 0) conditions.push(callConditions(filters, { ...filtering, key }));
  const rest = `FROM ${from} ${joins} ${talk} WHERE ${conditions.join(' AND ')}`;
  if (few) return `SELECT ${pivoted(few, first, { aggregates, bind }).join(', ')} ${rest}`;
  const figures = Object.entries(aggregates).map(([name, sql]) => `${sql} AS ${name}`);
  return `SELECT ${[...values, ...figures].join(', ')} ${rest} ${grouped(names)}`;
}

/** Whether a report has one of these metrics. */
function uses({ column_settings, summary_settings, chart_settings }: Definition, metrics: readonly Metric[]): boolean {
  const names = [...column_settings, ...summary_settings, ...chart_settings.metrics].map(({ name }) => name);
  return names.some((name) => isOneOf(metrics, name));
}

/** The figures of calls that the metrics of a report need. */
function callAggregates(definition: Definition): Aggregates {
  const isUsed = (...metrics: Metric[]) => uses(definition, metrics);
  return {
    calls: 'count(*)',
    ...(isUsed('minutes_total', 'duration_total', 'duration_average') && { total: 'sum(c.duration)' }),
    ...(isUsed('duration_shortest') && { shortest: 'min(c.duration)' }),
    ...(isUsed('duration_longest') && { longest: 'max(c.duration)' }),
    ...talkAggregates(isUsed, definition.intervals),
  };
}

/** The sum of each figure of the talk `t` of calls that a report needs, the number of calls that have it, and their squares. */
function talkAggregates(isUsed: (...metrics: Metric[]) => boolean, intervals: boolean): Aggregates {
  const wanted = talkFigureNames.filter(
    (name) => isUsed(`${name}_average`) || (name === 'interruptions' && isUsed('interruptions_total')),
  );
  return Object.fromEntries(
    wanted.flatMap((name) => {
      const value = `t.${name}`;
      return [
        [`sum_of_${name}`, `coalesce(sum(${value}), 0)`],
        [`count_of_${name}`, `count(${value})`],
        // The squares of lengths in ms are too long for integers.
        ...(intervals ? [[`squares_of_${name}`, `coalesce(sum(1.0 * ${value} * ${value}), 0)`]] : []),
      ];
    }),
  );
}

/** The figures that the metrics of a report need of the evaluations compared with an evaluation `e`. */
function agreementIn(definition: Definition, scope: Scope): string[] {
  if (!uses(definition, agreementMetrics)) return [];
  const others = comparedWith('e', scope);
  const agrees = 'CASE WHEN o.is_passed = e.is_passed THEN 1 ELSE 0 END';
  return [
    `sum(CASE WHEN EXISTS (SELECT 1 ${others}) THEN 1 ELSE 0 END) AS compared`,
    `sum((SELECT coalesce(sum(abs(o.score - e.score)), 0) ${others})) AS differences`,
    `sum((SELECT count(o.score - e.score) ${others})) AS differing`,
    `sum((SELECT coalesce(sum(${agrees}), 0) ${others})) AS agreeing`,
    `sum((SELECT count(o.is_passed + e.is_passed) ${others})) AS verdicts`,
  ];
}

/** SQL: the rest of a statement about evaluations. They are few, so they lead to the calls, of which the user may not know anything. */
function ofEvaluations(db: Connection, joins: string, { asked, bind }: Making): string {
  const { filters, zone, scope } = asked;
  const key = 'e.call_pk';
  const conditions = [inSpan(key), completedInScope(scope, 'e'), 'whole.removed_at IS NULL'];
  if (filters.length > 0) conditions.push(callConditions(filters, { bind, key, scope, zone, db }));
  return `
    FROM ${joinedInOrder('evaluation_reports e', 'calls whole', `ON whole.call_pk = ${key}`)}
    ${knownCall(scope)} ${joins}
    WHERE ${conditions.join(' AND ')}`;
}

/** The score of an evaluation is that of a section under sections. */
const scoreIn = (names: readonly Dimension[]): string =>
  names.includes('evaluation_section') ? 'by_section.score' : 'e.score';

function evaluationStatement(db: Connection, names: readonly Dimension[], making: Making): string {
  const { asked, bind, visible } = making;
  const { values, joins } = sourcesOf(names, 'evaluations', { bind, visible, scope: asked.scope });
  const score = scoreIn(names);
  const figures = [
    'count(*) AS evaluations',
    `sum(${score}) AS scores`,
    `count(${score}) AS scored`,
    ...(asked.definition.intervals ? [`sum(${score} * ${score}) AS squares_of_scores`] : []),
    'sum(e.is_passed) AS passed',
    'count(e.is_passed) AS judged',
    ...agreementIn(asked.definition, asked.scope),
  ];
  return `SELECT ${[...values, ...figures].join(', ')} ${ofEvaluations(db, joins, making)} ${grouped(names)}`;
}

/** Answers in groups of the same most points, from which the per cent of them follow. */
function answerStatement(db: Connection, names: readonly Dimension[], making: Making): string {
  const { asked, bind, visible } = making;
  const { values, joins } = sourcesOf(names, 'answers', { bind, visible, scope: asked.scope });
  const isInPercent = uses(asked.definition, ['points_percent']);
  const isAsked = isInPercent || names.includes('answer') || names.includes('evaluation_section');
  const most = isInPercent ? 'q.max_hundredths' : '0';
  const figures = [
    `${most} AS most`,
    'sum(CASE WHEN a.na = 0 AND a.answer IS NOT NULL THEN 1 ELSE 0 END) AS answers',
    'sum(a.na) AS na',
    'coalesce(sum(a.hundredths), 0) AS points',
    'count(a.hundredths) AS pointed',
    ...(asked.definition.intervals ? ['coalesce(sum(a.hundredths * a.hundredths), 0) AS squares_of_points'] : []),
  ];
  const by = [...names.map((_, place) => place + 1), ...(isInPercent ? ['q.max_hundredths'] : [])];
  return `SELECT ${[...values, ...figures].join(', ')} ${ofEvaluations(db, `${answersOf(isAsked)} ${joins}`, making)}
    ${by.length === 0 ? '' : `GROUP BY ${by.join(', ')}`}`;
}

/** The points of answers as per cent of the most points, which the groups of these rows have in common. */
const withPercents =
  (read: (keys: object) => (GroupRow & { most?: number })[]) =>
  (keys: object): GroupRow[] =>
    read(keys).map((row) => {
      const { most = 0, points = 0, squares_of_points = 0, pointed = 0 } = row;
      if (most === 0) return row;
      const share = 100 / most;
      return {
        ...row,
        percents: share * points,
        percented: pointed,
        squares_of_percents: share * share * squares_of_points,
      };
    });

/** SQL: the calls `k` of draws of plans, and the strata `d` that they were drawn from. */
const drawnCalls = `JOIN evaluation_sample_calls k ON k.report_id = e.report_id
  JOIN evaluation_sample_strata d
    ON d.sample_id = k.sample_id AND d.agent_user_id = k.agent_user_id AND d.stratum = k.stratum`;

/** The evaluations of each stratum, with a score of the whole or of a section. */
function drawnStatement(db: Connection, names: readonly Dimension[], making: Making): string {
  const { asked, bind, visible } = making;
  const { values, joins } = sourcesOf(names, 'evaluations', { bind, visible, scope: asked.scope });
  const score = scoreIn(names);
  const section = names.includes('evaluation_section') ? 'by_section.form_section_id' : 'NULL';
  const figures = [
    `d.sample_id, d.agent_user_id, d.stratum, ${section} AS form_section_id`,
    `count(${score}) AS scored, coalesce(sum(${score}), 0) AS scores, coalesce(sum(${score} * ${score}), 0) AS squares`,
    'count(e.is_passed) AS judged, coalesce(sum(e.is_passed), 0) AS passed',
  ];
  return `SELECT ${[...values, ...figures].join(', ')} ${ofEvaluations(db, `${drawnCalls} ${joins}`, making)}
    GROUP BY ${[...names.map((_, place) => place + 1), 'd.sample_id', 'd.agent_user_id', 'd.stratum'].join(', ')}
    ${section === 'NULL' ? '' : `, ${section}`}`;
}
const statements = {
  calls: callStatement,
  evaluations: evaluationStatement,
  answers: answerStatement,
  drawn: drawnStatement,
};

type InStratum = {
  sample_id: string;
  agent_user_id: string;
  stratum: string;
  form_section_id: string | null;
  scored: number;
  judged: number;
};
type StratumRow = GroupRow & InStratum & { scores: number; squares: number; passed: number };

const stratumKey = ({ sample_id, agent_user_id, stratum, form_section_id }: InStratum): string =>
  `${sample_id} ${agent_user_id} ${stratum} ${form_section_id ?? ''}`;

/** The strata of the draws of plans with all of their completed evaluations, whichever of them a figure counts. */
function strataIn(db: Connection, ofSections: boolean): Map<string, InStratum & { calls: number }> {
  const section = ofSections ? 's.form_section_id' : 'NULL';
  const rows = db
    .prepare<[], InStratum & { calls: number }>(`
      SELECT d.sample_id, d.agent_user_id, d.stratum, ${section} AS form_section_id, d.calls,
        count(${ofSections ? 's.score' : 'e.score'}) AS scored, count(e.is_passed) AS judged
      FROM ${joinedInOrder(
        'evaluation_sample_calls k',
        'evaluation_sample_strata d',
        'ON d.sample_id = k.sample_id AND d.agent_user_id = k.agent_user_id AND d.stratum = k.stratum',
      )}
      JOIN evaluation_reports e ON e.report_id = k.report_id
      ${ofSections ? 'JOIN evaluation_report_sections s ON s.report_id = e.report_id' : ''}
      WHERE e.status = 'completed' AND e.purpose = 'quality' AND ${inTime(['e.call_time'], [integer('e.call_time')])}
      GROUP BY d.sample_id, d.agent_user_id, d.stratum, d.calls${ofSections ? ', s.form_section_id' : ''}`)
    .all();
  return new Map(rows.map((row) => [stratumKey(row), row]));
}

/** The evaluations of these rows with the strata that they belong to. */
function inStrata(db: Connection, ofSections: boolean, read: (keys: object) => GroupRow[]) {
  const strata = strataIn(db, ofSections);
  return (keys: object): (GroupRow & { drawn: ReadonlyMap<string, Drawn> })[] =>
    (read(keys) as StratumRow[]).flatMap(({ scored, scores, squares, judged, passed, ...row }) => {
      const key = stratumKey({ ...row, scored, judged });
      const whole = strata.get(key);
      // Under sections, an evaluation that has none in this group.
      if (!whole) return [];
      // One that was completed since the strata were read is in its row only.
      const evaluations = Math.max(whole.scored, scored);
      const score = { calls: whole.calls, evaluations, n: scored, sum: scores, squares };
      const verdict = { n: judged, sum: 100 * passed, squares: 10_000 * passed };
      const drawn = { score, verdict: { calls: whole.calls, evaluations: Math.max(whole.judged, judged), ...verdict } };
      return [{ ...row, drawn: new Map([[key, drawn]]) }];
    });
}

/** Reads the SQL value of a dimension as its id. */
function reader(name: Dimension): (value: Id) => Id {
  if (name === 'answer') return (value) => (value === null ? null : answerId(String(value)));
  if (!isTime(name)) return (value) => value;
  const known = new Map<Id, Id>();
  return (value) => {
    const id = known.get(value) ?? timeIds[name](Number(value));
    known.set(value, id);
    return id;
  };
}
