import { randomUUID } from 'node:crypto';
import { fold } from '@shared/fold';
import { expect, test } from 'vitest';
import { archiveOf, field, searchesOf } from '../support/advanced-search';
import { party } from '../support/given';
import { startService } from '../support/start-service';

test('people, groups, clients, categories and tenants are sets, and names of people are strings', async () => {
  const started = await startService();
  const { given } = started;
  const [north, south] = [await given.group(), await given.group()];
  const [ada, bo] = [await given.user({ group_id: north }), await given.user({ group_id: south })];
  given.database((db) => {
    const rename = db.prepare<object>('UPDATE users SET name = @name, name_folded = @folded WHERE user_id = @user_id');
    for (const [{ user_id }, name] of [
      [ada, 'Ada Çelik'],
      [bo, 'Bo'],
    ] as const) {
      rename.run({ user_id, name, folded: fold(name) });
    }
  });
  const [open, hidden] = [await given.category('Sales'), await given.category('Mine', bo.user_id)];
  const [client_id, foreign] = [randomUUID(), await given.tenant()];
  const tenant_id = (await started.admin.get('/api/v2/sessions.json')).body.user.tenant_id;
  given.insert('clients', { client_id, tenant_id, name: 'Acme', name_folded: 'acme', created_at: 0, updated_at: 0 });
  given.insert('client_contacts', { client_id, position: 0, phone_number: '6004', number_key: '6004' });
  const { every } = await archiveOf(
    started,
    { participants: [party(ada.user_id), party(bo.user_id)], category_ids: [open, hidden], from_number: '60-04' },
    { participants: [party(bo.user_id)], category_ids: [hidden] },
    { tenant_id: foreign, from_number: '6004' },
  );
  const wanted = {
    [`user_id__equal_to=${ada.user_id}`]: 'a',
    [`user_id__equal_to=${ada.user_id},${bo.user_id}`]: 'ab',
    [`user_id__not_equal_to=${ada.user_id}`]: 'bc',
    'user_id__is_empty=1': 'c',
    'user_name__equal_to=ADA ÇELIK': 'a',
    'user_name__includes=o': 'ab',
    'user_name__not_includes=ada': 'bc',
    'user_name__is_not_empty=1': 'ab',
    [`group_id__equal_to=${north}`]: 'a',
    [`group_id__not_equal_to=${south}`]: 'c',
    [`client_id__equal_to=${client_id}`]: 'a',
    'client_id__is_empty=1': 'bc',
    [`category_id__equal_to=${open}`]: 'a',
    [`category_id__equal_to=${hidden}`]: '',
    'category_id__is_empty=1': 'bc',
    [`tenant_id__equal_to=${foreign}`]: 'c',
    [`tenant_id__equal_to=${foreign},${tenant_id}`]: 'abc',
    [`tenant_id__not_equal_to=${foreign}`]: 'ab',
  };
  expect(await every(wanted)).toEqual(wanted);
});

test('notes are searched by users who may see them; to others no call has notes', async () => {
  const started = await startService();
  const { ids, every } = await archiveOf(started, {}, {}, {});
  started.given.database((db) => {
    const insert = db.prepare<object>(`
      INSERT INTO call_notes (note_id, call_pk, text, text_folded, created_at, updated_at)
      SELECT @note_id, call_pk, @text, @text_folded, 0, 0 FROM calls WHERE call_id = @call_id`);
    for (const [place, text] of [
      [0, 'Asked for a REFUND'],
      [0, 'Paid'],
      [1, 'paid back'],
    ] as const) {
      insert.run({ note_id: randomUUID(), call_id: ids[place], text, text_folded: fold(text) });
    }
  });
  const wanted = {
    'notes__includes=refund': 'a',
    'notes__equal_to=PAID': 'a',
    'notes__includes=paid': 'ab',
    'notes__not_includes=paid': 'c',
    'notes__is_empty=1': 'c',
    'notes_count__equal_to=0': 'c',
    'notes_count__greater_than=1': 'a',
    'notes_count__not_equal_to=1': 'ac',
    'notes_count__lower_or_equal=1': 'bc',
    'notes_count__is_empty=1': '',
  };
  const agent = await started.given.user({ permissions: ['calls:view'] });
  const hidden = { 'notes__includes=paid': '', 'notes__is_empty=1': 'abc', 'notes_count__equal_to=0': 'abc' };

  expect(await every(wanted)).toEqual(wanted);
  expect(await searchesOf(agent, ids).every(hidden)).toEqual(hidden);
});

test('a custom field is compared by its type', async () => {
  const started = await startService();
  const [text, day, number] = [field(started, 'string'), field(started, 'date'), field(started, 'integer')];
  const choice = field(started, 'option', {}, ['Gold', 'Gold, rare', 'Silver']);
  const valued = (texts: string, days: string, numbers: string, choices: string) => ({
    custom_values: [
      { field_id: text, value: texts },
      { field_id: day, value: days },
      { field_id: number, value: numbers },
      { field_id: choice, value: choices },
    ],
  });
  const { every } = await archiveOf(
    started,
    valued('Contract 7', '2026-01-31', '9', 'Gold'),
    valued('contract 12', '2026-02-01', '-10', 'Gold, rare'),
    {},
  );
  const by = (filters: Record<string, Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(filters).flatMap(([id, all]) =>
        Object.entries(all).map(([filter, letters]) => [`custom_field_${id}__${filter}`, letters]),
      ),
    );
  const wanted = by({
    [text]: { 'equal_to=CONTRACT 7': 'a', 'not_includes=12': 'ac', 'starts_with=con': 'ab', 'is_empty=1': 'c' },
    [day]: {
      'equal_to=2026/01/31': 'a',
      'greater_than=2026-01-31': 'b',
      'lower_or_equal=2026-02-01': 'ab',
      'between=2026-01-01,2026-01-31': 'a',
    },
    [number]: { 'lower_than=9': 'b', 'greater_or_equal=-10': 'ab', 'not_equal_to=9': 'bc', 'is_not_empty=1': 'ab' },
    [choice]: {
      'equal_to=Gold': 'a',
      'equal_to=Gold, rare': 'b',
      'equal_to=Silver,Gold': 'a',
      'not_equal_to=Gold': 'bc',
    },
  });
  expect(await every(wanted)).toEqual(wanted);
});
