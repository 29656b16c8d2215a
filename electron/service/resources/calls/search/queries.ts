import { callTextFields } from '@shared/contract/calls';
import type { Connection } from '../../../store/connection';

const columnsOf = (ending: RegExp) =>
  callTextFields
    .filter((name) => ending.test(name))
    .map((name) => `c.${name}`)
    .join(', ');

const listOf = (column: string, rows: string) => `json((SELECT json_group_array(${column}) FROM ${rows}))`;

const numbers = [columnsOf(/_number$/), listOf('p.party_number', 'call_participants p WHERE p.call_pk = c.call_pk')];
const texts = [
  columnsOf(/_name$/),
  listOf('p.party_name', 'call_participants p WHERE p.call_pk = c.call_pk'),
  listOf('f.original_name', 'call_files f WHERE f.call_pk = c.call_pk'),
  listOf(
    'v.value',
    `call_custom_values v JOIN custom_fields d USING (field_id) WHERE v.call_pk = c.call_pk AND d.enable = 1
      AND EXISTS (SELECT 1 FROM json_each(d.search_options) o WHERE o.value = 'free_text')`,
  ),
];

/** Makes the searched text of a call from what is stored of it (docs/search.md). */
export function indexCall(db: Connection, call_pk: number): void {
  db.prepare<[number]>(`
    INSERT INTO call_texts (call_pk, text)
    SELECT c.call_pk, search_text(json_array(${numbers}), json_array(${texts})) FROM calls c WHERE c.call_pk = ?
    ON CONFLICT (call_pk) DO UPDATE SET text = excluded.text WHERE text <> excluded.text`).run(call_pk);
}
