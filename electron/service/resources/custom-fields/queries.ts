import { fold } from '@shared/fold';
import { audit, type By } from '../../store/audit';
import type { Connection } from '../../store/connection';
import { insertRecord, named } from '../../store/record';
import type { FieldRule } from './values';

type Field = FieldRule & { field_id: string };
type Stored = Omit<Field, 'options'> & { options: string; enable: number };

/** API v2, Limits. */
const nameLength = 64;

/**
 * The enabled field with this name, of the tenant or global. Creates it under `new_id`, if given and the name is short
 * enough. A field created here accepts 1,024 characters and is searchable, because users search for such values.
 */
export function fieldNamed(db: Connection, name: string, new_id: string | undefined, by: By): Field | undefined {
  const place = { tenant_id: by.tenant_id, name_folded: fold(name) };
  const select = db.prepare<object, Stored>(`
    SELECT field_id, type, str_max_len, options, enable FROM custom_fields
    WHERE (tenant_id = @tenant_id OR tenant_id IS NULL) AND name_folded = @name_folded ORDER BY tenant_id IS NULL`);
  if (new_id && [...name].length <= nameLength && !select.get(place)) {
    const field = {
      ...{ field_id: new_id, tenant_id: by.tenant_id, type: 'string', str_max_len: 1024, editable: 1 },
      ...{ search_options: '["free_text"]', computer_name: fold(name).replace(/\s+/g, '_'), ...named(name) },
    };
    insertRecord(db, 'custom_fields', field, by);
    audit(db, by, { action: 'create', resource: 'custom_field', resource_id: new_id, details: { name } });
  }
  const row = select.get(place);
  return row?.enable === 1 ? { ...row, options: JSON.parse(row.options) } : undefined;
}
