import { randomUUID } from 'node:crypto';
import type { Operation } from '@shared/contract/operation';
import { operations } from '@shared/contract/operations';
import { expect, test } from 'vitest';
import { Sender } from '../support/live';
import { wavOf } from '../support/sounds';
import { startService } from '../support/start-service';

const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

/** What another user of the archive may still do about a held call. */
const allowed = [
  'post /api/v2/calls/:call_id.json/notes.json',
  'put /api/v2/calls/:call_id.json/legal_hold.json',
  // What evaluators agree on belongs to their calibration.
  'put /api/v2/calibrations/:calibration_id/calls/:call_id/questions/:form_question_id.json',
  // What is being recorded goes on, and ends.
  'post /api/v2/calls/:call_id.json/muting',
  'put /api/v2/recordings/:recording_id/audio',
  'delete /api/v2/recordings/:recording_id.json',
];
/** About calls that are removed, which a held one is not. */
const ofRemoved = '/api/v2/removed_calls/';

/** Every operation that changes a call: named in its path, by its recording, or in a list of its body. */
const writing = operations.filter(({ method, path, body }: Operation) => {
  const named =
    /:call_id|:recording_id/.test(path) || ['call_ids', 'calls'].some((name) => name in (body?.shape ?? {}));
  return method !== 'get' && named && !path.startsWith(ofRemoved);
});
const refused = writing.filter((operation) => !allowed.includes(nameOf(operation)));

/** A call under hold that is being recorded on demand, with a note, a category and a value. */
async function heldCall() {
  const started = await startService();
  const { admin, given } = started;
  const sender = await Sender.open(admin, { call: { from_name: 'Ada', on_demand_state: 1 } });
  const { call_id, recording_id } = sender;
  const at = `/api/v2/calls/${call_id}.json`;
  const note_id = (await admin.post(`${at}/notes.json`, { note: { text: 'As said' } })).body.url.match(
    /([0-9a-f-]{36})\.json$/,
  )[1];
  const category_id = await given.category('disputes');
  const other_id = await given.category('others');
  await admin.post(`${at}/categories/${category_id}.json`);
  const custom_field = { name: 'Order', type: 'string', enable: true, editable: true };
  await admin.post('/api/v2/custom_fields.json', { custom_field });
  await admin.put(at, { call: { custom_fields: [{ name: 'Order', value: '17' }] } });
  const hold = (legal_hold: boolean) => admin.put(`${at}/legal_hold.json`, { call: { legal_hold } });
  await hold(true);
  return { ...started, sender, hold, at, ids: { call_id, recording_id, note_id, category_id }, other_id };
}

type Held = Awaited<ReturnType<typeof heldCall>>;

/** What an operation sends to change the call. */
const sent: Record<string, (held: Held) => object> = {
  'put /api/v2/calls/:call_id.json': () => ({ call: { custom_fields: [{ name: 'Order', value: '18' }] } }),
  'put /api/v2/calls.json': ({ ids: { call_id } }) => ({
    calls: [{ call_id, custom_fields: [{ name: 'Order', value: '' }] }],
  }),
  'post /api/v2/calls/categories.json': ({ ids: { call_id }, other_id }) => ({ call_ids: [call_id], add: [other_id] }),
  'post /api/v2/calls/removal.json': ({ ids: { call_id } }) => ({ call_ids: [call_id] }),
  'put /api/v2/calls/:call_id.json/notes/:note_id.json': () => ({ note: { text: 'Otherwise' } }),
  'put /api/v2/recordings/:recording_id.json': () => ({ recording: { call: { from_name: 'Eve' } } }),
};

/** Asks for a change. Returns the code of its refusal: of the request, or of the call in a list of several. */
async function ask(held: Held, operation: Operation): Promise<unknown> {
  const { method, path, body, consumes } = operation;
  const ids: Record<string, string> = held.ids;
  const query = path.endsWith('/on_demand') ? '?action=discard' : '';
  const address = path.replace(/:(\w+)/g, (_, name) => ids[name] ?? randomUUID()) + query;
  const json = { body: JSON.stringify(sent[nameOf(operation)]?.(held) ?? {}), type: 'application/json' };
  const content = consumes ? { body: new Uint8Array(wavOf()), type: 'audio/x-wav' } : body && json;
  const response = await held.admin.raw(address, {
    method: method.toUpperCase(),
    ...(content && { body: content.body, headers: { 'content-type': content.type } }),
  });
  const answer = await response.json();
  return answer.reason?.code ?? answer.refused?.map((one: { reason: { code: string } }) => one.reason.code);
}

test('every operation that changes a call is refused under legal hold, and changes nothing', async () => {
  const held = await heldCall();
  const state = async () => [
    (await held.admin.get(held.at)).body,
    (await held.admin.get(`${held.at}/notes.json`)).body,
  ];
  const before = await state();

  const seen = [];
  for (const operation of refused) seen.push([nameOf(operation), await ask(held, operation)].flat());

  expect(seen).toEqual(refused.map((operation) => [nameOf(operation), 'call_held']));
  expect(await state()).toEqual(before);
  expect(refused.length).toBeGreaterThan(10);
});

test('what is allowed under legal hold is: new notes, and what is being recorded goes on and ends', async () => {
  const { admin, sender, at } = await heldCall();

  const noted = await admin.post(`${at}/notes.json`, { note: { text: 'Held for the court' } });
  const went = [await sender.mute(), await sender.mute('unmute'), await sender.send(Buffer.alloc(16_000))];
  const closed = await sender.close();

  expect([noted, ...went, closed].map(({ status }) => status)).toEqual([201, 200, 200, 200, 200]);
  const { files, on_demand_state } = (await admin.get(at)).body.call;
  expect([files.length, on_demand_state]).toEqual([1, 1]);
});

test('a category of a held call is not deleted, and after the hold everything changes again', async () => {
  const { admin, sender, hold, at, ids } = await heldCall();
  await sender.close();
  const category = `/api/v2/categories/${ids.category_id}.json`;

  const kept = await admin.delete(category);
  await hold(false);
  const changes = [
    await admin.put(at, { call: { custom_fields: [{ name: 'Order', value: '18' }] } }),
    await admin.delete(`${at}/notes/${ids.note_id}.json`),
    await admin.delete(category),
    await admin.delete(at),
  ];

  expect([kept.status, kept.body.reason.code]).toEqual([409, 'category_on_held_calls']);
  expect(changes.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

test('whoever removes calls places a hold, and only a right of its own lifts it', async () => {
  const { given } = await startService();
  const person = await given.user({ permissions: ['calls:view', 'calls:delete'] });
  const [call_id = ''] = await given.calls({});
  const set = (legal_hold: boolean) =>
    person.put(`/api/v2/calls/${call_id}.json/legal_hold.json`, { call: { legal_hold } });

  const placed = await set(true);
  const mayNot = await set(false);
  const stays = await person.delete(`/api/v2/calls/${call_id}.json`);
  person.may(['calls:view', 'calls:delete', 'retention:edit']);
  const lifted = await set(false);

  expect([placed, mayNot, stays, lifted].map(({ status }) => status)).toEqual([200, 403, 409, 200]);
});
