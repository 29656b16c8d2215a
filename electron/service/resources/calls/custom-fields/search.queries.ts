import type { typeOfField } from '@shared/call-filters/table';
import { maxChoices } from '@shared/call-filters/values';
import { callsInScope, type Scope } from '../../../access/scope';
import type { Connection } from '../../../store/connection';
import { folded, jsonValues, valuesOf } from '../../../store/fragments';
import { fieldWithValues } from './list.queries';

/**
 * A field as the advanced search needs it. Its `options` include values that calls have kept since they were removed from
 * the field, if the search names them.
 */
type SearchedField = { type: keyof typeof typeOfField; options: string[]; search_options: string[] };
type Stored = { type: SearchedField['type']; options: string; search_options: string };

/** The field that a filter names, if the caller sees its values. */
export function searchedField(
  db: Connection,
  { field_id, text, scope }: { field_id: string; text: string; scope: Scope },
): SearchedField | undefined {
  const row = db
    .prepare<Record<string, string>, Stored>(`
      SELECT d.type, d.search_options,
        ${jsonValues('o.value ORDER BY o.position', 'custom_field_options o WHERE o.field_id = d.field_id')} AS options
      FROM custom_fields d
      WHERE d.field_id = @field_id AND ${fieldWithValues(scope)}`)
    .get({ ...scope.params, field_id });
  if (!row) return undefined;
  const options: string[] = JSON.parse(row.options);
  const kept = row.type === 'option' ? keptValues(db, { field_id, scope, named: namedIn(text, options) }) : [];
  return { type: row.type, options: [...options, ...kept], search_options: JSON.parse(row.search_options) };
}

/** The values, with up to three commas each, that a text may name besides the options. */
function namedIn(text: string, options: readonly string[]): string[] {
  const parts = text.split(',').slice(0, maxChoices);
  const values = parts.flatMap((_, from) => [1, 2, 3, 4].map((length) => parts.slice(from, from + length).join(',')));
  return [...new Set(values)].filter((value) => !options.includes(value));
}

type Kept = { field_id: string; scope: Scope; named: readonly string[] };

/** Which of these values calls in scope have. */
function keptValues(db: Connection, { field_id, scope, named }: Kept): string[] {
  if (named.length === 0) return [];
  return db
    .prepare<Record<string, string>, { value: string }>(`
      SELECT n.value FROM ${valuesOf('@named', 'text')} n
      WHERE EXISTS (
        SELECT 1 FROM call_custom_values v JOIN calls c USING (call_pk)
        WHERE v.field_id = @field_id AND v.value_folded = ${folded('n.value')} AND v.value = n.value
          AND ${callsInScope(scope, 'c')})`)
    .all({ ...scope.params, field_id, named: JSON.stringify(named) })
    .map(({ value }) => value);
}
