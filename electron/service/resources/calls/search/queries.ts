import { callTextFields } from '@shared/contract/calls';
import type { Connection } from '../../../store/connection';
import { jsonValues, searchText, valuesOf } from '../../../store/fragments';

const columnsOf = (ending: RegExp) => callTextFields.filter((name) => ending.test(name)).map((name) => `c.${name}`);

const numbers = [
  ...columnsOf(/_number$/),
  jsonValues('p.party_number', 'call_participants p WHERE p.call_pk = c.call_pk'),
];
const texts = [
  ...columnsOf(/_name$/),
  jsonValues('p.party_name', 'call_participants p WHERE p.call_pk = c.call_pk'),
  jsonValues('f.original_name', 'call_files f WHERE f.call_pk = c.call_pk'),
  jsonValues(
    'v.value',
    `call_custom_values v JOIN custom_fields d USING (field_id)
      WHERE v.call_pk = c.call_pk AND d.enable = 1
        AND EXISTS (SELECT 1 FROM ${valuesOf('d.search_options', 'text')} AS o WHERE o.value = 'free_text')`,
  ),
];

/** Builds the searchable text of a call from its stored fields (docs/search.md). */
export function indexCall(db: Connection, call_pk: number): void {
  db.prepare<{ call_pk: number }>(`
    INSERT INTO call_texts (call_pk, text)
    SELECT c.call_pk, ${searchText(numbers, texts)} FROM calls c WHERE c.call_pk = @call_pk
    ON CONFLICT (call_pk) DO UPDATE SET text = excluded.text WHERE call_texts.text <> excluded.text`).run({ call_pk });
}
