import type { typeOfField } from '@shared/call-filters/table';
import type { Scope } from '../../../access/scope';
import type { Connection } from '../../../store/connection';
import { jsonValues } from '../../../store/fragments';
import { fieldInScope } from '../list/queries';

/** A field as the advanced search needs it. */
type SearchedField = { type: keyof typeof typeOfField; options: string[]; search_options: string[] };
type Stored = { type: SearchedField['type']; options: string; search_options: string };

/** The field that a filter names, if it is in the caller's scope. A disabled field is for users who may edit fields. */
export function searchedField(
  db: Connection,
  { field_id, scope }: { field_id: string; scope: Scope },
): SearchedField | undefined {
  const row = db
    .prepare<Record<string, string>, Stored>(`
      SELECT d.type, d.search_options,
        ${jsonValues('o.value ORDER BY o.position', 'custom_field_options o WHERE o.field_id = d.field_id')} AS options
      FROM custom_fields d
      WHERE d.field_id = @field_id AND ${fieldInScope(scope)} AND ${scope.disabled_fields ? 'TRUE' : 'd.enable = 1'}`)
    .get({ ...scope.params, field_id });
  return row && { type: row.type, options: JSON.parse(row.options), search_options: JSON.parse(row.search_options) };
}
