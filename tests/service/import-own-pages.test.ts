import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callDirectionLabels, partyDirectionLabels, partyTypeLabels, voipProtocolLabels } from '@shared/codes';
import type { Call } from '@shared/contract/calls';
import { expect, test } from 'vitest';
import { sources } from '../../electron/service/resources/sources/imports';
import { diceOf } from '../support/dice';
import { idIn } from '../support/id-in';
import { callsOf, ended, rowsOf, saidOf } from '../support/imports';
import { seed } from '../support/seed';
import { wavOf } from '../support/sounds';
import { startService, type TestService, temporaryFolder } from '../support/start-service';

const dice = diceOf(seed);
const pick = <T>(list: readonly T[]): T => list[dice(list.length)] as T;
const codeIn = (labels: object): number => Number(pick(Object.keys(labels)));
const count = Number(process.env.EARSHOT_OWN_CALLS ?? 60);
const start = Date.UTC(2026, 1, 3, 9);
const at = (n: number, seconds = 0) => new Date(start + n * 3_600_000 + seconds * 1000 + dice(1000)).toISOString();
const texts = ['Łukasz Żółć', 'Meier, Hans', 'anonymous', '-', 'Ελένη', 'O’Brien', null, null];

/** A call with values in all kinds of fields, also such as call details write for none. */
const callOf = (n: number, category_ids: string[]) => ({
  setup_time: at(n),
  connect_time: dice(4) === 0 ? null : at(n, 2),
  disconnect_time: dice(4) === 0 ? null : at(n, 60),
  duration: dice(300),
  protocol_call_direction: codeIn(callDirectionLabels),
  voip_protocol: codeIn(voipProtocolLabels),
  confidential: pick([true, false, null]),
  from_number: pick(['+493012345', '201', '*31#', null]),
  from_name: pick(texts),
  to_number: pick(['+49 30 12345', '0202', null]),
  to_name: pick(texts),
  protocol_call_id: dice(3) === 0 ? null : `id-${n}@pbx`,
  interaction_id: dice(3) === 0 ? null : `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  agent_name: pick(texts),
  acd_name: pick(texts),
  from_port: pick([null, 5060]),
  participants: Array.from({ length: dice(4) }, (_, place) => ({
    join_time: at(n, place),
    leave_time: dice(2) === 0 ? null : at(n, 30),
    party_direction: codeIn(partyDirectionLabels),
    party_type: codeIn(partyTypeLabels),
    party_number: pick(['201', '+4930999', null]),
    party_name: pick(texts),
    party_caller_id: pick(['(030) 99', null]),
  })),
  categories: dice(2) === 0 ? [] : [{ category_id: pick(category_ids) }],
  custom_fields: dice(2) === 0 ? [] : [{ name: 'Order', value: `A, ${n}` }],
});

/** A page of API v2 with its recordings in a folder. */
async function exported({ admin, given }: TestService): Promise<{ folder: string; calls: Call[] }> {
  const created = async (path: string, body: object) => idIn((await admin.post(path, body)).body.url);
  const parent_id = await created('/api/v2/categories.json', { category: { name: 'Hotline' } });
  const child = await created('/api/v2/categories.json', { category: { name: 'Complaint', parent_id } });
  await created('/api/v2/custom_fields.json', {
    custom_field: { name: 'Order', computer_name: 'order', type: 'string' },
  });
  for (let n = 0; n < count; n += 1) {
    const call_id = await created('/api/v2/calls.json', { call: callOf(n, [parent_id, child]) });
    for (let file = 0; file < 1 + dice(3); file += 1) {
      const headers = { 'content-type': 'audio/wav' };
      const body = new Uint8Array(wavOf({ ms: 100 + dice(200), channels: pick([1, 2]) }));
      await admin.raw(`/api/v2/calls/${call_id}.json/file`, { method: 'PUT', headers, body });
    }
  }
  given.database((db) =>
    db.exec(`INSERT INTO call_pauses (call_pk, place, start_time, stop_time)
      SELECT call_pk, 1, setup_time + 1000, setup_time + 2000 FROM calls WHERE call_pk % 3 = 0;
      UPDATE call_files SET agent_channel = 'right' WHERE channels = 2 AND call_pk % 2 = 0`),
  );
  const folder = join(temporaryFolder(), 'export');
  mkdirSync(folder);
  const page = await (await admin.raw('/api/v2/calls.json?limit=1000')).text();
  writeFileSync(join(folder, 'calls.json'), page);
  const { calls } = JSON.parse(page) as { calls: Call[] };
  for (const { call_id, files } of calls)
    for (const { file_id } of files) {
      const response = await admin.raw(`/api/v2/calls/${call_id}.json/file?file_id=${file_id}`);
      writeFileSync(join(folder, `${call_id}_${file_id}.wav`), Buffer.from(await response.arrayBuffer()));
    }
  return { folder, calls };
}

/** A call without what another archive has of its own, or measures itself. */
const comparable = ({ tenant_id: _, talk: __, files, categories, custom_fields, participants, ...call }: Call) => ({
  ...call,
  files: files.map(({ file_path, encrypt_key, encrypt_tag, encrypt_fingerprint, original_name, ...file }) => file),
  categories: categories.map(({ name, private_user_id, parent_id }) => [name, private_user_id, parent_id !== null]),
  custom_fields: custom_fields.map(({ name, value }) => [name, value]),
  participants: participants.map(({ user_id, ...party }) => party),
});
const byId = (calls: Call[]) =>
  Object.fromEntries(
    calls.map((call) => [call.call_id, comparable(call)]).sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  );

async function brought({ admin, service }: TestService, folder: string): Promise<string> {
  const source = service.part(sources).add('export', [folder]);
  const { body } = await admin.post('/api/v2/imports.json', { import: { source, create_missing: true } });
  const done = await ended(admin, body.url);
  expect(done).toMatchObject({ status: 'done', refused: 0 });
  return done.import_id;
}

test(`${count} calls of another archive come in from their pages as they were, with their ids`, async () => {
  const { folder, calls } = await exported(await startService());
  const started = await startService();

  const import_id = await brought(started, folder);

  const rows = await rowsOf(started.admin, import_id);
  expect(rows.filter((row) => saidOf(row) !== null).map((row) => [row.file, saidOf(row)])).toEqual([]);
  expect(byId(await callsOf(started.admin))).toEqual(byId(calls));
  // A second time, nothing is new.
  await brought(started, folder);
  expect(byId(await callsOf(started.admin))).toEqual(byId(calls));
}, 300_000);

/** A page with one call, as another recorder with this API writes it. */
function pageWith(call: object): string {
  const folder = join(temporaryFolder(), 'page');
  mkdirSync(folder);
  const files = [{ file_id: '01', start_time: at(0), stop_time: at(0, 1), file_path: 'rec/7/one.wav' }];
  const plain = { setup_time: '2026-02-03T10:00:00+0100', participants: [], categories: [], custom_fields: [], files };
  writeFileSync(join(folder, 'page.json'), JSON.stringify({ calls: [{ ...plain, ...call }], next_url: null }));
  writeFileSync(join(folder, 'one.wav'), wavOf());
  return folder;
}

const call_id = '6f1c2a0e-5d3b-4c8e-9a47-0b2d9e7c1f58';
const private_user_id = '6f1c2a0e-5d3b-4c8e-9a47-0b2d9e7c1f59';

test('a page without additions comes in by the last part of the path; an id that a removed call has is not used again', async () => {
  const started = await startService();
  const { admin } = started;
  const category = { category_id: call_id, name: 'Mine', private_user_id, parent_id: null };
  const party = { join_time: null, leave_time: null, party_direction: 0, party_type: 0 };
  const participant = { ...party, participant_id: '01', party_number: '9', party_name: null, party_caller_id: null };
  const folder = pageWith({
    call_id,
    from_number: '0301',
    categories: [category],
    participants: [{ ...participant, user_id: private_user_id }],
  });

  const import_id = await brought(started, folder);

  expect((await rowsOf(admin, import_id)).map(saidOf)).toEqual(['note_private_category']);
  const [first] = await callsOf(admin);
  expect(first).toMatchObject({ call_id, from_number: '0301', categories: [], participants: [{ user_id: null }] });
  await admin.delete(`/api/v2/calls/${call_id}.json`);
  await brought(started, pageWith({ call_id, from_number: '0302' }));
  const [second] = await callsOf(admin);
  expect(second).toMatchObject({ from_number: '0302' });
  expect(second?.call_id).not.toBe(call_id);
});

test('an import that does not reach every tenant gives new ids', async () => {
  const started = await startService();
  const caller = await started.given.user({ permissions: ['calls:create', 'calls:view'], access_level: 'tenant' });
  const source = started.service.part(sources).add('page', [pageWith({ call_id, from_number: '0301' })]);

  const { body } = await caller.post('/api/v2/imports.json', { import: { source } });
  await ended(caller, body.url);

  const [call] = await callsOf(started.admin);
  expect(call).toMatchObject({ from_number: '0301', setup_time: expect.stringContaining('2026-02-03T') });
  expect(call?.call_id).not.toBe(call_id);
});

test('a category may be called like a property of every object', async () => {
  const started = await startService();
  const folder = join(temporaryFolder(), 'table');
  mkdirSync(folder);
  writeFileSync(join(folder, 'one.wav'), wavOf());
  writeFileSync(join(folder, 'calls.csv'), 'file,setup_time,categories\none.wav,2026-02-03T10:00:00Z,constructor\n');

  await brought(started, folder);

  expect((await callsOf(started.admin)).flatMap(({ categories }) => categories.map(({ name }) => name))).toEqual([
    'constructor',
  ]);
});
