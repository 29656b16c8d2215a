import type { AuditFault, listAuditLog } from '@shared/contract/audit-log';
import { dateRange } from '../../../access/date-range';
import { declaredLists, list } from '../../../access/list';
import { inTenants, type Scope } from '../../../access/scope';
import { chained, type Entry, hashOfDetails, redacted } from '../../../store/audit';
import type { Connection } from '../../../store/connection';
import { isoTime, storedJson } from '../../../store/fragments';
import { query } from '../../../store/query';
import { columnsOf, integer } from '../../../store/sql';

/** Users who do not reach a whole tenant see only their own actions. */
const inScope = (scope: Scope) =>
  `${inTenants(scope, 'a')} AND ${scope.people === 'all' ? 'TRUE' : 'a.user_id = @scope_user'}`;

/** Kinds of entries about a record of another kind, whose id they have. */
const alsoOf: Readonly<Record<string, string>> = { user: 'second_factor' };

/** The name of the record of an entry, if the caller reaches the record: also a refused request has an entry. */
const nameIn = (scope: Scope): string => `CASE a.resource
  ${declaredLists
    .flatMap(({ name }) => {
      if (!name) return [];
      const kinds = [name.kind, alsoOf[name.kind]].filter((kind) => kind !== undefined);
      return kinds.map((kind) => `WHEN '${kind}' THEN ${name.sql('a.resource_id', scope)}`);
    })
    .join('\n  ')} END`;

/** SQL: the entry `a` is about an evaluation of a calibration that has not ended, and by somebody else. */
const isWithheld = `(a.resource = 'evaluation_report' AND a.user_id IS DISTINCT FROM @scope_self AND (
  EXISTS (
    SELECT 1 FROM evaluation_reports r JOIN calibrations k USING (calibration_id)
    WHERE r.report_id = a.resource_id AND k.status = 'open')
  OR EXISTS (SELECT 1 FROM withheld_reports w WHERE w.report_id = a.resource_id)))`;

/** The audit log, newest first. */
export const auditLogList = list<typeof listAuditLog>('/api/v2/audit_log.json', {
  from: 'audit_log a',
  record: (scope) => ({
    ...columnsOf('a', [
      'audit_id',
      'user_id',
      'tenant_id',
      'action',
      'resource',
      'resource_id',
      'outcome',
      'door',
      'hash',
    ]),
    resource_name: nameIn(scope),
    created_at: isoTime('a.at'),
    user_name: '(SELECT u.name FROM users u WHERE u.user_id = a.user_id)',
    details: `CASE WHEN ${isWithheld} THEN json('{"withheld":"calibration"}') ELSE ${storedJson('a.details', '{}')} END`,
  }),
  key: [integer('a.audit_id')],
  descending: () => true,
  scope: inScope,
  filters: {
    daterange(text, { bind, zone }) {
      const [first, end] = dateRange(text, zone);
      return `a.at >= ${bind(first)} AND a.at < ${bind(end)}`;
    },
    user_id: (id, { bind }) => `a.user_id = ${bind(id)}`,
    tenant_id: (id, { bind }) => `a.tenant_id = ${bind(id)}`,
    action: (action, { bind }) => `a.action = ${bind(action)}`,
    resource: (resource, { bind }) => `a.resource = ${bind(resource)}`,
    resource_id: (id, { bind }) => `a.resource_id = ${bind(id)}`,
    door: (door, { bind }) => `a.door = ${bind(door)}`,
    outcome: (outcome, { bind }) => `a.outcome = ${bind(outcome)}`,
  },
});

export type Link = { audit_id: number; hash: string };
type Row = Entry & Link & { redacted_by: number | null };

/** The last entry as it was written. */
export const selectHead = query('audit-log.head', (db): Link | undefined =>
  db.prepare<[], Link>('SELECT audit_id, hash FROM audit_head').get(),
);

/** An entry as the next one continues it; undefined when there is none. */
export const selectLink = query('audit-log.link', (db, { audit_id }: { audit_id: number }): Link | undefined =>
  db
    .prepare<{ audit_id: number }, Link>('SELECT audit_id, hash FROM audit_log WHERE audit_id = @audit_id')
    .get({ audit_id }),
);

/** The number of entries that are verified at a time: a second of work at most (`verifiedAtOnce` of the contract). */
const part = 10_000;

/** Verifies the entries that follow one; `last` is the last of them that is as it was written. */
export const verifyPart = query('audit-log.verify', (db, after: Link): { last: Link; fault: AuditFault | null } => {
  const isFirst = after.audit_id === 0;
  const rows = db
    .prepare<{ after: number; part: number }, Row>(`
        SELECT audit_id, at, user_id, tenant_id, action, resource, resource_id, outcome, details, door, hash,
          call_id, details_hash, redacted_by
        FROM audit_log WHERE audit_id > @after ORDER BY audit_id LIMIT @part`)
    .all({ after: isFirst ? Number.MIN_SAFE_INTEGER : after.audit_id, part });
  let last = after;
  for (const row of rows) {
    if (row.audit_id < 1) return { last, fault: { audit_id: row.audit_id, kind: 'added' } };
    const isNext = row.audit_id === last.audit_id + 1;
    if (!isNext) return { last, fault: { audit_id: last.audit_id + 1, kind: 'removed' } };
    // The details of an older entry are in its hash: without them, only its place in the chain can be verified.
    const isBare = row.redacted_by !== null && row.details_hash === null;
    if (!isBare && chained(last.hash, row) !== row.hash) return { last, fault: faultOf(db, row) };
    if (!hasItsDetails(db, row)) return { last, fault: { audit_id: row.audit_id, kind: 'changed' } };
    last = { audit_id: row.audit_id, hash: row.hash };
  }
  return { last, fault: null };
});

/** Whether the details are as they were written, or were removed when the call of the entry was destroyed. */
function hasItsDetails(db: Connection, row: Row): boolean {
  const { audit_id, redacted_by, details, details_hash } = row;
  if (redacted_by === null) return details_hash === null || hashOfDetails(details) === details_hash;
  const call_id = row.call_id ?? (row.resource === 'call' ? row.resource_id : null);
  const end = db
    .prepare<object, { call_id: string | null }>(`
      SELECT resource_id AS call_id FROM audit_log
      WHERE audit_id = @redacted_by AND audit_id > @audit_id AND resource = 'call' AND action = 'destroy'`)
    .get({ redacted_by, audit_id });
  return details === redacted && call_id !== null && end?.call_id === call_id;
}

/**
 * An entry that continues another place of the chain was moved from there; any other was changed. Only places near it are
 * tried, fewer for a long entry: the fault must be named in time, whatever its kind.
 */
function faultOf(db: Connection, row: Row): AuditFault {
  const near = Math.floor(part / (1 + row.details.length / 1024));
  const others = db
    .prepare<{ first: number; last: number }, { hash: string }>(
      'SELECT hash FROM audit_log WHERE audit_id BETWEEN @first AND @last ORDER BY audit_id',
    )
    .all({ first: row.audit_id - near, last: row.audit_id + near });
  const wasElsewhere = ['', ...others.map(({ hash }) => hash)].some((hash) => chained(hash, row) === row.hash);
  return { audit_id: row.audit_id, kind: wasElsewhere ? 'reordered' : 'changed' };
}
