import type { JobStatus, listReportRuns, ReportData } from '@shared/contract/report-runs';
import type { Definition } from '@shared/contract/reports';
import { english, type Reason, reason } from '@shared/reasons/reasons';
import { auditChanged, auditCreated, auditDeleted, type Insert, type Remove } from '../../../../access/changes';
import { list } from '../../../../access/list';
import type { Scope } from '../../../../access/scope';
import { found, notFound, Refusal } from '../../../../refusal';
import type { Connection } from '../../../../store/connection';
import { isoMicroseconds, storedJson } from '../../../../store/fragments';
import { change, query } from '../../../../store/query';
import { mustBeCurrent, type Versions } from '../../../../store/record';
import { columnsOf, integer } from '../../../../store/sql';
import { userHooks } from '../../../people/users';
import { columnsOfDefinition, definitionFields } from '../definition';
import { rowsPerPage } from '../engine/figures';
import { reportList } from '../queries';

/** SQL condition: the run `r` is visible to its user, and to users with an unrestricted role. */
const runInScope = (scope: Scope): string => (scope.is_root ? 'TRUE' : 'r.run_user_id = @scope_user');

/** The runs of a report, newest first. */
export const runList = list<typeof listReportRuns>('/api/v2/reports/:report_id/runs.json', {
  from: 'report_runs r',
  record: {
    ...columnsOf('r', ['run_id', 'report_id', 'run_tenant_id', 'run_user_id', 'job_status', 'progress', 'explanation']),
    reason: storedJson('r.reason'),
    ...definitionFields('r'),
    created_at: isoMicroseconds('r.created_at'),
    started_at: isoMicroseconds('r.started_at'),
    completed_at: isoMicroseconds('r.completed_at'),
    _version_: 'r.version',
  },
  absentIfNull: 'period',
  key: [integer('r.seq')],
  descending: () => true,
  scope: runInScope,
  filters: { report_id: (id, { bind }) => `r.report_id = ${bind(id)}` },
  id: 'r.run_id',
  named: { as: 'report_run', by: 'r.name' },
  parent: 'r.report_id',
  version: 'r.version',
});

const target = ({ id, parent, scope }: Pick<Remove, 'id' | 'parent' | 'scope'>) => ({
  list: runList,
  resource: 'report_run' as const,
  id,
  parent,
  scope,
});

type Wanted = { report_id: string; run_id: string; scope: Scope };

/** The id of a run, which `latest` names too; undefined out of scope. */
export const selectRunId = query('report-runs.id', (db, { report_id, run_id, scope }: Wanted): string | undefined => {
  const isLatest = run_id === 'latest';
  const row = db
    .prepare<Record<string, string>, { run_id: string }>(`
      SELECT r.run_id FROM report_runs r
      WHERE r.report_id = @report_id AND ${runInScope(scope)} ${isLatest ? '' : 'AND r.run_id = @run_id'}
      ORDER BY r.seq DESC LIMIT 1`)
    .get({ ...scope.params, report_id, ...(!isLatest && { run_id }) });
  return row?.run_id;
});

/** How far a run reached: what its figures count and name. */
type Seen = Pick<
  Scope,
  'tenants' | 'people' | 'confidential' | 'disabled_fields' | 'evaluations' | 'user_sections' | 'names'
> & { groups: string[] };

/** The reach of a caller as it is kept with a run, with the groups that one of managed groups has. */
function seenBy(db: Connection, scope: Scope): Seen {
  const { tenants, people, confidential, disabled_fields, evaluations, user_sections, names } = scope;
  const managed = 'SELECT group_id FROM user_managed_groups WHERE user_id = @scope_user ORDER BY group_id';
  const groups = people === 'managed' ? db.prepare<object, { group_id: string }>(managed).all({ ...scope.params }) : [];
  return {
    tenants,
    people,
    confidential,
    disabled_fields,
    evaluations,
    user_sections,
    names,
    groups: groups.map(({ group_id }) => group_id),
  };
}

