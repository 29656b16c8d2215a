import { randomUUID } from 'node:crypto';
import { fold } from '@shared/fold';
import { Refusal } from '../../../refusal';
import { audit, type By } from '../../../store/audit';
import type { Connection } from '../../../store/connection';
import { change } from '../../../store/query';
import { insertRecord, named } from '../../../store/record';
import type { NewCall } from '../../calls';
import { type FieldRule, valueFault } from '../../custom-fields';

type Names = {
  categories: string[];
  custom_fields: Record<string, string>;
  create_missing: boolean;
};
export type Resolved = Pick<NewCall, 'category_ids' | 'custom_values'>;

/** Ids behind the names in a record. A name nobody knows is refused, or made when `create_missing`. */
export const resolveNames = change('imports.resolve', (db, names: Names, by): Resolved => {
  const details: Record<string, string> = {};
  const category_ids = names.categories.map((name) => {
    const id = categoryOf(db, names, name, by);
    if (id === undefined) details.categories = `There is no category "${name}"`;
    return id ?? '';
  });
  const custom_values = Object.entries(names.custom_fields).map(([name, value]) => {
    const field = fieldOf(db, names, name, by);
    const fault = field ? valueFault(value, field) : `There is no custom field "${name}" that is enabled`;
    if (fault) details[`custom_fields.${name}`] = fault;
    return { field_id: field?.field_id ?? '', value };
  });
  if (Object.keys(details).length > 0)
    throw new Refusal('InvalidRecord', `${Object.values(details).join('. ')}.`, details, 'NAMES_REFUSED');
  return { category_ids, custom_values };
});

/** API v2, Limits: names of custom fields; categories are held to the same. */
const nameLength = 64;

function categoryOf(db: Connection, { create_missing }: Names, name: string, by: By): string | undefined {
  const known = db
    .prepare<unknown[], { category_id: string }>(
      'SELECT category_id FROM categories WHERE tenant_id = ? AND name_folded = ? AND private_user_id IS NULL',
    )
    .get(by.tenant_id, fold(name));
  if (known || !create_missing || [...name].length > nameLength) return known?.category_id;
  const category_id = randomUUID();
  insertRecord(db, 'categories', { category_id, tenant_id: by.tenant_id, ...named(name) }, by);
  audit(db, by, { action: 'create', resource: 'category', resource_id: category_id });
  return category_id;
}

type Field = FieldRule & { field_id: string };

type StoredField = Omit<Field, 'options'> & { options: string; enable: number };

/** A field made here takes up to 1,024 characters and is searched, since its values are what people look for. */
function fieldOf(db: Connection, { create_missing }: Names, name: string, by: By): Field | undefined {
  const name_folded = fold(name);
  const { tenant_id } = by;
  const select = db.prepare<unknown[], StoredField>(`
    SELECT field_id, type, str_max_len, options, enable FROM custom_fields
    WHERE (tenant_id = ? OR tenant_id IS NULL) AND name_folded = ? ORDER BY tenant_id IS NULL`);
  if (create_missing && [...name].length <= nameLength && !select.get(tenant_id, name_folded)) {
    const field_id = randomUUID();
    const field = {
      ...{ field_id, tenant_id, type: 'string', str_max_len: 1024, editable: 1, search_options: '["free_text"]' },
      ...{ computer_name: name_folded.replace(/\s+/g, '_'), ...named(name) },
    };
    insertRecord(db, 'custom_fields', field, by);
    audit(db, by, { action: 'create', resource: 'custom_field', resource_id: field_id });
  }
  const row = select.get(tenant_id, name_folded);
  return row?.enable === 1 ? { ...row, options: JSON.parse(row.options) } : undefined;
}
