import { callTextFields } from '@shared/call-fields';
import type { Connection } from '../../../../store/connection';
import { jsonValues, searchText, valuesOf } from '../../../../store/fragments';
import { change, query } from '../../../../store/query';
import { fieldHooks } from '../../custom-fields';
import { orderCall } from '../order.queries';

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

/** Builds the searchable text of a call from its stored fields (docs/search.md), and what it is sorted by. */
export function indexCall(db: Connection, call_pk: number): void {
  db.prepare<{ call_pk: number }>(`
    INSERT INTO call_texts (call_pk, text)
    SELECT c.call_pk, ${searchText(numbers, texts)} FROM calls c WHERE c.call_pk = @call_pk
    ON CONFLICT (call_pk) DO UPDATE SET text = excluded.text WHERE call_texts.text <> excluded.text`).run({ call_pk });
  orderCall(db, call_pk);
}

/** The number of calls whose texts are renewed in one transaction, which takes some tens of milliseconds. */
const renewedAtOnce = 200;

/** Whether the values of a field still have to enter or leave searched texts. */
export const isRenewing = query(
  'calls.texts-renewing',
  (db) => db.prepare('SELECT 1 FROM call_text_renewals LIMIT 1').get() !== undefined,
);

// The searched texts of all calls with a value of the field have to be built again. It begins with the newest, so that a
// search finds no outdated value in a small archive.
fieldHooks.searched.add((db, field_id) => {
  const place = { field_id, call_pk: Number.MAX_SAFE_INTEGER };
  db.prepare<typeof place>(`
    INSERT INTO call_text_renewals (field_id, call_pk) VALUES (@field_id, @call_pk)
    ON CONFLICT (field_id) DO UPDATE SET call_pk = excluded.call_pk`).run(place);
  renewNext(db, place);
});

/** Builds the next texts that have to be built again. */
export const renewTexts = change('calls.renew-texts', (db): void => {
  const next = db
    .prepare<[], Renewal>('SELECT field_id, call_pk FROM call_text_renewals ORDER BY field_id LIMIT 1')
    .get();
  if (next) renewNext(db, next);
});

/** The rest of a renewal: the calls with a key below `call_pk`. */
type Renewal = { field_id: string; call_pk: number };

function renewNext(db: Connection, renewal: Renewal): void {
  const { field_id } = renewal;
  const calls = db
    .prepare<Record<string, string | number>, { call_pk: number }>(`
      SELECT call_pk FROM call_custom_values WHERE field_id = @field_id AND call_pk < @call_pk
      ORDER BY call_pk DESC LIMIT @most`)
    .all({ ...renewal, most: renewedAtOnce });
  for (const { call_pk } of calls) indexCall(db, call_pk);
  const last = calls.at(-1);
  if (last) {
    const place = { field_id, call_pk: last.call_pk };
    db.prepare<typeof place>('UPDATE call_text_renewals SET call_pk = @call_pk WHERE field_id = @field_id').run(place);
  } else endRenewal(db, field_id);
}

/** Forgets the renewal of a field, which is done or whose field is deleted. */
function endRenewal(db: Connection, field_id: string): void {
  db.prepare<{ field_id: string }>('DELETE FROM call_text_renewals WHERE field_id = @field_id').run({ field_id });
}
fieldHooks.removed.add((db, field_id) => {
  endRenewal(db, field_id);
});