/** Whether a caller sees everything that another reach shows. */
function covers(now: Seen, then: Seen): boolean {
  const holdsAll = (one: object, other: object): boolean =>
    Object.entries(other).every(([name, value]) => value !== true || one[name as keyof typeof one] === true);
  return (
    (now.tenants === 'all' || then.tenants === 'own') &&
    (now.people === 'all' || now.people === then.people) &&
    (now.people === 'all' || then.groups.every((group) => now.groups.includes(group))) &&
    holdsAll(now, then) &&
    holdsAll(now.user_sections, then.user_sections) &&
    holdsAll(now.names, then.names)
  );
}

/** Stores and audits a run that is waiting for its turn. Refused with NotFound when its report was deleted meanwhile. */
export const insertRun = change(
  'report-runs.insert',
  (db, { id, parent, record, scope }: Insert<Definition>, by): void => {
    found(reportList.one.run(db, { id: parent ?? '', scope, zone: 'UTC' }));
    const { scope_tenant: run_tenant_id, scope_user: run_user_id } = scope.params;
    const row = { run_id: id, report_id: parent ?? '', run_tenant_id, run_user_id, created_at: by.at };
    const seen = JSON.stringify(seenBy(db, scope));
    const columns = { ...row, ...columnsOfDefinition(record), seen, job_status: 'PENDING', version: 1, progress: 0 };
    const names = Object.keys(columns);
    db.prepare<object>(`
      INSERT INTO report_runs (${names.join(', ')}) VALUES (${names.map((name) => `@${name}`).join(', ')})`).run(
      columns,
    );
    auditCreated(db, by, target({ id, parent, scope }));
  },
);

/** Starts a waiting run. Returns false when it was stopped or deleted meanwhile. */
export const beginRun = change('report-runs.begin', (db, { run_id }: { run_id: string }, by): boolean => {
  const begun = db.prepare<object>(`
    UPDATE report_runs SET job_status = 'STARTED', started_at = @at, version = version + 1
    WHERE run_id = @run_id AND job_status = 'PENDING'`);
  return begun.run({ run_id, at: by.at }).changes === 1;
});

/** Stores how far a run is. Not a change of the record, so its version stays. */
export const keepProgress = change(
  'report-runs.progress',
  (db, { run_id, progress }: { run_id: string; progress: number }): void => {
    db.prepare<object>(`
      UPDATE report_runs SET progress = @progress
      WHERE run_id = @run_id AND job_status = 'STARTED' AND progress < @progress`).run({ run_id, progress });
  },
);

/** The figures of a run, as they are stored; the rows are pages of JSON. */
export type Figures = { pages: string[]; summary: string; chart: string; total_rows: number; truncated: number };

/** Stores the figures of a run that has not been stopped. */
export const completeRun = change('report-runs.complete', (db, input: { run_id: string } & Figures, by): void => {
  const { pages, run_id, ...figures } = input;
  const completed = db.prepare<object>(`
    UPDATE report_runs SET job_status = 'SUCCESS', completed_at = @at, version = version + 1, progress = 100,
      summary = @summary, chart = @chart, total_rows = @total_rows, truncated = @truncated
    WHERE run_id = @run_id AND job_status = 'STARTED'`);
  if (completed.run({ run_id, ...figures, at: by.at }).changes === 0) return;
  const insert = db.prepare<object>('INSERT INTO report_run_rows (run_id, page, rows) VALUES (@run_id, @page, @rows)');
  for (const [page, rows] of pages.entries()) insert.run({ run_id, page, rows });
});

export const hasUnfinishedRun = query(
  'report-runs.unfinished',
  (db) => db.prepare<[]>('SELECT 1 FROM report_runs WHERE completed_at IS NULL LIMIT 1').get() !== undefined,
);

/** Ends a run that has not ended as failed. Without an id, all of them. */
export const failRuns = change(
  'report-runs.fail',
  (db, { run_id, why }: { run_id?: string; why: Reason }, by): void => {
    db.prepare<object>(`
      UPDATE report_runs SET job_status = 'FAILURE', completed_at = @at, version = version + 1,
        explanation = @explanation, reason = @reason
      WHERE completed_at IS NULL ${run_id === undefined ? '' : 'AND run_id = @run_id'}`).run({
      ...(run_id !== undefined && { run_id }),
      explanation: english(why),
      reason: JSON.stringify(why),
      at: by.at,
    });
  },
);

type Acted = { id: string; parent?: string | undefined; versions: Versions; scope: Scope };

