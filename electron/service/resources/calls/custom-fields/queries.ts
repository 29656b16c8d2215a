import type { ChangedCustomField, CustomField, IntegerSettings, NewCustomField } from '@shared/contract/custom-fields';
import { fold } from '@shared/fold';
import { type Reason, reason } from '@shared/reasons/reasons';
import {
  auditChanged,
  auditCreated,
  auditDeleted,
  type Insert,
  type Remove,
  type Update,
} from '../../../access/changes';
import { mustBeMet, reaches, type Unmet } from '../../../access/needs';
import type { Scope } from '../../../access/scope';
import { tenantFor } from '../../../access/tenants';
import { found, invalid, Refusal } from '../../../refusal';
import type { Connection } from '../../../store/connection';
import { Hook } from '../../../store/hooks';
import { change } from '../../../store/query';
import { mustMatchVersion, named, updateRecord } from '../../../store/record';
import { customFieldList, fieldInScope } from './list.queries';
import { storeField } from './new.queries';
import { faultsOf, noSettings, type Option, optionsIn, settingsAfter } from './rules';

/** What other resources do when the basic search begins or ceases to find the values of a field, or it is deleted. */
export const fieldHooks = { searched: new Hook(), removed: new Hook() };

const target = (id: string, scope: Scope) => ({ list: customFieldList, resource: 'custom_field' as const, id, scope });

/** Whether a field is to be global; undefined when it was not sent, or the caller may not decide. */
function sentGlobal({ is_global }: { is_global?: unknown }, scope: Scope): boolean | undefined {
  if (is_global === undefined || !scope.multi_tenancy || !reaches(scope, 'every tenant, in the System tenant'))
    return undefined;
  if (typeof is_global !== 'boolean') throw invalid({ is_global: reason('wrong_type', { type: 'boolean' }) });
  return is_global;
}

/** Stores and audits a field. Refused with InvalidRecord, by field. */
export const insertCustomField = change(
  'custom-fields.insert',
  (db, { id, record, scope }: Insert<NewCustomField>, by): void => {
    const tenant_id = sentGlobal(record, scope) ? null : tenantOfNew(db, record, scope);
    const { name, type } = record;
    const faults = faultsOf(record, type);
    if (isTaken(db, { field_id: id, tenant_id, name })) faults.name = reason('taken');
    Object.assign(faults, licenceFault(db, record, tenant_id ?? scope.params.scope_tenant));
    const settings = type === 'integer' ? settingsAfter(noSettings, record) : null;
    refuse(faults, settings);
    storeField(db, { ...columnsOf(record), field_id: id, tenant_id, name, type, ...settingsColumn(settings) }, by);
    keepOptions(db, id, optionsIn(record, []) ?? []);
    auditCreated(db, by, target(id, scope));
  },
);

/** A user of another tenant than the System tenant creates fields of that tenant only. */
const tenantOfNew = (db: Connection, { tenant_id }: NewCustomField, scope: Scope) =>
  scope.in_system_tenant ? tenantFor(db, scope, tenant_id) : scope.params.scope_tenant;

type Stored = {
  tenant_id: string | null;
  name: string;
  type: CustomField['type'];
  enable: number;
  ai_assist: number;
  search_options: string;
  integer_settings: string | null;
};

/**
 * Changes and audits a field in scope, and notes that the searched texts of its calls have to follow. Refused with
 * NotFound, Stale, InvalidRecord by field, or PermissionError for a global field that the caller does not manage.
 */
export const changeCustomField = change(
  'custom-fields.change',
  (db, { id, record, versions, scope, unmet }: Update<ChangedCustomField>, by): void =>
    auditChanged(db, by, target(id, scope), () => {
      const was = ofCaller(stored(db, id, scope), unmet);
      const { name = was.name, type = was.type } = record;
      const tenant_id = tenantAfter(was, record, scope);
      const faults = faultsOf(record, type);
      const isUsed = hasValues(db, id);
      if (isUsed && type !== was.type) faults.type = reason('field_has_values');
      if (isUsed && was.tenant_id === null && tenant_id !== null) faults.is_global = reason('field_has_values');
      if (isTaken(db, { field_id: id, tenant_id, name })) faults.name = reason('taken');
      if (was.ai_assist === 0) {
        Object.assign(faults, licenceFault(db, record, tenant_id ?? scope.params.scope_tenant));
      }
      const before: IntegerSettings = was.integer_settings === null ? noSettings : JSON.parse(was.integer_settings);
      const settings = type === 'integer' ? settingsAfter(before, record) : null;
      refuse(faults, settings);

      const columns = { ...columnsOf(record), ...named(name), tenant_id, type, ...settingsColumn(settings) };
      if (type !== was.type) columns.str_max_len ??= 64;
      updateRecord(db, 'custom_fields', { id: { field_id: id }, versions }, columns, by);
      const options = type === 'option' ? optionsIn(record, optionsOf(db, id)) : [];
      if (options) keepOptions(db, id, options);
      if (isUsed && isSearched(was) !== isSearched(stored(db, id, scope))) fieldHooks.searched.run(db, id, by);
    }),
);

/** The tenant of a field after a change; null makes it global. */
function tenantAfter(was: Stored, record: ChangedCustomField, scope: Scope): string | null {
  const is_global = sentGlobal(record, scope);
  if (is_global === undefined) return was.tenant_id;
  return is_global ? null : (was.tenant_id ?? scope.params.scope_tenant);
}

