import { randomUUID } from 'node:crypto';
import { fold } from '@shared/fold';
import { Refusal } from '../../../refusal';
import { audit } from '../../../store/audit';
import type { Connection } from '../../../store/connection';
import { query } from '../../../store/query';
import type { NewCall } from '../../calls';
import { type FieldRule, valueFault } from '../../custom-fields';

type Names = {
  tenant_id: string;
  /** Whose import it is; null for the command line. */
  user_id: string | null;
  categories: string[];
  custom_fields: Record<string, string>;
  create_missing: boolean;
  at: number;
};
export type Resolved = Pick<NewCall, 'category_ids' | 'custom_values'>;

/** Ids behind the names in a record. A name nobody knows is refused, or made when `create_missing`. */
export const resolveNames = query('imports.resolve', (db, names: Names): Resolved => {
  const details: Record<string, string> = {};
  const category_ids = names.categories.map((name) => {
    const id = categoryOf(db, names, name);
    if (id === undefined) details.categories = `There is no category "${name}"`;
    return id ?? '';
  });
  const custom_values = Object.entries(names.custom_fields).map(([name, value]) => {
    const field = fieldOf(db, names, name);
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

function categoryOf(
  db: Connection,
  { tenant_id, user_id, create_missing, at }: Names,
  name: string,
): string | undefined {
  const name_folded = fold(name);
  const known = db
    .prepare<[string, string], { category_id: string }>(
      'SELECT category_id FROM categories WHERE tenant_id = ? AND name_folded = ? AND private_user_id IS NULL',
    )
    .get(tenant_id, name_folded);
  if (known || !create_missing || [...name].length > nameLength) return known?.category_id;
  const category_id = randomUUID();
  db.prepare(`
    INSERT INTO categories (category_id, tenant_id, name, name_folded, created_at, updated_at)
    VALUES (@category_id, @tenant_id, @name, @name_folded, @at, @at)`).run({
    category_id,
    tenant_id,
    name,
    name_folded,
    at,
  });
  audit(db, { at, user_id, tenant_id, action: 'create', resource: 'category', resource_id: category_id });
  return category_id;
}

type Field = FieldRule & { field_id: string };

type StoredField = Omit<Field, 'options'> & { options: string; enable: number };

/** A field made here takes up to 1,024 characters and is searched, since its values are what people look for. */
function fieldOf(db: Connection, { tenant_id, user_id, create_missing, at }: Names, name: string): Field | undefined {
  const name_folded = fold(name);
  const select = db.prepare<[string, string], StoredField>(`
    SELECT field_id, type, str_max_len, options, enable FROM custom_fields
    WHERE (tenant_id = ? OR tenant_id IS NULL) AND name_folded = ? ORDER BY tenant_id IS NULL`);
  if (create_missing && [...name].length <= nameLength && !select.get(tenant_id, name_folded)) {
    const field_id = randomUUID();
    db.prepare(`
      INSERT INTO custom_fields (field_id, tenant_id, name, name_folded, computer_name, type, str_max_len, editable,
        search_options, created_at, updated_at)
      VALUES (@field_id, @tenant_id, @name, @name_folded, @computer_name, 'string', 1024, 1, '["free_text"]', @at, @at)`).run(
      {
        field_id,
        tenant_id,
        name,
        name_folded,
        computer_name: name_folded.replace(/\s+/g, '_'),
        at,
      },
    );
    audit(db, { at, user_id, tenant_id, action: 'create', resource: 'custom_field', resource_id: field_id });
  }
  const row = select.get(tenant_id, name_folded);
  return row?.enable === 1 ? { ...row, options: JSON.parse(row.options) } : undefined;
}
