import type { Filter } from '@shared/call-filters/filter';
import type { Definition } from '@shared/contract/reports';
import { isOneOf } from '@shared/one-of';
import {
  agreementMetrics,
  type Dimension,
  evaluationMetrics,
  fieldOf,
  isDimension,
  type Metric,
  talkMetrics,
} from '@shared/report-names';
import { talkFigureNames } from '@shared/talk-figures';
import { binding } from '../../../../access/list';
import { callsInScope, completedInScope, type Scope } from '../../../../access/scope';
import type { Connection } from '../../../../store/connection';
import { byIndex, joinedInOrder, keyParameter } from '../../../../store/fragments';
import { query } from '../../../../store/query';
import { callConditions, callSource } from '../../../calls/calls';
import { comparedWith, knownCall } from '../../evaluation';
import { selectVisibleFields } from '../queries';
import { figuresOf, type Id, Tally } from './figures';
import { labels } from './labels';
import { type Aggregates, fewValues, type GroupRow, groupsIn, pivoted } from './pivot';
import { hasMany, inSpan, isTime, sourcesOf } from './sources';
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
  const label = labels(db, [inTable, ofChart], scope);
  return figuresOf(definition, { table: inTable, chart: ofChart, all: ofAll }, label);
});

/**
 * What is counted: by which dimensions, whether anything is at all, and whether evaluations are, which can be in groups
 * without a call.
 */
type Shape = { names: readonly Dimension[]; isUsed: boolean; isEvaluated: boolean };
type Names = readonly { name: string }[];

const shapeOf = (dimensions: Names, metrics: Names): Shape => ({
  names: dimensions.map(({ name }) => name).filter(isDimension),
  isUsed: metrics.length > 0,
  isEvaluated: metrics.some(({ name }) => isOneOf(evaluationMetrics, name)),
});

/** Whether the figures of a shape are sums of those of a table, in which a call counts once under each of its values. */
const isIn = (table: Shape, { names, isEvaluated }: Shape): boolean =>
  (isEvaluated === table.isEvaluated || (names.length === 0 && !isEvaluated)) &&
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

/** Counts what is in a span into a tally. */
type Count = { tally: Tally; add: (span: Span) => void };

/** Counts calls by some dimensions, and evaluations: a statement for each. */
function countBy(db: Connection, { names, isEvaluated }: Shape, asked: Asked, visible: Set<string>): Count {
  const tally = new Tally(names);
  const readers = names.map(reader);
  // A condition on the calls of a value is put behind each figure, which must be a single aggregate.
  const few = uses(asked.definition, talkMetrics) ? undefined : fewValues(names);
  const isByTenant = names.length === 1 && names[0] === 'tenant' && asked.filters.length === 0;
  const aggregates = callAggregates(asked.definition);
  const statements = isEvaluated ? [callStatement, evaluationStatement] : [callStatement];
  const counted = statements.map((statementFor) => {
    const read = (by: readonly Dimension[], more: Pick<Making, 'few' | 'isOfTenant'> = {}) => {
      const { params, bind } = binding({ ...asked.scope.params });
      const sql = statementFor(db, by, { asked, bind, visible, aggregates, ...more });
      const statement = db.prepare<object, GroupRow>(sql);
      return (keys: object) => statement.all({ ...params, ...keys });
    };
    if (statementFor !== callStatement) return read(names);
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
  return {
    tally,
    add({ first_key, end_key, shift }) {
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
    ...talkAggregates(isUsed),
  };
}

/** The sum of each figure of the talk `t` of calls that a report needs, and the number of calls that have it. */
function talkAggregates(isUsed: (...metrics: Metric[]) => boolean): Aggregates {
  const wanted = talkFigureNames.filter(
    (name) => isUsed(`${name}_average`) || (name === 'interruptions' && isUsed('interruptions_total')),
  );
  return Object.fromEntries(
    wanted.flatMap((name) => {
      const value = `t.${name}`;
      return [
        [`sum_of_${name}`, `coalesce(sum(${value}), 0)`],
        [`count_of_${name}`, `count(${value})`],
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

/**
 * The score of an evaluation is that of a section under sections. Evaluations are few, so they lead to the calls, of
 * which the user may not know anything.
 */
function evaluationStatement(db: Connection, names: readonly Dimension[], { asked, bind, visible }: Making): string {
  const { filters, zone, scope } = asked;
  const key = 'e.call_pk';
  const { values, joins } = sourcesOf(names, 'evaluations', { bind, visible, scope });
  const score = names.includes('evaluation_section') ? 'by_section.score' : 'e.score';
  const conditions = [inSpan(key), completedInScope(scope, 'e'), 'whole.removed_at IS NULL'];
  if (filters.length > 0) conditions.push(callConditions(filters, { bind, key, scope, zone, db }));
  const figures = [
    'count(*) AS evaluations',
    `sum(${score}) AS scores`,
    `count(${score}) AS scored`,
    'sum(e.is_passed) AS passed',
    'count(e.is_passed) AS judged',
    ...agreementIn(asked.definition, scope),
  ];
  return `
    SELECT ${[...values, ...figures].join(', ')}
    FROM ${joinedInOrder('evaluation_reports e', 'calls whole', `ON whole.call_pk = ${key}`)}
    ${knownCall(scope)} ${joins}
    WHERE ${conditions.join(' AND ')} ${grouped(names)}`;
}

/** Reads the SQL value of a dimension as its id. */
function reader(name: Dimension): (value: Id) => Id {
  if (!isTime(name)) return (value) => value;
  const known = new Map<Id, Id>();
  return (value) => {
    const id = known.get(value) ?? timeIds[name](Number(value));
    known.set(value, id);
    return id;
  };
}
