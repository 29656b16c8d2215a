import type { ChangedTenant, NewTenant, tenantApi } from '@shared/contract/tenants';
import { fold } from '@shared/fold';
import { heldTables } from '@shared/kinds';
import { reason } from '@shared/reasons/reasons';
import {
  auditChanged,
  auditCreated,
  auditDeleted,
  type Insert,
  type Remove,
  type Update,
} from '../../../access/changes';
import { list } from '../../../access/list';
import { inTenants, type Scope } from '../../../access/scope';
import { Refusal } from '../../../refusal';
import type { By } from '../../../store/audit';
import type { Connection } from '../../../store/connection';
import { contains, flag, jsonObject } from '../../../store/fragments';
import { Hook } from '../../../store/hooks';
import { change, query } from '../../../store/query';
import { insertRecord, mustMatchVersion, named, updateRecord } from '../../../store/record';
import { columnsOf, text } from '../../../store/sql';

/** Tenants by name. */
export const tenantList = list<typeof tenantApi.list>('/api/v2/tenants.json', {
  from: 'tenants t',
  record: {
    ...columnsOf('t', ['tenant_id', 'name', 'timezone', 'language', 'domain']),
    encrypt_data: flag('t.encrypt_data'),
    fieldset_licensing: jsonObject({
      ...columnsOf('t', ['recording_seats', 'recording_sessions', 'screen_recording_seats']),
      ...columnsOf('t', ['monitoring_seats', 'evaluation_seats', 'speech_analytics']),
    }),
  },
  key: [text('t.name_folded'), text('t.tenant_id')],
  scope: (scope) => inTenants(scope, 't'),
  filters: { search_term: (term, { bind }) => contains('t.name_folded', bind(fold(term))) },
  id: 't.tenant_id',
  named: { as: 'tenant', by: 't.name' },
  version: 't.updated_at',
});

const target = (id: string, scope: Scope) => ({ list: tenantList, resource: 'tenant' as const, id, scope });

/** What other resources do when a tenant is new, before a licence for speech analytics is stored, and when it is deleted. */
export const tenantHooks = { created: new Hook(), licensesSpeech: new Hook(), removed: new Hook() };

const columnsOfTenant = ({ name, encrypt_data, fieldset_licensing, ...plain }: ChangedTenant) => ({
  ...plain,
  ...fieldset_licensing,
  ...(name !== undefined && named(name)),
  encrypt_data: encrypt_data === undefined ? undefined : Number(encrypt_data),
});

/** Stores and audits a tenant. Refused with InvalidRecord by field, or Conflict while multi-tenancy is off. */
export const insertTenant = change('tenants.insert', (db, { id, record, scope }: Insert<NewTenant>, by): void => {
  if (!scope.multi_tenancy) throw new Refusal('Conflict', reason('tenants_off'));
  insertRecord(db, 'tenants', { ...columnsOfTenant(record), tenant_id: id }, by);
  tenantHooks.created.run(db, id, by);
  auditCreated(db, by, target(id, scope));
});

/**
 * Stores the System tenant inside the caller's transaction. It has no zone of its own, so that the one of the settings
 * applies, and otherwise that of the computer.
 */
export function storeSystemTenant(db: Connection, tenant_id: string, by: By): void {
  insertRecord(db, 'tenants', { tenant_id, is_system: 1, timezone: '', ...named('System') }, by);
  tenantHooks.created.run(db, tenant_id, by);
}

/** Changes and audits a tenant in scope. Refused with NotFound, Stale, or InvalidRecord by field. */
export const changeTenant = change('tenants.change', (db, { id, record, versions, scope }: Update<ChangedTenant>, by) =>
  auditChanged(db, by, target(id, scope), () => {
    if (record.fieldset_licensing?.speech_analytics) tenantHooks.licensesSpeech.run(db, id, by);
    updateRecord(db, 'tenants', { id: { tenant_id: id }, versions }, columnsOfTenant(record), by);
  }),
);

/** In the order of the kinds, so that a tenant with calls and users names its calls. Imports only keep it until they have ended. */
const tablesThatKeep = heldTables.filter((table) => table !== 'imports');

/** Deletes an empty tenant, also from what users manage. Refused with NotFound, Stale, or Conflict. */
export const removeTenant = change('tenants.remove', (db, { id, versions, scope }: Remove, by): void => {
  const which = { tenant_id: id };
  auditDeleted(db, by, target(id, scope), () => {
    const isSystem = 'SELECT 1 FROM tenants WHERE tenant_id = @tenant_id AND is_system = 1';
    if (db.prepare<typeof which>(isSystem).get(which)) {
      throw new Refusal('Conflict', reason('tenant_is_system'));
    }
    const held = tablesThatKeep.find((table) =>
      db.prepare<typeof which>(`SELECT 1 FROM ${table} WHERE tenant_id = @tenant_id LIMIT 1`).get(which),
    );
    if (held) throw new Refusal('Conflict', reason('tenant_not_empty', { records: held }));
    mustMatchVersion(db, 'tenants', { id: which, versions });
    const details = tenantHooks.removed.run(db, id, by);
    db.prepare<typeof which>('DELETE FROM tenants WHERE tenant_id = @tenant_id').run(which);
    return details;
  });
});

/** Notes how many of the ready-made reports a tenant was given. */
export function noteReports(db: Connection, tenant_id: string, given: number): void {
  const values = { tenant_id, given };
  db.prepare<typeof values>('UPDATE tenants SET ready_made_reports = @given WHERE tenant_id = @tenant_id').run(values);
}

/** Whether there are tenants besides the System tenant. */
export const hasOtherTenants = query(
  'tenants.others',
  (db) => db.prepare('SELECT 1 FROM tenants WHERE is_system = 0 LIMIT 1').get() !== undefined,
);