/** Whether the basic search finds values of the field. */
const isSearched = ({ enable, search_options }: Stored) => enable === 1 && search_options.includes('"free_text"');

/**
 * Deletes a field. Refused with NotFound, Stale, Conflict while calls have values of it, or PermissionError for a global
 * field that the caller does not manage.
 */
export const removeCustomField = change(
  'custom-fields.remove',
  (db, { id, versions, scope, unmet }: Remove, by): void => {
    const which = { field_id: id };
    auditDeleted(db, by, target(id, scope), () => {
      ofCaller(stored(db, id, scope), unmet);
      if (hasValues(db, id)) throw new Refusal('Conflict', reason('field_has_values'));
      mustMatchVersion(db, 'custom_fields', { id: which, versions });
      const details = fieldHooks.removed.run(db, id, by);
      for (const table of ['custom_field_options', 'custom_fields']) {
        db.prepare<typeof which>(`DELETE FROM ${table} WHERE field_id = @field_id`).run(which);
      }
      return details;
    });
  },
);

/** A field in scope. */
const stored = (db: Connection, field_id: string, scope: Scope): Stored =>
  found(
    db
      .prepare<Record<string, string>, Stored>(`
        SELECT d.tenant_id, d.name, d.type, d.enable, d.ai_assist, d.search_options, d.integer_settings
        FROM custom_fields d WHERE d.field_id = @field_id AND ${fieldInScope(scope)}`)
      .get({ ...scope.params, field_id }),
  );

/** The field, if the caller may change it. */
function ofCaller(field: Stored, unmet: Unmet): Stored {
  if (field.tenant_id === null) mustBeMet(unmet, 'custom_field.is_global');
  return field;
}

const hasValues = (db: Connection, field_id: string) =>
  db
    .prepare<{ field_id: string }>('SELECT 1 FROM call_custom_values WHERE field_id = @field_id LIMIT 1')
    .get({ field_id }) !== undefined;

/** Whether another field of the tenant, or a global one, has the name. A global field may share its name with none. */
function isTaken(db: Connection, { name, ...field }: { field_id: string; tenant_id: string | null; name: string }) {
  const other = db.prepare<Record<string, string | null>>(`
    SELECT 1 FROM custom_fields d WHERE d.name_folded = @name_folded AND d.field_id <> @field_id
      AND (CAST(@tenant_id AS TEXT) IS NULL OR d.tenant_id IS NULL OR d.tenant_id = @tenant_id)`);
  return other.get({ ...field, name_folded: fold(name) }) !== undefined;
}

/** Refuses `ai_assist` in a tenant without a licence for speech analytics. */
function licenceFault(
  db: Connection,
  { ai_assist }: Pick<ChangedCustomField, 'ai_assist'>,
  tenant_id: string,
): Record<string, Reason> {
  const licensed = db.prepare<{ tenant_id: string }>(
    'SELECT 1 FROM tenants WHERE tenant_id = @tenant_id AND speech_analytics > 0',
  );
  return !ai_assist || licensed.get({ tenant_id }) ? {} : { ai_assist: reason('field_no_licence') };
}

function refuse(faults: Record<string, Reason>, settings: IntegerSettings | null): void {
  const { int_min = null, int_max = null } = settings ?? {};
  const all = { ...faults };
  if (int_min !== null && int_max !== null && int_max < int_min) {
    all['fieldset_integer_value_settings.int_max'] = reason('number_too_small', { least: int_min });
  }
  if (Object.keys(all).length > 0) throw invalid(all);
}

const flag = (value: boolean | undefined) => (value === undefined ? undefined : Number(value));

/** The columns that a body has, except those that also depend on the stored field. */
const columnsOf = (sent: ChangedCustomField | NewCustomField) => ({
  computer_name: sent.computer_name,
  description: sent.description,
  enable: flag(sent.enable),
  display_as: sent.display_as ?? sent.fieldset_text_value_settings?.display_as,
  str_max_len: sent.str_max_len ?? undefined,
  editable: flag(sent.editable),
  search_options: sent.search_options && JSON.stringify(sent.search_options),
  ai_assist: flag(sent.ai_assist),
  dashboard: flag(sent.dashboard),
  position: sent.position,
});

const settingsColumn = (settings: IntegerSettings | null) => ({
  integer_settings: settings && JSON.stringify(settings),
});

const optionsOf = (db: Connection, field_id: string): Option[] =>
  db
    .prepare<{ field_id: string }, Option>(
      'SELECT value, color FROM custom_field_options WHERE field_id = @field_id ORDER BY position',
    )
    .all({ field_id });

/** Replaces the options of a field. Calls keep values that are no option any more. */
function keepOptions(db: Connection, field_id: string, options: readonly Option[]): void {
  db.prepare<{ field_id: string }>('DELETE FROM custom_field_options WHERE field_id = @field_id').run({ field_id });
  const insert = db.prepare<Record<string, string | number>>(`
    INSERT INTO custom_field_options (field_id, position, value, color) VALUES (@field_id, @position, @value, @color)`);
  for (const [position, option] of options.entries()) insert.run({ ...option, field_id, position });
}