/** Stops and audits a run in scope. Refused with NotFound, Stale, or Conflict when it has ended. */
export const revokeRun = change('report-runs.revoke', (db, { versions, ...which }: Acted, by): void =>
  auditChanged(db, by, target(which), () => {
    const { job_status, version } = stateOf(db, which.id);
    mustBeCurrent(String(version), versions);
    if (job_status !== 'PENDING' && job_status !== 'STARTED') throw new Refusal('Conflict', reason('run_ended'));
    db.prepare<object>(`
      UPDATE report_runs SET job_status = 'REVOKED', completed_at = @at, version = version + 1
      WHERE run_id = @run_id`).run({ run_id: which.id, at: by.at });
  }),
);

/** Deletes and audits a run in scope, with its data. Refused with NotFound or Stale. */
export const removeRun = change('report-runs.remove', (db, { versions, ...which }: Acted, by): void =>
  auditDeleted(db, by, target(which), () => {
    mustBeCurrent(String(stateOf(db, which.id).version), versions);
    db.prepare<{ run_id: string }>('DELETE FROM report_runs WHERE run_id = @run_id').run({ run_id: which.id });
    return {};
  }),
);

function stateOf(db: Connection, run_id: string): { job_status: JobStatus; version: number } {
  const sql = 'SELECT job_status, version FROM report_runs WHERE run_id = @run_id';
  return found(db.prepare<object, { job_status: JobStatus; version: number }>(sql).get({ run_id }));
}

userHooks.removed.add((db, user_id) => {
  db.prepare<{ user_id: string }>('DELETE FROM report_runs WHERE run_user_id = @user_id').run({ user_id });
});

type Data = { run_id: string; scope: Scope };
type Stored = Pick<Definition, 'name' | 'column_settings' | 'intervals'> &
  Pick<ReportData, 'summary' | 'total_rows' | 'truncated'>;

/**
 * The data of a run besides its rows and its chart; undefined unless the run has succeeded. Refused with NotFound when the
 * caller no longer sees all that it shows; of a run from before this was kept, only a caller without limits does.
 */
export const selectData = query('report-runs.data', (db, { run_id, scope }: Data): Stored | undefined => {
  const row = db
    .prepare<
      { run_id: string },
      Record<'name' | 'column_settings' | 'summary', string> &
        Pick<Figures, 'total_rows' | 'truncated'> & { intervals: 0 | 1; seen: string | null }
    >(`
      SELECT name, column_settings, intervals, summary, total_rows, truncated, seen FROM report_runs
      WHERE run_id = @run_id AND job_status = 'SUCCESS'`)
    .get({ run_id });
  if (!row) return undefined;
  const isSeen = row.seen === null ? scope.is_root : covers(seenBy(db, scope), JSON.parse(row.seen));
  if (!isSeen) throw notFound(reason('run_shows_more'));
  const [column_settings, summary] = [row.column_settings, row.summary].map((json) => JSON.parse(json));
  return {
    name: row.name,
    column_settings,
    intervals: row.intervals === 1,
    summary,
    total_rows: row.total_rows,
    truncated: row.truncated === 1,
  };
});

/** The chart of a run, which can have many points, as JSON text. */
export const selectChart = query('report-runs.chart', (db, { run_id }: { run_id: string }): string | undefined => {
  const sql = 'SELECT chart FROM report_runs WHERE run_id = @run_id';
  return db.prepare<{ run_id: string }, { chart: string }>(sql).get({ run_id })?.chart;
});

type Page = { run_id: string; start: number; limit: number };

/** Rows of a run, in order. */
export const selectRows = query('report-runs.rows', (db, { run_id, start, limit }: Page): ReportData['rows'] => {
  const first = Math.floor(start / rowsPerPage);
  const pages = db
    .prepare<{ run_id: string; first: number; last: number }, { rows: string }>(`
      SELECT rows FROM report_run_rows WHERE run_id = @run_id AND page BETWEEN @first AND @last ORDER BY page`)
    .all({ run_id, first, last: Math.floor((start + limit - 1) / rowsPerPage) });
  const from = start - first * rowsPerPage;
  return pages.flatMap(({ rows }) => JSON.parse(rows)).slice(from, from + limit);
});
