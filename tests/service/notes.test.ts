import type { Note } from '@shared/contract/notes';
import { expect, test } from 'vitest';
import { party } from '../support/given';
import { startService } from '../support/start-service';

const addressOf = (call_id: string) => `/api/v2/calls/${call_id}.json/notes.json`;

async function withCall() {
  const started = await startService();
  const [call_id = ''] = await started.given.calls({});
  const add = (note: object) => started.admin.post(addressOf(call_id), { note });
  return { ...started, call_id, add };
}

test('a note is added at a moment, read, changed and deleted', async () => {
  const { admin, given, call_id, add } = await withCall();

  const made = await add({ text: ' Greets by name ', position: 12_500 });
  const { url } = made.body;
  const [listed] = (await admin.get(addressOf(call_id))).body.notes as Note[];
  const changed = await admin.put(url, { note: { end_position: 15_000 } });
  const removed = await admin.delete(url);

  expect([made.status, made.headers.get('location')]).toEqual([201, url]);
  expect(listed).toMatchObject({ text: 'Greets by name', position: 12_500, end_position: null });
  expect([typeof listed?.user_name, listed?.created_at]).toEqual(['string', listed?.updated_at]);
  expect(changed.body.note).toMatchObject({ text: 'Greets by name', position: 12_500, end_position: 15_000 });
  expect([removed.status, (await admin.get(url)).status, (await admin.get(addressOf(call_id))).body.total]).toEqual([
    200, 404, 0,
  ]);
  expect(given.audited('note').map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
});

test.each([
  [{ text: '' }, 'text'],
  [{ text: 'x'.repeat(10_001) }, 'text'],
  [{}, 'text'],
  [{ text: 'a', position: -1 }, 'position'],
  [{ text: 'a', position: 1.5 }, 'position'],
  [{ text: 'a', position: '1' }, 'position'],
  [{ text: 'a', end_position: 5 }, 'position'],
  [{ text: 'a', position: 6, end_position: 5 }, 'end_position'],
  [{ text: 'a', color: 'red' }, 'color'],
])('a note %j is refused and names %s', async (note, field) => {
  const { add } = await withCall();

  const { status, body } = await add(note);

  expect([status, Object.keys(body.details)]).toEqual([400, [field]]);
});

test('a change that would end a region before it begins is refused', async () => {
  const { admin, add } = await withCall();
  const { url } = (await add({ text: 'a', position: 10, end_position: 20 })).body;

  const late = await admin.put(url, { note: { position: 30 } });
  const open = await admin.put(url, { note: { position: null } });

  expect([late.status, Object.keys(late.body.details)]).toEqual([400, ['end_position']]);
  expect([open.status, Object.keys(open.body.details)]).toEqual([400, ['position']]);
});

test('a note says who changed its text, if that is not its author, also once that one is deleted', async () => {
  const { admin, given, call_id, add } = await withCall();
  const other = await given.user({ permissions: ['call_notes:view', 'call_notes:edit'] });
  const { url } = (await add({ text: 'Greets by name', position: 5 })).body;
  const editors = async () => {
    const { editor_id, editor_name, user_id } = (await admin.get(url)).body.note as Note;
    return { editor_id, named: editor_name !== null, isAuthor: user_id !== null && user_id !== other.user_id };
  };
  const nobody = { editor_id: null, named: false, isAuthor: true };

  const fresh = await editors();
  await other.put(url, { note: { position: 10, text: 'Greets by name' } });
  const moved = await editors();
  await other.put(url, { note: { text: 'To be dismissed' } });
  const rewritten = await editors();
  await admin.put(url, { note: { text: 'Greets by name, as I said' } });
  const own = await editors();
  await other.put(url, { note: { text: 'To be dismissed' } });
  const refused = await other.put(url, { note: { text: 'Mine', editor_id: null } });
  await admin.delete(`/api/v2/users/${other.user_id}.json`);

  expect([fresh, moved, rewritten, own]).toEqual([
    nobody,
    nobody,
    { ...nobody, editor_id: other.user_id, named: true },
    nobody,
  ]);
  expect([refused.status, await editors()]).toEqual([200, nobody]);
  expect((await admin.get(`/api/v2/calls/${call_id}.json/notes.json`)).body.total).toBe(1);
});

test('notes of calls out of scope are not found, nor is a note under another call', async () => {
  const { given, admin, call_id, add } = await withCall();
  const person = await given.user({
    permissions: ['call_notes:view', 'call_notes:edit', 'calls:add_notes'],
    access_level: 'user',
  });
  const [own = ''] = await given.calls({ participants: [party(person.user_id)] });
  const { url } = (await add({ text: 'a' })).body;

  const answers = [
    await person.get(addressOf(call_id)),
    await person.post(addressOf(call_id), { note: { text: 'b' } }),
    await person.get(url),
    await person.put(url, { note: { text: 'b' } }),
    await admin.get(url.replace(call_id, own)),
  ];

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  expect((await person.post(addressOf(own), { note: { text: 'mine' } })).status).toBe(201);
});

test('the notes of a removed call are not found, and are back when it is restored', async () => {
  const { admin, call_id, add } = await withCall();
  const { url } = (await add({ text: 'a' })).body;

  await admin.delete(`/api/v2/calls/${call_id}.json`);
  const gone = (await admin.get(url)).status;
  await admin.post(`/api/v2/removed_calls/${call_id}/restore.json`);

  expect([gone, (await admin.get(url)).status]).toEqual([404, 200]);
});
