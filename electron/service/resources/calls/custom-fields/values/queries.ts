import { fold } from '@shared/fold';
import { nameFault } from '@shared/record-name';
import { audit, type By } from '../../../../store/audit';
import type { Connection } from '../../../../store/connection';
import { jsonValues } from '../../../../store/fragments';
import { storeField } from '../new.queries';
import type { FieldRule } from './fault';

/** A field as its values need it: the tenant's own, or global with `tenant_id` null. */
export type ValueField = FieldRule & {
  field_id: string;
  tenant_id: string | null;
  name_folded: string;
  enable: number;
  editable: number;
};
type Stored = Omit<ValueField, 'options' | 'int_min' | 'int_max'> & {
  options: string;
  integer_settings: string | null;
};

/** The fields that calls of a tenant can have values of: its own and global ones. */
export function fieldsOf(db: Connection, tenant_id: string): ValueField[] {
  const options = jsonValues('o.value ORDER BY o.position', 'custom_field_options o WHERE o.field_id = d.field_id');
  return db
    .prepare<{ tenant_id: string }, Stored>(`
      SELECT d.field_id, d.tenant_id, d.name_folded, d.type, d.str_max_len, d.enable, d.editable, d.integer_settings,
        ${options} AS options
      FROM custom_fields d WHERE d.tenant_id = @tenant_id OR d.tenant_id IS NULL`)
    .all({ tenant_id })
    .map(({ options, integer_settings, ...field }) => ({
      ...field,
      options: JSON.parse(options),
      ...JSON.parse(integer_settings ?? '{}'),
    }));
}

/** Finds the field of a value by its id, otherwise by its name. The tenant's own field comes before a global one. */
export function fieldFinder(fields: readonly ValueField[]) {
  const ids = new Map(fields.map((field) => [field.field_id, field]));
  const ownLast = fields.toSorted((one, other) => Number(one.tenant_id !== null) - Number(other.tenant_id !== null));
  const names = new Map(ownLast.map((field) => [field.name_folded, field]));
  return ({ field_id, name }: { field_id?: string | undefined; name?: string | undefined }): ValueField | undefined =>
    field_id !== undefined ? ids.get(field_id) : name === undefined ? undefined : names.get(fold(name));
}
export type FieldFinder = ReturnType<typeof fieldFinder>;

/**
 * The enabled field with this name, of the tenant or global. Creates it under `new_id`, if given and this can be a
 * name. A field created here accepts 1,024 characters and is searchable, because users search for such values.
 */
export function fieldNamed(db: Connection, text: string, new_id: string | undefined, by: By): ValueField | undefined {
  const name = text.trim();
  const find = () => fieldFinder(fieldsOf(db, by.tenant_id ?? ''))({ name });
  if (new_id && !nameFault(name) && !find()) {
    const field = { field_id: new_id, tenant_id: by.tenant_id, name, type: 'string', str_max_len: 1024, editable: 1 };
    storeField(db, { ...field, search_options: '["advanced","free_text"]' }, by);
    audit(db, by, { action: 'create', resource: 'custom_field', resource_id: new_id, details: { name } });
  }
  const field = find();
  return field?.enable === 1 ? field : undefined;
}
