import type { Filter } from '@shared/call-filters/filter';
import type { Definition, reportApi } from '@shared/contract/reports';
import { fold } from '@shared/fold';
import {
  auditChanged,
  auditCreated,
  auditDeleted,
  type Insert,
  type Remove,
  type Update,
} from '../../../access/changes';
import { binding, list } from '../../../access/list';
import { inTenants, type Scope } from '../../../access/scope';
import { contains, valuesOf } from '../../../store/fragments';
import { change, query } from '../../../store/query';
import { insertRecord, mustMatchVersion, named, updateRecord } from '../../../store/record';
import { text } from '../../../store/sql';
import { callConditions } from '../../calls/calls';
import { fieldWithValues } from '../../calls/custom-fields';
import { tenantHooks } from '../../people/tenants';
import { columnsOfDefinition, definitionFields } from './definition';

/** Reports by name. */
export const reportList = list<typeof reportApi.list>('/api/v2/reports.json', {
  from: 'reports r',
  record: { report_id: 'r.report_id', ...definitionFields('r') },
  absentIfNull: 'period',
  key: [text('r.name_folded'), text('r.report_id')],
  scope: (scope) => inTenants(scope, 'r'),
  filters: { search_term: (term, { bind }) => contains('r.name_folded', bind(fold(term))) },
  id: 'r.report_id',
  named: { as: 'report', by: 'r.name' },
  version: 'r.updated_at',
});

const target = (id: string, scope: Scope) => ({ list: reportList, resource: 'report' as const, id, scope });
export const columnsOfReport = (definition: Definition) => ({
  ...columnsOfDefinition(definition),
  ...named(definition.name),
});

/** Stores and audits a report of the caller's tenant. */
export const insertReport = change('reports.insert', (db, { id, record, scope }: Insert<Definition>, by): void => {
  const row = { report_id: id, tenant_id: scope.params.scope_tenant, ...columnsOfReport(record) };
  insertRecord(db, 'reports', row, by);
  auditCreated(db, by, target(id, scope));
});

/** Replaces the settings of a report in scope, and audits it. Refused with NotFound or Stale. */
export const changeReport = change(
  'reports.change',
  (db, { id, record, versions, scope }: Update<Definition>, by): void =>
    auditChanged(db, by, target(id, scope), () =>
      updateRecord(db, 'reports', { id: { report_id: id }, versions }, columnsOfReport(record), by),
    ),
);

/** Deletes a report with its runs. Refused with NotFound or Stale. Returns the runs that have not ended. */
export const removeReport = change('reports.remove', (db, { id, versions, scope }: Remove, by): string[] => {
  const which = { report_id: id };
  const running = db.prepare<typeof which, { run_id: string }>(
    'SELECT run_id FROM report_runs WHERE report_id = @report_id AND completed_at IS NULL',
  );
  const ended = running.all(which).map(({ run_id }) => run_id);
  auditDeleted(db, by, target(id, scope), () => {
    mustMatchVersion(db, 'reports', { id: which, versions });
    db.prepare<typeof which>('DELETE FROM reports WHERE report_id = @report_id').run(which);
    return {};
  });
  return ended;
});

// Runs go with their report.
tenantHooks.removed.add((db, tenant_id) => {
  db.prepare<{ tenant_id: string }>('DELETE FROM reports WHERE tenant_id = @tenant_id').run({ tenant_id });
});

/** Accepts a filter by a custom field. Refused with InvalidRecord at its parameter. */
export const checkFilter = query(
  'reports.check-filter',
  (db, { filter, scope, zone }: { filter: Filter; scope: Scope; zone: string }): void => {
    const { bind } = binding({ ...scope.params });
    callConditions([filter], { bind, key: 'c.call_pk', scope, zone, db });
  },
);

/** Of which of these custom fields the caller sees the values. */
export const selectVisibleFields = query(
  'reports.visible-fields',
  (db, { ids, scope }: { ids: string[]; scope: Scope }): Set<string> => {
    const rows = db
      .prepare<Record<string, string>, { field_id: string }>(`
        SELECT d.field_id FROM custom_fields d
        WHERE d.field_id IN ${valuesOf('@ids', 'text')} AND ${fieldWithValues(scope)}`)
      .all({ ...scope.params, ids: JSON.stringify(ids) });
    return new Set(rows.map(({ field_id }) => field_id));
  },
);
