import type { By } from '../../../../store/audit';
import type { Connection } from '../../../../store/connection';
import { change, query } from '../../../../store/query';
import { insertRecord } from '../../../../store/record';
import { noteReports, tenantHooks } from '../../../people/tenants';
import { derivedId } from '../../evaluation';
import { columnsOfReport } from '../queries';
import { readyMade } from './definitions';

/** Whether a report exists, or was deleted: a tenant was given some before they were counted. */
const wasGiven = (db: Connection, report_id: string): boolean =>
  db
    .prepare<{ report_id: string }>(`
      SELECT 1 WHERE EXISTS (SELECT 1 FROM reports WHERE report_id = @report_id)
        OR EXISTS (SELECT 1 FROM audit_log WHERE resource_id = @report_id AND action = 'delete')`)
    .get({ report_id }) !== undefined;

/** A tenant, and how many of the ready-made reports it was given. */
type Given = { tenant_id: string; ready_made_reports: number };

/** Stores the ready-made reports that a tenant was not given yet. */
function giveReports(db: Connection, { tenant_id, ready_made_reports }: Given, by: By): void {
  for (const definition of readyMade.slice(ready_made_reports)) {
    const report_id = derivedId(tenant_id, definition.name);
    if (wasGiven(db, report_id)) continue;
    insertRecord(db, 'reports', { report_id, tenant_id, ...columnsOfReport(definition) }, by);
  }
  noteReports(db, tenant_id, readyMade.length);
}

tenantHooks.created.add((db, tenant_id, by) => {
  giveReports(db, { tenant_id, ready_made_reports: 0 }, by);
});

/** The tenants that were not given every ready-made report: those of an older archive. */
export const selectLacking = query('reports.lacking', (db): Given[] =>
  db
    .prepare<{ all: number }, Given>(
      'SELECT tenant_id, ready_made_reports FROM tenants WHERE ready_made_reports < @all',
    )
    .all({ all: readyMade.length }),
);

/** Stores the ready-made reports that tenants lack. */
export const giveLacking = change('reports.give-lacking', (db, _: undefined, by): void => {
  for (const given of selectLacking.run(db, undefined)) giveReports(db, given, by);
});
