import type { By } from '../../../store/audit';
import type { Connection } from '../../../store/connection';
import { change, query } from '../../../store/query';
import { insertReadyMade, readyMade } from '../../reports';

/** A tenant, and how many of the ready-made reports it was given. */
type Given = { tenant_id: string; ready_made_reports: number };

/** Stores the ready-made reports that a tenant was not given yet, inside the caller's transaction. */
export function giveReports(db: Connection, { tenant_id, ready_made_reports }: Given, by: By): void {
  insertReadyMade(db, tenant_id, by, ready_made_reports);
  const given = { tenant_id, given: readyMade.length };
  db.prepare<typeof given>('UPDATE tenants SET ready_made_reports = @given WHERE tenant_id = @tenant_id').run(given);
}

/** The tenants that were not given every ready-made report: those of an older archive. */
export const selectLacking = query('tenants.lacking-reports', (db): Given[] =>
  db
    .prepare<{ all: number }, Given>(
      'SELECT tenant_id, ready_made_reports FROM tenants WHERE ready_made_reports < @all',
    )
    .all({ all: readyMade.length }),
);

/** Stores the ready-made reports that tenants lack. */
export const giveLacking = change('tenants.give-lacking-reports', (db, _: undefined, by): void => {
  for (const given of selectLacking.run(db, undefined)) giveReports(db, given, by);
});
